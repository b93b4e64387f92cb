import ListDiff
public import ListModel

/// A data source that moves an item by a batch of its own, as a diffable one does.
package protocol ReorderingDataSource: CollectionViewDataSource {
  /// Moves an item that a person has let go.
  ///
  /// - Returns: Whether it is moved.
  func moveByOwnBatch(from source: CellPath, to destination: CellPath) -> Bool
}

/// How a person moves a cell: UICollectionView's interactive movement, by paths instead of points.
extension SimulatedCollectionView {
  /// A cell that is held.
  package struct Movement {
    /// Where it was lifted.
    package let source: CellPath
    /// The path it would have if it were let go.
    package internal(set) var target: CellPath
  }

  /// Lifts a cell that is on screen.
  ///
  /// - Returns: Whether the data source lets it be moved; otherwise it stays where it is.
  public func beginInteractiveMovementForItem(at path: CellPath) -> Bool {
    let pass = layoutPass
    guard movement == nil, displayed.cells[path] != nil,
      dataSource?.collectionView(self, canMoveItemAt: path) ?? false,
      pass == layoutPass
    else { return false }
    movement = Movement(source: path, target: path)
    delegate?.collectionView(self, willBeginMovingItemAt: path)
    return true
  }

  /// Holds the cell over a place: the path it would have if it were let go.
  ///
  /// A place that does not exist is ignored. The other cells make way on a screen; here they do
  /// not.
  public func updateInteractiveMovement(to path: CellPath) {
    guard let held = movement, itemCounts.indices.contains(path.section) else { return }
    let count = itemCounts[path.section] - (path.section == held.source.section ? 1 : 0)
    if path.item >= 0, path.item <= count { movement?.target = path }
  }

  /// Lets go of the cell, in a batch of this one move.
  ///
  /// The data source is told inside the batch, so the counts before and after must agree as in any
  /// batch.
  ///
  /// - Throws: ``CollectionViewError`` when the counts do not agree; nothing is moved then.
  public func endInteractiveMovement() throws(CollectionViewError) {
    guard let held = movement else { return }
    movement = nil
    guard held.source != held.target else {
      delegate?.collectionView(self, didEndMovingItem: .cancelled)
      return
    }
    if let source = dataSource as? any ReorderingDataSource {
      let moves = source.moveByOwnBatch(from: held.source, to: held.target)
      delegate?.collectionView(self, didEndMovingItem: moves ? .moved : .cancelled)
      return
    }
    do {
      try performBatchUpdates(
        BatchUpdate(movedCells: [.init(from: held.source, to: held.target)]),
        changingData: {
          dataSource?.collectionView(self, moveItemAt: held.source, to: held.target)
        }
      )
    } catch {
      delegate?.collectionView(self, didEndMovingItem: .cancelled)
      throw error
    }
    delegate?.collectionView(self, didEndMovingItem: .moved)
  }

  /// Lets the cell go back to where it was.
  public func cancelInteractiveMovement() {
    guard movement != nil else { return }
    movement = nil
    delegate?.collectionView(self, didEndMovingItem: .cancelled)
  }
}
