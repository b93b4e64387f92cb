import ListDiff
public import ListModel

/// What a pager knows of its list: the ids of its cells, page by page, and the keys at its ends.
///
/// Contents of cells are in the store only.
public struct PagerContents: Hashable, Sendable {
  /// Cells that were loaded together.
  struct Page: Hashable, Sendable {
    /// The number of the page while the pager runs.
    var serial: Int
    var ids: [Cell.ID]
    /// The key of the page before this one.
    var previous: PageKey?
  }

  /// One end of the list.
  struct Edge: Hashable, Sendable, Codable {
    /// The key to read on from; `nil` at an end, and before anything is loaded.
    var key: PageKey?
    /// Whether the remote has said that there is nothing more.
    var isEnded = false
    /// The key of the end, from which later items are read.
    var end: PageKey?
  }

  var pages: [Page] = []
  var next = Edge()
  var previous = Edge()
  /// The key from which each gap is filled, by the id of the gap's cell.
  var gaps: [Cell.ID: PageKey] = [:]
  var generation = 0
  /// When the list was refreshed, in milliseconds of the pager's clock.
  var refreshedAt: Int?
  /// The time before which the remote does not want to be asked.
  var notBefore = 0
  var total: Int?
  private var serials = 0

  /// Creates the contents of an empty list.
  public init() {}

  /// The ids of all cells, in order, gaps included.
  public var ids: [Cell.ID] { pages.flatMap(\.ids) }
  /// The number of cells, gaps included.
  public var count: Int { pages.reduce(0) { $0 + $1.ids.count } }
  /// The key of the next page.
  public var nextKey: PageKey? { next.key }
  /// The key of the page before the first cell.
  public var previousKey: PageKey? { previous.key }

  mutating func makePage(_ ids: [Cell.ID], previous: PageKey?) -> Page {
    serials += 1
    return Page(serial: serials, ids: ids, previous: previous)
  }
}

// MARK: - Pages

extension PagerContents {
  /// Returns the end of the list after a page.
  static func edge(after page: RemotePage, usedKey: PageKey?) -> Edge {
    Edge(key: page.next, isEnded: page.next == nil, end: page.end ?? usedKey)
  }

  /// Puts new cells after the last one.
  mutating func append(_ ids: [Cell.ID], _ page: RemotePage, usedKey: PageKey?) {
    if !ids.isEmpty { pages.append(makePage(ids, previous: page.previous)) }
    next = Self.edge(after: page, usedKey: usedKey)
  }

  /// Puts new cells before the first one.
  mutating func prepend(_ ids: [Cell.ID], _ page: RemotePage) {
    if !ids.isEmpty { pages.insert(makePage(ids, previous: page.previous), at: 0) }
    previous = Edge(key: page.previous, isEnded: page.previous == nil)
  }

  /// Makes a page the whole list.
  mutating func replace(with ids: [Cell.ID], _ page: RemotePage, usedKey: PageKey?) {
    pages = ids.isEmpty ? [] : [makePage(ids, previous: page.previous)]
    gaps = [:]
    next = Self.edge(after: page, usedKey: usedKey)
    previous = Edge(
      key: usedKey == nil ? nil : page.previous,
      isEnded: usedKey == nil || page.previous == nil
    )
  }

  /// Replaces the cells that a page from the start covers.
  ///
  /// - Parameters:
  ///   - ids: The ids of its cells.
  ///   - page: The page.
  ///   - opensGap: Whether old cells stay behind a gap if the page meets none of them.
  mutating func mergeHead(_ ids: [Cell.ID], _ page: RemotePage, opensGap: Bool) {
    guard !pages.isEmpty, let key = page.next else {
      return replace(with: ids, page, usedKey: nil)
    }
    let old = self.ids
    if let common = end(ofCoverBy: ids, in: old, from: 0) {
      cut(before: common + 1, removing: Set(ids))
      if pages.isEmpty {
        next = Self.edge(after: page, usedKey: nil)
      } else if next.isEnded, let end = next.end {
        // The list may have grown since its end was found: ask once more from there.
        next = Edge(key: end, isEnded: false, end: end)
      }
      pages.insert(makePage(ids, previous: page.previous), at: 0)
    } else if !opensGap {
      return replace(with: ids, page, usedKey: nil)
    } else {
      cut(before: 0, removing: Set(ids))
      gaps[PagerGap.new] = key
      pages.insert(makePage(ids + [PagerGap.new], previous: page.previous), at: 0)
    }
    previous = Edge(key: nil, isEnded: true)
    nameGaps()
  }

