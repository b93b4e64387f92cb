import ListModel

/// Reads cells of a list; it keeps the last section, because neighbouring operations are mostly in
/// the same one.
struct CellReader {
  private let list: IndexedList
  private var section = -1
  private var cells = CountedTree<CellEntry>()

  init(_ list: IndexedList) { self.list = list }

  /// The cell at a path; `nil` if there is none.
  ///
  /// - Complexity: O(log n).
  mutating func cell(at path: CellPath) -> CellEntry? {
    if path.section != section {
      section = path.section
      cells = list.entry(at: section)?.cells ?? CountedTree()
    }
    return path.item >= 0 && path.item < cells.count ? cells[path.item] : nil
  }

  mutating func expectCell(
    _ id: Cell.ID,
    at path: CellPath,
    _ operation: Changeset.OperationPath
  ) throws(ChangesetMismatch) -> CellEntry {
    let entry = cell(at: path)
    guard let entry, entry.id == id else { throw .otherCell(entry?.id, id, path, operation) }
    return entry
  }
}
