import ListModel

/// The way through a list that is read again, page by page; nothing is committed on it.
struct Walk: Sendable {
  /// Why the list is read again.
  enum Reason: Sendable {
    /// A key has expired.
    case expired
    /// Items have shifted.
    case shifted
    /// The user wants it.
    case asked
  }

  /// Where a way begins.
  enum Place: Sendable {
    /// At the start of the remote's list.
    case head
    /// At the place with which the list was begun.
    case origin
  }

  var reason: Reason
  var place: Place
  /// The version of the list in which the way leads to its target.
  let version: Int
  /// The cell at which the way may end.
  var target: Cell.ID?
  /// The first cell above the place, if the cells above are read again, too.
  var targetAbove: Cell.ID?
  /// The cells after the place.
  private(set) var cells: [Cell] = []
  /// The cells before the place.
  private(set) var above: [Cell] = []
  /// How many cells came with each page, and the key after them.
  private(set) var parts: [(count: Int, next: PageKey?)] = []
  /// The last page after the place.
  private(set) var last: RemotePage?
  /// The key of the page before the first cell.
  private(set) var previous: PageKey?
  private(set) var pages = 0
  private(set) var isAbove = false
  private var seen: Set<Cell.ID> = []

  init(
    _ reason: Reason,
    from place: Place,
    to target: Cell.ID?,
    above: Cell.ID? = nil,
    in version: Int
  ) {
    self.reason = reason
    self.place = place
    self.target = target
    self.version = version
    targetAbove = above
  }

  /// Takes the next page.
  mutating func take(_ page: RemotePage) {
    pages += 1
    let fresh = page.cells.filter { seen.insert($0.id).inserted }
    if isAbove {
      above = fresh + above
      previous = page.previous
      return
    }
    if last == nil { previous = page.previous }
    cells += fresh
    parts.append((fresh.count, page.next))
    last = page
    last?.cells = []
  }

  /// Goes on with the cells before the place.
  mutating func turn() { isAbove = true }

  /// Begins again at the start, because the items have shifted on the way; the pages count on.
  mutating func begin() {
    let pages = pages + 1
    self = Walk(reason, from: place, to: target, above: targetAbove, in: version)
    self.pages = pages
  }
}
