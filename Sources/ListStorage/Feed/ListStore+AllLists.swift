import GRDB
public import ListDiff
import ListModel

// All lists as one feed, in the order of their commits.

extension ListStore {
  /// Returns the token of a consumer that has all commits of all lists.
  ///
  /// A consumer that reads the lists and then follows them asks for it first.
  ///
  /// - Throws: ``ListStoreError``.
  public func token() throws -> StoreToken {
    try database.read { try StoreLog(in: $0).last() }
  }

  /// Returns the next step of a consumer of all lists from a token to the last commit.
  ///
  /// - Parameters:
  ///   - token: The consumer's token; `nil` for one that has nothing yet.
  ///   - limit: The most changes to return.
  /// - Returns: The next step: the changes that follow, without gaps, up to one that is damaged, or
  ///   why the consumer cannot go on.
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(the result).
  public func catchUp(from token: StoreToken?, limit: Int = 256) throws -> StoreCatchUp {
    try database.read { try StoreLog(in: $0).catchUp(from: token, limit: limit) }
  }

  /// Returns the changes of all lists after a token, then every further one as it is committed.
  ///
  /// See ``feed(of:after:)-(_,Int)``. ``StoreFeed/Iterator/token`` is the token to go on from
  /// later.
  ///
  /// - Parameter token: The consumer's token; `nil` for one that has nothing yet.
  /// - Returns: An endless sequence, which any number of tasks may iterate. It throws
  ///   ``StoreFeedError/resync(_:next:)`` when it cannot go on without a gap.
  public func feed(after token: StoreToken?) -> StoreFeed {
    StoreFeed(store: self, start: .token(token))
  }

  /// Returns the changes of all lists after a commit, in the order they were committed.
  ///
  /// A number tells neither its store, nor whether that was restored since. A consumer that keeps
  /// its position uses ``catchUp(from:limit:)``.
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

  /// Returns the changes of all lists after a commit, then every further one as it is committed.
  ///
  /// See ``changes(afterSequence:limit:)``. A consumer that keeps its position uses
  /// ``feed(after:)``.
  ///
  /// - Parameter sequence: The number of the commit the consumer has; 0 for none.
  /// - Returns: An endless sequence, which any number of tasks may iterate. It throws
  ///   ``StoreFeedError/resync(_:next:)`` when there is no commit of that number yet.
  package func feed(afterSequence sequence: Int) -> StoreFeed {
    StoreFeed(store: self, start: .sequence(sequence))
  }

  /// Returns the changes of all lists after a commit, each with the token after it.
  ///
  /// - Throws: As ``changes(afterSequence:limit:)``, or as a ``StoreFeed`` from a token.
  package func steps(
    afterSequence sequence: Int,
    limit: Int
  ) throws -> [(change: Change, token: StoreToken)] {
    try entries(afterSequence: sequence, limit: limit).map { ($0.change, $0.next) }
  }

  /// Returns the changes of all lists after a token, each with the token after it.
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
    /// The token after all changes that were returned; `nil` before the first, unless the feed
    /// starts at a token.
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
    /// - Throws: ``StoreFeedError/resync(_:next:)`` when the lists have to be read again, and
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
