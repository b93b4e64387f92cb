import ListAdapter
import ListDiff
import ListModel

/// A collection view that shows and checks nothing, so that only the adapter's own cost is measured.
final class BlankCollectionView: CollectionView {
  weak var dataSource: (any CollectionViewDataSource)?
  weak var delegate: (any CollectionViewDelegate)?
  weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
  var isInWindow: Bool { true }
  var contentOffset = 0.0
  var refreshControl = CollectionViewAdapterConfiguration.RefreshControl.disabled
  var isDragging: Bool { false }
  var contentLength: Double { 0 }
  var viewportLength: Double { 0 }
  var pathsForVisibleItems: [CellPath] { [] }
  var pathsForSelectedItems: [CellPath] { [] }
  private(set) var operationCount = 0

  func registerCell(reuseIdentifier: String) {}
  func registerSupplementaryView(ofKind kind: SupplementaryKind, reuseIdentifier: String) {}
  func reloadData() {}
  func layoutIfNeeded() throws(CollectionViewError) {}
  func invalidateLayout() {}
  func visibleCell(at path: CellPath) -> (any ReusableView)? { nil }
  func selectItem(at path: CellPath) {}
  func position(ofItemAt path: CellPath) -> Double? { nil }
  var isRefreshing: Bool { false }
  func endRefreshing() {}

  func pathsForVisibleSupplementaryViews(ofKind kind: SupplementaryKind) -> [CellPath] { [] }
  func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) -> (any ReusableView)? { nil }

  func dequeueReusableCell(
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    throw .unregisteredReuseIdentifier(reuseIdentifier)
  }

  func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    throw .unregisteredReuseIdentifier(reuseIdentifier)
  }

  func performBatchUpdates(
    _ update: BatchUpdate,
    animation: UpdateAnimation,
    changingData: () -> Void,
    completion: @escaping (_ finished: Bool) -> Void
  ) throws(CollectionViewError) {
    operationCount += update.operationCount
    changingData()
    completion(true)
  }
}
