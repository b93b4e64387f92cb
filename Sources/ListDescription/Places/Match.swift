/// One element that is in both lists: where it was and where it is.
public struct Match<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The position before.
  public var from: Position
  /// The position after.
  public var to: Position

  /// Creates a match.
  @inlinable
  public init(from: Position, to: Position) {
    self.from = from
    self.to = to
  }
}
