package import ListModel

extension Changeset {
  /// Turns the changeset into one structural batch, followed by a batch of updates if there are
  /// any.
  ///
  /// The structural batch makes all changes of places at once. Operations that UIKit accepts by
  /// their counts but does not survive are rewritten. A section that moves, and whose cells come,
  /// go or move too, is deleted and inserted, as IGListKit does. A cell that leaves a deleted
  /// section appears, and one that enters an inserted section disappears, instead of moving.
  ///
  /// Updates come second, at the new paths: in one batch with moves, an update in old coordinates
  /// and a move of the same item exclude each other, and a reload counts as a deletion.
  ///
  /// - Parameters:
  ///   - source: The list the changeset was made from. Only its structure is read.
  ///   - cellUpdates: How updated cells are shown again.
  /// - Returns: No stage for an empty changeset, otherwise one or two.
  /// - Throws: ``ChangesetMismatch`` when the changeset does not fit the structure of `source`.
  /// - Complexity: O(k log k) for k operations.
  package func singleBatch(
    from source: List,
    cellUpdates: CellUpdateStyle = .reconfigure
  ) throws(ChangesetMismatch) -> [BatchStage] {
    try singleBatch(from: ListShape(source), cellUpdates: cellUpdates)
  }

  /// Turns the changeset into one batch, as ``singleBatch(from:cellUpdates:)-(List,_)`` does.
  package func singleBatch(
    from source: ListShape,
    cellUpdates: CellUpdateStyle
  ) throws(ChangesetMismatch) -> [BatchStage] {
    let fates = try SectionFates(inOneBatch: rearrangement, .init(self), of: source)
    let sectionUpdates = fates.sectionUpdates
    let renewed = Set(sectionUpdates.reloadedSections)
    let updates = BatchStage(
      updating: fates.cellUpdates.filter { !renewed.contains($0.at.section) },
      at: \.at,
      cellUpdates,
      in: sectionUpdates
    )
    return [BatchStage(fates.structure), updates].filter { !$0.update.isEmpty }
  }
}

extension SectionFates {
  /// The batch of all changes of places.
  var structure: BatchUpdate {
    var structure = structureOfSections
    structure.deletedCells = deletedCells
    structure.insertedCells = insertedCells
    structure.movedCells = movedCells
    return BatchUpdate(structure)
  }
}
