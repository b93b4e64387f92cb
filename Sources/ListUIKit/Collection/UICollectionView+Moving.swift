public import Foundation
import ListAdapter
import ListModel

/// How a person moves a cell.
extension UICollectionView {
  /// Lifts a cell that is on screen.
  ///
  /// - Returns: Whether the data source lets it be moved; otherwise it stays where it is.
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    simulation.beginInteractiveMovementForItem(at: CellPath(indexPath))
  }

  /// Holds the cell at a point of the content: over the cell that is there, if there is one.
  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard let path = indexPathForItem(at: targetPosition) else { return }
    simulation.updateInteractiveMovement(to: CellPath(path))
  }

  /// Lets go of the cell; the data source is told if it is in another place.
  public func endInteractiveMovement() {
    host.attempt { try simulation.endInteractiveMovement() }
  }

  /// Lets the cell go back to where it was.
  public func cancelInteractiveMovement() { simulation.cancelInteractiveMovement() }
}
