import ListAdapter
import ListModel

/// Forwards the events of a view to an adapter; a subclass makes one mistake.
class ForwardingDelegate: CollectionViewDelegate {
  private(set) weak var adapter: CollectionViewAdapter?

  init(_ adapter: CollectionViewAdapter) { self.adapter = adapter }

  func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {
    adapter?.collectionView(collectionView, willDisplay: cell, at: path)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {
    adapter?.collectionView(collectionView, didEndDisplaying: cell, at: path)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    adapter?.collectionView(
      collectionView,
      willDisplaySupplementaryView: view,
      ofKind: kind,
      at: path
    )
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    adapter?.collectionView(
      collectionView,
      didEndDisplayingSupplementaryView: view,
      ofKind: kind,
      at: path
    )
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  ) {
    adapter?.collectionView(collectionView, didReceive: interaction, at: path)
  }

  func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase) {
    adapter?.collectionView(collectionView, didEnter: phase)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    willEndDraggingWithVelocity velocity: Double,
    target: inout Double
  ) {
    adapter?.collectionView(collectionView, willEndDraggingWithVelocity: velocity, target: &target)
  }

  func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool {
    adapter?.collectionViewShouldScrollToTop(collectionView) ?? true
  }

  func collectionViewDidPullToRefresh(_ collectionView: any CollectionView) {
    adapter?.collectionViewDidPullToRefresh(collectionView)
  }
}
