public import ListDiff
import ListModel
public import ListStorage

/// The changes of all lists of a server after a commit, in the order of their commits, without end.
///
/// It is to a server what `StoreFeed` is to a store of this machine.
public struct RemoteStoreFeed: AsyncSequence, Sendable {
  let session: ServerSession
  let start: StoreToken?

  /// Starts reading after the feed's commit.
  public func makeAsyncIterator() -> Iterator {
    Iterator(session: session, start: start)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    private var reader: FeedReader
    private var page: ArraySlice<Change> = []
    /// A token from which nothing is missed: that after the last answer whose changes have all been
    /// returned.
    ///
    /// Changes that were returned since come once more.
    public private(set) var token: StoreToken?

    init(session: ServerSession, start: StoreToken?) {
      token = start
      reader = FeedReader(session, "", after: start.map { FeedOffset($0).text } ?? "-1")
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled.
    /// - Throws: `StoreFeedError.resync` when the lists have to be read again; ``RemoteStoreError``.
    public mutating func next() async throws -> Change? {
      do {
        while page.isEmpty {
          token = FeedOffset.token(reader.offset, as: StoreToken.self) ?? token
          page = try await reader.next(at: .isWaitedAt)[...]
        }
        return page.removeFirst()
      } catch let gone as FeedReader.Gone {
        throw gone.error()
      } catch is CancellationError {
        return nil
      }
    }
  }
}
