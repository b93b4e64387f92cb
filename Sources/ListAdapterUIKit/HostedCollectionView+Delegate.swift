public import Foundation
import ListAdapter
import ListModel
import ListRendering

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

extension HostedCollectionView: UICollectionViewDelegate {
  /// Tells the adapter that a cell is about to appear.
  public func collectionView(
    _ collectionView: UICollectionView,
    willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    guard let cell = cell as? ComponentCell else { return }
    let path = CellPath(placeOf: indexPath)
    delegate?.collectionView(self, willDisplay: cell.hosted, at: path)
  }

  /// Tells the adapter that a cell has disappeared.
  public func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    guard let cell = cell as? ComponentCell else { return }
    let path = CellPath(placeOf: indexPath)
    delegate?.collectionView(self, didEndDisplaying: cell.hosted, at: path)
  }

  /// Tells the adapter that a supplementary view is about to appear.
  public func collectionView(
    _ collectionView: UICollectionView,
    willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) {
    guard let view = view as? ComponentReusableView else { return }
    delegate?.collectionView(
      self,
      willDisplaySupplementaryView: view.hosted,
      ofKind: SupplementaryKind(rawValue: elementKind),
      at: CellPath(placeOf: indexPath)
    )
  }

  /// Tells the adapter that a supplementary view has disappeared.
  public func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String,
    at indexPath: IndexPath
  ) {
    guard let view = view as? ComponentReusableView else { return }
    delegate?.collectionView(
      self,
      didEndDisplayingSupplementaryView: view.hosted,
      ofKind: SupplementaryKind(rawValue: elementKind),
      at: CellPath(placeOf: indexPath)
    )
  }

  private func allows(_ interaction: ItemInteraction, _ path: IndexPath) -> Bool {
    delegate?.collectionView(self, allows: interaction, at: CellPath(placeOf: path)) ?? true
  }

  private func tell(_ interaction: ItemInteraction, _ path: IndexPath) {
    delegate?.collectionView(self, didReceive: interaction, at: CellPath(placeOf: path))
  }

  /// Asks the adapter whether a finger highlights a cell.
  public func collectionView(
    _ collectionView: UICollectionView,
    shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { allows(.highlight, indexPath) }

  /// Asks the adapter whether a finger selects a cell.
  public func collectionView(
    _ collectionView: UICollectionView,
    shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { allows(.select, indexPath) }

  /// Asks the adapter whether a finger deselects a cell.
  public func collectionView(
    _ collectionView: UICollectionView,
    shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool { allows(.deselect, indexPath) }

  /// Tells the adapter that a cell is selected.
  public func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) { tell(.select, indexPath) }

  /// Tells the adapter that a cell is no longer selected.
  public func collectionView(
    _ collectionView: UICollectionView,
    didDeselectItemAt indexPath: IndexPath
  ) { tell(.deselect, indexPath) }

  /// Tells the adapter that a finger is put on a cell.
  public func collectionView(
    _ collectionView: UICollectionView,
    didHighlightItemAt indexPath: IndexPath
  ) { tell(.highlight, indexPath) }

  /// Tells the adapter that the finger is lifted.
  public func collectionView(
    _ collectionView: UICollectionView,
    didUnhighlightItemAt indexPath: IndexPath
  ) { tell(.unhighlight, indexPath) }
}

extension HostedCollectionView {
  /// Tells the adapter the size that a cell or supplementary view was measured to have.
  func measured(_ size: ContentSize, _ shown: UICollectionReusableView, at path: IndexPath) {
    if let cell = shown as? ComponentCell {
      let path = view?.indexPath(for: cell) ?? path
      delegate?.collectionView(self, didMeasure: size, ofItemAt: CellPath(placeOf: path))
    } else if let kind = (shown as? ComponentReusableView)?.kind {
      delegate?.collectionView(
        self,
        didMeasure: size,
        ofSupplementaryViewOfKind: kind,
        at: CellPath(placeOf: path)
      )
    }
  }
}
