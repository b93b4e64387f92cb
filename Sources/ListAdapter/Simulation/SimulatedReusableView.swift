public import ListModel

/// A cell, supplementary view or decoration without a screen: it holds its component's content.
///
/// It keeps its content while it waits in its pool, as a cell of UIKit does, and draws the next
/// component in it if that has the same type and reuse identifier.
public final class SimulatedReusableView: ReusableView {
  /// The name of its pool.
  public let reuseIdentifier: String
  /// The component that it shows; `nil` before the first time, and after `prepareForReuse()`.
  public private(set) var component: AnyComponent?
  /// How often it was drawn since it was made.
  package private(set) var renderCount = 0
  /// How many contents were created for it; more than one if components of several types share its
  /// reuse identifier.
  package private(set) var contentCount = 0
  /// How often it came out of its pool again.
  package private(set) var reuseCount = 0

  private var rendered: RenderedContent?
  /// The object that a host shows in it instead of a component, such as a cell of an app's own class.
  package var hosted: AnyObject?
  /// Called when the view leaves its pool again, so that the host can prepare its object.
  package var hostedWillBeReused: (() -> Void)?
  /// The object that stands for the view where a host's class is expected and it shows a component.
  package var standIn: AnyObject?
  private let tally: ContentTally

  init(reuseIdentifier: String, tally: ContentTally) {
    self.reuseIdentifier = reuseIdentifier
    self.tally = tally
  }

  /// The content that it shows; `nil` before the first time.
  public var content: AnyObject? { hosted ?? rendered?.content }

  /// Shows a component: in the content it has, or in a new one.
  public func render(_ component: AnyComponent) {
    if rendered?.update(to: component) == true {
      tally.updated += 1
    } else {
      rendered = RenderedContent(component)
      contentCount += 1
      tally.created += 1
    }
    self.component = component
    renderCount += 1
  }

  /// Prepares the view to show something else.
  ///
  /// Called when the view leaves its pool, not when it gets there. Its content stays.
  func prepareForReuse() {
    component = nil
    reuseCount += 1
    hostedWillBeReused?()
  }
}

/// How many contents the views of one collection view created and updated.
final class ContentTally {
  var created = 0
  var updated = 0
}

/// The views that wait to be used again, by kind and reuse identifier.
struct ReusePool {
  private enum Key: Hashable {
    case cell(String)
    case supplementary(SupplementaryKind, String)
  }

  private var registered: Set<Key> = []
  private var waiting: [Key: [SimulatedReusableView]] = [:]
  private(set) var createdViews = 0
  let tally = ContentTally()

  mutating func register(_ reuseIdentifier: String, _ kind: SupplementaryKind?) {
    registered.insert(Self.key(reuseIdentifier, kind))
  }

  mutating func take(
    _ reuseIdentifier: String,
    _ kind: SupplementaryKind?
  ) throws(CollectionViewError) -> SimulatedReusableView {
    let key = Self.key(reuseIdentifier, kind)
    guard registered.contains(key) else { throw .unregisteredReuseIdentifier(reuseIdentifier) }
    if let view = waiting[key]?.popLast() {
      view.prepareForReuse()
      return view
    }
    createdViews += 1
    return SimulatedReusableView(reuseIdentifier: reuseIdentifier, tally: tally)
  }

  mutating func putBack(_ view: any ReusableView, _ kind: SupplementaryKind?) {
    guard let view = view as? SimulatedReusableView else { return }
    waiting[Self.key(view.reuseIdentifier, kind), default: []].append(view)
  }

  private static func key(_ reuseIdentifier: String, _ kind: SupplementaryKind?) -> Key {
    kind.map { .supplementary($0, reuseIdentifier) } ?? .cell(reuseIdentifier)
  }
}
