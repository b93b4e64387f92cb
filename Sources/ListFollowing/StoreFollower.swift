import ListDiff
public import ListModel
public import ListStorage

/// Keeps the lists of a store equal to those of a server.
///
/// What the store has of a list is its position: the server is asked whether it had the same list at that
/// version, and gives what came after. So nothing else has to be kept, a follower that ends at any
/// moment goes on where it was, and every version of the store is one that the server has had, with the same
/// fingerprint.
///
/// If the server does not retain all changes after that version any more, the list is begun again with the
/// newest version. A list that has another past than the server's is not touched: see ``FollowerError``.
public struct StoreFollower: Sendable {
  private let remote: RemoteStore
  private let store: ListStore
  private let lists: Lists
  private let beginning: Beginning
  private let report: @Sendable (Event) -> Void

  /// The lists to follow.
  public enum Lists: Hashable, Sendable {
    /// All lists of the server, also those that are made later.
    case all
    /// One list.
    case one(List.ID)
  }

  /// What a list begins with that the store does not have.
  public enum Beginning: Hashable, Sendable {
    /// The newest version.
    case newest
    /// All versions, if the server retains the first one; else the newest.
    case history
  }

  /// When following ends.
  public enum Extent: Hashable, Sendable {
    /// When the lists are equal.
    case once
    /// When the task is cancelled.
    case endless
  }

  /// What has happened.
  public enum Event: Hashable, Sendable {
    /// The list was begun with a version.
    case began(List.ID, version: Int)
    /// The server does not retain what follows the store's version; the list was begun again with a later one.
    case replaced(List.ID, from: Int, by: Int)
    /// The list is what it was at the server when that was asked last.
    case reached(List.ID, version: Int)
    /// All lists are what they were at the server when that was asked last.
    case reachedAll
  }

  /// Creates a follower.
  ///
  /// - Parameters:
  ///   - remote: The server.
  ///   - store: The store, to which only the follower commits these lists.
  ///   - lists: The lists to follow.
  ///   - beginning: What a list begins with.
  ///   - report: Called with everything that happens, in order.
  public init(
    of remote: RemoteStore,
    into store: ListStore,
    lists: Lists = .all,
    beginning: Beginning = .newest,
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    (self.remote, self.store, self.lists) = (remote, store, lists)
    (self.beginning, self.report) = (beginning, report)
  }

  /// Follows.
  ///
  /// - Parameter extent: When to end.
  /// - Throws: ``FollowerError`` for a list with another past; ``RemoteStoreError``; `ListStoreError`, also that
  ///   of a server that does not have the list, if following is to end; `CancellationError`.
  public func run(_ extent: Extent = .endless) async throws {
    switch lists {
    case .one(let list): try await follow(list, extent)
    case .all: try await followAll(extent)
    }
  }

  // MARK: One list

  private func follow(_ list: List.ID, _ extent: Extent) async throws {
    var reader = try await reader(of: list, waiting: extent)
    var (goneCount, last) = (0, -1)
    while true {
      do {
        let changes = try await reader.next(at: extent == .once ? .isTold : .isWaitedAt)
        for change in changes { try await store.apply(change) }
        goneCount = 0
      } catch let gone as FeedReader.Gone {
        goneCount += 1
        guard goneCount < Self.mostRefusals else { throw gone.error(of: list) }
        reader = try await self.reader(of: list, waiting: extent, after: gone)
      }
      guard reader.isUpToDate else { continue }
      let version = try store.info(of: list).version
      if version != last { report(.reached(list, version: version)) }
      last = version
      if extent == .once { return }
    }
  }

  /// How often a server may refuse the position that it has given.
  private static let mostRefusals = 5

  /// Returns a reader of what follows the store's version; waits for a list that does not exist yet, if
  /// following has no end.
  private func reader(
    of list: List.ID,
    waiting extent: Extent,
    after gone: FeedReader.Gone? = nil
  ) async throws -> FeedReader {
    while true {
      do {
        return try await reader(of: list, after: gone)
      } catch ListStoreError.unknownList(let missing) where extent == .endless && missing == list {
        let configuration = remote.session.configuration
        try await configuration.sleep(configuration.absencePause)
      }
    }
  }

