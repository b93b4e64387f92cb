import GRDB
public import ListDiff
public import ListModel

/// The changes of a list after a position, each exactly once, in order, without end.
///
/// Every iterator starts there and has its own position.
public struct ListFeed: AsyncSequence, Sendable {
  /// Where a feed starts.
  enum Start: Hashable, Sendable {
    case version(Int)
    case token(CursorToken)

    var version: Int {
      switch self {
      case .version(let version): version
      case .token(let token): token.version
      }
    }
  }

  let store: ListStore
  let list: List.ID
  let start: Start
  var skippedAuthors = SkippedAuthors(names: [])

  /// Returns the same feed without the versions of some authors.
  ///
  /// For the effect on a copy, see ``Consumer/skippedAuthors``.
  ///
  /// - Parameter authors: The authors whose versions are left out. ``Iterator/version`` is past
  ///   them.
  /// - Returns: The feed.
  public func skipping(_ authors: [String]) -> ListFeed {
    var feed = self
    feed.skippedAuthors = SkippedAuthors(names: authors)
    return feed
  }

  /// Starts reading after the feed's start.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, list: list, start: start, skippedAuthors: skippedAuthors)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    /// The most changes held in memory.
    static let pageSize = 64

    let store: ListStore
    let list: List.ID
    let start: Start
    /// The last version that was returned or left out.
    public private(set) var version: Int
    /// The token after all changes that were returned or left out; `nil` before the first change of
    /// a feed that starts at a version.
    public private(set) var token: CursorToken?
    let skippedAuthors: SkippedAuthors
    private var page: ArraySlice<Change> = []
    /// A token of the list as it was when the page was read.
    private var head: CursorToken?
    /// Whether it has read everything once, and waited.
    private var hasWaited = false

    init(store: ListStore, list: List.ID, start: Start, skippedAuthors: SkippedAuthors) {
      self.store = store
      self.list = list
      self.start = start
      self.skippedAuthors = skippedAuthors
      version = start.version
      if case .token(let token) = start { self.token = token }
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the store is closed meanwhile.
    /// - Throws: ``ListFeedError/resync(_:of:next:)`` when the feed starts at a token, and the list
    ///   has to be read again; ``ListStoreError/unknownVersion(_:list:available:)`` when the list
    ///   has never reached the version the feed starts at, or does not retain it any more;
    ///   ``ListStoreError/invalidName(_:reason:)`` when there can be no such list;
    ///   ``ListStoreError/fileReplaced(path:)`` as soon as the store or its folder is deleted,
    ///   renamed or replaced. A folder further up is not watched: its renaming is noticed with the
    ///   next commit.
    public mutating func next() async throws -> Change? {
      store.watchOtherProcesses()
      while true {
        while let change = page.popFirst() {
          version = change.version
          token = head?.advanced(past: change)
          if !skippedAuthors.contains(change.author) { return change }
        }
        if Task.isCancelled { return nil }
        let generation = store.signal.generation
        page = try readPage(at: generation)
        if page.isEmpty { hasWaited = true }
        if page.isEmpty, await !store.waitsForChanges(past: generation) { return nil }
      }
    }

    /// Reads the next changes, or takes them from another reader that was woken by the same commit: those
    /// who wait for a list mostly wait at the same place.
    private mutating func readPage(at generation: UInt64) throws -> ArraySlice<Change> {
      let place: Start =
        switch (start, token) {
        case (.token, let token?): .token(token)
        default: .version(version)
        }
      do {
        let key = WokenPage.Key(list: list, place: place, generation: generation)
        let shared = hasWaited ? store.wokenPages[key] : nil
        let page = try shared ?? store.page(of: list, at: place, limit: Self.pageSize)
        if hasWaited, shared == nil, page.isWorthSharing { store.wokenPages.set(page, for: key) }
        head = page.head
        return page.changes[...]
      } catch ListStoreError.unknownList where version == 0 {
        // Waits for the list, unless no writer can ever commit to it.
        try CommitRequest(list: list).validate()
        return []
      }
    }
  }
}

extension ListStore {
  /// Returns the next changes at a position, and the token of the head at that moment.
  fileprivate func page(
    of list: List.ID,
    at place: ListFeed.Start,
    limit: Int
  ) throws -> WokenPage {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      switch place {
      case .version(let version): try head.require(version)
      case .token(let token): try head.check(token, in: database)
      }
      let changes = try ChangeLog(database: database, head: head)
        .page(after: place.version, through: head.version, limit: limit)
      return WokenPage(changes: changes, head: head.token)
    }
  }

  /// Checks that a consumer can go on from a token.
  ///
  /// - Throws: ``ListFeedError/resync(_:of:next:)`` when it cannot, and ``ListStoreError``.
  package func check(_ token: CursorToken, of list: List.ID) throws {
    try database.read { database in
      try ListRows.require(list, in: database).check(token, in: database)
    }
  }
}

extension ListRows.Head {
  fileprivate func check(_ token: CursorToken, in database: Database) throws {
    guard let reason = try reasonToResync(from: token, in: database) else { return }
    throw ListFeedError.resync(reason, of: id, next: self.token)
  }
}

/// Why a feed of a list cannot go on.
public enum ListFeedError: Error, Equatable, Sendable {
  /// The list has to be read again, as it is at `next`; then the feed goes on from there.
  case resync(CatchUp.Reason, of: List.ID, next: CursorToken)
}

extension ListFeedError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .resync(let reason, let list, let next):
      "the feed of list \"\(list)\" cannot go on from there (\(reason.rawValue)); read the list "
        + "again as it is at version \(next.version), then follow it from \(next)"
    }
  }
}
