package import ListModel

/// Where cells go in a changeset, for the few that somebody keeps an eye on.
package struct CellTracker {
  private let index: ChangesetIndex

  /// Reads a changeset that fits the list the cells are in.
  ///
  /// - Complexity: O(k log k) for k operations.
  package init(_ changeset: Changeset) {
    index = ChangesetIndex(changeset)
  }

  /// Where a cell that was at a path is afterwards; `nil` if it disappears.
  ///
  /// - Complexity: O(log k).
  package func destination(of id: Cell.ID, at path: CellPath) -> CellPath? {
    if let insertion = index.insertedCells[id] {
      return index.changeset.insertedCells[insertion].at
    }
    if let move = index.movedCells[id] { return index.changeset.movedCells[move].to }
    return index.deletedCells[id] == nil ? index.forward(path) : nil
  }
}
