import ListModel
public import ListStorage

/// The newest versions of a log's lists, then those of lists that are new or have changed, without end.
///
/// Notifications name the lists that have changed; every two seconds, all are looked at.
public struct PostgresHeads: AsyncSequence, Sendable {
  let log: PostgresLog

  /// Reads the versions.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let log: PostgresLog
    /// The ticket of the last look; `nil` before the first one.
    fileprivate var ticket: Int?
    fileprivate var looked = ContinuousClock.now
    fileprivate var known: [List.ID: Int] = [:]
    private static let longestPause = Duration.seconds(2)

    /// Returns the lists that are new or have changed, once there is one; all lists the first time.
    ///
    /// - Throws: `CommitLogError`, ``PostgresLogError``, `CancellationError`.
    public mutating func next() async throws -> [ListInfo]? {
      guard var last = ticket else {
        ticket = log.hints.ticket
        return try await look(at: nil)
      }
      while true {
        try Task.checkCancellation()
        await log.hints.wait(since: last)
        let next = log.hints.ticket
        let named = looked + Self.longestPause < .now ? nil : log.hints.lists(since: last)
        (last, ticket) = (next, next)
        if named?.isEmpty == true { continue }
        let heads = try await look(at: named)
        if !heads.isEmpty { return heads }
      }
    }

    /// Returns the lists that have changed among some, or among all.
    private mutating func look(at lists: [List.ID]?) async throws -> [ListInfo] {
      if lists == nil { looked = .now }
      let heads: [ListInfo]
      if let lists { heads = try await log.heads(of: lists) } else { heads = try await log.lists() }
      let changed = heads.filter { known[$0.id] != $0.version }
      for head in changed { known[head.id] = head.version }
      return changed
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(log: log) }
}

extension PostgresLog: ListingLog {
  /// Returns the newest versions of all lists, then those of lists that are new or have changed, without end.
  public func listHeads() -> PostgresHeads { PostgresHeads(log: self) }

  /// Returns the newest versions of those of some lists that the log has.
  fileprivate func heads(of lists: [List.ID]) async throws -> [ListInfo] {
    try await pool.run { connection in
      try connection.query(
        "SELECT list, version, fingerprint FROM liststore_lists WHERE list = ANY ($1::bytea[])",
        [.array(lists.map { Array($0.rawValue.utf8) })]
      ).map { row in
        ListInfo(id: row.list(0), version: row.number(1), fingerprint: try row.fingerprint(2))
      }
    }
  }
}
