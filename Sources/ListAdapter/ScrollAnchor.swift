import ListModel

/// What stays in its place on screen while a new version is shown.
public enum ScrollAnchor: Hashable, Sendable {
  /// The distance from the start of the content: what is inserted above pushes everything down.
  case contentOffset
  /// The first cell on screen that the new version still has.
  case firstVisibleCell
}

/// The cells on screen before an update, first to last, with their distances from the top of the
/// screen.
struct AnchoredCells {
  private let cells: [(id: Cell.ID, distance: Double)]

  init(_ view: any CollectionView, showing list: List) {
    cells = view.pathsForVisibleItems.sorted().compactMap { path in
      guard list.sections.indices.contains(path.section),
        list.sections[path.section].cells.indices.contains(path.item),
        let position = view.position(ofItemAt: path)
      else { return nil }
      return (list.sections[path.section].cells[path.item].id, position - view.contentOffset)
    }
  }

  /// Does what `restore` does, and takes an error for a refusal of the update.
  func restoreOrRefuse(
    in view: any CollectionView,
    showing list: List
  ) throws(CollectionViewAdapterError) {
    do {
      try restore(in: view, showing: list)
    } catch {
      throw .refusedByView(error)
    }
  }

  /// Scrolls so that the first of the cells that `list` has is where it was.
  func restore(in view: any CollectionView, showing list: List) throws(CollectionViewError) {
    guard let offset = contentOffset(in: view, showing: list) else { return }
    view.contentOffset = offset
    try view.layoutIfNeeded()
  }

  /// The content offset at which the first of the cells that `list` has is where it was; `nil` if
  /// it has none of them.
  ///
  /// - Complexity: O(cells).
  private func contentOffset(in view: any CollectionView, showing list: List) -> Double? {
    var ranks: [Cell.ID: Int] = [:]
    for (rank, cell) in cells.enumerated() { ranks[cell.id] = rank }
    var best: (rank: Int, path: CellPath)?
    for (section, model) in list.sections.enumerated() {
      for (item, cell) in model.cells.enumerated() {
        guard let rank = ranks[cell.id], rank < best?.rank ?? .max else { continue }
        best = (rank, CellPath(section: section, item: item))
      }
    }
    guard let best, let position = view.position(ofItemAt: best.path) else { return nil }
    return position - cells[best.rank].distance
  }
}
