public import ListDiff
import ListModel

/// The changes of a list after a version, each exactly once, in order, without end.
///
/// Every iterator starts at the same version and has its own position.
public struct ListFeed: AsyncSequence, Sendable {
  let store: ListStore
  let list: List.ID
  let version: Int
  let skippedAuthors: SkippedAuthors

  /// Starts reading after the feed's version.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, list: list, version: version, skippedAuthors: skippedAuthors)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    /// The most changes held in memory.
    static let pageSize = 64

    let store: ListStore
    let list: List.ID
    /// The last version that was returned or left out.
    public private(set) var version: Int
    let skippedAuthors: SkippedAuthors
    private var page: ArraySlice<Change> = []

    init(store: ListStore, list: List.ID, version: Int, skippedAuthors: SkippedAuthors) {
      self.store = store
      self.list = list
      self.version = version
      self.skippedAuthors = skippedAuthors
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled.
    /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)`` when the list has never
    ///   reached the version the feed starts at, or does not retain it any more;
    ///   ``ListStoreError/invalidName(_:reason:)`` when there can be no such list;
    ///   ``ListStoreError/fileReplaced(path:)`` as soon as the store or its folder is deleted,
    ///   renamed or replaced. A folder further up is not watched: that it was renamed is noticed
    ///   with the next commit.
    public mutating func next() async throws -> Change? {
      store.watchOtherProcesses()
      while true {
        while let change = page.popFirst() {
          version = change.version
          if !skippedAuthors.contains(change.author) { return change }
        }
        if Task.isCancelled { return nil }
        let generation = store.signal.generation
        page = try readPage()
        if page.isEmpty { await store.signal.wait(past: generation) }
      }
    }

    private func readPage() throws -> ArraySlice<Change> {
      do {
        return try store.page(of: list, after: version, limit: Self.pageSize)[...]
      } catch ListStoreError.unknownList where version == 0 {
        // It is waited for, unless nobody can ever commit to it.
        try CommitRequest(list: list, expected: .any, key: nil, author: nil).validate()
        return []
      }
    }
  }
}
