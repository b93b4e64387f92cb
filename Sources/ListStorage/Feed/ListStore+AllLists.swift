import GRDB
public import ListDiff
import ListModel

// All lists as one feed, in the order of their commits.

extension ListStore {
  /// Where who has all commits of all lists is.
  ///
  /// Who reads the lists to follow them asks for this first.
  ///
  /// - Throws: ``ListStoreError``.
  public func token() throws -> StoreToken {
    try database.read { try StoreLog(in: $0).last() }
  }

  /// What brings who follows all lists from a token to the last commit.
  ///
  /// - Parameters:
  ///   - token: Where the consumer is; `nil` for one that has nothing yet.
  ///   - limit: The most changes to return.
  /// - Returns: What to do next: the changes that follow, without gaps, up to one that is damaged,
  ///   or why there are none to go on with.
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(what is returned).
  public func catchUp(from token: StoreToken?, limit: Int = 256) throws -> StoreCatchUp {
    try database.read { try StoreLog(in: $0).catchUp(from: token, limit: limit) }
  }

  /// The changes of all lists after a token, and then every further one as it is committed.
  ///
  /// See ``feed(of:after:)-(_,Int)``. ``StoreFeed/Iterator/token`` is where to go on from later.
  ///
  /// - Parameter token: Where the consumer is; `nil` for one that has nothing yet.
  /// - Returns: An endless sequence, which any number of tasks may iterate. It throws
  ///   ``StoreFeedError/resync(_:next:)`` where it cannot go on without a gap.
  public func feed(after token: StoreToken?) -> StoreFeed {
    StoreFeed(store: self, start: .token(token))
  }

  /// The changes of all lists after a commit, in the order they were committed.
  ///
  /// A number does not tell which store it is of, nor whether that was restored since. Who keeps its
  /// place uses ``catchUp(from:limit:)``.
  ///
  /// - Parameters:
  ///   - sequence: The number of the commit the caller has; 0 for none.
  ///   - limit: The most changes to return.
  /// - Returns: The changes, up to one that is damaged. Their sequences ascend; where retention has
  ///   removed changes, there are gaps, and the versions of a list tell which.
  /// - Throws: ``StoreFeedError/resync(_:next:)`` when there is no commit of that number yet, and
  ///   ``ListStoreError``; ``ListStoreError/corrupted(reason:)`` when the first change is damaged.
  package func changes(afterSequence sequence: Int, limit: Int = 256) throws -> [Change] {
    try entries(afterSequence: sequence, limit: limit).map(\.change)
  }

  /// The changes of all lists after a commit, and then every further one as it is committed.
  ///
  /// As of ``changes(afterSequence:limit:)``. Who keeps its place uses ``feed(after:)``.
  ///
  /// - Parameter sequence: The number of the commit the consumer has; 0 for none.
  /// - Returns: An endless sequence, which any number of tasks may iterate. It throws
  ///   ``StoreFeedError/resync(_:next:)`` when there is no commit of that number yet.
  package func feed(afterSequence sequence: Int) -> StoreFeed {
    StoreFeed(store: self, start: .sequence(sequence))
  }

  /// The changes of all lists after a place, each with the place after it.
  ///
  /// - Throws: As ``changes(afterSequence:limit:)``, or as a ``StoreFeed`` from a token.
  package func steps(
    afterSequence sequence: Int,
    limit: Int
  ) throws -> [(change: Change, token: StoreToken)] {
    try entries(afterSequence: sequence, limit: limit).map { ($0.change, $0.next) }
  }

  /// The changes of all lists after a token, each with the place after it.
  ///
  /// - Throws: ``StoreFeedError``, and ``ListStoreError``.
  package func steps(
    after token: StoreToken,
    limit: Int
  ) throws -> [(change: Change, token: StoreToken)] {
    try entries(after: token, limit: limit).map { ($0.change, $0.next) }
  }

  fileprivate func entries(afterSequence sequence: Int, limit: Int) throws -> [StoreLog.Entry] {
    try database.read { database in
      let log = try StoreLog(in: database)
      guard try !log.isFromTheFuture(sequence) else {
        throw StoreFeedError.resync(.fromTheFuture, next: try log.last())
      }
      return try log.entries(after: sequence, limit: limit)
    }
  }

  fileprivate func entries(after token: StoreToken?, limit: Int) throws -> [StoreLog.Entry] {
    try database.read { database in
      let log = try StoreLog(in: database)
      switch try log.page(after: token, limit: limit) {
      case .entries(let entries): return entries
      case .refused(let reason): throw StoreFeedError.resync(reason, next: try log.last())
      }
    }
  }
}

/// The changes of all lists after a commit, each exactly once, in order, without end.
public struct StoreFeed: AsyncSequence, Sendable {
  /// Where a feed starts.
  enum Start: Sendable {
    case token(StoreToken?)
    case sequence(Int)
  }

  let store: ListStore
  let start: Start

  /// Starts reading after the feed's commit.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, start: start)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    let store: ListStore
    let start: Start
    /// Where who has all changes that were returned is; `nil` while that is nowhere, or a number.
    public private(set) var token: StoreToken?
    private var page: ArraySlice<StoreLog.Entry> = []

    init(store: ListStore, start: Start) {
      self.store = store
      self.start = start
      if case .token(let token) = start { self.token = token }
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the store is closed meanwhile.
    /// - Throws: ``StoreFeedError/resync(_:next:)`` when the lists have to be read anew, and
    ///   ``ListStoreError``.
    public mutating func next() async throws -> Change? {
      store.watchOtherProcesses()
      while page.isEmpty {
        if Task.isCancelled { return nil }
        let generation = store.signal.generation
        page = try readPage()[...]
        if page.isEmpty, await !store.waitsForChanges(past: generation) { return nil }
      }
      let entry = page.removeFirst()
      token = entry.next
      return entry.change
    }

    private func readPage() throws -> [StoreLog.Entry] {
      let limit = ListFeed.Iterator.pageSize
      return switch start {
      case .token:
        try store.entries(after: token, limit: limit)
      case .sequence(let sequence):
        try store.entries(afterSequence: token?.sequence ?? sequence, limit: limit)
      }
    }
  }
}
