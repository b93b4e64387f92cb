public import Foundation
public import ListAdapter
import ListModel

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

/// How a person moves a cell.
///
/// An app's gesture recognizer calls these methods and not the view's: UIKit tells a data source of a
/// move only when it is made, and the adapter shows no version while a cell is held.
extension HostedCollectionView {
  /// A cell that is held.
  struct Movement {
    /// Whether the view has asked for the move.
    var isCarriedOut = false
  }

  /// Lifts a cell that is on screen.
  ///
  /// - Returns: Whether the list lets it be moved; otherwise it stays where it is.
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard movement == nil, let view, view.beginInteractiveMovementForItem(at: indexPath) else {
      return false
    }
    movement = Movement()
    delegate?.collectionView(self, willBeginMovingItemAt: CellPath(placeOf: indexPath))
    return true
  }

  /// Holds the cell at a point of the content.
  public func updateInteractiveMovementTargetPosition(_ point: CGPoint) {
    view?.updateInteractiveMovementTargetPosition(point)
  }

  /// Lets go of the cell.
  ///
  /// - Throws: On a phone, nothing: `UICollectionView` raises an exception.
  public func endInteractiveMovement() throws(CollectionViewError) {
    guard movement != nil, let view else { return }
    do throws(CollectionViewError) {
      try view.throwingExceptions { view.endInteractiveMovement() }
    } catch {
      endMovement(.cancelled)
      throw error
    }
    endMovement(movement?.isCarriedOut == true ? .moved : .cancelled)
  }

  /// Lets the cell go back to where it was.
  public func cancelInteractiveMovement() {
    view?.cancelInteractiveMovement()
    endMovement(.cancelled)
  }

  func endMovement(_ end: ItemMoveEnd) {
    guard movement != nil else { return }
    movement = nil
    delegate?.collectionView(self, didEndMovingItem: end)
  }
}
