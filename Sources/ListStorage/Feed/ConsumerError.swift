/// Why a consumer cannot go on.
public enum ConsumerError: Error, Equatable, Sendable {
  /// Another holder has the lease; it runs out after `remaining` if it is not renewed.
  case held(name: String, remaining: Duration)
  /// Another holder has taken over since the lease ran out; or has moved a position in a
  /// ``CursorTable`` since it was read.
  case leaseLost(name: String)
  /// There is no consumer of that name any more.
  case removed(name: String)
  /// The version has failed too often; see ``Consumer/retry()`` and ``Consumer/skip()``.
  case parked(name: String, version: Int, reason: String)
  /// The consumer of that name shows a window of the list: an earlier version of this package kept
  /// it.
  ///
  /// Use another name, or remove it first.
  case otherKind(name: String)
  /// The consumer's work ended its own transaction, as SQLite does by itself when there is no room
  /// left.
  ///
  /// The results stored before are gone, so the consumer has not moved. Let errors of the database
  /// through, or check `isInsideTransaction` after each that you catch.
  case transactionEnded(name: String)
}

extension ConsumerError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .held(let name, let remaining):
      "consumer \"\(name)\" is held by another for \(remaining); wait, or end the other"
    case .leaseLost(let name):
      "consumer \"\(name)\" was taken over by another; open it, or read its position, again to go on"
    case .removed(let name):
      "there is no consumer \"\(name)\" any more"
    case .parked(let name, let version, let reason):
      "consumer \"\(name)\" is parked before version \(version), which failed: \(reason); "
        + "retry it or skip it"
    case .otherKind(let name):
      "consumer \"\(name)\" shows a window of the list, kept by an earlier version of the program; "
        + "use another name or remove it"
    case .transactionEnded(let name):
      "what consumer \"\(name)\" did ended its transaction, and an error that said so was caught; "
        + "it has not moved"
    }
  }
}
