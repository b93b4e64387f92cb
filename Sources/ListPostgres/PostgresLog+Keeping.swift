import ListDiff
public import ListModel
public import ListStorage

// Snapshots, retention, and how far hosts are.

extension PostgresLog {
  private static let partLength = 1 << 20

  /// Keeps a whole list in the log, so that new hosts begin with it.
  ///
  /// The first host that comes with a version keeps it; for others this does nothing.
  ///
  /// - Parameter snapshot: A list at a version that the log has.
  /// - Throws: `CommitLogError.refused` when the log has another list at that version.
  public func keep(_ snapshot: Snapshot) async throws {
    let body = try Changeset(from: List(), to: snapshot.list).encoded()
    let version = snapshot.version
    let list = PostgresConnection.Parameter.name(snapshot.id)
    try await pool.run { connection in
      try connection.transaction { connection in
        let known = try connection.query(
          "SELECT fingerprint FROM liststore_changes WHERE list = $1::bytea AND version = $2::bigint",
          [list, .number(version)]
        )
        guard try known.first?.fingerprint(0) == snapshot.fingerprint else {
          throw CommitLogError.refused(
            reason: "the log does not have this list \"\(snapshot.id)\" at version \(version)"
          )
        }
        try Self.write(body, snapshot, on: connection)
      }
    }
  }

  /// Begins a list in the log with a version it has elsewhere, without the changes before it.
  ///
  /// - Parameter snapshot: The list as it is elsewhere.
  /// - Throws: `CommitLogError.refused` when the log has a list of that name.
  public func begin(with snapshot: Snapshot) async throws {
    let body = try Changeset(from: List(), to: snapshot.list).encoded()
    try await pool.run { connection in
      try connection.transaction { connection in
        let made = try connection.query(
          """
          INSERT INTO liststore_lists VALUES ($1::bytea, $2::bigint, $3::bytea, $2::bigint)
          ON CONFLICT DO NOTHING RETURNING 1::bigint
          """,
          [
            .name(snapshot.id), .number(snapshot.version), .bytes(snapshot.fingerprint.bytes),
          ]
        )
        guard !made.isEmpty else {
          throw CommitLogError.refused(reason: "the log has a list \"\(snapshot.id)\" already")
        }
        try Self.write(body, snapshot, on: connection)
      }
    }
    hints.tell(snapshot.id)
  }

  /// Writes a whole list in pieces, unless it is there.
  private static func write(
    _ body: [UInt8],
    _ snapshot: Snapshot,
    on connection: PostgresConnection
  ) throws {
    let (list, version) = (PostgresConnection.Parameter.name(snapshot.id), snapshot.version)
    let made = try connection.query(
      """
      INSERT INTO liststore_snapshots VALUES ($1::bytea, $2::bigint, $3::bytea, $4::bigint)
      ON CONFLICT DO NOTHING RETURNING 1::bigint
      """,
      [list, .number(version), .bytes(snapshot.fingerprint.bytes), .number(body.count)]
    )
    guard !made.isEmpty else { return }
    for (part, start) in stride(from: 0, to: body.count, by: partLength).enumerated() {
      let bytes = body[start..<min(start + partLength, body.count)]
      _ = try connection.query(
        "INSERT INTO liststore_snapshot_parts VALUES ($1::bytea, $2::bigint, $3::bigint, $4::bytea)",
        [list, .number(version), .number(part), .bytes(Array(bytes))]
      )
    }
  }

