package import GRDB
package import ListDiff
public import ListModel
import Synchronization

extension ListStore {
  /// How much of the past of each list a store keeps.
  ///
  /// A change stays as long as any one of these holds: it is among the newest ``versions``; it is
  /// younger than ``age``; a named consumer has yet to read it. But above ``byteLimit`` the oldest
  /// always go: a consumer that is left behind that far is told so, see ``CatchUp``.
  public struct Retention: Hashable, Sendable {
    /// The number of changes that are kept in any case: 10,000.
    ///
    /// As many versions can be read besides the newest.
    public var versions = 10_000
    /// How long changes are kept in any case: a week.
    public var age = Duration.seconds(7 * 24 * 3600)
    /// The most bytes of changes of a list, and of spans of them: 1 GiB.
    public var byteLimit = 1 << 30

    /// Keeps 10,000 changes and a week, up to 1 GiB.
    public init() {}

    /// Keeps everything.
    public static var unlimited: Retention {
      var retention = Retention()
      retention.versions = .max
      retention.byteLimit = .max
      return retention
    }
  }
}

/// The changes of a list that a compaction would remove, or has removed.
public struct CompactionPreview: Equatable, Sendable {
  /// The list.
  public var list: List.ID
  /// The oldest version that can be read afterwards.
  public var oldestVersion: Int
  /// The number of changes that go.
  public var removedVersions: Int
  /// The number of bytes their bodies have.
  package var removedBytes: Int
  /// The named consumers that have not read all of them, in order: they would have to read the list
  /// again.
  public var consumersLeftBehind: [String]
}

extension ListStore {
  /// Returns the oldest version of a list that can be read; 0 as long as nothing was removed.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  public func oldestVersion(of list: List.ID) throws -> Int {
    try database.read { try ListRows.require(list, in: $0).floor }
  }

  /// Returns the change that made the oldest version that can be read; `nil` when nothing was
  /// removed.
  ///
  /// The version it starts from cannot be read any more. In a store where the list began with this
  /// version, the change leads there from the empty list.
  package func oldestChange(of list: List.ID) throws -> Change? {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      guard head.floor > 0 else { return nil }
      return try ChangeLog(database: database, head: head)
        .changes(after: head.floor - 1, through: head.floor, limit: 1).first
    }
  }

  /// Removes some versions of a list, in one transaction.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - retention: What to keep.
  ///   - lastWrite: When the store was written to before the first removal, if that is known.
  ///   - limit: The most versions that are removed.
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  /// - Returns: What was removed; `nil` for nothing.
  /// - Throws: ``ListStoreError``.
  package func trim(
    _ list: List.ID,
    _ retention: Retention,
    _ lastWrite: Int64?,
    atMost limit: Int = Trimming.longestStep,
    waiting timeout: Duration? = nil
  ) throws -> CompactionPreview? {
    if !database.hasManyReaders {
      // Counting may take long, so it is done while others commit; mostly, there is nothing to do.
      let (isDue, size) = try database.read { database in
        var trimming = try trimming(list, retention, lastWrite, atMost: limit, in: database)
        return (try trimming.isDue(), trimming.size)
      }
      if let size { sizes.set(size, for: list) }
      guard isDue else { return nil }
    }
    let (removed, size) = try database.write(waiting: timeout) { database in
      var trimming = try trimming(list, retention, lastWrite, atMost: limit, in: database)
      return (try trimming.trim(), trimming.size)
    }
    if let size { sizes.set(size, for: list) }
    guard let removed else { return nil }
    let (versions, bytes) = (removed.removedVersions, removed.removedBytes)
    database.report(.compacted(list: list, versions: versions, bytes: bytes))
    return removed
  }

  /// Prepares a removal of versions.
  package func trimming(
    _ list: List.ID,
    _ retention: Retention,
    _ lastWrite: Int64?,
    atMost limit: Int = Trimming.longestStep,
    in database: Database
  ) throws -> Trimming {
    Trimming(
      database: database,
      head: try ListRows.require(list, in: database),
      retention: retention,
      limit: limit,
      now: self.database.milliseconds,
      lastWrite: lastWrite,
      size: sizes[list]
    )
  }

  /// The number of versions after which a list is looked at again.
  static let compactionInterval = 512

  /// Keeps a list that was just committed within its retention, and makes spans of its versions.
  ///
  /// The commit has succeeded: work that fails, or would have to wait for readers or for a process
  /// that keeps the lock, is done another time.
  func keepUp(after commit: Commit) {
    guard mustKeepUp(after: commit) else { return }
    reportingFailure(for: commit.list) {
      guard commit.version.isMultiple(of: Self.compactionInterval) else { return }
      let patience = database.upkeepPatience
      let removed = try trim(
        commit.list,
        database.retention,
        database.lastWrite,
        waiting: patience
      )
      if removed != nil { try forgetSomeKeys(of: commit.list) }
    }
    reportingFailure(for: commit.list) {
      if !database.hasManyReaders { try makeSpansIfDue(after: commit) }
    }
  }

  private func reportingFailure(for list: List.ID, _ work: () throws -> Void) {
    do {
      try work()
    } catch ListStoreError.busy {
      // The next commits try again; a lock of another writer is no failure.
      database.vainUpkeepCount.add(1, ordering: .relaxed)
    } catch {
      database.report(.upkeepFailed(list: list, error))
    }
  }

  /// Returns whether there is something to do after a commit.
  func mustKeepUp(after commit: Commit) -> Bool {
    let interval = min(Self.compactionInterval, database.configuration.spanLengths.shortest)
    return commit.outcome == .committed && commit.version.isMultiple(of: interval)
  }
}
