public import ListDescription

/// The smallest unit that can be shown: a view model, under a name that never changes.
///
/// A cell, a header or a footer shows a component. Only its type name and its view model are
/// stored, so both must outlive the code that wrote them:
///
/// ```swift
/// struct FeedItem: Component {
///   struct ViewModel: Codable, Equatable, Sendable {
///     var title: String
///   }
///   static let componentType = "FeedItem"
///   var viewModel: ViewModel
/// }
/// ```
///
/// A component that is `Codable` and `Equatable` can be its own view model and has the fields
/// itself:
///
/// ```swift
/// struct Article: Component, Codable, Equatable {
///   static let componentType = "Article"
///   var title: String
///   var stars: Int
/// }
/// ```
///
/// A component is drawn in a `Content`: an object that is created once for each view on screen, and
/// drawn again for every component that the view shows. A component that declares no `Content`
/// shows its type and view model.
///
/// ```swift
/// extension FeedItem {
///   func renderContent(coordinator: Void) -> TextContent { TextContent(in: "h2") }
///   func render(in content: TextContent, coordinator: Void) { content.text = viewModel.title }
/// }
/// ```
public protocol Component: Sendable {
  /// The data of the component; components with equal view models look the same.
  associatedtype ViewModel: Codable & Equatable & Sendable
  /// The object in which a view draws the component; it belongs to one view, and to that view's
  /// isolation.
  associatedtype Content: AnyObject = PlainContent
  /// An object that outlives a single drawing: made once for each content, and passed to every
  /// drawing of it.
  associatedtype Coordinator = Void

  /// The name under which components of this type are stored.
  ///
  /// The name is part of the content: two components of different types are never equal. Do not
  /// derive it from the Swift type's name, which changes when the type is renamed or moved.
  static var componentType: String { get }

  /// The data that the component shows.
  var viewModel: ViewModel { get }

  /// Creates a component with the given view model, for example one that was read from a store.
  init(viewModel: ViewModel)

  /// The name of the pool of views that can show this component.
  var reuseIdentifier: String { get }

  /// How the size of the content depends on its container.
  var layoutMode: ContentLayoutMode { get }

  /// Makes the coordinator that every drawing of one content receives.
  func makeCoordinator() -> Coordinator

  /// Creates the content of a view that has none yet; ``render(in:coordinator:)`` follows.
  func renderContent(coordinator: Coordinator) -> Content

  /// Draws the component in a content that showed another component of this type or none.
  ///
  /// The drawing must set everything that depends on the component: nothing is reset before.
  func render(in content: Content, coordinator: Coordinator)
}

extension Component {
  /// By default, views are shared by all components of the same type.
  public var reuseIdentifier: String { Self.componentType }

  /// By default, a row as high as its content; 44 points until that height is known.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }
}

extension Component where Self: Codable & Equatable, ViewModel == Self {
  /// The component itself, which is its own view model.
  public var viewModel: Self { self }

  /// Creates a component that is `viewModel` itself.
  public init(viewModel: Self) { self = viewModel }
}

extension Component where Coordinator == Void {
  /// Makes no coordinator: by default, nothing outlives a drawing.
  public func makeCoordinator() {}
}

extension Component where Content == PlainContent {
  /// Creates the default content, which shows the type and the view model.
  public func renderContent(coordinator: Coordinator) -> PlainContent { PlainContent() }

  /// Draws the type and the view model.
  public func render(in content: PlainContent, coordinator: Coordinator) {
    content.show(Self.componentType) { [viewModel] in
      (try? ListModel.Content(encoding: viewModel))?.text
    }
  }
}

/// A component that knows the identity of the cell it is shown in.
public protocol IdentifiableComponent: Component, Identifiable where ID == Cell.ID {}

/// The stored form of a component: a type name and content.
public struct StoredComponent: Hashable, Sendable {
  /// The ``Component/componentType`` of the component; empty when the document names none.
  public var type: String
  /// The encoded view model; `nil` when the document has no content, which differs from JSON's
  /// `null`.
  public var content: Content?
  // `nil` instead of empty, so that components without views need no dictionary.
  private var carried: Views?

