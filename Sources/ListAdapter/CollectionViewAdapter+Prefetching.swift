import ListDiff
public import ListModel

extension CollectionViewAdapter: CollectionViewPrefetchDataSource {
  /// Begins to load what the cells at these paths need.
  public func collectionView(
    _ collectionView: any CollectionView,
    prefetchItemsAt paths: [CellPath]
  ) {
    for cell in cells(at: paths) { prefetching.begin(cell, plugins: prefetchingPlugins) }
  }

  /// Stops loading for the cells that are at these paths now.
  public func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  ) {
    for cell in cells(at: paths) { prefetching.cancel(cell.id) }
  }

  /// Returns the cells at paths, all looked up first: a plugin may apply a list that changes paths.
  private func cells(at paths: [CellPath]) -> [Cell] {
    paths.compactMap { original(at: $0)?.cell }
  }

  /// The ids of the cells for which something is being loaded.
  package var prefetchingCellIDs: Set<Cell.ID> { prefetching.cellIDs }
}