  private func reader(of list: List.ID, after gone: FeedReader.Gone?) async throws -> FeedReader {
    guard let own = try info(of: list) else {
      // A beginning that is gone is none.
      guard beginning == .history, gone == nil else { return try await begin(list, at: nil) }
      _ = try await remote.token(of: list)
      return FeedReader(remote.session, RemoteStore.path(of: list), after: "-1")
    }
    do {
      let token = try await remote.token(of: list, at: own.version)
      guard token.fingerprint == own.fingerprint else {
        throw FollowerError.forked(list, version: own.version, address: remote.address)
      }
      return reader(of: list, after: token)
    } catch ListStoreError.unknownVersion(_, _, let available) {
      guard own.version < available.lowerBound else {
        throw FollowerError.ahead(
          list,
          version: own.version,
          newest: available.upperBound,
          address: remote.address
        )
      }
      return try await begin(list, at: own.version)
    }
  }

  private func reader(of list: List.ID, after token: CursorToken) -> FeedReader {
    FeedReader(remote.session, RemoteStore.path(of: list), after: FeedOffset(token).text)
  }

  /// Begins a list, perhaps again, with the server's newest version.
  private func begin(_ list: List.ID, at version: Int?) async throws -> FeedReader {
    let (snapshot, token) = try await remote.snapshot(of: list)
    try await store.adopt(snapshot, replacing: .olderVersions)
    if let version {
      report(.replaced(list, from: version, by: snapshot.version))
    } else {
      report(.began(list, version: snapshot.version))
    }
    return reader(of: list, after: token)
  }

  private func info(of list: List.ID) throws -> ListInfo? {
    do { return try store.info(of: list) } catch ListStoreError.unknownList { return nil }
  }

  // MARK: All lists

  private func followAll(_ extent: Extent) async throws {
    var goneCount = 0
    while true {
      let (lists, next) = try await remote.lists()
      for list in lists where try info(of: list.id) != list { try await follow(list.id, .once) }
      report(.reachedAll)
      if extent == .once { return }
      var reader = FeedReader(remote.session, "", after: FeedOffset(next).text)
      do {
        while true {
          try await take(try await reader.next(at: .isWaitedAt))
          goneCount = 0
        }
      } catch let gone as FeedReader.Gone {
        goneCount += 1
        guard goneCount < Self.mostRefusals else { throw gone.error() }
      }
    }
  }

  private func take(_ changes: [Change]) async throws {
    var reached: [List.ID: Int] = [:]
    for change in changes {
      let own = try info(of: change.list)
      if let own, change.version <= own.version { continue }
      if change.parent == own?.version ?? 0, change.parentFingerprint == own?.fingerprint ?? .empty
      {
        try await store.apply(change)
        reached[change.list] = change.version
      } else {
        // The list was begun again, or the store has missed something.
        try await follow(change.list, .once)
      }
    }
    for (list, version) in reached.sorted(by: { $0.key < $1.key }) {
      report(.reached(list, version: version))
    }
  }
}

/// A list of a store that cannot be made equal to the server's, because it has another past.
///
/// Nothing was changed. Follow into another file.
public enum FollowerError: Error, Hashable, Sendable {
  /// At that version, the server had another list.
  case forked(List.ID, version: Int, address: String)
  /// The server's list has not reached that version: it was restored from a backup, or the store was
  /// committed to.
  case ahead(List.ID, version: Int, newest: Int, address: String)
}

extension FollowerError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .forked(let list, let version, let address):
      "list \"\(list)\" has another past here than at \(address): at version \(version), they differ"
    case .ahead(let list, let version, let newest, let address):
      "list \"\(list)\" is at version \(version) here, and at \(address) only at \(newest): that was restored "
        + "from a backup, or others have committed here"
    }
  }
}
