import GRDB
import ListDiff
import ListModel

/// A consumer that may be late.
struct Laggard {
  let database: Database
  let head: ListRows.Head
  let token: CursorToken
  let limits: CatchUpLimits
  /// The authors whose versions are skipped.
  let skippedAuthors: SkippedAuthors
  let verdicts: Verdicts

  private var travel: TimeTravel { TimeTravel(database: database, head: head) }

  func catchUp() throws -> CatchUp {
    if let reason = try reasonToResync() { return .resync(reason, next: head.token) }
    if token.version == head.version { return .upToDate(head.token) }
    guard let last = try lastExactVersion() else { return try collapsed() }
    let catchUp = try exact()
    remember(exactThrough: last, at: catchUp.next.version)
    return catchUp
  }

  /// Returns why the consumer cannot go on from its token; `nil` when it can.
  func reasonToResync() throws -> CatchUp.Reason? {
    try head.reasonToResync(from: token, in: database)
  }
}

extension ListRows.Head {
  /// Returns why a consumer cannot go on from a token; `nil` when it can.
  func reasonToResync(
    from token: CursorToken,
    in database: Database
  ) throws -> CatchUp.Reason? {
    if token.lineage != self.token.lineage { return .otherList }
    if token.epoch != epoch { return .restored }
    if token.version > version { return .fromTheFuture }
    if token.version < floor { return .compacted }
    let fingerprint = try TimeTravel(database: database, head: self).fingerprint(of: token.version)
    return fingerprint == token.fingerprint ? nil : .forked
  }
}

// MARK: - How exactly

extension Laggard {
  /// The last version up to which consumers at a position get every version: decided once, when the
  /// pending changes are small enough, it holds until that version is reached.
  ///
  /// A new decision for every page would sum all pending changes each time: quadratic for a late
  /// consumer. That they are too much is not kept: composed changes may come in pieces, and at the
  /// end of a piece there may be little left.
  typealias Verdicts = RecentValues<Position, Int>

  /// A position in the feed of a list, and the limit of a consumer there.
  struct Position: Hashable, Sendable {
    var list: Int64
    var epoch: Int
    var version: Int
    var exactBytes: Int?
  }

  /// Returns the last version up to which every version is given; `nil` when that is too much.
  private func lastExactVersion() throws -> Int? {
    guard let exactBytes = limits.exactBytes else { return head.version }
    if let last = verdicts[position(at: token.version)] { return last }
    return try pendingBytes() <= exactBytes ? head.version : nil
  }

  /// Keeps the decision for consumers that go on from a version, unless it ends there.
  private func remember(exactThrough last: Int, at version: Int) {
    guard limits.exactBytes != nil, version < last else { return }
    verdicts.set(last, for: position(at: version))
  }

  private func position(at version: Int) -> Position {
    Position(
      list: head.row,
      epoch: head.epoch,
      version: version,
      exactBytes: limits.exactBytes
    )
  }

  private func pendingBytes() throws -> Int {
    try SQLStatement(
      """
      SELECT sum(length(body)) FROM liststore_change WHERE list = ? AND version > ?
      """,
      in: database
    ).bind(head.row).bind(token.version).first { try $0.int(0) } ?? 0
  }
}

// MARK: - What is next

extension Laggard {
  private func exact() throws -> CatchUp {
    let log = ChangeLog(database: database, head: head)
    var version = token.version
    while version < head.version {
      let page = try log.page(
        after: version,
        through: head.version,
        limit: max(1, limits.page)
      )
      guard let last = page.last else { throw missing(version + 1) }
      let wanted = page.filter { !skippedAuthors.contains($0.author) }
      if !wanted.isEmpty {
        return .changes(
          wanted,
          next: head.token(version: last.version, fingerprint: last.fingerprint)
        )
      }
      version = last.version
    }
    return .upToDate(head.token)
  }

  /// Returns the token of the next version that is not skipped, or of the head when there is none;
  /// does not read the change, which may be damaged.
  func nextVersion() throws -> CursorToken {
    guard let version = try version(after: token.version, isSkipped: false) else {
      return head.token
    }
    return head.token(version: version, fingerprint: try travel.fingerprint(of: version))
  }

  /// Composes the versions up to the next that is skipped.
  private func collapsed() throws -> CatchUp {
    guard let first = try version(after: token.version, isSkipped: false) else {
      return .upToDate(head.token)
    }
    let last = try version(after: first, isSkipped: true).map { $0 - 1 } ?? head.version
    let change = try travel.change(from: first - 1, to: last)
    if limits.mayResync, try change.changeset.encoded().count > listBytes() {
      return .resync(.smaller, next: head.token)
    }
    return .collapsed(
      change,
      next: head.token(version: last, fingerprint: change.fingerprint)
    )
  }

  /// Returns the next version that is skipped, or the next that is not.
  private func version(after version: Int, isSkipped: Bool) throws -> Int? {
    if skippedAuthors.names.isEmpty {
      return isSkipped || version >= head.version ? nil : version + 1
    }
    let marks = skippedAuthors.names.map { _ in "?" }.joined(separator: ", ")
    let condition =
      isSkipped ? "author IN (\(marks))" : "(author IS NULL OR author NOT IN (\(marks)))"
    let statement = try SQLStatement(
      """
      SELECT version FROM liststore_change WHERE list = ? AND version > ? AND \(condition)
      ORDER BY version LIMIT 1
      """,
      in: database
    ).bind(head.row).bind(version)
    return try skippedAuthors.names.reduce(statement) { $0.bind($1) }.first { try $0.int(0) }
  }

  private func listBytes() throws -> Int {
    try SQLStatement(
      """
      SELECT sum(length(liststore_cell.id) + length(type) + coalesce(length(content), 0))
      FROM liststore_place JOIN liststore_cell USING (cell) WHERE liststore_place.list = ?
      """,
      in: database
    ).bind(head.row).first { try $0.int(0) } ?? 0
  }

  private func missing(_ version: Int) -> ListStoreError {
    .corrupted(reason: "list \"\(head.id)\": version \(version) is missing")
  }
}

/// Authors whose versions are left out; names are compared byte by byte, like everything that is
/// stored.
struct SkippedAuthors: Sendable {
  let names: [String]

  func contains(_ author: String?) -> Bool {
    guard let author else { return false }
    return names.contains { $0.utf8.elementsEqual(author.utf8) }
  }
}
