import GRDB
public import ListDiff
public import ListModel

/// The next step that brings a consumer to the head of a list.
public enum CatchUp: Equatable, Sendable {
  /// There is nothing new.
  case upToDate(CursorToken)
  /// The next changes, each of one version, without gaps; there may be more after them.
  case changes([Change], next: CursorToken)
  /// One change that leads to the head: the changes between, composed, because one by one they are
  /// more than the consumer wants to read.
  case collapsed(Change, next: CursorToken)
  /// The consumer has to read the list again, as it is at the token.
  case resync(Reason, next: CursorToken)

  /// Why a consumer has to read the list again.
  public enum Reason: String, Hashable, Sendable {
    /// The token belongs to another list.
    case otherList = "other-list"
    /// The list was restored from a backup since: the consumer's version may never have existed.
    case restored
    /// The consumer has a version that the list has not reached yet.
    case fromTheFuture = "from-the-future"
    /// The list has another fingerprint at that version.
    case forked
    /// The changes after that version are not retained any more.
    case compacted
    /// The list itself is smaller than its changes.
    case smaller
  }
}

/// How much a consumer reads at once, and when its changes are composed.
public struct CatchUpLimits: Hashable, Sendable {
  /// The most changes read at once.
  public var page = 256
  /// The bytes of changes up to which every version is read; above, they are composed into one.
  ///
  /// `nil` for a consumer that needs every version.
  package var exactBytes: Int? = 4 << 20
  /// Whether a list that is smaller than the composed change is read again instead.
  package var mayResync = true

  /// Sets limits of 256 changes at once, each by itself up to 4 MiB in all.
  public init() {}

  /// The limits that give every version.
  public static var exact: CatchUpLimits {
    var limits = CatchUpLimits()
    limits.exactBytes = nil
    limits.mayResync = false
    return limits
  }
}

extension ListStore {
  /// Returns the token of a list's head, or of a version.
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

  /// Returns the next step of a consumer from a token to the head of a list.
  ///
  /// A consumer that is a little late gets every version; one that is very late gets their
  /// composition; one whose token does not fit, or whose list is smaller than its changes, is told
  /// to read the list again. No consumer is left behind silently, and its changes always start at
  /// its own version: fingerprints prove it.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - token: The consumer's token; `nil` for one that has nothing yet.
  ///   - limits: How much it wants to read.
  ///   - authors: The authors of versions it has already, because it made them; see
  ///     ``Consumer/skippedAuthors``.
  /// - Returns: The next step. Its token is past versions that were skipped, also when nothing is
  ///   left to do.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(the result). The bytes of pending changes are summed once until these are
  ///   read, not for every page of versions, and once for every composed change.
  public func catchUp(
    _ list: List.ID,
    from token: CursorToken?,
    limits: CatchUpLimits = CatchUpLimits(),
    skipping authors: [String] = []
  ) throws -> CatchUp {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      return try Laggard(
        database: database,
        head: head,
        token: token ?? head.token(version: 0, fingerprint: .empty),
        limits: limits,
        skippedAuthors: SkippedAuthors(names: authors),
        verdicts: verdicts
      ).catchUp()
    }
  }
}