  /// Replaces the cells that a page from the middle covers: from its first to its last cell in
  /// common with the list.
  ///
  /// Without such a cell, the page becomes the whole list.
  mutating func mergeMiddle(_ ids: [Cell.ID], _ page: RemotePage, usedKey: PageKey?) {
    let old = self.ids
    let covered = Set(ids)
    let runs = cover(by: ids, in: old, from: 0)
    // A single cell away from the others may have moved there.
    let kept = runs.count > 1 ? runs.filter { $0.count > 1 } : runs
    guard let first = kept.first?.first, let last = kept.last?.last else {
      return replace(with: ids, page, usedKey: usedKey)
    }
    let edges = (previous, next)
    let before = old[..<first].filter { !covered.contains($0) }
    let after = old[(last + 1)...].filter { !covered.contains($0) }
    let head = before.isEmpty ? [] : [makePage(Array(before), previous: edges.0.key)]
    let tail = after.isEmpty ? [] : [makePage(Array(after), previous: page.next)]
    pages = head + [makePage(ids, previous: page.previous)] + tail
    if head.isEmpty { previous = Edge(key: page.previous, isEnded: page.previous == nil) }
    if tail.isEmpty { next = Self.edge(after: page, usedKey: usedKey) }
    nameGaps()
  }

  /// Puts a page at the upper side of a gap; the gap closes when the page meets the cells below it.
  mutating func fill(_ gap: Cell.ID, _ ids: [Cell.ID], _ page: RemotePage) {
    let old = self.ids
    guard let place = old.firstIndex(of: gap) else { return }
    let upper = Set(old[..<place])
    let fresh = ids.filter { !upper.contains($0) }
    let common = end(ofCoverBy: fresh, in: old, from: place + 1)
    let below: Int
    var closes = true
    if let common {
      below = common + 1
    } else if page.next == nil {
      // The list ends above the gap: the cells below it no longer exist.
      below = old.count
      next = Self.edge(after: page, usedKey: nil)
    } else {
      below = place + 1
      closes = false
    }
    let tail = Array(old[below...])
    let covered = Set(fresh)
    var index = 0
    var head: [Page] = []
    for var entry in pages {
      let range = index..<(index + entry.ids.count)
      index = range.upperBound
      guard range.lowerBound < place else { break }
      entry.ids = Array(entry.ids.prefix(place - range.lowerBound))
      head.append(entry)
    }
    cut(before: below, removing: covered)
    gaps[gap] = nil
    var filled = fresh
    if let key = page.next, !closes {
      gaps[PagerGap.new] = key
      filled.append(PagerGap.new)
    }
    let fill = makePage(filled, previous: page.previous)
    pages = head + (filled.isEmpty ? [] : [fill]) + pages
    if tail.isEmpty && common != nil { next = Self.edge(after: page, usedKey: nil) }
    nameGaps()
  }

  /// Removes the first pages as long as there are more than `limit`, and remembers how to read them
  /// again.
  ///
  /// - Parameters:
  ///   - limit: How many pages stay.
  ///   - isRemovable: Whether a page may go.
  mutating func keepLast(_ limit: Int, _ isRemovable: (Page) -> Bool) {
    while pages.count > max(1, limit), isRemovable(pages[0]), let key = pages[1].previous {
      let gone = pages.removeFirst()
      for id in gone.ids { gaps[id] = nil }
      previous = Edge(key: key, isEnded: false)
    }
  }

  /// Drops the first cells, and some others by their ids.
  private mutating func cut(before index: Int, removing: Set<Cell.ID>) {
    var start = 0
    pages = pages.compactMap { page in
      var page = page
      let skipped = min(max(0, index - start), page.ids.count)
      start += page.ids.count
      page.ids = page.ids.dropFirst(skipped).filter { !removing.contains($0) }
      return page.ids.isEmpty ? nil : page
    }
  }

  /// Names each gap by the cell below it, merges two in a row, and makes a last gap the list's end.
  mutating func nameGaps() {
    forgetClosedGaps()
    guard !gaps.isEmpty else { return }
    var named: [Cell.ID: PageKey] = [:]
    var below: Cell.ID?
    for page in pages.indices.reversed() {
      for index in pages[page].ids.indices.reversed() {
        if let key = gaps[pages[page].ids[index]] {
          guard let cell = below, named[cell] == nil else {
            pages[page].ids.remove(at: index)
            if let below { named[below] = key } else { next = Edge(key: key) }
            continue
          }
          pages[page].ids[index] = PagerGap.id(above: cell)
          named[pages[page].ids[index]] = key
        }
        below = pages[page].ids[index]
      }
    }
    pages.removeAll { $0.ids.isEmpty }
    gaps = named
  }

  private mutating func forgetClosedGaps() {
    guard !gaps.isEmpty else { return }
    let present = Set(ids)
    gaps = gaps.filter { present.contains($0.key) }
  }

