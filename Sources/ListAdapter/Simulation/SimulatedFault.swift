/// Something that goes wrong in a simulated view at a given batch, counted from 1.
public enum SimulatedFault: Hashable, Sendable {
  /// The batch is refused before it is checked.
  case refuse(batch: Int)
  /// The batch is refused after its block has run: that is where UIKit finds an error.
  case refuseAfterChange(batch: Int)
  /// The view leaves its window just before the batch.
  case leaveWindow(batch: Int)
  /// The batch is performed, but its completion is never called.
  case loseCompletion(batch: Int)
}
