import ListDiff
import ListModel

/// The sections of a list at one version and how many cells each has: all that is needed to tell
/// how many cells come before a path.
struct SectionExtents: Sendable {
  private(set) var sections: [(id: Section.ID, count: Int)]

  init(_ heads: SectionTable) {
    sections = heads.extents()
  }

  /// Goes on to the version a change makes.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when it names a place that does not exist.
  /// - Complexity: O(operations), and O(sections) when there are operations on sections.
  mutating func goOn(through change: PlaceChanges) throws {
    for path in change.deletedCells { try add(-1, to: path.section) }
    for cell in change.movedCells { try add(-1, to: cell.from.section) }
    try reorder(
      leaving: change.deletedSections.map(\.at),
      moving: change.movedSections.map { ($0.from, $0.to) },
      arriving: change.insertedSections.map { ($0.at, $0.id) }
    )
    for path in change.insertedCells { try add(1, to: path.section) }
    for cell in change.movedCells { try add(1, to: cell.to.section) }
  }

  /// Goes back to the version before a change.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when it names a place that does not exist.
  /// - Complexity: As ``goOn(through:)``.
  mutating func goBack(through change: PlaceChanges) throws {
    for path in change.insertedCells { try add(-1, to: path.section) }
    for cell in change.movedCells { try add(-1, to: cell.to.section) }
    try reorder(
      leaving: change.insertedSections.map(\.at),
      moving: change.movedSections.map { ($0.to, $0.from) },
      arriving: change.deletedSections.map { ($0.at, $0.id) }
    )
    for path in change.deletedCells { try add(1, to: path.section) }
    for cell in change.movedCells { try add(1, to: cell.from.section) }
  }

  private mutating func add(_ count: Int, to section: Int) throws {
    guard sections.indices.contains(section) else { throw Self.misfit }
    sections[section].count += count
  }

  private mutating func reorder(
    leaving: [Int],
    moving: [(from: Int, to: Int)],
    arriving: [(at: Int, id: Section.ID)]
  ) throws {
    guard !(leaving.isEmpty && moving.isEmpty && arriving.isEmpty) else { return }
    var stays = Array(repeating: true, count: sections.count)
    for index in leaving + moving.map(\.from) {
      guard stays.indices.contains(index), stays[index] else { throw Self.misfit }
      stays[index] = false
    }
    var arrivals = arriving.map { (at: $0.at, section: (id: $0.id, count: 0)) }
    arrivals += moving.map { (at: $0.to, section: sections[$0.from]) }
    arrivals.sort { $0.at < $1.at }

    var result: [(id: Section.ID, count: Int)] = []
    result.reserveCapacity(sections.count - leaving.count + arriving.count)
    var next = 0
    func takeArrivals() {
      while next < arrivals.count, arrivals[next].at == result.count {
        result.append(arrivals[next].section)
        next += 1
      }
    }
    takeArrivals()
    for (section, stays) in zip(sections, stays) where stays {
      result.append(section)
      takeArrivals()
    }
    guard next == arrivals.count else { throw Self.misfit }
    sections = result
  }

  private static var misfit: ListStoreError {
    .corrupted(
      reason: "a recorded changeset does not fit the list: it names a place that is not there"
    )
  }
}