  /// The stored form of supplementary views, by kind.
  public typealias Views = [SupplementaryKind: StoredComponent]

  /// Creates a stored component.
  public init(type: String, content: Content? = nil, views: Views = [:]) {
    self.type = type
    self.content = content
    self.views = views
  }

  /// The supplementary views that the component carries; these views carry no others.
  public var views: Views {
    get { carried ?? [:] }
    set {
      carried = newValue.isEmpty ? nil : newValue.mapValues { $0.withoutViews }
    }
  }

  /// Whether the component carries supplementary views.
  package var hasViews: Bool { carried != nil }

  /// The component without its views.
  package var withoutViews: StoredComponent {
    var copy = self
    copy.carried = nil
    return copy
  }

  /// The views in ascending order of their kinds.
  package var sortedViews: [(kind: SupplementaryKind, component: StoredComponent)] {
    guard let carried else { return [] }
    return carried.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns whether the type names have the same bytes, and the contents and views are equal.
  public static func == (lhs: StoredComponent, rhs: StoredComponent) -> Bool {
    lhs.content == rhs.content
      && Identifier<StoredComponent>(lhs.type) == Identifier<StoredComponent>(rhs.type)
      && lhs.carried == rhs.carried
  }

  /// Hashes the bytes of the type name, the content and the views.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Identifier<StoredComponent>(type))
    hasher.combine(content)
    hasher.combine(carried)
  }
}

/// A component of any type, with the supplementary views that its cell carries.
///
/// The component is typed (from code) or stored (from a document or database); both forms of the
/// same component are equal. A stored component of an unknown type is kept unchanged.
public struct AnyComponent: Sendable {
  private let box: any ComponentBox

  /// Wraps a typed component.
  public init(_ component: some Component) {
    box = TypedComponentBox(component)
  }

  /// Wraps a stored component.
  public init(_ component: StoredComponent) {
    guard component.hasViews else {
      box = StoredComponentBox(component)
      return
    }
    box = CarryingBox(
      AnyComponent(component.withoutViews),
      SupplementaryViews(component.views)
    )
  }

  /// Stands for a component, with the views it carries, whose content is not held.
  ///
  /// It equals the component and all that stands for it; it can be neither shown nor stored.
  package init(standingFor component: StoredComponent) {
    box = DigestBox(component)
  }

  private init(_ component: AnyComponent, carrying views: SupplementaryViews) {
    box = views.isEmpty ? component.box : CarryingBox(component, views)
  }

  /// The supplementary views of the cell that shows the component.
  public var views: SupplementaryViews {
    get { box.carrying?.views ?? SupplementaryViews() }
    set {
      guard hasViews || !newValue.isEmpty else { return }
      self = AnyComponent(withoutViews, carrying: newValue)
    }
  }

  /// Whether the component carries supplementary views.
  package var hasViews: Bool { box.carrying != nil }

  /// The component without its views.
  package var withoutViews: AnyComponent { box.carrying?.component ?? self }

  /// The ``Component/componentType`` of the component.
  public var type: String { box.type }

  /// The name of the pool of views that can show the component.
  public var reuseIdentifier: String { box.reuseIdentifier }

  /// Returns the stored form of the component, with the views it carries.
  ///
  /// - Throws: The errors of the view model's `encode(to:)`, ``InvalidContent``, or
  ///   ``InvalidSupplementaryView``.
  public func stored() throws -> StoredComponent { try box.stored() }

  /// Returns the digest of the component, with the views it carries.
  ///
  /// - Throws: The errors of ``stored()``, unless the content is not held.
  package func digest() throws -> Digest {
    if let heldDigest { return heldDigest }
    return Digest(try stored())
  }

  /// The digest, if the content is not held.
  var heldDigest: Digest? { (box as? DigestBox)?.digest }

  /// The stored component; `nil` for a typed component, which must be encoded first, and for a
  /// component that carries views.
  package var storedForm: StoredComponent? { box.storedForm }

  /// The typed component; `nil` for a stored component that was not decoded.
  public var typed: (any Component)? { box.typed }