  /// Returns the newest list that is kept whole; `nil` if there is none.
  ///
  /// - Throws: ``PostgresLogError/notALog(reason:)`` when it does not have its fingerprint.
  public func beginning(of list: List.ID) async throws -> Snapshot? {
    let name = PostgresConnection.Parameter.name(list)
    let found = try await pool.run { connection -> (Int, Fingerprint, [UInt8])? in
      let newest = try connection.query(
        """
        SELECT version, fingerprint, byte_count FROM liststore_snapshots WHERE list = $1::bytea
        ORDER BY version DESC LIMIT 1
        """,
        [name]
      )
      guard let newest = newest.first else { return nil }
      let parts = try connection.query(
        """
        SELECT body FROM liststore_snapshot_parts WHERE list = $1::bytea AND version = $2::bigint
        ORDER BY part
        """,
        [name, .number(newest.number(0))]
      )
      var body: [UInt8] = []
      body.reserveCapacity(newest.number(2))
      for part in parts { body += part.bytes(0) }
      return (newest.number(0), try newest.fingerprint(1), body)
    }
    guard let (version, fingerprint, body) = found else { return nil }
    let whole: List
    do {
      whole = try Changeset(encoded: body).apply(to: List())
    } catch {
      throw PostgresLogError.notALog(
        reason: "the snapshot of version \(version) of list \"\(list)\" cannot be read: \(error)"
      )
    }
    guard try whole.fingerprint() == fingerprint else {
      throw PostgresLogError.notALog(
        reason:
          "the snapshot of version \(version) of list \"\(list)\" does not have its fingerprint"
      )
    }
    return Snapshot(id: list, version: version, fingerprint: fingerprint, list: whole)
  }

  /// Removes old changes of a list.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The oldest version whose change is to stay.
  ///   - evenIfNeeded: Whether changes go that a host has not applied yet: it then begins again with the
  ///     newest snapshot.
  /// - Returns: The version after which all changes are kept: no later than the newest snapshot, and than
  ///   what hosts need.
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  @discardableResult
  public func compact(
    _ list: List.ID,
    before version: Int,
    evenIfNeeded: Bool = false
  ) async throws -> Int {
    let name = PostgresConnection.Parameter.name(list)
    return try await pool.run { connection in
      try connection.transaction { connection in
        // Locks the list's row: no snapshot or host is overlooked that comes meanwhile with an older version.
        let rows = try connection.query(
          "SELECT floor FROM liststore_lists WHERE list = $1::bytea FOR UPDATE",
          [name]
        )
        guard let old = rows.first?.number(0) else { return 0 }
        let snapshot = try connection.query(
          "SELECT coalesce(max(version), 0) FROM liststore_snapshots WHERE list = $1::bytea",
          [name]
        )
        var floor = min(version - 1, snapshot.first?.number(0) ?? 0)
        let needed = try connection.query(
          "SELECT min(version) FROM liststore_hosts WHERE list = $1::bytea",
          [name]
        )
        if !evenIfNeeded, let row = needed.first, !row.isNull(0) {
          floor = min(floor, row.number(0))
        }
        guard floor > old else { return old }
        _ = try connection.query(
          "UPDATE liststore_lists SET floor = $2::bigint WHERE list = $1::bytea",
          [name, .number(floor)]
        )
        _ = try connection.query(
          "DELETE FROM liststore_changes WHERE list = $1::bytea AND version <= $2::bigint",
          [name, .number(floor)]
        )
        for table in ["liststore_snapshots", "liststore_snapshot_parts"] {
          _ = try connection.query(
            "DELETE FROM \(table) WHERE list = $1::bytea AND version < $2::bigint",
            [name, .number(floor)]
          )
        }
        return floor
      }
    }
  }

  /// Takes note of how far this host has applied a list, if it has a name; it is recorded within seconds.
  public func noteApplied(_ version: Int, of list: List.ID) { positions?.note(version, of: list) }

  /// Records how far a host is.
  package func record(_ version: Int, of list: List.ID, for host: String) async throws {
    try await pool.run { try Self.record(version, of: list, for: host, on: $0) }
  }

  static func record(
    _ version: Int,
    of list: List.ID,
    for host: String,
    on connection: PostgresConnection
  ) throws {
    _ = try connection.query(
      """
      INSERT INTO liststore_hosts VALUES ($1::bytea, $2::bytea, $3::bigint, now())
      ON CONFLICT (list, host) DO UPDATE SET version = excluded.version, seen = now()
      """,
      [.name(list), .text(host), .number(version)]
    )
  }

  /// Records that a host is still there.
  static func recordPresence(of host: String, on connection: PostgresConnection) throws {
    _ = try connection.query(
      "UPDATE liststore_hosts SET seen = now() WHERE host = $1::bytea",
      [.text(host)]
    )
  }

  /// Forgets a host that does not come back, so that retention does not wait for it.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  public func forget(host: String) async throws {
    try await pool.run { connection in
      _ = try connection.query("DELETE FROM liststore_hosts WHERE host = $1::bytea", [.text(host)])
    }
  }
}
