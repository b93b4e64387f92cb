import Foundation
public import ListDiff
package import ListModel
package import ListStorage

/// The changes of a list in a log on PostgreSQL, in order, without end.
///
/// A notification wakes it when there is more; every half second it looks by itself.
public struct PostgresFeed: AsyncSequence, Sendable {
  let log: PostgresLog
  let list: List.ID
  let version: Int

  /// Reads the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let log: PostgresLog
    fileprivate let list: List.ID
    fileprivate var version: Int
    fileprivate var page: ArraySlice<Change> = []

    /// Returns the next change, once there is one.
    ///
    /// - Throws: `CommitLogError.cannotContinue` when the log does not have it any more; other
    ///   `CommitLogError`s; `CancellationError`.
    public mutating func next() async throws -> Change? {
      while page.isEmpty {
        try Task.checkCancellation()
        let ticket = log.hints.ticket
        page = try await log.changes(of: list, after: version)[...]
        if page.isEmpty { await log.hints.wait(for: list, since: ticket) }
      }
      let change = page.removeFirst()
      version = change.version
      return change
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(log: log, list: list, version: version)
  }
}

extension PostgresLog {
  // Up to a thousand changes, and up to 8 MiB besides the first one. The length of a body is known without
  // reading it.
  private static let reading = """
    SELECT version, parent_fingerprint, fingerprint, key, author, message, time, body
    FROM (
      SELECT *, sum(octet_length(body)) OVER (ORDER BY version) - octet_length(body) AS before
      FROM (
        SELECT * FROM liststore_changes WHERE list = $1::bytea AND version > $2::bigint
        ORDER BY version LIMIT 1000
      ) AS next
    ) AS counted
    WHERE before < 8388608 ORDER BY version
    """

  /// Reads the next changes after a version, a page of them.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  func changes(of list: List.ID, after version: Int) async throws -> [Change] {
    try await pool.run { connection in
      let rows = try connection.query(Self.reading, [.name(list), .number(version)])
      let changes = try rows.map { try Change($0, of: list) }
      if changes.first?.version != version + 1 {
        try Self.requireNext(of: list, after: version, isThere: !changes.isEmpty, on: connection)
      }
      return changes
    }
  }

  /// Returns the fingerprints of the versions after one that the log still has, up to 1,000.
  ///
  /// - Throws: `CommitLogError`, ``PostgresLogError``.
  package func fingerprints(of list: List.ID, after version: Int) async throws -> [ListInfo] {
    try await pool.run { connection in
      try connection.query(
        """
        SELECT version, fingerprint FROM liststore_changes
        WHERE list = $1::bytea AND version > $2::bigint ORDER BY version LIMIT 1000
        """,
        [.name(list), .number(version)]
      ).map { ListInfo(id: list, version: $0.number(0), fingerprint: try $0.fingerprint(1)) }
    }
  }

  /// Checks that a log without the next change is at that version.
  private static func requireNext(
    of list: List.ID,
    after version: Int,
    isThere: Bool,
    on connection: PostgresConnection
  ) throws {
    let rows = try connection.query(
      "SELECT version, floor FROM liststore_lists WHERE list = $1::bytea",
      [.name(list)]
    )
    let (head, floor) = (rows.first?.number(0) ?? 0, rows.first?.number(1) ?? 0)
    let reason: String
    if floor > version {
      reason = "it keeps the changes after version \(floor)"
    } else if head < version {
      reason = head == 0 ? "it has no such list" : "it is at version \(head)"
    } else if isThere {
      reason = "the change of version \(version + 1) is missing"
    } else {
      return
    }
    guard version > 0 || floor > 0 else { return }
    throw CommitLogError.cannotContinue(list: list, after: version, reason: reason)
  }
}

extension Change {
  /// Reads a row of `PostgresLog.reading`.
  fileprivate init(_ row: PostgresConnection.Row, of list: List.ID) throws {
    let version = row.number(0)
    let changeset: Changeset
    do {
      changeset = try Changeset(encoded: row.bytes(7))
    } catch {
      throw PostgresLogError.notALog(
        reason: "the change of version \(version) of list \"\(list)\" cannot be read: \(error)"
      )
    }
    self.init(
      list: list,
      version: version,
      parent: version - 1,
      time: row.isNull(6) ? nil : Date(timeIntervalSince1970: Double(row.number(6)) / 1000),
      author: row.text(4),
      key: row.text(3),
      message: row.text(5),
      parentFingerprint: try row.fingerprint(1),
      fingerprint: try row.fingerprint(2),
      changeset: changeset
    )
  }
}
