import Foundation
import ListAdapter
import ListModel

/// Passes the questions and events of the simulated view on to an app's data source and delegates.
@MainActor
final class CollectionViewBridge {
  private unowned let view: UICollectionView

  init(_ view: UICollectionView) {
    self.view = view
  }
}

extension CollectionViewBridge: @MainActor CollectionViewDataSource {
  func numberOfSections(in collectionView: any CollectionView) -> Int {
    view.dataSource?.numberOfSections(in: view) ?? 0
  }

  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    view.dataSource?.collectionView(view, numberOfItemsInSection: section) ?? 0
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    let answer = try view.host.answer(at: path) {
      view.dataSource?.collectionView(view, cellForItemAt: IndexPath(path))
    }
    guard let answer else { throw .missingItem(at: path) }
    return answer
  }

  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? {
    try view.host.answer(at: path) {
      view.dataSource?.collectionView(
        view,
        viewForSupplementaryElementOfKind: kind.uikitName,
        at: IndexPath(path)
      )
    }
  }

  func collectionView(_ collectionView: any CollectionView, canMoveItemAt path: CellPath) -> Bool {
    view.dataSource?.collectionView(view, canMoveItemAt: IndexPath(path)) ?? false
  }

  func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  ) {
    view.dataSource?.collectionView(
      view,
      moveItemAt: IndexPath(source),
      to: IndexPath(destination)
    )
  }
}

extension CollectionViewBridge: @MainActor CollectionViewDelegate {
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {
    guard let cell = ListHost.view(cell) as? UICollectionViewCell else { return }
    view.delegate?.collectionView(view, willDisplay: cell, forItemAt: IndexPath(path))
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {
    guard let cell = ListHost.view(cell) as? UICollectionViewCell else { return }
    view.delegate?.collectionView(view, didEndDisplaying: cell, forItemAt: IndexPath(path))
  }

  func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView reusable: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    guard let shown = ListHost.view(reusable) as? UICollectionReusableView else { return }
    view.delegate?.collectionView(
      view,
      willDisplaySupplementaryView: shown,
      forElementKind: kind.uikitName,
      at: IndexPath(path)
    )
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView reusable: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {
    guard let shown = ListHost.view(reusable) as? UICollectionReusableView else { return }
    view.delegate?.collectionView(
      view,
      didEndDisplayingSupplementaryView: shown,
      forElementOfKind: kind.uikitName,
      at: IndexPath(path)
    )
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  ) {
    let (cell, path) = (view.cellForItem(at: IndexPath(path)), IndexPath(path))
    switch interaction {
    case .select:
      view.delegate?.collectionView(view, didSelectItemAt: path)
      (cell as? UICollectionViewListCell)?.rowWasTapped()
    case .deselect:
      view.delegate?.collectionView(view, didDeselectItemAt: path)
    case .highlight:
      cell?.isHighlighted = true
      view.delegate?.collectionView(view, didHighlightItemAt: path)
    case .unhighlight:
      cell?.isHighlighted = false
      view.delegate?.collectionView(view, didUnhighlightItemAt: path)
    }
  }

  func collectionView(
    _ collectionView: any CollectionView,
    allows interaction: ItemInteraction,
    at path: CellPath
  ) -> Bool {
    let path = IndexPath(path)
    return switch interaction {
    case .highlight: view.delegate?.collectionView(view, shouldHighlightItemAt: path) ?? true
    case .select: view.delegate?.collectionView(view, shouldSelectItemAt: path) ?? true
    case .deselect: view.delegate?.collectionView(view, shouldDeselectItemAt: path) ?? true
    case .unhighlight: true
    }
  }

  func collectionView(
    _ collectionView: any CollectionView,
    targetContentOffsetForProposed offset: Double
  ) -> Double {
    let (proposed, simulation) = (view.contentOffset, view.simulation)
    let target = view.delegate?.collectionView(
      view,
      targetContentOffsetForProposedContentOffset: proposed
    )
    guard let target, target != proposed else { return offset }
    let moved =
      simulation.scrollAxis == .vertical ? target.y - proposed.y : target.x - proposed.x
    return offset + (simulation.contentRunsLeft ? -Double(moved) : Double(moved))
  }

  func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase) {
    if phase == .willBeginDecelerating { view.host.isDecelerating = true }
    if phase == .didEndDecelerating { view.host.isDecelerating = false }
    view.delegate?.tell(phase, view)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    willEndDraggingWithVelocity velocity: Double,
    target: inout Double
  ) {
    target = view.delegate?.target(target, velocity, view, view.simulation) ?? target
  }

  func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool {
    view.delegate?.scrollViewShouldScrollToTop(view) ?? true
  }

  func collectionViewDidPullToRefresh(_ collectionView: any CollectionView) {
    view.refreshControl?.pull()
  }
}

extension CollectionViewBridge: @MainActor CollectionViewPrefetchDataSource {
  func collectionView(_ collectionView: any CollectionView, prefetchItemsAt paths: [CellPath]) {
    view.prefetchDataSource?.collectionView(view, prefetchItemsAt: paths.map { IndexPath($0) })
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  ) {
    view.prefetchDataSource?.collectionView(
      view,
      cancelPrefetchingForItemsAt: paths.map { IndexPath($0) }
    )
  }
}

extension UIScrollViewDelegate {
  func tell(_ phase: ScrollPhase, _ view: UIScrollView) {
    switch phase {
    case .scrolled: scrollViewDidScroll(view)
    case .willBeginDragging: scrollViewWillBeginDragging(view)
    case .didEndDragging(let deceleration):
      scrollViewDidEndDragging(view, willDecelerate: deceleration == .decelerates)
    case .willBeginDecelerating: scrollViewWillBeginDecelerating(view)
    case .didEndDecelerating: scrollViewDidEndDecelerating(view)
    case .scrolledToTop: scrollViewDidScrollToTop(view)
    }
  }

  /// Returns the offset at which the content rests, after the delegate has been asked.
  func target(
    _ target: Double,
    _ velocity: Double,
    _ view: UIScrollView,
    _ simulation: SimulatedCollectionView
  ) -> Double {
    let isVertical = simulation.scrollAxis == .vertical
    func point(_ value: Double) -> CGPoint {
      isVertical ? CGPoint(x: 0, y: value) : CGPoint(x: value, y: 0)
    }
    var offset = point(target)
    withUnsafeMutablePointer(to: &offset) { pointer in
      scrollViewWillEndDragging(
        view,
        withVelocity: point(velocity),
        targetContentOffset: pointer
      )
    }
    return Double(isVertical ? offset.y : offset.x)
  }
}
