public import ListAdapter

/// A moment of a run: what is on screen after a step.
///
/// ```swift
/// var film = Film(title: "seed 17")
/// try replay(trace, subject) { film.add($0.view, caption: $0.step?.description ?? "") }
/// ```
public struct SimMoment {
  /// How many steps were taken; 0 when the app was opened, and the number of steps plus one in the end.
  public let index: Int
  /// The step that was taken last; `nil` when the app was opened, and in the end.
  public let step: SimStep?
  /// The time, in milliseconds.
  public let time: Int
  /// The invariant that did not hold; it ends the run.
  public let violation: SimViolation?
  /// The screen; look at it, but do not change it.
  public let view: SimulatedCollectionView
}
