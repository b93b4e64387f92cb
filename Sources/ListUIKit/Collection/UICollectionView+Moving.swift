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

  /// Holds the cell at a point of the content: over the place that the layout has for it there.
  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard let held = simulation.movement else { return }
    let layout = collectionViewLayout
    let before = IndexPath(held.target)
    let target = layout.targetIndexPath(
      forInteractivelyMovingItem: before,
      withPosition: targetPosition
    )
    guard target != before else { return }
    simulation.updateInteractiveMovement(to: CellPath(target))
    layout.invalidateLayout(
      with: layout.invalidationContext(
        forInteractivelyMovingItems: [target],
        withTargetPosition: targetPosition,
        previousIndexPaths: [before],
        previousPosition: layoutAttributesForItem(at: before)?.center ?? targetPosition
      )
    )
  }

  /// Lets go of the cell; the data source is told if it is in another place.
  public func endInteractiveMovement() {
    guard let held = simulation.movement else { return }
    tellLayout(of: held, isCancelled: false)
    host.attempt { try simulation.endInteractiveMovement() }
  }

  /// Lets the cell go back to where it was.
  public func cancelInteractiveMovement() {
    guard let held = simulation.movement else { return }
    tellLayout(of: held, isCancelled: true)
    simulation.cancelInteractiveMovement()
  }

  private func tellLayout(of held: SimulatedCollectionView.Movement, isCancelled: Bool) {
    let (source, target) = (IndexPath(held.source), IndexPath(held.target))
    let layout = collectionViewLayout
    layout.invalidateLayout(
      with: layout.invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths: [isCancelled ? source : target],
        previousIndexPaths: [isCancelled ? target : source],
        movementCancelled: isCancelled
      )
    )
  }
}
