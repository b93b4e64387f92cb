/// Why a log on PostgreSQL cannot be used.
public enum PostgresLogError: Error, Hashable, Sendable {
  /// libpq, PostgreSQL's client library, is not on this machine.
  case noClientLibrary
  /// The server cannot be reached, or refuses the connection: password, database, role.
  case cannotConnect(reason: String)
  /// The database has no log; `reason` says what is there instead.
  case notALog(reason: String)
  /// The log was made by newer software.
  case newerSchema(String)
  /// The server may only be read: a standby.
  case readOnly(reason: String)
  /// The server has no room left, or no memory; nothing was changed.
  case noRoom(reason: String)
  /// The server answered a statement with an error; `state` is its SQLSTATE.
  case statementFailed(state: String, reason: String)
}

extension PostgresLogError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .noClientLibrary:
      "a log on PostgreSQL needs libpq, which is not on this machine; install it (Debian: apt-get install "
        + "libpq5)"
    case .cannotConnect(let reason):
      "PostgreSQL cannot be reached: \(reason)"
    case .notALog(let reason):
      "the database holds no log of lists: \(reason)"
    case .newerSchema(let step):
      "the log has the schema step \"\(step)\" of a newer version of this software; use a newer version"
    case .readOnly(let reason):
      "the server may only be read (\(reason)); name the primary, or all hosts with "
        + "target_session_attrs=read-write"
    case .noRoom(let reason):
      "PostgreSQL has no room (\(reason)); nothing was changed; make room on the server, or remove old changes "
        + "there, and try again"
    case .statementFailed(let state, let reason):
      "PostgreSQL answered with an error (\(state)): \(reason)"
    }
  }
}

extension PostgresLogError {
  /// What the server or libpq has said, where that is known.
  var reason: String {
    switch self {
    case .cannotConnect(let reason), .notALog(let reason), .readOnly(let reason): reason
    default: description
    }
  }
}
