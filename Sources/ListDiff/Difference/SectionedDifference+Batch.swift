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
    return try SectionFates(inOneBatch: rearrangement, of: shape).structure
  }
}
