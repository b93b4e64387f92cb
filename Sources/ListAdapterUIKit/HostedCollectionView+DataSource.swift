public import Foundation
import ListAdapter
import ListModel

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

extension HostedCollectionView: UICollectionViewDataSource {
  /// Returns the number of sections of the adapter's list.
  public func numberOfSections(in collectionView: UICollectionView) -> Int {
    dataSource?.numberOfSections(in: self) ?? 0
  }

  /// Returns the number of cells of a section of the adapter's list.
  public func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }

  /// Returns the cell at a path of the adapter's list.
  ///
  /// If there is none, the view refuses the answer.
  public func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let shown = try? dataSource?.collectionView(self, cellForItemAt: CellPath(placeOf: indexPath))
    return (shown as? HostedComponent)?.view as? ComponentCell ?? UICollectionViewCell()
  }

  /// Returns the supplementary view of a kind at a path of the adapter's list.
  ///
  /// UIKit asks for each one that the layout has; where the list has none, the answer is empty.
  public func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    do throws(CollectionViewError) {
      let shown = try dataSource?.collectionView(
        self,
        viewForSupplementaryElementOfKind: SupplementaryKind(rawValue: kind),
        at: CellPath(placeOf: indexPath)
      )
      if let view = (shown as? HostedComponent)?.view as? ComponentReusableView { return view }
    } catch {
      return UICollectionReusableView()
    }
    collectionView.register(
      UICollectionReusableView.self,
      forSupplementaryViewOfKind: kind,
      withReuseIdentifier: Self.emptyIdentifier
    )
    return collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: Self.emptyIdentifier,
      for: indexPath
    )
  }

  private static let emptyIdentifier = "HostedCollectionView.empty"

  /// Returns whether a person may move a cell.
  public func collectionView(
    _ collectionView: UICollectionView,
    canMoveItemAt indexPath: IndexPath
  ) -> Bool {
    dataSource?.collectionView(self, canMoveItemAt: CellPath(placeOf: indexPath)) ?? false
  }

  /// Moves a cell of the adapter's list, as a person has done.
  public func collectionView(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    movement?.isCarriedOut = true
    dataSource?.collectionView(
      self,
      moveItemAt: CellPath(placeOf: sourceIndexPath),
      to: CellPath(placeOf: destinationIndexPath)
    )
  }
}

extension HostedCollectionView: UICollectionViewDataSourcePrefetching {
  /// Tells the adapter which cells are likely to appear.
  public func collectionView(
    _ collectionView: UICollectionView,
    prefetchItemsAt indexPaths: [IndexPath]
  ) {
    prefetchDataSource?.collectionView(
      self,
      prefetchItemsAt: indexPaths.map { CellPath(placeOf: $0) }
    )
  }

  /// Tells the adapter which cells are no longer likely to appear.
  public func collectionView(
    _ collectionView: UICollectionView,
    cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) {
    prefetchDataSource?.collectionView(
      self,
      cancelPrefetchingForItemsAt: indexPaths.map { CellPath(placeOf: $0) }
    )
  }
}
