import ListDiff
import ListModel

/// The sections of a list at one version and how many cells each has: all that is needed to tell
/// how many cells come before a path.
struct SectionExtents: Sendable {
  private(set) var sections: [(id: Section.ID, count: Int)]

  init(_ heads: SectionTable) {
    sections = heads.extents()
  }

  /// Goes on to the version a change makes; to the one before it with an inverted change.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when it names a place that does not exist.
  /// - Complexity: O(operations), and O(sections) when there are operations on sections.
  mutating func goOn(through change: PlaceChanges) throws {
    for path in change.deletedCells { try add(-1, to: path.section) }
    for cell in change.movedCells { try add(-1, to: cell.from.section) }
    if change.rearrangement.movesSections { try reorder(change) }
    for path in change.insertedCells { try add(1, to: path.section) }
    for cell in change.movedCells { try add(1, to: cell.to.section) }
  }

  private mutating func add(_ count: Int, to section: Int) throws {
    guard sections.indices.contains(section) else { throw Self.misfit }
    sections[section].count += count
  }

  private mutating func reorder(_ change: PlaceChanges) throws {
    let arriving = zip(change.insertedSections, change.insertedSectionIDs).map {
      (at: $0, element: (id: $1, count: 0))
    }
    let moving = try change.movedSections.map { move in
      guard sections.indices.contains(move.from) else { throw Self.misfit }
      return (at: move.to, element: sections[move.from])
    }
    let leaving = (change.deletedSections + change.movedSections.map(\.from)).sorted()
    do {
      sections = try sections.removing(at: leaving)
        .inserting((arriving + moving).sorted { $0.at < $1.at })
    } catch {
      throw Self.misfit
    }
  }

  private static var misfit: ListStoreError {
    .corrupted(
      reason: "a recorded changeset does not fit the list: it names a place that is not there"
    )
  }
}
