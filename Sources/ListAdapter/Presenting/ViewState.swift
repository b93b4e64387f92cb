import ListModel

/// The state that a view loses by a reload: its content offset and its selection.
///
/// It is kept while the view may refuse an update, and restored when the view shows the old list again.
package struct ViewState {
  private let contentOffset: Double
  private let selectedPaths: [CellPath]

  /// Reads the state of a view.
  package init(of view: any CollectionView) {
    contentOffset = view.contentOffset
    selectedPaths = view.pathsForSelectedItems
  }

  /// Reloads a view whose data is the old data again.
  package func reload(_ view: any CollectionView) {
    view.reloadData()
    if !view.isDragging { view.contentOffset = contentOffset }
    // The old list was laid out before. If the view refuses it now, nothing more can be done; it
    // asks again in its next layout pass.
    try? view.layoutIfNeeded()
  }

  /// Selects the same cells as before, in a view that was reloaded.
  package func select(in view: any CollectionView) {
    for path in selectedPaths { view.selectItem(at: path) }
  }
}
