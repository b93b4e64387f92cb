import ListModel

/// How many items of the remote are not loaded, as far as its pages have said so.
struct Missing: Hashable, Sendable, Codable {
  /// Before the first stored cell.
  var before: Int?
  /// After the last stored cell.
  var after: Int?
  /// At each gap, by the id of its cell.
  var gaps: [Cell.ID: Int] = [:]

  init(before: Int? = nil, after: Int? = nil, gaps: [Cell.ID: Int] = [:]) {
    self.before = before
    self.after = after
    self.gaps = gaps
  }

  private enum CodingKeys: String, CodingKey { case before, after, gaps }

  /// Reads the numbers; negative ones are none.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    before = try container.decodeIfPresent(Int.self, forKey: .before).flatMap(Self.counted)
    after = try container.decodeIfPresent(Int.self, forKey: .after).flatMap(Self.counted)
    for (id, size) in try container.decode([String: Int].self, forKey: .gaps) {
      gaps[Cell.ID(id)] = Self.counted(size)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(before, forKey: .before)
    try container.encodeIfPresent(after, forKey: .after)
    let sizes = gaps.map { ($0.key.rawValue, $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: sizes), forKey: .gaps)
  }

  /// Returns a number of items with which one can count; `nil` for one that none can be.
  static func counted(_ number: Int) -> Int? { (0...1 << 40).contains(number) ? number : nil }
}

/// What a pager keeps beside its cells: the keys of its contents, and how many items are missing.
struct KeptPages: Encodable {
  private let contents: PagerContents.Kept
  private let missing: Missing
  private let count: Int

  /// Describes what is kept beside a number of cells.
  init(_ contents: PagerContents.Kept, _ missing: Missing, _ count: Int) {
    self.contents = contents
    self.missing = missing
    self.count = count
  }

  private enum CodingKeys: String, CodingKey { case missing, missingOf }

  func encode(to encoder: any Encoder) throws {
    try contents.encode(to: encoder)
    guard missing.after != nil || missing.before ?? 0 > 0 || !missing.gaps.isEmpty else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(missing, forKey: .missing)
    try container.encode(count, forKey: .missingOf)
  }

  private struct Read: Decodable {
    var missing: Missing?
    var missingOf: Int?
  }

  /// Returns how many items are missing; `nil` if that is not kept, or other cells are stored by now.
  static func missing(in stored: StoredPages) -> Missing? {
    guard let read = stored.kept.flatMap({ try? $0.decode(Read.self) }),
      read.missingOf == stored.count
    else { return nil }
    return read.missing
  }
}

extension PagerMachine {
  /// Returns how many items are missing after a page.
  func missing(
    after page: RemotePage,
    _ flight: Flight,
    _ joined: PagerContents.Joined,
    from before: PagerContents,
    to contents: PagerContents
  ) -> Missing {
    var count = MissingCount(missing: missing, contents: contents, page: page)
    // A page that waits for a gap has not come to the end yet.
    guard joined.before == nil else { return missing }
    let grown = contents.cellCount - before.cellCount
    if let walk = flight.walk {
      count.follow(walk, flight.lane, isLast: joined.isLast, grown: grown)
    } else {
      count.follow(flight.request.kind, grown: grown)
    }
    return count.missing
  }
}

/// The missing items after a page.
private struct MissingCount {
  var missing: Missing
  let contents: PagerContents
  let page: RemotePage

  private var itemsBefore: Int? { page.itemsBefore.flatMap(Missing.counted) }
  private var itemsAfter: Int? { page.itemsAfter.flatMap(Missing.counted) }

  /// Counts again, after `grown` cells have come.
  mutating func follow(_ kind: RemoteRequest.Kind, grown: Int) {
    switch kind {
    case .refresh, .reread: refresh()
    case .append, .rewalk: missing.after = itemsAfter ?? missing.after.map { $0 - grown }
    case .prepend:
      let isAgain = contents.previous.readsAgain == true
      missing.before = isAgain ? nil : itemsBefore ?? missing.before.map { $0 - grown }
    case .gap(let gap):
      let size = missing.gaps[gap].map { $0 - grown }
      missing.gaps[gap] = size
      // The gap may be above another cell now, whose number it has.
      if contents.gaps[gap] == nil, let below = gapBelowPage, missing.gaps[below] == nil {
        missing.gaps[below] = size
      }
    case .jump(let place): jump(to: place, grown)
    }
    bound()
  }

