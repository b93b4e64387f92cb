import GRDB
import ListDiff
import ListModel

/// The recorded changes of all lists: the feed of a store as rows.
struct StoreLog {
  let database: Database
  /// The token of a consumer that has nothing.
  private let start: StoreToken

  /// A change, and the token after it.
  struct Entry {
    var change: Change
    var next: StoreToken
  }

  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the store does not say which one it is.
  init(in database: Database) throws {
    self.database = database
    let start = try SQLStatement("SELECT lineage, epoch FROM liststore", in: database).first {
      StoreToken(
        lineage: Fingerprint(value: try $0.digest(0).value).description,
        epoch: try $0.int(1),
        sequence: 0,
        mark: Fingerprint(value: 0)
      )
    }
    guard let start, start.epoch > 0 else {
      throw ListStoreError.corrupted(reason: "the store does not say which one it is")
    }
    self.start = start
    // Of a list that is missing, no change would be.
    try ListRows.requireLast(in: database)
  }

  /// Returns the token of a consumer that has everything.
  func last() throws -> StoreToken {
    try marks("ORDER BY sequence DESC LIMIT 1").first { try token($0, lineage: 5) } ?? start
  }

  /// Returns the changes after a commit, in the order of their commits.
  ///
  /// They include the changes that made the floor of a list, so that a reader that has less
  /// notices. When the list began with that version, its change leads there from the empty list.
  /// The changes end before a damaged one: a call that starts with that one fails.
  func entries(after sequence: Int, limit: Int) throws -> [Entry] {
    var entries: [Entry] = []
    do {
      try rows(
        "\(ChangeLog.columns(in: database)), floor",
        "WHERE sequence > ? ORDER BY sequence LIMIT ?"
      ).bind(sequence).bind(max(0, limit)).forEachRow { row in
        let limits = ChangeLimits(
          database: database,
          list: try row.int64(8),
          floor: try row.int(12)
        )
        var change = try ChangeLog.change(row, of: List.ID(try row.text(14)), within: limits)
        if try change.version == row.int(12), change.parentFingerprint == .empty {
          change.parent = 0
        }
        entries.append(Entry(change: change, next: try token(row, lineage: 13)))
      }
    } catch ListStoreError.corrupted where !entries.isEmpty {
      return entries
    }
    return entries
  }

  /// Selects the columns that tokens are made of: commits without their bodies, which may be long.
  private func marks(_ rest: String) throws -> SQLStatement {
    try rows("version, sequence, parent_fingerprint, fingerprint, time", rest)
  }

  /// Selects commits, with the lineage, name, number and checksums of their lists after the columns.
  private func rows(_ columns: String, _ rest: String) throws -> SQLStatement {
    let texts = ListRows.proofs.map { proof in
      """
      SELECT \(columns), lineage, id, list, \(proof)
      FROM liststore_change JOIN liststore_list USING (list) \(rest)
      """
    }
    return try SQLStatement(SQLStatement.Text(texts), in: database)
  }

  /// Returns the token after the commit of a row; what proves the list follows its lineage.
  private func token(_ row: SQLRow, lineage: Int32) throws -> StoreToken {
    try ListRows.requireRecorded(
      List.ID(try row.text(lineage + 1)),
      row.int64(lineage + 2),
      row.digest(lineage),
      row,
      lineage + 3
    )
    guard ChangeLog.canBeSequence(row.unprovenInt64(1)) else {
      throw ListStoreError.corrupted(
        reason: "there is a commit with number \(row.unprovenInt64(1))"
      )
    }
    let version = UInt128(truncatingIfNeeded: try row.int(0))
    let time = UInt128(truncatingIfNeeded: row.unprovenInt64(4)) << 64
    // Lists have lineages of their own: the same content in another list, as another version, or at
    // another time, with another past, is another commit.
    let mark = (try row.digest(lineage).value &+ version &+ time) ^ (try row.fingerprint(3).value)
    return StoreToken(
      lineage: start.lineage,
      epoch: start.epoch,
      sequence: try row.int(1),
      mark: Fingerprint(value: mark)
    )
  }
}

// MARK: - Going on

extension StoreLog {
  /// Returns the next step from a position.
  func catchUp(from token: StoreToken?, limit: Int) throws -> StoreCatchUp {
    let page = try page(after: token, limit: limit)
    switch page {
    case .refused(let reason): return .resync(reason, next: try last())
    case .entries(let entries):
      guard let next = entries.last?.next else { return .upToDate(token ?? start) }
      return .changes(entries.map(\.change), next: next)
    }
  }

  /// The changes after a position, or why there can be none.
  enum Page {
    case entries([Entry])
    case refused(StoreCatchUp.Reason)
  }

  /// Returns the changes after a position, without gaps.
  ///
  /// Commits are numbered one by one, so a missing number belongs to a change that is not retained
  /// any more.
  func page(after token: StoreToken?, limit: Int) throws -> Page {
    let token = token ?? start
    if let reason = try reasonToResync(token) { return .refused(reason) }
    let entries = try entries(after: token.sequence, limit: max(1, limit))
    let gap = entries.indices.first { entries[$0].next.sequence - $0 - 1 != token.sequence }
    return gap == 0 ? .refused(.compacted) : .entries(Array(entries[..<(gap ?? entries.count)]))
  }

  /// Returns why a consumer cannot go on from a token; `nil` when it can.
  private func reasonToResync(_ token: StoreToken) throws -> StoreCatchUp.Reason? {
    if token.lineage != start.lineage { return .otherStore }
    if token.epoch != start.epoch { return .restored }
    if token.sequence == 0 { return token == start ? nil : .forked }
    if try isFromTheFuture(token.sequence) { return .fromTheFuture }
    let own = try marks("WHERE sequence = ?").bind(token.sequence)
      .first { try self.token($0, lineage: 5) }
    // Only the commit itself proves that the token is of this past.
    guard let own else { return .compacted }
    return own == token ? nil : .forked
  }

  /// Returns whether there is no commit of that number yet.
  func isFromTheFuture(_ sequence: Int) throws -> Bool {
    try sequence > last().sequence
  }
}
