public import Foundation

extension UICollectionView {
  /// A finger rests on a cell of the screen.
  ///
  /// - Returns: What the delegate has for the cell; its `menu` has the actions. `nil` if it has none, or if the
  ///   cell is not on screen.
  public func simulateContextMenu(at indexPath: IndexPath) -> UIContextMenuConfiguration? {
    layoutIfNeeded()
    guard indexPathsForVisibleItems.contains(indexPath),
      let frame = layoutAttributesForItem(at: indexPath)?.frame
    else { return nil }
    return delegate?.collectionView(
      self,
      contextMenuConfigurationForItemsAt: [indexPath],
      point: CGPoint(x: frame.midX, y: frame.midY)
    )
  }
}
