import Foundation
public import ListDiff
public import ListModel
public import ListStorage

/// A log of lists on PostgreSQL, which many hosts share.
///
/// ```swift
/// let log = try await PostgresLog("postgres://app@db1,db2/lists?target_session_attrs=read-write")
/// let lists = ReplicatedStore(try ListStore(path: "replica.db"), following: log)
/// ```
///
/// A commit is one statement, which compares the head and appends. PostgreSQL orders the commits and keeps
/// them as durably as it is configured; with `synchronous_standby_names = 'ANY 1 (s1, s2)'` on two machines.
public final class PostgresLog: CommitLog {
  let pool: PostgresPool
  let hints: Hints
  let positions: HostPositions?
  /// The name under which this host's positions are recorded; `nil` records none.
  let host: String?

  /// Opens the log in a database, and makes its tables where there are none.
  ///
  /// - Parameters:
  ///   - address: A connection string or URI of libpq. With several hosts, add
  ///     `target_session_attrs=read-write`, so that the primary is found.
  ///   - host: A name of this host, for ``compact(_:before:evenIfNeeded:)`` and `liststore log-status`; `nil`
  ///     for one that only visits.
  ///   - connections: The most connections at once.
  ///   - silence: How long the server may say nothing while an answer is waited for; then the connection is given
  ///     up, and the outcome is unknown.
  /// - Throws: ``PostgresLogError``.
  public init(
    _ address: String,
    host: String? = nil,
    connections: Int = 16,
    silence: Duration = .seconds(10)
  ) async throws {
    pool = PostgresPool(PostgresHosts(address, silence: silence), limit: connections)
    hints = Hints(pool)
    self.host = host
    positions = host.map { [pool] in HostPositions(of: $0, pool) }
    do {
      try await pool.run { try PostgresSchema.prepare($0) }
    } catch CommitLogError.unreachable(let reason) {
      throw PostgresLogError.cannotConnect(reason: reason)
    }
  }

  deinit {
    hints.stop()
    positions?.stop()
  }

  // The first version makes the list's row; a later one needs it. The row's lock orders the writers, so that
  // exactly one finds the version it expects.
  private static let appending = """
    WITH head AS (
      INSERT INTO liststore_lists AS l (list, version, fingerprint)
      SELECT $1::bytea, $2::bigint, $4::bytea
      WHERE $2::bigint = 1 OR EXISTS (SELECT FROM liststore_lists WHERE list = $1::bytea)
      ON CONFLICT (list) DO UPDATE SET version = excluded.version, fingerprint = excluded.fingerprint
      WHERE l.version = excluded.version - 1 AND l.fingerprint = $3::bytea
      RETURNING version
    )
    INSERT INTO liststore_changes
      (list, version, parent_fingerprint, fingerprint, key, author, message, time, body)
    SELECT $1::bytea, version, $3::bytea, $4::bytea, $5::bytea, $6::bytea, $7::bytea, $8::bigint, $9::bytea
    FROM head RETURNING version
    """

  /// Makes a change the next version of its list, if the list is at the version the change starts from.
  ///
  /// - Throws: `CommitLogError.unreachable` when the outcome is unknown; append again with the same key.
  ///   `CommitLogError.refused` when the log has no such list; ``PostgresLogError``.
  public func append(_ change: Change) async throws -> AppendOutcome {
    let body = try change.changeset.encoded()
    let outcome = try await pool.run { connection in
      try connection.repeatingConflicts { try Self.append(change, body, on: connection) }
    }
    if case .appended = outcome { hints.tell(change.list) }
    return outcome
  }

  private static func append(
    _ change: Change,
    _ body: [UInt8],
    on connection: PostgresConnection
  ) throws -> AppendOutcome {
    let list = PostgresConnection.Parameter.name(change.list)
    do {
      let rows = try connection.query(
        appending,
        [
          list, .number(change.version), .bytes(change.parentFingerprint.bytes),
          .bytes(change.fingerprint.bytes), .text(change.key), .text(change.author),
          .text(change.message),
          change.time.flatMap { Change.milliseconds(of: $0) }.map { .number($0) } ?? .bytes(nil),
          .bytes(body),
        ]
      )
      if let row = rows.first { return .appended(version: row.number(0)) }
    } catch PostgresLogError.statementFailed(state: "23505", _) {
      // The key is known, or another writer was faster.
    }
    if let version = try known(change, on: connection) { return .duplicate(version: version) }
    guard let head = try head(of: change.list, on: connection) else {
      throw CommitLogError.refused(
        reason:
          "the log has no list \"\(change.list)\", and version \(change.version) is not its first; "
          + "bring the list with its past: liststore push"
      )
    }
    return .conflict(head: head)
  }

  /// Returns the version that has a change's key or, without a key, that is the change.
  private static func known(_ change: Change, on connection: PostgresConnection) throws -> Int? {
    let list = PostgresConnection.Parameter.name(change.list)
    let rows =
      if let key = change.key {
        try connection.query(
          "SELECT version FROM liststore_changes WHERE list = $1::bytea AND key = $2::bytea",
          [list, .text(key)]
        )
      } else {
        try connection.query(
          """
          SELECT version FROM liststore_changes WHERE list = $1::bytea AND version = $2::bigint
            AND parent_fingerprint = $3::bytea AND fingerprint = $4::bytea
          """,
          [
            list, .number(change.version), .bytes(change.parentFingerprint.bytes),
            .bytes(change.fingerprint.bytes),
          ]
        )
      }
    return rows.first?.number(0)
  }

  static func head(of list: List.ID, on connection: PostgresConnection) throws -> ListInfo? {
    let rows = try connection.query(
      "SELECT version, fingerprint FROM liststore_lists WHERE list = $1::bytea",
      [.name(list)]
    )
    return try rows.first.map { row in
      ListInfo(id: list, version: row.number(0), fingerprint: try row.fingerprint(1))
    }
  }

  /// Returns the newest version of a list; `nil` if the log has no such list.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  public func head(of list: List.ID) async throws -> ListInfo? {
    try await pool.run { try Self.head(of: list, on: $0) }
  }

  /// Returns all lists, by name.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  public func lists() async throws -> [ListInfo] {
    try await pool.run { connection in
      try connection.query(
        "SELECT list, version, fingerprint FROM liststore_lists ORDER BY list"
      ).map { row in
        ListInfo(id: row.list(0), version: row.number(1), fingerprint: try row.fingerprint(2))
      }
    }
  }

  /// The changes after a version, in order, without end.
  public func feed(of list: List.ID, after version: Int) -> PostgresFeed {
    PostgresFeed(log: self, list: list, version: version)
  }
}

extension PostgresConnection.Parameter {
  /// The name of a list.
  static func name(_ list: List.ID) -> Self { .text(list.rawValue) }
}

extension PostgresConnection.Row {
  func list(_ column: Int) -> List.ID { List.ID(text(column) ?? "") }

  func fingerprint(_ column: Int) throws -> Fingerprint {
    guard let fingerprint = Fingerprint(bytes: bytes(column)) else {
      throw PostgresLogError.notALog(
        reason: "a fingerprint has \(bytes(column).count) bytes; expected 16"
      )
    }
    return fingerprint
  }
}