  /// Returns the component as a value of type `C`: the wrapped value, or one decoded from the
  /// stored form.
  ///
  /// - Throws: ``UndecodableComponent`` when the component is not stored under the name of `C`, or
  ///   when its content does not fit; the error names the field.
  public func `as`<C: Component>(_ type: C.Type) throws(UndecodableComponent) -> C {
    if let component = wrapped(as: type) { return component }
    return try C(decoding: self)
  }

  /// Returns the component as a value of type `C`; `nil` when it is stored under another name.
  ///
  /// - Throws: ``UndecodableComponent`` when its content does not fit; the error names the field.
  public func ifType<C: Component>(_ type: C.Type) throws(UndecodableComponent) -> C? {
    if let component = wrapped(as: type) { return component }
    return isNamed(C.componentType) ? try C(decoding: self) : nil
  }

  private func wrapped<C: Component>(as type: C.Type) -> C? {
    if let box = box as? TypedComponentBox<C> { return box.component }
    return typed as? C
  }

  /// Returns whether the component has this type name, compared by bytes.
  func isNamed(_ name: String) -> Bool {
    Identifier<StoredComponent>(type) == Identifier<StoredComponent>(name)
  }
}

extension AnyComponent: Equatable {
  /// Returns whether both have the same component type, equal content and equal views.
  ///
  /// - Complexity: O(1) for copies of one component, which are always equal.
  public static func == (lhs: AnyComponent, rhs: AnyComponent) -> Bool {
    if lhs.box === rhs.box { return true }
    if let equal = lhs.box.isEqual(to: rhs.box) { return equal }
    if lhs.heldDigest != nil || rhs.heldDigest != nil {
      guard let left = try? lhs.digest(), let right = try? rhs.digest() else { return false }
      return left == right
    }
    guard lhs.hasViews == rhs.hasViews else { return false }
    // The forms or Swift types differ: compare the stored forms. Content that cannot be encoded
    // equals nothing.
    guard let left = try? lhs.stored(), let right = try? rhs.stored() else { return false }
    return left == right
  }
}

/// Holds the component of an ``AnyComponent``.
///
/// The box is a class: lists are copied and compared far more often than components are made, and
/// the copy of a cell then counts two references for any component.
private protocol ComponentBox: AnyObject, Sendable {
  var type: String { get }
  var reuseIdentifier: String { get }
  var typed: (any Component)? { get }
  var storedForm: StoredComponent? { get }
  var carrying: CarryingBox? { get }
  func stored() throws -> StoredComponent
  /// Returns whether both have the same type, equal content and equal views; `nil` if they have
  /// different forms.
  func isEqual(to other: any ComponentBox) -> Bool?
}

private final class TypedComponentBox<C: Component>: ComponentBox {
  let component: C

  init(_ component: C) { self.component = component }

  var type: String { C.componentType }
  var reuseIdentifier: String { component.reuseIdentifier }
  var typed: (any Component)? { component }
  var storedForm: StoredComponent? { nil }
  var carrying: CarryingBox? { nil }

  func stored() throws -> StoredComponent {
    StoredComponent(
      type: C.componentType,
      content: try ListModel.Content(encoding: component.viewModel)
    )
  }

  func isEqual(to other: any ComponentBox) -> Bool? {
    // Not a cast: a cast would look up the class again for each cell. The class is final.
    guard ObjectIdentifier(Swift.type(of: other)) == ObjectIdentifier(Self.self) else { return nil }
    let other = unsafeDowncast(other, to: TypedComponentBox<C>.self)
    return component.viewModel == other.component.viewModel
  }
}

private final class StoredComponentBox: ComponentBox {
  let component: StoredComponent

  init(_ component: StoredComponent) { self.component = component }

  var type: String { component.type }
  var reuseIdentifier: String { component.type }
  var typed: (any Component)? { nil }
  var storedForm: StoredComponent? { component }
  var carrying: CarryingBox? { nil }
  func stored() -> StoredComponent { component }

  func isEqual(to other: any ComponentBox) -> Bool? {
    guard let other = other as? StoredComponentBox else { return nil }
    return component == other.component
  }
}

/// The digest of a component, in a quarter of the memory that most contents take.
private final class DigestBox: ComponentBox {
  let type: String
  let digest: Digest

  init(_ component: StoredComponent) {
    type = component.type
    digest = Digest(component)
  }

