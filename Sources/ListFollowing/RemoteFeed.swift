public import ListDiff
import ListModel
public import ListStorage

/// The changes of a list of a server after a position, each exactly once, in order, without end.
///
/// It is to a server what `ListFeed` is to a store of this machine. Every iterator starts at the position and
/// has its own. Lost connections are made again; what was read before is not read again.
public struct RemoteFeed: AsyncSequence, Sendable {
  /// Where a feed starts.
  enum Start: Sendable {
    case version(Int)
    case token(CursorToken)
  }

  let session: ServerSession
  let list: List.ID
  let start: Start

  /// Starts reading after the feed's start.
  public func makeAsyncIterator() -> Iterator {
    Iterator(session: session, list: list, start: start)
  }

  /// A position in a feed.
  public struct Iterator: AsyncIteratorProtocol {
    private let session: ServerSession
    private let list: List.ID
    private let start: Start
    /// The last version that was returned.
    public private(set) var version: Int
    /// The token after all changes that were returned; `nil` before the first request of a feed that starts at a
    /// version.
    public private(set) var token: CursorToken?
    private var fingerprint: Fingerprint?
    private var reader: FeedReader?
    private var page: ArraySlice<Change> = []
    /// A token of the list as it was when the page was read.
    private var head: CursorToken?

    init(session: ServerSession, list: List.ID, start: Start) {
      (self.session, self.list, self.start) = (session, list, start)
      switch start {
      case .version(let version):
        self.version = version
        fingerprint = version == 0 ? .empty : nil
      case .token(let token):
        version = token.version
        fingerprint = token.fingerprint
        self.token = token
      }
    }

    /// Waits for the change that follows the last one.
    ///
    /// - Returns: `nil` when the task is cancelled. The change continues the one before it: its version, and
    ///   the fingerprint that it starts from, are that one's.
    /// - Throws: `ListFeedError.resync` when the list has to be read again; `ListStoreError.unknownVersion` when
    ///   the list does not have the version that the feed starts at; ``RemoteStoreError``.
    public mutating func next() async throws -> Change? {
      do {
        while true {
          if let change = page.popFirst() { return try take(change) }
          try await readPage()
        }
      } catch is CancellationError {
        return nil
      }
    }

    private mutating func take(_ change: Change) throws -> Change {
      guard change.list == list, change.follows(version: version) else {
        throw broken(change, "it follows version \(change.parent); expected \(version)")
      }
      guard fingerprint == nil || change.parentFingerprint == fingerprint else {
        throw broken(change, "it starts from another list than version \(version) has led to")
      }
      version = change.version
      fingerprint = change.fingerprint
      token = head?.advanced(past: change)
      return change
    }

    private func broken(_ change: Change, _ reason: String) -> RemoteStoreError {
      .brokenFeed(list: list.rawValue, version: change.version, reason: reason)
    }

    private mutating func readPage() async throws {
      var reader = try await readerAtStart()
      do {
        page = try await reader.next(at: .isWaitedAt)[...]
      } catch let gone as FeedReader.Gone {
        throw gone.error(of: list)
      } catch RemoteStoreError.refused(_, reason: "unknown-list", _) where version == 0 {
        // The list has no commit yet.
        return try await session.configuration.sleep(session.configuration.absencePause)
      } catch RemoteStoreError.refused(_, reason: "unknown-list", _) {
        throw ListStoreError.unknownList(list)
      }
      self.reader = reader
      head = FeedOffset.token(reader.offset, as: CursorToken.self)
    }

    private mutating func readerAtStart() async throws -> FeedReader {
      if let reader { return reader }
      let path = RemoteStore.path(of: list)
      switch start {
      case .version(0): return FeedReader(session, path, after: "-1")
      case .version(let version):
        let token = try await RemoteStore(session).token(of: list, at: version)
        (self.token, fingerprint) = (token, token.fingerprint)
        return FeedReader(session, path, after: FeedOffset(token).text)
      case .token(let token):
        return FeedReader(session, path, after: FeedOffset(token).text)
      }
    }
  }
}

extension FeedReader.Gone {
  /// The error of a store of this machine.
  func error(of list: List.ID) -> any Error {
    guard let reason = CatchUp.Reason(rawValue: reason),
      let token = FeedOffset.token(newest, as: CursorToken.self)
    else { return refusal }
    return ListFeedError.resync(reason, of: list, next: token)
  }

  /// The error of a store of this machine, for a feed of all lists.
  func error() -> any Error {
    guard let reason = StoreCatchUp.Reason(rawValue: reason),
      let token = FeedOffset.token(newest, as: StoreToken.self)
    else { return refusal }
    return StoreFeedError.resync(reason, next: token)
  }
}
