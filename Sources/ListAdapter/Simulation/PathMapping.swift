import ListDiff
import ListModel

/// Maps items and sections to their places after a batch; for the few that are on screen.
struct PathMapping {
  private let update: BatchUpdate
  private let sectionCount: Int
  private let places: PlaceMap
  private let replacedSections: Set<Int>
  private let replacedItems: Set<CellPath>

  /// Follows a batch on `sectionCount` sections.
  init(_ update: BatchUpdate, of sectionCount: Int) {
    self.update = update
    self.sectionCount = sectionCount
    places = PlaceMap(update.rearrangement)
    replacedSections = Set(update.reloadedSections)
    replacedItems = Set(update.deletedCells).union(update.reloadedCells)
  }

  /// Returns where a section is afterwards; `nil` if its views are replaced or gone.
  func section(_ section: Int) -> Int? {
    replacedSections.contains(section) ? nil : sectionAfter(section)
  }

  /// Returns where a section is afterwards, even if its views are replaced; `nil` if it is gone.
  func sectionAfter(_ section: Int) -> Int? {
    (0..<sectionCount).contains(section) ? places.sections.after(section) : nil
  }

  /// Returns where an item is afterwards; `nil` if its view is replaced or gone.
  func item(_ path: CellPath) -> CellPath? {
    guard section(path.section) != nil, !replacedItems.contains(path) else { return nil }
    return places.after(path)
  }
}
