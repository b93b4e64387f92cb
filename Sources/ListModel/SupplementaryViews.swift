/// The supplementary views that a cell or section carries besides header and footer: one component
/// for each kind.
///
/// ```swift
/// Cell(id: "inbox", component: Folder(name: "Inbox"))
///   .supplementary("badge") { Badge(count: 3) }
/// ```
///
/// The layout places the views; a view of a kind that the layout does not place is not shown. A
/// view carries no other views.
public struct SupplementaryViews: Sendable, Equatable {
  /// The component of a view, and its kind.
  public struct Element: Sendable, Equatable {
    /// The kind.
    public let kind: SupplementaryKind
    /// The component that the view shows.
    public let component: AnyComponent
  }

  // In ascending order of kinds. Most collections have one or two views.
  private var elements: [Element] = []

  /// Creates a collection without views.
  public init() {}

  /// Accesses the component of a kind; `nil` if there is none.
  public subscript(kind: SupplementaryKind) -> AnyComponent? {
    get { elements.first { $0.kind == kind }?.component }
    set {
      let index = elements.firstIndex { $0.kind >= kind } ?? elements.endIndex
      if index < elements.endIndex, elements[index].kind == kind { elements.remove(at: index) }
      guard var component = newValue else { return }
      component.views = SupplementaryViews()
      elements.insert(Element(kind: kind, component: component), at: index)
    }
  }

  /// Returns the views with the stored forms of their components.
  ///
  /// - Throws: The errors of encoding a view model, or ``InvalidSupplementaryView``.
  package func stored() throws -> StoredComponent.Views {
    var views: StoredComponent.Views = [:]
    for element in elements {
      if let reason = element.kind.reasonForRefusal {
        throw InvalidSupplementaryView(kind: element.kind, reason: reason)
      }
      views[element.kind] = try element.component.stored()
    }
    return views
  }

  package init(_ views: StoredComponent.Views) {
    for (kind, component) in views { self[kind] = AnyComponent(component) }
  }
}

extension SupplementaryViews: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { elements.startIndex }
  /// One more than the last index.
  public var endIndex: Int { elements.endIndex }

  /// Accesses the view at an index, in ascending order of kinds.
  public subscript(position: Int) -> Element { elements[position] }
}

extension SupplementaryViews: ExpressibleByDictionaryLiteral {
  /// Creates a collection of these views; for several views of one kind, the last one wins.
  public init(dictionaryLiteral elements: (SupplementaryKind, AnyComponent)...) {
    for (kind, component) in elements { self[kind] = component }
  }
}

/// A supplementary view of a kind that a list refuses.
public struct InvalidSupplementaryView: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind.
  public let kind: SupplementaryKind
  /// The reason for the refusal.
  public let reason: String

  /// One sentence for people.
  public var description: String { "views[\"\(kind)\"]: \(reason)" }
}

/// Makes the component of a supplementary view, or none.
@resultBuilder
public enum SupplementaryBuilder {
  /// Returns a component.
  public static func buildExpression(_ component: some Component) -> AnyComponent? {
    AnyComponent(component)
  }
  /// Returns a component of a type known only at run time.
  public static func buildExpression(_ component: AnyComponent?) -> AnyComponent? { component }
  /// Returns no component.
  public static func buildBlock() -> AnyComponent? { nil }
  /// Returns the component of a block.
  public static func buildBlock(_ component: AnyComponent?) -> AnyComponent? { component }
  /// Returns the component of an `if` without `else`.
  public static func buildOptional(_ component: AnyComponent??) -> AnyComponent? {
    component ?? nil
  }
  /// Returns the component of an `if`.
  public static func buildEither(first component: AnyComponent?) -> AnyComponent? { component }
  /// Returns the component of an `else`.
  public static func buildEither(second component: AnyComponent?) -> AnyComponent? { component }
}

extension Cell {
  /// The supplementary views the cell carries, by kind.
  public var views: SupplementaryViews {
    get { component.views }
    set { component.views = newValue }
  }

  /// Returns the cell with a supplementary view of a kind, or without one if there is no component.
  public func supplementary(
    _ kind: SupplementaryKind,
    @SupplementaryBuilder _ component: () -> AnyComponent?
  ) -> Cell {
    var copy = self
    copy.views[kind] = component()
    return copy
  }
}

extension Section {
  /// Returns the section with a supplementary view of a kind, or without one if there is no component.
  ///
  /// The view of a group belongs to the section: all groups show the same component. The kinds of
  /// headers and footers set the views of ``withHeader(_:alignment:)`` and
  /// ``withFooter(_:alignment:)``, at their usual edges.
  public func supplementary(
    _ kind: SupplementaryKind,
    @SupplementaryBuilder _ component: () -> AnyComponent?
  ) -> Section {
    var copy = self
    let component = component()
    switch kind {
    case .header: copy.header = component.map { SupplementaryView(component: $0, alignment: .top) }
    case .footer:
      copy.footer = component.map { SupplementaryView(component: $0, alignment: .bottom) }
    default: copy.views[kind] = component
    }
    return copy
  }
}

extension Section.Attributes {
  /// Returns the component that the section shows as a view of a kind; `nil` if it has none.
  package func component(ofKind kind: SupplementaryKind) -> AnyComponent? {
    switch kind {
    case .header: header?.component
    case .footer: footer?.component
    default: views[kind]
    }
  }

  /// Returns the stored forms of the views besides header and footer, in ascending order of kinds.
  ///
  /// - Throws: The errors of encoding a view model, or ``InvalidSupplementaryView``.
  package func sortedViews() throws -> [(kind: SupplementaryKind, component: StoredComponent)] {
    StoredComponent(type: "", views: try views.stored()).sortedViews
  }

  /// Header, footer and all other views.
  package var components: [SupplementaryViews.Element] {
    SupplementaryKind.ofEveryLayout.compactMap { kind in
      component(ofKind: kind).map { SupplementaryViews.Element(kind: kind, component: $0) }
    } + views
  }
}
