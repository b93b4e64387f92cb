import ListDiff
public import ListModel

/// An item as a remote holds it.
public struct SimItem: Hashable, Sendable {
  /// The id of the item.
  public var id: Cell.ID
  /// The component that a page has for the item; `nil` if contents are not to be compared.
  public var component: StoredComponent?

  /// Describes an item.
  package init(id: Cell.ID, component: StoredComponent? = nil) {
    self.id = id
    self.component = component
  }
}

/// What the remote of a run holds, and when each item came, moved and went.
///
/// Changes and answers share one count, ``now``, so that the order of any two of them is known.
struct SimTruth {
  /// When something has happened.
  struct Moment: Hashable {
    /// Its place among all changes and answers.
    var order: Int
    /// The time, in milliseconds.
    var time: Int
  }

  private(set) var items: [SimItem] = []
  /// The place of each item in ``items``.
  private(set) var places: [Cell.ID: Int] = [:]
  /// When each item got its place: when it came, or last moved.
  private(set) var placed: [Cell.ID: Moment] = [:]
  /// The items that have moved: an old page may have them elsewhere.
  private(set) var moved: Set<Cell.ID> = []
  /// When deleted items went.
  private(set) var gone: [Cell.ID: Moment] = [:]
  /// The items about which an answer told something untrue: nothing is expected of them.
  private(set) var untrue: Set<Cell.ID> = []
  /// The number of changes and answers so far.
  private(set) var now = 0
  private var changes = 0
  /// Whether the remote holds what it held at first.
  var isUnchanged: Bool { changes <= 1 }

  init(_ items: [SimItem]) { note(items, moved: [], at: 0) }

  /// Whether the remote has, or had, an item.
  func knows(_ id: Cell.ID) -> Bool { placed[id] != nil }

  /// Whether an item is at the remote, where its order is certain.
  func isSteady(_ id: Cell.ID) -> Bool {
    places[id] != nil && !moved.contains(id) && !untrue.contains(id)
  }

  /// Counts an answer.
  mutating func count() -> Int {
    now += 1
    return now
  }

  mutating func forgo(_ ids: some Sequence<Cell.ID>) { untrue.formUnion(ids) }

  /// Takes note of a change.
  ///
  /// - Parameters:
  ///   - items: The items after it.
  ///   - moved: The items that it has moved; found by comparison if `nil`.
  ///   - time: When it happened.
  mutating func note(_ items: [SimItem], moved: Set<Cell.ID>?, at time: Int) {
    now += 1
    changes += 1
    let moment = Moment(order: now, time: time)
    var places: [Cell.ID: Int] = [:]
    places.reserveCapacity(items.count)
    for (index, item) in items.enumerated() { places[item.id] = index }
    for item in self.items where places[item.id] == nil { gone[item.id] = moment }
    for item in items where self.places[item.id] == nil {
      placed[item.id] = moment
      if gone.removeValue(forKey: item.id) != nil { self.moved.insert(item.id) }
    }
    for id in moved ?? Self.moved(from: self.places, to: items) {
      placed[id] = moment
      self.moved.insert(id)
    }
    self.items = items
    self.places = places
  }

  /// Returns the items whose order has changed: those that are not in the longest run in order.
  private static func moved(from old: [Cell.ID: Int], to items: [SimItem]) -> Set<Cell.ID> {
    let common = items.map(\.id).filter { old[$0] != nil }
    let positions = common.map { old[$0] ?? 0 }
    guard zip(positions, positions.dropFirst()).contains(where: { $0 > $1 }) else { return [] }
    let stay = Set(longestIncreasingSubsequence(of: positions))
    return Set(common.indices.filter { !stay.contains($0) }.map { common[$0] })
  }
}
