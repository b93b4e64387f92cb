public import Foundation

// UIKit's delegates and data sources have optional methods, and code that calls one writes a question mark after its
// name: `delegate?.collectionView?(view, didSelectItemAt: path)`. Here every method has a default, and these members
// make such calls the same as calls of the methods.

/// The calls of methods of ``UICollectionViewDataSource`` that UIKit has as optional ones.
@preconcurrency @MainActor
public struct UICollectionViewDataSourceCalls {
  let target: any UICollectionViewDataSource

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    target.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    canMoveItemAt indexPath: IndexPath
  ) -> Bool {
    target.collectionView(collectionView, canMoveItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    target.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
  }
}

extension UICollectionViewDataSource {
  /// The optional methods of this name.
  public var collectionView: UICollectionViewDataSourceCalls? {
    UICollectionViewDataSourceCalls(target: self)
  }
}

extension UICollectionViewDataSource {
  /// The optional method of this name.
  public var numberOfSections: UICollectionViewDataSourceCountCall? {
    UICollectionViewDataSourceCountCall(target: self)
  }
}

/// The call of the method that counts the sections.
@preconcurrency @MainActor
public struct UICollectionViewDataSourceCountCall {
  let target: any UICollectionViewDataSource

  /// Calls the method of these labels.
  public func callAsFunction(in collectionView: UICollectionView) -> Int {
    target.numberOfSections(in: collectionView)
  }
}

/// The calls of methods of ``UICollectionViewDelegate`` that UIKit has as optional ones.
@preconcurrency @MainActor
public struct UICollectionViewDelegateCalls {
  let target: any UICollectionViewDelegate

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool {
    target.collectionView(collectionView, shouldHighlightItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    shouldSelectItemAt indexPath: IndexPath
  ) -> Bool {
    target.collectionView(collectionView, shouldSelectItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool {
    target.collectionView(collectionView, shouldDeselectItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, didSelectItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didDeselectItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, didDeselectItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didHighlightItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, didHighlightItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didUnhighlightItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, didUnhighlightItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    target.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) {
    target.collectionView(
      collectionView,
      willDisplaySupplementaryView: view,
      forElementKind: elementKind,
      at: indexPath
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String,
    at indexPath: IndexPath
  ) {
    target.collectionView(
      collectionView,
      didEndDisplayingSupplementaryView: view,
      forElementOfKind: elementKind,
      at: indexPath
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    target.collectionView(
      collectionView,
      contextMenuConfigurationForItemAt: indexPath,
      point: point
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    target.collectionView(
      collectionView,
      contextMenuConfigurationForItemsAt: indexPaths,
      point: point
    )
  }
}

extension UICollectionViewDelegate {
  /// The optional methods of this name.
  public var collectionView: UICollectionViewDelegateCalls? {
    UICollectionViewDelegateCalls(target: self)
  }
}

/// The calls of methods of ``UICollectionViewDelegateFlowLayout`` that UIKit has as optional ones.
@preconcurrency @MainActor
public struct UICollectionViewDelegateFlowLayoutCalls {
  let target: any UICollectionViewDelegateFlowLayout

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    target.collectionView(collectionView, layout: collectionViewLayout, sizeForItemAt: indexPath)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    target.collectionView(collectionView, layout: collectionViewLayout, insetForSectionAt: section)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat {
    target.collectionView(
      collectionView,
      layout: collectionViewLayout,
      minimumLineSpacingForSectionAt: section
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat {
    target.collectionView(
      collectionView,
      layout: collectionViewLayout,
      minimumInteritemSpacingForSectionAt: section
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize {
    target.collectionView(
      collectionView,
      layout: collectionViewLayout,
      referenceSizeForHeaderInSection: section
    )
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize {
    target.collectionView(
      collectionView,
      layout: collectionViewLayout,
      referenceSizeForFooterInSection: section
    )
  }
}

extension UICollectionViewDelegateFlowLayout {
  /// The optional methods of this name.
  public var collectionView: UICollectionViewDelegateFlowLayoutCalls? {
    UICollectionViewDelegateFlowLayoutCalls(target: self)
  }
}

/// The calls of methods of ``UICollectionViewDataSourcePrefetching`` that UIKit has as optional ones.
@preconcurrency @MainActor
public struct UICollectionViewPrefetchingCalls {
  let target: any UICollectionViewDataSourcePrefetching

  /// Calls the method of these labels.
  public func callAsFunction(
    _ collectionView: UICollectionView,
    cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) {
    target.collectionView(collectionView, cancelPrefetchingForItemsAt: indexPaths)
  }
}

extension UICollectionViewDataSourcePrefetching {
  /// The optional methods of this name.
  public var collectionView: UICollectionViewPrefetchingCalls? {
    UICollectionViewPrefetchingCalls(target: self)
  }
}
