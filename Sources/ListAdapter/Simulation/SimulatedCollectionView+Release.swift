import ListModel

/// The end of a drag in two steps, for a caller that moves the content picture by picture on a clock of its
/// own.
extension SimulatedCollectionView {
  /// Lifts the finger, and moves nothing yet.
  ///
  /// - Parameters:
  ///   - velocity: That of the content, in points per millisecond.
  ///   - target: Where the content would come to rest.
  /// - Returns: Where the delegate wants it; ``comeToRest()`` says that it is there.
  public func release(velocity: Double, target: Double) -> Double {
    var target = target
    delegate?.collectionView(self, willEndDraggingWithVelocity: velocity, target: &target)
    isDragging = false
    let deceleration: Deceleration = target == contentOffset ? .stops : .decelerates
    delegate?.collectionView(self, didEnter: .didEndDragging(deceleration))
    if deceleration == .decelerates {
      delegate?.collectionView(self, didEnter: .willBeginDecelerating)
    }
    return target
  }

  /// Tells that the content has come to rest.
  public func comeToRest() {
    delegate?.collectionView(self, didEnter: .didEndDecelerating)
  }
}
