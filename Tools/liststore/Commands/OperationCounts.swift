package import ListDiff

/// The operations of a changeset by kind.
package struct OperationCounts: Equatable, Sendable, Encodable {
  /// Counts of one kind of element.
  package struct Counts: Equatable, Sendable, Encodable {
    package var inserted = 0
    package var deleted = 0
    package var moved = 0
    package var updated = 0

    /// The number of all operations.
    package var total: Int { inserted + deleted + moved + updated }

    /// The counts as `+3 -1 →4 ~12`, without those that are 0.
    package var text: String {
      [("+", inserted), ("-", deleted), ("→", moved), ("~", updated)]
        .filter { $0.1 > 0 }
        .map { $0.0 + $0.1.grouped }
        .joined(separator: " ")
    }

    fileprivate static func += (lhs: inout Counts, rhs: Counts) {
      lhs.inserted += rhs.inserted
      lhs.deleted += rhs.deleted
      lhs.moved += rhs.moved
      lhs.updated += rhs.updated
    }
  }

  package var sections = Counts()
  package var cells = Counts()

  package init() {}

  package init(_ changeset: Changeset) {
    sections = Counts(
      inserted: changeset.insertedSections.count,
      deleted: changeset.deletedSections.count,
      moved: changeset.movedSections.count,
      updated: changeset.updatedSections.count
    )
    cells = Counts(
      inserted: changeset.insertedCells.count,
      deleted: changeset.deletedCells.count,
      moved: changeset.movedCells.count,
      updated: changeset.updatedCells.count
    )
  }

  package init(_ tally: OperationTally) {
    sections = Counts(tally.sections)
    cells = Counts(tally.cells)
  }

  /// Adds the counts of another changeset.
  package static func += (lhs: inout OperationCounts, rhs: OperationCounts) {
    lhs.sections += rhs.sections
    lhs.cells += rhs.cells
  }
}

extension OperationCounts.Counts {
  fileprivate init(_ elements: OperationTally.Elements) {
    inserted = elements.inserted
    deleted = elements.deleted
    moved = elements.moved
    updated = elements.updated
  }
}
