import ListDiff

/// Which stored cells a page covers, found by the cells that both have.
///
/// Cells can have been deleted, inserted and moved at the remote. Of the stored cells that the page
/// does not have, those before one that it has are gone, unless that one has moved up. So common
/// cells are taken in their old order, as runs in which no stored cell is missing. If more cells
/// are missing before a run than the run has, the run may have moved: it proves nothing.
struct PageCover {
  /// How many of the stored cells the page covers for certain.
  private(set) var count = 0
  /// Whether the page ends with one of them, so that what follows that cell follows the page.
  private(set) var meets = false
  /// Whether cells that come stand below the first one that stays, or may stand there: they have pushed
  /// stored cells out of the page, and may have come between those, too.
  private(set) var isMixed = false
  /// The old positions of the page's cells that stay in their order.
  private(set) var staying: Set<Int> = []

  /// The cover of a page that replaces nothing.
  init() {}

  /// The cover of a page that replaces all stored cells.
  init(ofAll count: Int, _ page: [Int?]) {
    let common = page.compactMap { $0 }
    self.count = count
    meets = page.last == .some(count - 1)
    staying = Set(longestIncreasingSubsequence(of: common).map { common[$0] })
  }

  /// Compares a page with the stored cells below the place where it begins.
  ///
  /// - Parameters:
  ///   - page: For each cell of the page, its position among the stored cells; `nil` if it is new.
  ///   - gaps: The positions of gaps, ascending. A gap is no missing cell.
  ///   - isCounted: Whether the page has as many new cells as were missing, by the remote's own count.
  /// - Complexity: O(k log k) for k cells and gaps.
  init(of page: [Int?], gaps: [Int], isCounted: Bool = false) {
    let common = page.compactMap { $0 }
    let places = longestIncreasingSubsequence(of: common).map { common[$0] }
    guard let last = places.last else { return }
    let present = (common + gaps).sorted()
    var (isCertain, mayHaveMoved) = (false, false)
    for run in Self.runs(of: places, present) {
      let before = count..<max(count, run.range.lowerBound)
      let missing = Self.missing(in: before, present)
      isCertain = missing <= run.cells
      mayHaveMoved = missing == run.cells
      if isCertain { count = run.range.upperBound }
    }
    meets = isCertain && page.last == last
    staying = Set(places.filter { $0 < count })
    let inOrder = Set(places)
    isMixed = page.drop { $0 != places[0] }.contains { $0.map { !inOrder.contains($0) } ?? true }
    // As many cells keep their order without the last one: it may as well have moved down to its place.
    let others = longestIncreasingSubsequence(of: Array(common.dropLast()))
    mayHaveMoved = mayHaveMoved || others.count == places.count
    // One stored cell alone below new ones may have moved up to its place.
    mayHaveMoved = mayHaveMoved || common.count == 1 && page.count > 1 && !isCounted
    isMixed = isMixed || meets && mayHaveMoved
  }

  /// Divides places into ranges in which no stored cell is missing.
  private static func runs(
    of places: [Int],
    _ present: [Int]
  ) -> [(range: Range<Int>, cells: Int)] {
    var runs: [(range: Range<Int>, cells: Int)] = []
    for place in places {
      if let last = runs.last, missing(in: last.range.upperBound..<place, present) == 0 {
        runs[runs.count - 1] = (last.range.lowerBound..<(place + 1), last.cells + 1)
      } else {
        runs.append((place..<(place + 1), 1))
      }
    }
    return runs
  }

  /// Returns how many positions of a range are not among the present ones.
  private static func missing(in range: Range<Int>, _ present: [Int]) -> Int {
    range.count
      - (present.partitioningIndex { $0 >= range.upperBound }
        - present.partitioningIndex { $0 >= range.lowerBound })
  }
}
