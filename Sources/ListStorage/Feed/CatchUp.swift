import GRDB
public import ListDiff
public import ListModel

/// What brings a consumer from where it is to where the list is.
public enum CatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(CursorToken)
  /// The next changes, each of one version, without gaps; there may be more after them.
  case changes([Change], next: CursorToken)
  /// One change that leads to the head: the changes between, composed, because one by one they are
  /// more than the consumer wants to read.
  case collapsed(Change, next: CursorToken)
  /// The consumer has to read the list anew, as it is at the token.
  case resync(Reason, next: CursorToken)

  /// Why a consumer has to read the list anew.
  public enum Reason: String, Hashable, Sendable {
    /// The token is that of another list.
    case otherList = "other-list"
    /// The list was restored from a backup since: what the consumer has may never have been.
    case restored
    /// The list has not come to that version yet, and yet the consumer has it.
    case fromTheFuture = "from-the-future"
    /// The list was another one at that version.
    case forked
    /// The changes after that version are not retained any more.
    case compacted
    /// The list itself is smaller than its changes.
    case smaller
  }
}

/// How much a consumer reads at once, and when it would rather read less exactly.
public struct CatchUpLimits: Hashable, Sendable {
  /// The most changes read at once.
  public var page = 256
  /// The bytes of changes up to which every version is read; above, they are composed into one.
  ///
  /// `nil` for a consumer that needs every version.
  public var exactBytes: Int? = 4 << 20
  /// Whether a list that is smaller than the composed change is read anew instead.
  public var mayResync = true

  /// Up to 256 changes at once, each by itself up to 4 MiB in all.
  public init() {}

  /// Every version, however many.
  public static var exact: CatchUpLimits {
    var limits = CatchUpLimits()
    limits.exactBytes = nil
    limits.mayResync = false
    return limits
  }
}

extension ListStore {
  /// The token of a list's head, or of a version.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)`` or
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  public func token(of list: List.ID, at version: Int? = nil) throws -> CursorToken {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      guard let version else { return head.token }
      try head.require(version)
      let travel = TimeTravel(database: database, head: head)
      return head.token(version: version, fingerprint: try travel.fingerprint(of: version))
    }
  }

  /// What brings a consumer from a token to the head of a list.
  ///
  /// A consumer that is a little late gets every version; one that is very late gets their
  /// composition; one whose token does not fit, or for whom the list itself is less to read, is
  /// told to read it anew. It is never left behind silently, and what it is given always starts
  /// where it is: fingerprints prove it.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - token: Where the consumer is; `nil` for one that has nothing yet.
  ///   - limits: How much it wants to read.
  /// - Returns: What to do next.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  public func catchUp(
    _ list: List.ID,
    from token: CursorToken?,
    limits: CatchUpLimits = CatchUpLimits()
  ) throws -> CatchUp {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      return try Laggard(
        database: database,
        head: head,
        token: token ?? head.token(version: 0, fingerprint: .empty),
        limits: limits
      ).catchUp()
    }
  }
}

/// A consumer that may be late.
struct Laggard {
  let database: Database
  let head: ListRows.Head
  let token: CursorToken
  let limits: CatchUpLimits

  private var travel: TimeTravel { TimeTravel(database: database, head: head) }

  func catchUp() throws -> CatchUp {
    if let reason = try reasonToResync() { return .resync(reason, next: head.token) }
    if token.version == head.version { return .upToDate(head.token) }
    guard let exactBytes = limits.exactBytes, try pendingBytes() > exactBytes else {
      return try exact()
    }
    return try collapsed()
  }

  private func reasonToResync() throws -> CatchUp.Reason? {
    if token.lineage != head.token.lineage { return .otherList }
    if token.epoch != head.epoch { return .restored }
    if token.version > head.version { return .fromTheFuture }
    if token.version < head.floor { return .compacted }
    return try travel.fingerprint(of: token.version) == token.fingerprint ? nil : .forked
  }

  private func pendingBytes() throws -> Int {
    try SQLStatement(
      """
      SELECT sum(length(body)) FROM liststore_change WHERE list = ? AND version > ?
      """,
      in: database
    ).bind(head.row).bind(token.version).first { $0.int(0) } ?? 0
  }

  private func exact() throws -> CatchUp {
    let changes = try ChangeLog(database: database, head: head)
      .changes(after: token.version, through: head.version, limit: max(1, limits.page))
    guard let last = changes.last else { return .upToDate(head.token) }
    return .changes(changes, next: head.token(version: last.version, fingerprint: last.fingerprint))
  }

  private func collapsed() throws -> CatchUp {
    let change = try travel.change(from: token.version, to: head.version)
    if limits.mayResync, try change.changeset.encoded().count > listBytes() {
      return .resync(.smaller, next: head.token)
    }
    return .collapsed(change, next: head.token)
  }

  private func listBytes() throws -> Int {
    try SQLStatement(
      """
      SELECT sum(length(liststore_cell.id) + length(type) + coalesce(length(content), 0))
      FROM liststore_place JOIN liststore_cell USING (cell) WHERE liststore_place.list = ?
      """,
      in: database
    ).bind(head.row).first { $0.int(0) } ?? 0
  }
}
