import ListModel

/// What a reload takes from a view: where it is scrolled to, and what is selected.
///
/// It is kept while a view is given what it may refuse, to have it again when the view shows what it
/// showed before.
package struct ViewState {
  private let contentOffset: Double
  private let selectedPaths: [CellPath]

  /// Looks at a view.
  package init(of view: any CollectionView) {
    contentOffset = view.contentOffset
    selectedPaths = view.pathsForSelectedItems
  }

  /// Reloads a view whose data is again what it was.
  package func reload(_ view: any CollectionView) {
    view.reloadData()
    if !view.isDragging { view.contentOffset = contentOffset }
    // What was shown before was laid out then; a view that refuses it now cannot be helped, and
    // asks again in its next layout pass.
    try? view.layoutIfNeeded()
  }

  /// Selects what was selected, in a view that was reloaded.
  package func select(in view: any CollectionView) {
    for path in selectedPaths { view.selectItem(at: path) }
  }
}
