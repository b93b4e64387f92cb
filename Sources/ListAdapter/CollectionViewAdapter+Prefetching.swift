import ListDiff
public import ListModel

extension CollectionViewAdapter: CollectionViewPrefetchDataSource {
  /// Begins to load what the cells at these paths need.
  public func collectionView(
    _ collectionView: any CollectionView,
    prefetchItemsAt paths: [CellPath]
  ) {
    for path in paths {
      guard let cell = shown?.indexed.cell(at: path) else { continue }
      prefetching.begin(cell, plugins: prefetchingPlugins)
    }
  }

  /// Stops loading for the cells that are at these paths now.
  public func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  ) {
    for path in paths {
      guard let cell = shown?.indexed.cell(at: path) else { continue }
      prefetching.cancel(cell.id)
    }
  }

  /// The cells that something is being loaded for.
  public var prefetchingCellIDs: Set<Cell.ID> { prefetching.cellIDs }
}
