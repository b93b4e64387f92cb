import ListDiff
import ListModel

/// What stays in its place on screen while a new version is shown.
public enum ScrollAnchor: Hashable, Sendable {
  /// The distance from the start of the content: cells inserted above push everything down.
  case contentOffset
  /// The first cell on screen that the new version still has.
  case firstVisibleCell
}

/// The cells on screen before an update, first to last, with their distances from the top of the
/// screen.
struct AnchoredCells {
  private var cells: [AnchoredCell]

  private struct AnchoredCell {
    var id: Cell.ID
    var path: CellPath
    var distance: Double
    /// Where the cell is after the batches so far; `nil` if it is gone.
    var current: CellPath?
  }

  init(_ view: any CollectionView, showing list: IndexedList) {
    cells = view.pathsForVisibleItems.sorted().compactMap { path in
      guard let cell = list.cell(at: path), let position = view.position(ofItemAt: path) else {
        return nil
      }
      return AnchoredCell(
        id: cell.id,
        path: path,
        distance: position - view.contentOffset,
        current: path
      )
    }
  }

  /// Follows a batch.
  mutating func follow(_ batch: PathMapping) {
    for index in cells.indices { cells[index].current = cells[index].current.flatMap(batch.item) }
  }

  /// Returns the offset at which the first of these cells that is left is where it was; the view has
  /// counted the cells after the batches so far, and shows none of them yet.
  func offset(in view: any CollectionView) -> Double? {
    for cell in cells {
      guard let path = cell.current else { continue }
      return view.position(ofItemAt: path).map { $0 - cell.distance }
    }
    return nil
  }

  /// Follows a change that the view learns of by a reload.
  mutating func follow(to list: VersionedList, _ places: PlaceMap?) {
    if let places {
      for index in cells.indices { cells[index].current = places.after(cells[index].path) }
      return
    }
    let found = searched(in: list.list)
    for index in cells.indices {
      cells[index].current = cells[index].path == found?.cell.path ? found?.path : nil
    }
  }

  /// Calls `restore`, and throws its error as a refusal of the update.
  func restoreOrRefuse(
    in view: any CollectionView,
    showing list: VersionedList,
    _ places: PlaceMap?
  ) throws(CollectionViewAdapterError) {
    do {
      try restore(in: view, showing: list, places)
    } catch {
      throw .refusedByView(error)
    }
  }

  /// Scrolls so that the first of these cells that `list` still has is where it was.
  ///
  /// If `places` is `nil`, the cells are searched for in the list.
  func restore(
    in view: any CollectionView,
    showing list: VersionedList,
    _ places: PlaceMap?
  ) throws(CollectionViewError) {
    let found = places.map { carried($0) } ?? searched(in: list.list)
    guard let (cell, path) = found, let position = view.position(ofItemAt: path) else { return }
    view.contentOffset = position - cell.distance
    try view.layoutIfNeeded()
  }

  private func carried(_ places: PlaceMap) -> (cell: AnchoredCell, path: CellPath)? {
    for cell in cells {
      if let path = places.after(cell.path) { return (cell, path) }
    }
    return nil
  }

  /// - Complexity: O(cells of the list).
  private func searched(in list: List) -> (cell: AnchoredCell, path: CellPath)? {
    var ranks: [Cell.ID: Int] = [:]
    for (rank, cell) in cells.enumerated() { ranks[cell.id] = rank }
    var best: (rank: Int, path: CellPath)?
    for (section, model) in list.sections.enumerated() {
      for (item, cell) in model.cells.enumerated() {
        guard let rank = ranks[cell.id], rank < best?.rank ?? .max else { continue }
        best = (rank, CellPath(section: section, item: item))
      }
    }
    return best.map { (cells[$0.rank], $0.path) }
  }
}