  /// Returns the index of the last cell that a page covers, if that is certain.
  ///
  /// A page ends where its last cells stood before, unless these have moved. If more cells are
  /// missing before a run than the run has, the run may have moved: it does not prove that those
  /// cells are gone.
  private func end(ofCoverBy ids: [Cell.ID], in old: [Cell.ID], from start: Int) -> Int? {
    let covered = Set(ids)
    var sure = start
    var end: Int?
    for run in cover(by: ids, in: old, from: start) {
      guard let first = run.first, let last = run.last else { continue }
      let missing = old[sure..<first].count { !covered.contains($0) }
      end = missing <= run.count ? last : nil
      if end != nil { sure = last + 1 }
    }
    return end
  }

  /// Returns the indices of a page's cells that keep their old order, as runs in which no old cell
  /// is missing.
  private func cover(by ids: [Cell.ID], in old: [Cell.ID], from start: Int) -> [ArraySlice<Int>] {
    // A cell that has moved to the start is not taken for the last cell that the page covers.
    let positions = positions(of: ids, in: old, from: start)
    let places = longestIncreasingSubsequence(of: positions).map { positions[$0] }
    let covered = Set(ids)
    var runs: [ArraySlice<Int>] = []
    var first = places.startIndex
    for index in places.indices.dropFirst() {
      let between = old[(places[index - 1] + 1)..<places[index]]
      guard !between.allSatisfy(covered.contains) else { continue }
      runs.append(places[first..<index])
      first = index
    }
    if first < places.endIndex { runs.append(places[first...]) }
    return runs
  }

  private func positions(of ids: [Cell.ID], in old: [Cell.ID], from start: Int) -> [Int] {
    var places: [Cell.ID: Int] = [:]
    for index in start..<max(start, old.count) where gaps[old[index]] == nil {
      places[old[index]] = index
    }
    return ids.compactMap { places[$0] }
  }
}

/// A cell that stands where cells are missing.
public enum PagerGap {
  /// The component type of a gap.
  public static let componentType = "PagerGap"
  static let prefix = "gap-"
  /// A gap that has no name yet; no cell's id is empty.
  static let new = Cell.ID(prefix)

  /// Returns the id of a gap, made of the id of the cell below it.
  static func id(above cell: Cell.ID) -> Cell.ID { Cell.ID(prefix + cell.rawValue) }

  /// Returns a gap as a cell.
  static func cell(_ id: Cell.ID) -> Cell {
    Cell(id: id, component: AnyComponent(StoredComponent(type: componentType)))
  }
}

// MARK: - Kept with the list

extension PagerContents {
  /// The keys and state that are kept beside the cells, as JSON.
  struct Kept: Codable {
    var format = 1
    var next: Edge
    var previous: Edge
    var gaps: [String: PageKey]
    var generation: Int
    var refreshedAt: Int?
    var notBefore: Int
    var total: Int?
    var pages: [KeptPage]
  }

  struct KeptPage: Codable {
    var count: Int
    var previous: PageKey?
  }

  /// The keys and state to keep beside the cells.
  var kept: Kept {
    Kept(
      next: next,
      previous: previous,
      gaps: Dictionary(uniqueKeysWithValues: gaps.map { ($0.key.rawValue, $0.value) }),
      generation: generation,
      refreshedAt: refreshedAt,
      notBefore: notBefore,
      total: total,
      pages: pages.map { KeptPage(count: $0.ids.count, previous: $0.previous) }
    )
  }

  /// Reads the stored list.
  ///
  /// - Parameters:
  ///   - stored: The cells, and the value kept beside them. A value that cannot be read (written by
  ///     a later pager, or by no pager) counts as none.
  ///   - pageSize: The size of pages if another writer has changed the cells.
  public init(stored: StoredPages, pageSize: Int = 20) {
    let kept = stored.kept.flatMap { try? $0.decode(Kept.self) }
    self.init(ids: stored.ids, kept: kept, pageSize: max(1, pageSize))
  }

  /// Creates the contents from the stored ids and the kept value.
  ///
  /// If another writer has changed the cells, the pages are divided again, and gaps that no longer
  /// exist are forgotten.
  init(ids: [Cell.ID], kept: Kept?, pageSize: Int) {
    self.init()
    guard let kept else {
      pages = ids.isEmpty ? [] : [makePage(ids, previous: nil)]
      return
    }
    next = kept.next
    previous = kept.previous
    generation = kept.generation
    refreshedAt = kept.refreshedAt
    notBefore = kept.notBefore
    total = kept.total
    var counts = kept.pages
    let sum = counts.reduce(0) { $0.addingReportingOverflow(max(0, $1.count)).partialValue }
    if sum != ids.count || counts.contains(where: { $0.count <= 0 }) {
      counts = stride(from: 0, to: ids.count, by: pageSize).map {
        KeptPage(count: min(pageSize, ids.count - $0), previous: nil)
      }
    }
    var start = 0
    for count in counts {
      pages.append(
        makePage(Array(ids[start..<(start + count.count)]), previous: count.previous)
      )
      start += count.count
    }
    for (id, key) in kept.gaps { gaps[Cell.ID(id)] = key }
    forgetClosedGaps()
  }
}
