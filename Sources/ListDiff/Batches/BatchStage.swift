import ListDescription

/// One step of showing a changeset: a legal batch, which leads from one list to another.
///
/// The list after a stage is not kept but derived on demand from the one before it; the last stage gives
/// the list after the changeset.
package struct BatchStage: Hashable, Sendable {
  /// The operations to hand to the collection view.
  package let update: BatchUpdate
  /// For each updated cell, its path after the stage and its path in the target list.
  let updatedCells: [Match<CellPath>]

  init(_ update: BatchUpdate, updatedCells: [Match<CellPath>] = []) {
    self.update = update
    self.updatedCells = updatedCells
  }
}