  /// Counts again, after a part of the list was read again; the page is the last one of the walk.
  ///
  /// What the walk has not come to is missing as before.
  mutating func follow(_ walk: Walk, _ lane: Lane.ID, isLast: Bool, grown: Int) {
    if walk.place == .head || walk.targetAbove != nil { missing.before = nil }
    if isLast {
      missing.after = itemsAfter
    } else if case .gap(let filled) = lane, let gap = gapNow(filled) {
      let size = missing.gaps[filled].map { $0 - grown }
      missing.gaps[gap] = itemsMissing(at: gap) ?? size
    }
    bound()
  }

  /// Returns a gap that was filled, or the one that is there instead, above another cell.
  private func gapNow(_ filled: Cell.ID) -> Cell.ID? {
    contents.gaps[filled] != nil
      ? filled : contents.gaps.keys.filter { missing.gaps[$0] == nil }.min()
  }

  /// Returns how many of the items that follow the page are missing at the gap right below it.
  private func itemsMissing(at gap: Cell.ID) -> Int? {
    guard let rest = itemsAfter, let after = missing.after else { return nil }
    var others = after
    for id in contents.ids.drop(while: { $0 != gap }).dropFirst() {
      guard let size = contents.gaps[id] == nil ? 1 : missing.gaps[id] else { return nil }
      others += size
    }
    return rest - others
  }

  /// Keeps the numbers in range, and forgets gaps that have closed.
  private mutating func bound() {
    if contents.previous.isEnded { missing.before = 0 }
    if contents.next.isEnded { missing.after = 0 }
    missing.before = missing.before.map { max(0, $0) }
    missing.after = missing.after.map { max(0, $0) }
    missing.gaps = missing.gaps.filter { contents.gaps[$0.key] != nil }.mapValues { max(0, $0) }
  }

  private mutating func refresh() {
    let after = contents.pages.count > 1 ? missing.after : nil
    missing = Missing(
      before: contents.previous.isEnded ? 0 : itemsBeforeList,
      gaps: missing.gaps.filter { contents.gaps[$0.key] != nil }
    )
    guard let start = itemsBefore, let rest = itemsAfter, let before = missing.before else {
      return
    }
    let known = contents.cellCount + missing.gaps.values.reduce(0, +)
    let others = start + page.cells.count + rest - before - known
    let unknown = contents.gaps.keys.filter { missing.gaps[$0] == nil }
    if unknown.isEmpty {
      missing.after = others
    } else if let gap = unknown.first, unknown.count == 1, let after {
      // What is missing at the end is missing as before; the rest is missing at the new gap.
      missing.after = after
      missing.gaps[gap] = others - after
    }
  }

  private mutating func jump(to place: PagerPlace, _ grown: Int) {
    guard grown > 0, let first = itemsBefore else { return }
    switch place {
    case .end:
      missing.after = itemsAfter
      if let gap = gapAbovePage, let end = index(before: gap) { missing.gaps[gap] = first - end }
    case .start:
      let start = missing.before
      missing.before = first
      if let gap = gapBelowPage, let start { missing.gaps[gap] = start - first - grown }
    case .gap(let below):
      guard let size = missing.gaps[below] else { return }
      guard let gap = gapAbovePage, let start = index(before: gap) else {
        missing.gaps[below] = size - grown
        return
      }
      missing.gaps[gap] = first - start
      missing.gaps[below] = size - (first - start) - grown
    }
  }

  /// How many items of the remote come before the list, by the page in it.
  private var itemsBeforeList: Int? {
    guard let start = itemsBefore, let first = page.cells.first?.id else { return nil }
    return length(before: first).map { start - $0 }
  }

  /// Returns the index at the remote of the first item that is missing at a gap.
  private func index(before gap: Cell.ID) -> Int? {
    guard let before = missing.before else { return nil }
    return length(before: gap).map { before + $0 }
  }

  /// Returns how many items the list stands for before a cell or gap.
  private func length(before cell: Cell.ID) -> Int? {
    var length = 0
    for id in contents.ids {
      if id == cell { return length }
      guard let size = contents.gaps[id] == nil ? 1 : missing.gaps[id] else { return nil }
      length += size
    }
    return nil
  }

  private var gapAbovePage: Cell.ID? {
    page.cells.lazy.map { PagerGap.id(above: $0.id) }.first { contents.gaps[$0] != nil }
  }

  private var gapBelowPage: Cell.ID? {
    let ids = contents.ids
    guard let last = page.cells.last?.id, let index = ids.firstIndex(of: last),
      ids.indices.contains(index + 1), contents.gaps[ids[index + 1]] != nil
    else { return nil }
    return ids[index + 1]
  }
}

extension PagerContents {
  /// The number of cells, without gaps.
  fileprivate var cellCount: Int { count - gaps.count }
}
