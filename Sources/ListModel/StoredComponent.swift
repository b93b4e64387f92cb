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
