import ListDiff
import ListModel

/// The newest versions of a store's lists, then those of lists that have changed, without end.
public struct StoreHeads: AsyncSequence, Sendable {
  let store: ListStore

  /// Reads the versions.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let store: ListStore
    fileprivate var feed: StoreFeed.Iterator?

    /// Returns all lists the first time, then each list that has changed.
    ///
    /// - Throws: As a ``StoreFeed``.
    public mutating func next() async throws -> [ListInfo]? {
      if feed == nil {
        // The token first: a list that changes between is told again.
        let token = try store.token()
        feed = store.feed(after: token).makeAsyncIterator()
        return try store.lists()
      }
      guard let change = try await feed?.next() else { return nil }
      return [ListInfo(id: change.list, version: change.version, fingerprint: change.fingerprint)]
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store: store) }
}

extension ListStore: ListingLog {
  /// Returns the newest versions of all lists, then those of lists that are new or have changed, without end.
  public func listHeads() -> StoreHeads { StoreHeads(store: self) }
}
