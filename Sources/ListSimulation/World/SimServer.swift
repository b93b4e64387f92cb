import ListModel
import ListPaging

/// The list as it is at the remote.
struct SimServer {
  struct Item: Hashable {
    var id: Cell.ID
    /// The place of the item, which is its key too.
    var order: Int
    var revision = 0
  }

  private(set) var items: [Item] = []
  /// The items that were there from the start, and about which nothing untrue was told: they must
  /// be shown, in their order.
  private(set) var steady: Set<Cell.ID> = []
  private(set) var known: Set<Cell.ID> = []
  /// How often all keys have expired.
  private var generation = 0
  private var past: [[Item]] = []
  private var created = 0
  /// The places that items have ever had: a key of a place that is empty now still names it.
  private var used: Set<Int> = []

  private static let spacing = 1 << 40

  init(count: Int) {
    for index in 0..<count {
      items.append(Item(id: newID(), order: (index + 1) * Self.spacing))
    }
    steady = Set(items.map(\.id))
    used = Set(items.map(\.order))
  }

  private mutating func newID() -> Cell.ID {
    created += 1
    let id = Cell.ID("i\(created)")
    known.insert(id)
    return id
  }

  /// The items, as a page has them.
  var contents: [SimItem] {
    items.map { SimItem(id: $0.id, component: Self.component($0.revision)) }
  }

  mutating func expireKeys() { generation += 1 }

  mutating func forgo(_ ids: some Sequence<Cell.ID>) { steady.subtract(ids) }

  // MARK: Changes

  private mutating func remember() {
    past.append(items)
    if past.count > 4 { past.removeFirst() }
  }

  /// The list before the last changes.
  var older: [Item] { past.first ?? items }

  private func index(_ place: Int) -> Int { items.count * min(max(0, place), 1_000) / 1_000 }

  /// Takes a place between two items that no item has had; `nil` if there is no room.
  private mutating func takeOrder(at index: Int) -> Int? {
    let before = index > 0 ? items[index - 1].order : 0
    let after =
      index < items.count
      ? items[index].order : before + 2 * Self.spacing
    var order = before + (after - before) / 2
    while order < after, used.contains(order) { order += max(1, (after - order) / 2) }
    guard order > before, order < after else { return nil }
    used.insert(order)
    return order
  }

  mutating func insert(_ count: Int, at place: Int) -> [Cell.ID] {
    remember()
    let index = index(place)
    var made: [Cell.ID] = []
    for _ in 0..<min(max(0, count), 1_000) {
      guard let order = takeOrder(at: index) else { break }
      made.append(newID())
      items.insert(Item(id: made[made.count - 1], order: order), at: index)
    }
    return made
  }

  /// Deletes items from a place on.
  mutating func delete(_ count: Int, at place: Int) -> [Cell.ID] {
    guard !items.isEmpty, count > 0 else { return [] }
    remember()
    let start = min(index(place), items.count - 1)
    let range = start..<min(items.count, start + min(count, items.count))
    let ids = items[range].map(\.id)
    items.removeSubrange(range)
    steady.subtract(ids)
    return ids
  }

  /// Moves an item.
  ///
  /// - Returns: The item, and those that may as well have moved; none if there is none.
  mutating func move(from place: Int, to target: Int) -> [Cell.ID] {
    guard !items.isEmpty else { return [] }
    remember()
    let start = min(index(place), items.count - 1)
    var item = items.remove(at: start)
    steady.remove(item.id)
    let index = index(target)
    guard let order = takeOrder(at: index) else { return [item.id] }
    // If the item passed only one item, that item may as well have passed this one.
    let passed = items[min(index, start)..<max(index, start)].map(\.id)
    if passed.count == 1 { steady.remove(passed[0]) }
    item.order = order
    items.insert(item, at: index)
    return [item.id] + (passed.count == 1 ? passed : [])
  }

  /// Gives items from a place on other contents.
  mutating func update(_ count: Int, at place: Int) -> [Cell.ID] {
    guard !items.isEmpty, count > 0 else { return [] }
    remember()
    let start = min(index(place), items.count - 1)
    let range = start..<min(items.count, start + min(count, items.count))
    for index in range { items[index].revision += 1 }
    return items[range].map(\.id)
  }

  // MARK: Pages

  static func cell(_ item: Item) -> Cell {
    Cell(
      id: item.id,
      component: item.revision == 0 ? fresh : AnyComponent(component(item.revision))
    )
  }

  private static let fresh = AnyComponent(component(0))

  static func component(_ revision: Int) -> StoredComponent {
    let content = Content(canonical: Array("{\"revision\":\(revision)}".utf8))
    return StoredComponent(type: "SimItem", content: content)
  }

  /// Returns the key of a place; keys from before all keys expired differ from it.
  func key(_ order: Int) -> PageKey {
    PageKey(generation == 0 ? "k\(order)" : "k\(order)~\(generation)")
  }

  /// Returns the place that a key of a keyset remote names.
  static func order(of key: PageKey) -> Int? {
    key.rawValue.hasPrefix("k")
      ? Int(key.rawValue.dropFirst().prefix { $0 != "~" }) : nil
  }

  /// The key of a place in thousandths of the list; behind the list if that is more than 1000.
  func key(at place: Int) -> PageKey? {
    guard items.count > 2 else { return nil }
    guard place <= 1_000 else { return key(Self.nowhere) }
    return key(items[min(items.count * max(0, place) / 1_000, items.count - 1)].order)
  }

  /// A place of which the remote knows nothing.
  private static let nowhere = Int.max - 1

  /// The items of a page, and its keys.
  struct Slice {
    var items: [Item]
    var next: PageKey?
    var previous: PageKey?
    var end: PageKey?
  }

  func slice(
    _ items: [Item],
    _ request: RemoteRequest,
    _ settings: SimSettings
  ) throws(RemoteFailure) -> Slice {
    try keyset(items, request, settings)
  }

  private func keyset(
    _ items: [Item],
    _ request: RemoteRequest,
    _ settings: SimSettings
  ) throws(RemoteFailure) -> Slice {
    let isPrepend = request.kind == .prepend
    var place = isPrepend ? 0 : -1
    if let key = request.key {
      guard let order = Self.order(of: key) else { throw Self.unknown(key) }
      // Where the list begins is a bookmark, which does not expire.
      let isInitial =
        settings.startsInMiddle && (request.kind == .refresh || request.includesKey)
      if generation > 0, key != self.key(order), !isInitial {
        throw RemoteFailure(.cursorExpired, reason: "the key \"\(key)\" has expired")
      }
      place = order
    }
    if place == Self.nowhere { return Slice(items: []) }
    let size = max(0, request.size)
    if isPrepend {
      let end = request.includesKey ? place + 1 : place
      let before = items.prefix { $0.order < end }
      let found = Array(before.suffix(size))
      return Slice(
        items: found,
        next: found.last.map { key($0.order) },
        previous: found.count == before.count ? nil : found.first.map { key($0.order) },
        end: nil
      )
    }
    let start = items.partitioningIndex { $0.order > place }
    let found = Array(items[start...].prefix(size))
    let isLast = start + found.count == items.count
    let last = found.last.map { key($0.order) } ?? request.key
    return Slice(
      items: found,
      next: isLast ? nil : last,
      // The key of the page before the first item; where there is none, the place that was asked for.
      previous: start > 0 ? found.first.map { key($0.order) } ?? request.key : nil,
      end: last
    )
  }

  private static func unknown(_ key: PageKey) -> RemoteFailure {
    RemoteFailure(.unavailable, reason: "the key \"\(key)\" was not given by this remote")
  }
}
