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
  ///   - authors: Whose versions it has already, because it made them; see
  ///     ``Consumer/skippedAuthors``.
  /// - Returns: What to do next. Its token is past versions that were skipped, also when nothing is
  ///   left to do.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(what is returned). What is pending is summed once until its end is reached,
  ///   not for every page of versions; and for every composed change.
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