  var reuseIdentifier: String { type }
  var typed: (any Component)? { nil }
  var storedForm: StoredComponent? { nil }
  var carrying: CarryingBox? { nil }

  func stored() throws -> StoredComponent { throw ContentNotHeld() }

  func isEqual(to other: any ComponentBox) -> Bool? {
    guard let other = other as? DigestBox else { return nil }
    return digest == other.digest
  }
}

/// The error of a component of which only the digest is held.
private struct ContentNotHeld: Error, CustomStringConvertible {
  var description: String { "the content of this component is not held, only its digest" }
}

/// A component with the views it carries; a separate class, so that components without views stay
/// small.
private final class CarryingBox: ComponentBox {
  let component: AnyComponent
  let views: SupplementaryViews

  init(_ component: AnyComponent, _ views: SupplementaryViews) {
    self.component = component
    self.views = views
  }

  var type: String { component.type }
  var reuseIdentifier: String { component.reuseIdentifier }
  var typed: (any Component)? { component.typed }
  var storedForm: StoredComponent? { nil }
  var carrying: CarryingBox? { self }

  func stored() throws -> StoredComponent {
    var stored = try component.stored()
    stored.views = try views.stored()
    return stored
  }

  func isEqual(to other: any ComponentBox) -> Bool? {
    guard let other = other.carrying else { return other is DigestBox ? nil : false }
    return component == other.component && views == other.views
  }
}

/// A header or a footer: a component and the edge of the section it is attached to.
public struct SupplementaryView: Sendable {
  /// The edge or corner of the section to which a supplementary view is attached.
  public enum Alignment: String, Codable, Hashable, Sendable {
    /// An edge.
    case top, leading, bottom, trailing
    /// A corner.
    case topLeading, topTrailing, bottomLeading, bottomTrailing
  }

  /// The component that the view shows.
  public var component: AnyComponent
  /// The edge to which the view is attached.
  public var alignment: Alignment
  /// The handlers for events of the view.
  public var handlers: EventHandlers

  /// Creates a view that shows a component.
  public init(component: some Component, alignment: Alignment) {
    self.init(component: AnyComponent(component), alignment: alignment)
  }

  /// Creates a view that shows a component of a type known only at run time.
  public init(component: AnyComponent, alignment: Alignment) {
    self.component = component
    self.alignment = alignment
    handlers = EventHandlers()
  }
}

extension SupplementaryView: Equatable {
  /// Returns whether components and alignments are equal; handlers are not compared.
  public static func == (lhs: SupplementaryView, rhs: SupplementaryView) -> Bool {
    lhs.component == rhs.component && lhs.alignment == rhs.alignment
  }
}

/// A section layout: a description from code, or the stored form of a description.
///
/// A stored layout of a kind that this package does not know is kept unchanged.
public struct AnySectionLayout: Sendable {
  private enum Storage: Sendable {
    case described(SectionLayout)
    case stored(Content)
  }

  private let storage: Storage

  /// Wraps a description.
  public init(_ layout: SectionLayout) {
    storage = .described(layout)
  }

  /// Wraps the stored form of a layout.
  public init(_ content: Content) {
    storage = .stored(content)
  }

  /// Returns the stored form of the layout.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func stored() throws -> Content {
    switch storage {
    case .described(let layout): try Content(encoding: layout)
    case .stored(let content): content
    }
  }

  /// Returns the description of the layout.
  ///
  /// - Throws: `DecodingError` when this package does not know the kind of the stored layout.
  public func described() throws -> SectionLayout {
    switch storage {
    case .described(let layout): layout
    case .stored(let content): try content.decode(SectionLayout.self)
    }
  }
}

extension AnySectionLayout: Hashable {
  /// Hashes the stored form; all layouts that cannot be stored have one hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(try? stored())
  }

  /// Returns whether both describe the same layout.
  public static func == (lhs: AnySectionLayout, rhs: AnySectionLayout) -> Bool {
    if case .described(let left) = lhs.storage, case .described(let right) = rhs.storage {
      return left == right
    }
    guard let left = try? lhs.stored(), let right = try? rhs.stored() else { return false }
    return left == right
  }
}
