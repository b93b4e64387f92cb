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

  init(_ component: AnyComponent, carrying views: SupplementaryViews) {
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
    return C.haveEqualViewModels(component, other.component)
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
