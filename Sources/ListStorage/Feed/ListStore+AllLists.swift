import GRDB
public import ListDiff
import ListModel

// All lists as one feed, in the order of their commits.

extension ListStore {
  /// The changes of all lists after a commit, in the order they were committed.
  ///
  /// - Parameters:
  ///   - sequence: The number of the commit the caller has; 0 for none.
  ///   - limit: The most changes to return.
  /// - Returns: The changes. Their sequences ascend; where retention has removed changes, there are
  ///   gaps, and the versions of a list tell which.
  /// - Throws: ``ListStoreError``.
  public func changes(afterSequence sequence: Int, limit: Int = 256) throws -> [Change] {
    try database.read { database in
      try ChangeLog.changes(afterSequence: sequence, limit: limit, in: database)
    }
  }

  /// The changes of all lists after a commit, and then every further one as it is committed.
  ///
  /// See ``feed(of:after:)``.
  ///
  /// - Parameter sequence: The number of the commit the consumer has; 0 for none.
  /// - Returns: An endless sequence, which any number of tasks may iterate.
  public func feed(afterSequence sequence: Int) -> StoreFeed {
    StoreFeed(store: self, sequence: sequence)
  }
}

/// The changes of all lists after a commit, each exactly once, in order, without end.
public struct StoreFeed: AsyncSequence, Sendable {
  let store: ListStore
  let sequence: Int

  /// Starts reading after the feed's commit.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, sequence: sequence)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    let store: ListStore
    var sequence: Int
    private var page: ArraySlice<Change> = []

    init(store: ListStore, sequence: Int) {
      self.store = store
      self.sequence = sequence
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled.
    /// - Throws: ``ListStoreError``.
    public mutating func next() async throws -> Change? {
      store.watchOtherProcesses()
      while page.isEmpty {
        if Task.isCancelled { return nil }
        let generation = store.signal.generation
        page = try store.changes(afterSequence: sequence, limit: ListFeed.Iterator.pageSize)[...]
        if page.isEmpty { await store.signal.wait(past: generation) }
      }
      let change = page.removeFirst()
      sequence = change.sequence ?? sequence
      return change
    }
  }
}
