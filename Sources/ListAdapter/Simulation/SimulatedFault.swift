/// Something that goes wrong in a simulated view at a given batch, counted from 1.
public enum SimulatedFault: Hashable, Sendable {
  /// The batch is refused, whatever it is.
  case refuse(batch: Int)
  /// The batch's block is run, and the batch is refused then: where UIKit finds what is wrong.
  case refuseAfterChange(batch: Int)
  /// The view leaves its window just before the batch.
  case leaveWindow(batch: Int)
  /// The batch is performed, but its completion is never called.
  case loseCompletion(batch: Int)
}
