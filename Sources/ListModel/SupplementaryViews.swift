/// The supplementary views that a cell or section carries besides header and footer: a component each,
/// by kind.
///
/// ```swift
/// Cell(id: "inbox", component: Folder(name: "Inbox"))
///   .supplementary("badge") { Badge(count: 3) }
/// ```
///
/// Where they are, the layout says; one of a kind that the layout has no place for is not shown. A view
/// carries no views of its own.
public struct SupplementaryViews: Sendable, Equatable {
  /// A view and its kind.
  public struct Element: Sendable, Equatable {
    /// The kind.
    public let kind: SupplementaryKind
    /// What is shown.
    public let component: AnyComponent
  }

  // Ascending by kind. Most have one or two.
  private var elements: [Element] = []

  /// Creates a collection without views.
  public init() {}

  /// The component of a kind; `nil` if there is none.
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

  /// The views with their components as they are stored.
  ///
  /// - Throws: What the encoding of a view model throws, or ``InvalidSupplementaryView``.
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

  /// The view at an index, in ascending order of kinds.
  public subscript(position: Int) -> Element { elements[position] }
}

extension SupplementaryViews: ExpressibleByDictionaryLiteral {
  /// Creates a collection of these views; of several of a kind the last one counts.
  public init(dictionaryLiteral elements: (SupplementaryKind, AnyComponent)...) {
    for (kind, component) in elements { self[kind] = component }
  }
}

/// A view of a kind that a list does not take.
public struct InvalidSupplementaryView: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind.
  public let kind: SupplementaryKind
  /// Why it is refused.
  public let reason: String

  /// One sentence for people.
  public var description: String { "views[\"\(kind)\"]: \(reason)" }
}

/// Makes the component of a supplementary view, or none.
@resultBuilder
public enum SupplementaryBuilder {
  /// A component.
  public static func buildExpression(_ component: some Component) -> AnyComponent? {
    AnyComponent(component)
  }
  /// A component of a type known only at run time.
  public static func buildExpression(_ component: AnyComponent?) -> AnyComponent? { component }
  /// No component.
  public static func buildBlock() -> AnyComponent? { nil }
  /// The component of a block.
  public static func buildBlock(_ component: AnyComponent?) -> AnyComponent? { component }
  /// The component of an `if` without `else`.
  public static func buildOptional(_ component: AnyComponent??) -> AnyComponent? {
    component ?? nil
  }
  /// The component of an `if`.
  public static func buildEither(first component: AnyComponent?) -> AnyComponent? { component }
  /// The component of an `else`.
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
  /// A view of a group is the section's: all groups show the same component. A header or footer is the
  /// one of ``withHeader(_:alignment:)`` and ``withFooter(_:alignment:)``, at its usual edge.
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
  /// The component that the section shows as a view of a kind; `nil` if it has none.
  package func component(ofKind kind: SupplementaryKind) -> AnyComponent? {
    switch kind {
    case .header: header?.component
    case .footer: footer?.component
    default: views[kind]
    }
  }

  /// The views besides header and footer as they are stored, in ascending order of kinds.
  ///
  /// - Throws: What the encoding of a view model throws, or ``InvalidSupplementaryView``.
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
