import Foundation
import GRDB
public import ListDiff
public import ListModel
import Synchronization

/// A durable store of versioned lists.
///
/// One store is one SQLite file with any number of lists. Every commit makes the next version of
/// one list and records, in the same transaction, the changeset that leads to it:
///
/// ```swift
/// let store = try ListStore(path: "lists.db")
/// try store.commit(list, to: "home")
/// try store.edit("home") { draft in
///   try draft.appendCell(Cell(id: "a2", component: FeedItem(viewModel: item)), to: "feed")
/// }
/// for try await change in store.feed(of: "home", after: 0) {
///   print(change.version, change.changeset.operationCount)
/// }
/// ```
///
/// Versions of a list are 1, 2, 3 … without gaps; version 0 is the empty list. Applying the changes
/// after version a, in order, to the snapshot of version a gives the snapshot of every later
/// version, which fingerprints prove.
///
/// Any number of tasks, threads and processes may use the same file. Methods block while they read or
/// write, except those that are awaited; the values they return never change afterwards.
public final class ListStore: Sendable {
  /// The path of the database file; `:memory:` for a store in memory.
  public var path: String { database.path }

  package let database: StoreDatabase
  let signal = CommitSignal()
  let heads = HeadCache()
  let verdicts = Laggard.Verdicts(capacity: 1024)
  let wokenPages = RecentValues<WokenPage.Key, WokenPage>(capacity: WokenPage.capacity)
  let extents = RecentValues<CursorToken, SectionExtents>(capacity: 16)
  let sizes = RecentValues<List.ID, FeedSize>(capacity: 1024)
  let lookedThroughKeys = RecentValues<List.ID, [UInt8]>(capacity: 1024)
  private let watcher = Mutex<FileWatcher?>(nil)

  /// Opens the store in a file, which is created if the configuration says so.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)`` when the path is not valid;
  ///   ``ListStoreError/noSuchFile(path:)``, ``ListStoreError/noSuchFolder(path:)``,
  ///   ``ListStoreError/readOnly(path:)``, ``ListStoreError/diskFull(path:)``;
  ///   ``ListStoreError/notAListStore(path:reason:)`` also when a file beside it is not its own,
  ///   ``ListStoreError/newerFormat(path:format:supported:)``, ``ListStoreError/corrupted(reason:)``
  ///   when the file was emptied or is damaged; ``ListStoreError/busy(path:timeout:holder:)``,
  ///   ``ListStoreError/fileReplaced(path:)`` when the file is replaced meanwhile;
  ///   ``ListStoreError/outOfMemory(path:)``, and ``ListStoreError/database(reason:)`` for other
  ///   errors of SQLite.
  public init(path: String, configuration: Configuration = Configuration()) throws {
    database = try StoreDatabase(path: path, configuration: configuration)
  }

  init(database: StoreDatabase) {
    self.database = database
  }

  /// Opens an empty store in memory, which lives as long as the returned value.
  ///
  /// - Throws: ``ListStoreError/database(reason:)`` when SQLite cannot be set up.
  public static func inMemory(configuration: Configuration = Configuration()) throws -> ListStore {
    ListStore(database: try StoreDatabase(inMemory: configuration))
  }
}

extension ListStore {
  /// Moves the whole write-ahead log into the database and empties it.
  ///
  /// Commits do so by themselves when the log has grown to ``Configuration/checkpointThreshold``;
  /// call this before a file is copied, or to keep the log small. In a database of the caller's, the
  /// caller's own transactions that commit no list do not move the log.
  ///
  /// - Parameter budget: How long to wait for commits of other processes, and for readers that began
  ///   earlier; as long as the configuration says if `nil`.
  /// - Returns: Whether the whole log was moved; readers that began earlier can prevent that.
  /// - Throws: ``ListStoreError``.
  @discardableResult
  public func checkpoint(waiting budget: Duration? = nil) throws -> Bool {
    try database.checkpoint(waiting: budget)
  }
}

// MARK: - Reading

extension ListStore {
  /// Returns all lists, ordered by the bytes of their names.
  ///
  /// - Throws: ``ListStoreError``.
  public func lists() throws -> [ListInfo] {
    try database.read { try ListRows.all(in: $0).map(\.info) }
  }

  /// Returns the lists in the store, ordered by name, each with the token of its head.
  package func listsAndTokens() throws -> [(list: ListInfo, token: CursorToken)] {
    try database.read { try ListRows.all(in: $0).map { ($0.info, $0.token) } }
  }

