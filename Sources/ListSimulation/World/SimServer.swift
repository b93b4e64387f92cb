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
  private var past: [[Item]] = []
  private var created = 0

  private static let spacing = 1 << 40

  init(count: Int) {
    for index in 0..<count {
      items.append(Item(id: newID(), order: (index + 1) * Self.spacing))
    }
    steady = Set(items.map(\.id))
  }

  private mutating func newID() -> Cell.ID {
    created += 1
    let id = Cell.ID("i\(created)")
    known.insert(id)
    return id
  }

  /// The items that must be shown in the end, in order.
  var steadyIDs: [Cell.ID] { items.lazy.map(\.id).filter { steady.contains($0) } }

  mutating func forgo(_ ids: some Sequence<Cell.ID>) { steady.subtract(ids) }

  // MARK: Changes

  private mutating func remember() {
    past.append(items)
    if past.count > 4 { past.removeFirst() }
  }

  /// The list before the last changes.
  var older: [Item] { past.first ?? items }

  private func index(_ place: Int) -> Int { items.count * min(max(0, place), 1_000) / 1_000 }

  /// Returns a place between two items; `nil` if there is no room.
  private func order(at index: Int) -> Int? {
    let before = index > 0 ? items[index - 1].order : 0
    let after =
      index < items.count
      ? items[index].order : before + 2 * Self.spacing
    let order = before + (after - before) / 2
    return order > before && order < after ? order : nil
  }

  mutating func insert(_ count: Int, at place: Int) -> Int {
    remember()
    let index = index(place)
    var made = 0
    for _ in 0..<min(max(0, count), 1_000) {
      guard let order = order(at: index) else { break }
      items.insert(Item(id: newID(), order: order), at: index)
      made += 1
    }
    return made
  }

  mutating func delete(at place: Int) -> Cell.ID? {
    guard !items.isEmpty else { return nil }
    remember()
    let item = items.remove(at: min(index(place), items.count - 1))
    steady.remove(item.id)
    return item.id
  }

  mutating func move(from place: Int, to target: Int) -> Cell.ID? {
    let start = min(index(place), items.count - 1)
    guard let id = delete(at: place) else { return nil }
    let index = index(target)
    // If the item passed only one steady item, that item may as well have passed this one.
    let passed = items[min(index, start)..<max(index, start)].filter { steady.contains($0.id) }
    if passed.count == 1 { steady.remove(passed[0].id) }
    guard let order = order(at: index) else { return id }
    items.insert(Item(id: id, order: order), at: index)
    return id
  }

  mutating func update(at place: Int) -> Cell.ID? {
    guard !items.isEmpty else { return nil }
    remember()
    let index = min(index(place), items.count - 1)
    items[index].revision += 1
    return items[index].id
  }

  // MARK: Pages

  static func cell(_ item: Item) -> Cell {
    Cell(id: item.id, component: item.revision == 0 ? fresh : component(item.revision))
  }

  private static let fresh = component(0)

  private static func component(_ revision: Int) -> AnyComponent {
    let content = Content(canonical: Array("{\"revision\":\(revision)}".utf8))
    return AnyComponent(StoredComponent(type: "SimItem", content: content))
  }

  private static func key(_ order: Int) -> PageKey { PageKey("k\(order)") }

  /// Returns the place that a key of a keyset remote names.
  static func order(of key: PageKey) -> Int? {
    key.rawValue.hasPrefix("k") ? Int(key.rawValue.dropFirst()) : nil
  }

  /// The key of the item in the middle.
  var middleKey: PageKey? {
    items.count > 2 ? Self.key(items[items.count / 2].order) : nil
  }

  /// The items of a page, and its keys.
  struct Slice {
    var items: [Item]
    var next: PageKey?
    var previous: PageKey?
    var end: PageKey?
  }

  static func slice(
    _ items: [Item],
    _ request: RemoteRequest,
    _ settings: SimSettings
  ) throws(RemoteFailure) -> Slice {
    switch settings.paging {
    case .keyset: try keyset(items, request)
    case .offset: try offset(items, request)
    case .pageNumber: try numbered(items, request, settings.pageSize)
    }
  }

  private static func keyset(
    _ items: [Item],
    _ request: RemoteRequest
  ) throws(RemoteFailure) -> Slice {
    let isPrepend = request.kind == .prepend
    var place = isPrepend ? 0 : -1
    if let key = request.key {
      guard let order = order(of: key) else { throw unknown(key) }
      place = order
    }
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
    let start = items.partitionPoint { $0.order > place }
    let found = Array(items[start...].prefix(size))
    let isLast = start + found.count == items.count
    let last = found.last.map { key($0.order) } ?? request.key
    return Slice(
      items: found,
      next: isLast ? nil : last,
      // The key of the page before the first item.
      previous: start > 0 ? key(found.first?.order ?? place + 1) : nil,
      end: last
    )
  }

  private static func offset(
    _ items: [Item],
    _ request: RemoteRequest
  ) throws(RemoteFailure) -> Slice {
    var place = 0
    if let key = request.key {
      guard let number = key.number, number >= 0 else { throw unknown(key) }
      place = number
    }
    let isPrepend = request.kind == .prepend
    let start = min(
      items.count,
      max(0, isPrepend ? place - request.size : place - request.overlap)
    )
    let end = min(items.count, isPrepend ? place : place + request.size)
    let isLast = end >= items.count
    return Slice(
      items: start < end ? Array(items[start..<end]) : [],
      next: isLast ? nil : PageKey(max(end, start)),
      previous: start > 0 ? PageKey(start) : nil,
      end: isLast ? PageKey(max(end, start)) : nil
    )
  }

  private static func numbered(
    _ items: [Item],
    _ request: RemoteRequest,
    _ size: Int
  ) throws(RemoteFailure) -> Slice {
    var page = 1
    if let key = request.key {
      guard let number = key.number, number >= 1 else { throw unknown(key) }
      page = min(number, 1_000_000)
    }
    let start = min(items.count, (page - 1) * size)
    let end = min(items.count, start + size)
    let isLast = end >= items.count
    return Slice(
      items: Array(items[start..<end]),
      next: isLast ? nil : PageKey(page + 1),
      previous: page > 1 ? PageKey(page - 1) : nil,
      end: isLast ? PageKey(page) : nil
    )
  }

  private static func unknown(_ key: PageKey) -> RemoteFailure {
    RemoteFailure(.unavailable, reason: "the key \"\(key)\" was not given by this remote")
  }
}

extension Array {
  /// Returns the first index whose element satisfies a predicate that all later ones satisfy too.
  func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
