import Foundation
import ListAdapter
import ListModel

/// Passes the questions and events of a table's simulated view on to the app's data source and
/// delegate.
@MainActor
final class TableViewBridge {
  private unowned let view: UITableView

  init(_ view: UITableView) {
    self.view = view
  }
}

extension TableViewBridge: @MainActor CollectionViewDataSource {
  func numberOfSections(in collectionView: any CollectionView) -> Int {
    view.dataSource?.numberOfSections(in: view) ?? 0
  }

  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    view.dataSource?.tableView(view, numberOfRowsInSection: section) ?? 0
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    let answer = try view.host.answer(at: path) {
      let cell = view.dataSource?.tableView(view, cellForRowAt: IndexPath(path))
      cell?.givenHeight = view.givenHeight(IndexPath(path))
      return cell
    }
    guard let answer else { throw .missingItem(at: path) }
    return answer
  }

  func collectionView(_ collectionView: any CollectionView, canMoveItemAt path: CellPath) -> Bool {
    view.dataSource?.tableView(view, canMoveRowAt: IndexPath(path)) ?? false
  }

  func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  ) {
    view.dataSource?.tableView(view, moveRowAt: IndexPath(source), to: IndexPath(destination))
  }

  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? {
    try view.host.answer(at: path) { view.titleView(kind.uikitName, IndexPath(path)) }
  }
}

extension TableViewBridge: @MainActor CollectionViewDelegate {
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {
    guard let cell = ListHost.view(cell) as? UITableViewCell else { return }
    view.delegate?.tableView(view, willDisplay: cell, forRowAt: IndexPath(path))
  }

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {
    guard let cell = ListHost.view(cell) as? UITableViewCell else { return }
    view.delegate?.tableView(view, didEndDisplaying: cell, forRowAt: IndexPath(path))
  }

  func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {}

  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) {}

  func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  ) {
    let cell = view.cellForRow(at: IndexPath(path))
    switch interaction {
    case .select:
      cell?.isSelected = true
      view.delegate?.tableView(view, didSelectRowAt: IndexPath(path))
    case .deselect:
      cell?.isSelected = false
      view.delegate?.tableView(view, didDeselectRowAt: IndexPath(path))
    case .highlight:
      cell?.isHighlighted = true
      view.delegate?.tableView(view, didHighlightRowAt: IndexPath(path))
    case .unhighlight:
      cell?.isHighlighted = false
      view.delegate?.tableView(view, didUnhighlightRowAt: IndexPath(path))
    }
  }

  func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase) {
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

  func collectionView(
    _ collectionView: any CollectionView,
    allows interaction: ItemInteraction,
    at path: CellPath
  ) -> Bool {
    let path = IndexPath(path)
    switch interaction {
    case .highlight: return view.delegate?.tableView(view, shouldHighlightRowAt: path) ?? true
    case .select:
      guard let delegate = view.delegate else { return true }
      return delegate.tableView(view, willSelectRowAt: path) != nil
    case .deselect, .unhighlight: return true
    }
  }
}
