public import ListModel

/// A cell, header or footer without a screen: it remembers what it was told to draw.
public final class SimulatedReusableView: ReusableView {
  /// The pool it belongs to.
  public let reuseIdentifier: String
  /// What it shows; `nil` before the first time, and while it waits in its pool.
  public private(set) var component: AnyComponent?
  /// How often it was drawn since it was made.
  public private(set) var renderCount = 0

  init(reuseIdentifier: String) {
    self.reuseIdentifier = reuseIdentifier
  }

  /// Shows a component.
  public func render(_ component: AnyComponent) {
    self.component = component
    renderCount += 1
  }

  func prepareForReuse() {
    component = nil
  }
}

/// The views that wait to be used again, by what they are and their reuse identifier.
struct ReusePool {
  private enum Key: Hashable {
    case cell(String)
    case supplementary(SupplementaryKind, String)
  }

  private var registered: Set<Key> = []
  private var waiting: [Key: [SimulatedReusableView]] = [:]
  private(set) var createdViews = 0

  mutating func register(_ reuseIdentifier: String, _ kind: SupplementaryKind?) {
    registered.insert(Self.key(reuseIdentifier, kind))
  }

  mutating func take(
    _ reuseIdentifier: String,
    _ kind: SupplementaryKind?
  ) throws(CollectionViewError) -> SimulatedReusableView {
    let key = Self.key(reuseIdentifier, kind)
    guard registered.contains(key) else { throw .unregisteredReuseIdentifier(reuseIdentifier) }
    if let view = waiting[key]?.popLast() { return view }
    createdViews += 1
    return SimulatedReusableView(reuseIdentifier: reuseIdentifier)
  }

  mutating func putBack(_ view: any ReusableView, _ kind: SupplementaryKind?) {
    guard let view = view as? SimulatedReusableView else { return }
    view.prepareForReuse()
    waiting[Self.key(view.reuseIdentifier, kind), default: []].append(view)
  }

  private static func key(_ reuseIdentifier: String, _ kind: SupplementaryKind?) -> Key {
    kind.map { .supplementary($0, reuseIdentifier) } ?? .cell(reuseIdentifier)
  }
}