  /// Returns what is known about a list without reading it.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  public func info(of list: List.ID) throws -> ListInfo {
    try database.read { try ListRows.require(list, in: $0).info }
  }

  /// Reads the list at a version, or at the head.
  ///
  /// Any retained version is available; reading one far from both ends replays the changes from the
  /// nearer end.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)`` or
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  public func snapshot(of list: List.ID, at version: Int? = nil) throws -> Snapshot {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      return try TimeTravel(database: database, head: head).snapshot(at: version ?? head.version)
    }
  }

  /// Calls `body` with each change after a version and the snapshot it leads to, oldest first.
  ///
  /// Reading many versions this way costs no more than one change for each.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version before the first one; 0 for the empty list.
  ///   - last: The last version wanted; the head if `nil`.
  ///   - body: Called outside of any transaction: it may use the store.
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` or
  ///   ``ListStoreError/corrupted(reason:)``, and what `body` throws.
  public func walk(
    _ list: List.ID,
    after version: Int = 0,
    through last: Int? = nil,
    _ body: (Change, Snapshot) throws -> Void
  ) throws {
    let last = try last ?? info(of: list).version
    let start = try snapshot(of: list, at: version)
    var replica = try Replica(of: list, version: version, list: start.list)
    repeat {
      let page = try page(of: list, after: replica.version, through: last, limit: 64)
      for change in page {
        do {
          try replica.apply(change)
        } catch {
          throw ListStoreError.corrupted(reason: "list \"\(list)\", \(error)")
        }
        try body(
          change,
          Snapshot(
            id: list,
            version: replica.version,
            fingerprint: replica.fingerprint,
            list: replica.list
          )
        )
      }
    } while replica.version < last
  }

  /// Returns the changes that made the versions after `version`, oldest first.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version the caller has; 0 for none.
  ///   - last: The last version wanted; the head if `nil`.
  ///   - limit: The most changes to return.
  /// - Returns: The changes, without gaps.
  /// - Throws: ``ListStoreError/unknownList(_:)`` or
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` when `version` or `last` does not exist.
  public func changes(
    of list: List.ID,
    after version: Int = 0,
    through last: Int? = nil,
    limit: Int? = nil
  ) throws -> [Change] {
    try readLog(of: list, after: version, through: last) { log, last in
      try log.changes(after: version, through: last, limit: limit ?? Int.max)
    }
  }

  /// Returns the next changes after a version, oldest first, up to a damaged one.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version the caller has; 0 for none.
  ///   - last: The last version wanted; the head if `nil`.
  ///   - limit: The most changes to return.
  ///   - contents: What is held of the contents of cells.
  /// - Returns: The changes, without gaps.
  /// - Throws: As ``changes(of:after:through:limit:)``; damage only if the first change is damaged.
  package func page(
    of list: List.ID,
    after version: Int,
    through last: Int? = nil,
    limit: Int,
    contents: Changeset.HeldContents = .whole
  ) throws -> [Change] {
    try readLog(of: list, after: version, through: last) { log, last in
      var log = log
      log.contents = contents
      return try log.page(after: version, through: last, limit: limit)
    }
  }

  private func readLog(
    of list: List.ID,
    after version: Int,
    through last: Int?,
    _ read: (ChangeLog, _ last: Int) throws -> [Change]
  ) throws -> [Change] {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      try head.require(version)
      try head.require(last ?? head.version)
      return try read(ChangeLog(database: database, head: head), last ?? head.version)
    }
  }

  /// Returns one change that leads from one version to another, forwards or backwards.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)`` or
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  public func change(of list: List.ID, from source: Int, to target: Int) throws -> Change {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      return try TimeTravel(database: database, head: head).change(from: source, to: target)
    }
  }

  /// Returns the change that a refused commit has missed: from the version it expected to the head.
  ///
  /// With it, a caller can rebase by itself; a ``Proposal`` that rebases does it all at once.
  ///
  /// ```swift
  /// do {
  ///   try store.commit(list, to: "home", options: CommitOptions(expecting: .version(shown)))
  /// } catch let refusal as ListStoreError {
  ///   let missed = try store.change(since: refusal)
  /// }
  /// ```
  ///
  /// - Parameter refusal: A ``ListStoreError/versionMismatch(list:expected:head:fingerprint:)``.
  /// - Returns: The change, composed of those between; its parent is the version that was expected,
  ///   its version and fingerprint are those to expect next.
  /// - Throws: `refusal` itself, when it is another error;
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` when the list never had the expected
  ///   version, or does not retain it.
  /// - Complexity: O(K log K) for the K operations between; no list is read.
  public func change(since refusal: ListStoreError) throws -> Change {
    guard case .versionMismatch(let list, let expected, let head, _) = refusal else {
      throw refusal
    }
    return try change(of: list, from: expected, to: head)
  }

  /// Returns a feed of the changes after a version, and then of each new one as it is committed.
  ///
  /// The feed reads the stored log; commits in this and other processes only wake it. It is never
  /// ahead and has no gaps; a slow consumer is only late. It ends when its task is cancelled.
  ///
  /// A version number does not tell whether the list was restored from a backup since. A consumer
  /// that must go on after the store is closed keeps a token, and starts there.
  ///
  /// - Parameters:
  ///   - list: The name of the list; it need not exist yet.
  ///   - version: The version the consumer has; 0 for none.
  /// - Returns: An endless sequence, which any number of tasks may iterate.
  public func feed(of list: List.ID, after version: Int = 0) -> ListFeed {
    ListFeed(store: self, list: list, start: .version(version))
  }

  /// Returns a feed of the changes after a token, and then of each new one as it is committed.
  ///
  /// ``ListFeed/Iterator/token`` is the token to go on from later.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - token: The token of the consumer.
  /// - Returns: An endless sequence, which any number of tasks may iterate. It throws
  ///   ``ListFeedError/resync(_:of:next:)`` when it cannot go on without a gap.
  public func feed(of list: List.ID, after token: CursorToken) -> ListFeed {
    ListFeed(store: self, list: list, start: .token(token))
  }

  /// Starts watching for commits of other processes, once.
  ///
  /// It watches the lock's file, not the write-ahead log: the log is written *before* its commit
  /// becomes visible, the lock's file is touched after it. A waiting feed also has to notice when the
  /// database itself is deleted or replaced.
  func watchOtherProcesses() {
    guard !database.isInMemory else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      let path = database.path
      watcher = FileWatcher(path: path + "-lock", orReplacementOf: path) { [signal] in
        signal.notify()
      }
    }
  }
}

extension ListRows.Head {
  /// Checks that a version is retained.
  package func require(_ version: Int) throws {
    guard version >= floor, version <= self.version else {
      throw ListStoreError.unknownVersion(version, list: id, available: floor...self.version)
    }
  }

  var info: ListInfo {
    ListInfo(id: id, version: version, fingerprint: fingerprint)
  }
}
