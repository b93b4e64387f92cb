import ListModel

/// The end of a drag in two steps, for a caller that moves the content frame by frame on its own clock.
extension SimulatedCollectionView {
  /// Lifts the finger, and moves nothing yet.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the content, in points per millisecond.
  ///   - target: Where the content would come to rest.
  /// - Returns: The offset that the delegate wants; call ``comeToRest()`` when the content is there.
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

  /// Tells the delegate that the content has come to rest.
  public func comeToRest() {
    delegate?.collectionView(self, didEnter: .didEndDecelerating)
  }
}
