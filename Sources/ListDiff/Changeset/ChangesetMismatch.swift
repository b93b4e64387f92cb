/// A changeset that does not fit the list it is applied to.
public struct ChangesetMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation: a path into a change document, such as `cells.deleted[3]`.
  public let operation: String
  /// What was expected, and what was found.
  public let reason: String

  /// One sentence for people.
  public var description: String { "\(operation): \(reason)" }
}
