import ListDiff
import ListModel

/// Where items and sections are after a batch; for the few that are on screen.
struct PathMapping {
  private let update: BatchUpdate
  private let destinations: [Int: Int]
  private let departures: [Int: [Int]]
  private let arrivals: [Int: [Int]]
  private let moves: [CellPath: CellPath]
  private let replacedSections: Set<Int>
  private let replacedItems: Set<CellPath>

  init(_ update: BatchUpdate, before: Int, after: Int) {
    self.update = update
    let pairs = SectionCorrespondence(update, before: before, after: after).pairs
    destinations = Dictionary(uniqueKeysWithValues: pairs.map { ($0.from, $0.to) })
    let leaving = update.deletedItems + update.movedItems.map(\.from)
    departures = Dictionary(grouping: leaving, by: \.section).mapValues { $0.map(\.item).sorted() }
    let arriving = update.insertedItems + update.movedItems.map(\.to)
    arrivals = Dictionary(grouping: arriving, by: \.section).mapValues { $0.map(\.item).sorted() }
    moves = Dictionary(
      update.movedItems.map { ($0.from, $0.to) },
      uniquingKeysWith: { first, _ in first }
    )
    replacedSections = Set(update.reloadedSections)
    replacedItems = Set(update.deletedItems).union(update.reloadedItems)
  }

  /// Where a section is afterwards; `nil` if its views are replaced or gone.
  func section(_ section: Int) -> Int? {
    replacedSections.contains(section) ? nil : destinations[section]
  }

  /// Where a section is afterwards, also one whose views are replaced; `nil` if it is gone.
  func sectionAfter(_ section: Int) -> Int? { destinations[section] }

  /// Where an item is afterwards; `nil` if its view is replaced or gone.
  func item(_ path: CellPath) -> CellPath? {
    guard let section = section(path.section), !replacedItems.contains(path) else { return nil }
    if let target = moves[path] { return target }
    let gone = departures[path.section, default: []].prefix { $0 < path.item }.count
    var item = path.item - gone
    for arrival in arrivals[section, default: []] {
      if arrival > item { break }
      item += 1
    }
    return CellPath(section: section, item: item)
  }
}
