import ListModel

extension SectionedDifference {
  /// Returns the one legal batch that makes all changes of places; see
  /// ``Changeset/singleBatch(from:cellUpdates:)``.
  ///
  /// - Parameter itemCounts: The number of items in each section before.
  /// - Returns: The batch, which is empty if nothing changes places.
  /// - Throws: ``ChangesetMismatch`` when the difference does not fit the counts.
  /// - Complexity: O(sections + k log k) for k operations.
  package func structuralBatch(itemCounts: [Int]) throws(ChangesetMismatch) -> BatchUpdate {
    let shape = ListShape(sectionCount: itemCounts.count) { itemCounts[$0] }
    return try placeChanges.structuralFates(of: shape).structure
  }

  /// The changeset with the same changes of places; its ids are empty.
  private var placeChanges: Changeset {
    let nothing = AnyComponent(StoredComponent(type: ""))
    return Changeset(
      deletedSections: deletedSections.map { .init(id: "", at: $0) },
      insertedSections: insertedSections.map { .init(id: "", at: $0) },
      movedSections: movedSections.map { .init(id: "", from: $0.from, to: $0.to) },
      deletedCells: deletedCells.map { .init(id: "", at: $0, component: nothing) },
      insertedCells: insertedCells.map { .init(id: "", at: $0, component: nothing) },
      movedCells: movedCells.map { .init(id: "", from: $0.from, to: $0.to) }
    )
  }
}
