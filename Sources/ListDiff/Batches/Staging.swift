package import ListModel

extension Changeset {
  /// Splits the changeset into at most five batches, each of which a collection view accepts.
  ///
  /// 1. cells that stay are updated, in the old order;
  /// 2. sections and cells are deleted;
  /// 3. sections are inserted, complete, and moved;
  /// 4. cells are inserted and moved;
  /// 5. sections are updated.
  ///
  /// Empty stages are left out. A cell that leaves a deleted section appears in its new place, and
  /// one that enters an inserted section disappears from its old place: no batch moves a cell out
  /// of a deleted or into an inserted section. The scheme is that of ra1028's DifferenceKit
  /// (`Sources/Algorithm.swift`); moves are as few as the changeset has.
  ///
  /// A section is reconfigured, not reloaded, if only the contents of its header or footer change.
  /// Reloading an empty section is unsafe in UIKit; such a section is deleted and inserted instead.
  ///
  /// - Parameters:
  ///   - source: The list the changeset was made from. Only its structure is read.
  ///   - cellUpdates: How updated cells are shown again.
  /// - Returns: No stage for an empty changeset, otherwise one to five.
  /// - Throws: ``ChangesetMismatch`` when the changeset does not fit the structure of `source`.
  /// - Complexity: O(k log k) for k operations.
  package func stages(
    from source: List,
    cellUpdates: CellUpdateStyle = .reconfigure
  ) throws(ChangesetMismatch) -> [BatchStage] {
    try stages(from: ListShape(source), cellUpdates: cellUpdates)
  }

  /// Splits the changeset into batches, as ``stages(from:cellUpdates:)-(List,_)`` does.
  package func stages(
    from source: ListShape,
    cellUpdates: CellUpdateStyle
  ) throws(ChangesetMismatch) -> [BatchStage] {
    let fates = try SectionFates(rearrangement, .init(self), of: source)
    let deletedCells = fates.deletedCells
    let stages = [
      BatchStage(
        updating: fates.cellUpdates.sorted { $0.from < $1.from },
        at: \.from,
        cellUpdates
      ),
      BatchStage(
        BatchUpdate(
          deletedSections: fates.structureOfSections.deletedSections,
          deletedCells: deletedCells
        )
      ),
      BatchStage(fates.sectionArrivals()),
      BatchStage(fates.cellArrivals(after: deletedCells)),
      BatchStage(fates.sectionUpdates),
    ]
    return stages.filter { !$0.update.isEmpty }
  }
}

extension BatchStage {
  /// Creates a stage that shows cells again, which are at `path` before and after it.
  init(
    updating cells: [Changeset.CellUpdate],
    at path: KeyPath<Changeset.CellUpdate, CellPath>,
    _ style: CellUpdateStyle,
    in batch: BatchUpdate = BatchUpdate()
  ) {
    var batch = batch
    for cell in cells {
      if style == .reconfigure && cell.keepsView {
        batch.reconfiguredCells.append(cell[keyPath: path])
      } else {
        batch.reloadedCells.append(cell[keyPath: path])
      }
    }
    self.init(batch, updatedCells: cells.map { .init(from: $0[keyPath: path], to: $0.at) })
  }
}

extension Changeset.CellUpdate {
  /// Whether the new component, and the views it carries, can be drawn in the views of the old one.
  fileprivate var keepsView: Bool {
    old.reuseIdentifier.utf8.elementsEqual(new.reuseIdentifier.utf8)
      && old.views.areDrawn(inThoseOf: new.views)
  }
}

extension SectionFates {
  /// The third stage: origins are counted without the sections that are gone by then.
  fileprivate func sectionArrivals() -> BatchUpdate {
    let structure = structureOfSections
    return BatchUpdate(
      insertedSections: structure.insertedSections,
      movedSections: structure.movedSections.map {
        .init(from: $0.from - structure.deletedSections.count(before: $0.from), to: $0.to)
      }
    )
  }

  /// The fourth stage: every section is in its place, and the items of the second stage are gone.
  fileprivate func cellArrivals(after deletedCells: [CellPath]) -> BatchUpdate {
    var batch = BatchUpdate(insertedCells: insertedCells)
    for move in movedCells {
      guard let section = sections.after(move.from.section) else { continue }
      let gone =
        deletedCells.count(before: move.from)
        - deletedCells.prefixCount { $0.section < move.from.section }
      batch.movedCells.append(
        .init(from: CellPath(section: section, item: move.from.item - gone), to: move.to)
      )
    }
    return batch
  }
}
