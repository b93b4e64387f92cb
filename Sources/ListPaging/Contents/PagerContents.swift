import ListDiff
package import ListModel

/// What a pager knows of its list: the ids of its cells, page by page, and the keys at its ends.
///
/// Contents of cells are in the store only. A copy costs nothing, and a page that comes costs what
/// it has, plus a few nanoseconds for each page that is loaded.
package struct PagerContents: Sendable {
  /// Cells that were loaded together, and the gap below them, if there is one.
  final class Page: Sendable {
    /// The number of the page while the pager runs.
    let serial: Int
    let ids: [Cell.ID]
    /// The key of the page before this one.
    let previous: PageKey?
    /// The key from which the cells after this page are read.
    let next: PageKey?
    /// The gap below these cells.
    let gap: Gap?

    init(serial: Int, ids: [Cell.ID], previous: PageKey?, next: PageKey?, gap: Gap? = nil) {
      self.serial = serial
      self.ids = ids
      self.previous = previous
      self.next = next
      self.gap = gap
      count = ids.count + (gap == nil ? 0 : 1)
    }

    /// The number of cells; the gap is one of them.
    let count: Int

    /// The last cell, which may be the gap, if that has a cell already.
    var last: Cell.ID? {
      if let gap, !gap.id.rawValue.isEmpty { return gap.id }
      return ids.last
    }

    /// Returns the cell below one of the page.
    func cell(below id: Cell.ID) -> Cell.ID? {
      guard let index = ids.firstIndex(of: id), index + 1 < ids.count else { return nil }
      return ids[index + 1]
    }

    /// Returns the page with other cells.
    func with(_ ids: [Cell.ID]) -> Page {
      Page(serial: serial, ids: ids, previous: previous, next: next, gap: gap)
    }

    /// Returns the page with another key of what is after it.
    func with(next: PageKey) -> Page {
      Page(serial: serial, ids: ids, previous: previous, next: next, gap: gap)
    }

    /// Returns the page with another key of what is before it.
    func with(previous: PageKey?) -> Page {
      Page(serial: serial, ids: ids, previous: previous, next: next, gap: gap)
    }

    /// Returns the page with another gap, or with none.
    func with(gap: Gap?) -> Page {
      Page(serial: serial, ids: ids, previous: previous, next: gap?.key ?? next, gap: gap)
    }
  }

  /// A place where cells are missing.
  struct Gap: Hashable, Sendable {
    /// The cell that stands there.
    var id: Cell.ID
    /// The key from which the missing cells are read.
    var key: PageKey
    /// The last stored cell below that has to be read again before the gap closes, if there is one.
    var until: Cell.ID?
  }

  /// One end of the list.
  struct Edge: Hashable, Sendable, Codable {
    /// The key to read on from; `nil` at an end, and before anything is loaded.
    var key: PageKey?
    /// Whether the remote has said that there is nothing more.
    var isEnded = false
    /// The key of the end, from which later items are read, if the remote has named it.
    var end: PageKey?
    /// Whether ``key`` names a place among the cells, above the last or below the first ones, which are
    /// read again; `nil` is no.
    var readsAgain: Bool?

    init(
      key: PageKey? = nil,
      isEnded: Bool = false,
      end: PageKey? = nil,
      readsAgain: Bool? = nil
    ) {
      self.key = key
      self.isEnded = isEnded
      self.end = end
      self.readsAgain = readsAgain
    }

    /// The end of a list after its last page.
    init(after page: RemotePage) {
      self.init(key: page.next, isEnded: page.next == nil, end: page.end)
    }

    /// The end of a list before its first page.
    init(before page: RemotePage) {
      self.init(key: page.previous, isEnded: page.previous == nil)
    }
  }

  var pages: [Page] = []
  /// The number of cells, gaps included.
  package internal(set) var count = 0
  /// The ids of all cells, without gaps.
  var known = IdentitySet([])
  var next = Edge()
  var previous = Edge()
  /// The key from which each gap is filled, the cell above it, and the last cell below that has to be
  /// read again, by the id of the gap's cell.
  var gaps: [Cell.ID: (key: PageKey, above: Cell.ID?, until: Cell.ID?)] = [:]
  /// How many pages are above the place that ``originKey`` names; `nil` if that place lies within a
  /// page.
  var origin: Int? = 0
  /// The key with which the list was begun; `nil` for the start of the remote's list.
  var originKey: PageKey?
  var generation = 0
  /// When the list was refreshed, in milliseconds of the pager's clock.
  var refreshedAt: Int?
  /// The time before which the remote does not want to be asked.
  var notBefore = 0
  var total: Int?
  /// The number of the last page that was made.
  var serials = 0
  /// Whether a gap was opened that has no cell yet.
  var hasUnnamedGap = false

  /// Creates the contents of an empty list.
  package init() {}

  /// The ids of all cells, in order, gaps included.
  ///
  /// - Complexity: O(cells).
  package var ids: [Cell.ID] { Self.ids(of: pages[...]) }
  /// The key of the next page.
  package var nextKey: PageKey? { next.key }
  /// The key of the page before the first cell.
  package var previousKey: PageKey? { previous.key }

  /// Whether nothing was loaded yet, or another writer has removed all cells: the remote was not
  /// found to be empty.
  var isToBeLoaded: Bool { count == 0 && !next.isEnded }

  /// The last cell, without gaps.
  var lastID: Cell.ID? { pages.last { !$0.ids.isEmpty }?.ids.last }
  /// The first cell, without gaps.
  var firstID: Cell.ID? { pages.first { !$0.ids.isEmpty }?.ids.first }

  /// Returns the ids of the cells of some pages, gaps included.
  static func ids(of pages: ArraySlice<Page>) -> [Cell.ID] {
    var ids: [Cell.ID] = []
    ids.reserveCapacity(pages.reduce(0) { $0 + $1.count })
    for page in pages {
      ids += page.ids
      if let gap = page.gap { ids.append(gap.id) }
    }
    return ids
  }

  /// Returns the number of cells of some pages, gaps included.
  static func count(of pages: ArraySlice<Page>) -> Int { pages.reduce(0) { $0 + $1.count } }

  /// Returns how many cells are above a page, gaps included.
  ///
  /// - Complexity: O(pages above it, or from it on, whichever are fewer).
  func count(above index: Int) -> Int {
    2 * index <= pages.count
      ? Self.count(of: pages[..<index]) : count - Self.count(of: pages[index...])
  }

  mutating func makePage(_ ids: [Cell.ID], previous: PageKey?, next: PageKey?, gap: Gap? = nil)
    -> Page
  {
    serials += 1
    return Page(serial: serials, ids: ids, previous: previous, next: next, gap: gap)
  }

  /// Returns the index of the page with a number.
  ///
  /// - Complexity: O(pages).
  func index(ofPage serial: Int) -> Int? { pages.firstIndex { $0.serial == serial } }

  /// Returns the index of the page with a cell.
  ///
  /// - Complexity: O(cells); O(pages) for a gap.
  func index(ofPageWith id: Cell.ID) -> Int? {
    if gaps[id] != nil { return pages.firstIndex { $0.gap?.id == id } }
    return known.mayContain(id.rawValue) ? pages.firstIndex { $0.ids.contains(id) } : nil
  }
}

/// A cell that stands where cells are missing.
public enum PagerGap {
  /// The component type of a gap.
  public static let componentType = "PagerGap"
  static let prefix = "gap-"

  /// Returns the id of a gap, made of the id of the cell below it.
  static func id(above cell: Cell.ID) -> Cell.ID { Cell.ID(prefix + cell.rawValue) }

  /// Returns a gap as a cell.
  static func cell(_ id: Cell.ID) -> Cell {
    Cell(id: id, component: AnyComponent(StoredComponent(type: componentType)))
  }
}
