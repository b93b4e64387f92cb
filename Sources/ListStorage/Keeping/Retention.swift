import GRDB
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

/// The result of a compaction.
public struct CompactionReport: Equatable, Sendable {
  /// The number of changes that are gone.
  public var removedVersions = 0
  /// The number of bytes their bodies had.
  package var removedBytes = 0
  /// The number of bytes the file became smaller by.
  public var releasedBytes = 0
  /// The number of spans that were made, to read many versions quickly.
  package var spans = 0
  /// Whether versions that say they are out of age were kept, because their ages are in doubt.
  ///
  /// The last commit says that it is out of age, too, and the store was written to since: the clock of
  /// who committed may have been behind.
  public var isAgeInDoubt = false
  /// Why not everything was done: the first obstacle, such as a full disk or a damaged list.
  ///
  /// Everything that the report counts has been done; `nil` when nothing is left to do.
  public var obstacle: ListStoreError?
  /// The lists that have lost changes, as a preview would have said it.
  public var lists: [CompactionPreview] = []

  /// Whether anything was changed.
  package var hasChanges: Bool { removedVersions > 0 || releasedBytes > 0 || spans > 0 }
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

extension CompactionReport {
  /// Counts what one step has removed of a list.
  fileprivate mutating func count(_ removed: CompactionPreview) {
    removedVersions += removed.removedVersions
    removedBytes += removed.removedBytes
    guard let last = lists.last, last.list == removed.list else { return lists.append(removed) }
    lists[lists.count - 1] = removed
    lists[lists.count - 1].removedVersions += last.removedVersions
    lists[lists.count - 1].removedBytes += last.removedBytes
  }

  /// Does a part of the work, and notes an error that concerns only this part.
  ///
  /// - Throws: Errors that concern other parts as well.
  fileprivate mutating func goingOn(_ part: (inout Self) throws -> Void) throws {
    do {
      try part(&self)
    } catch let error as ListStoreError {
      switch error {
      case .corrupted, .diskFull: obstacle = obstacle ?? error
      default: throw error
      }
    }
  }
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

  /// Removes the changes that the retention does not keep, and gives free pages back to the file
  /// system.
  ///
  /// Works in transactions of at most 1,000 versions, or of fewer when there is little room, see
  /// [docs/store.md](docs/store.md); others write in between. It also runs by itself, for one list
  /// and one such transaction, after every 512th version.
  ///
  /// Spans are made of the versions that stay, where commits have not done that, because it would
  /// have taken them too long, or where theirs are damaged. If ``Configuration/keepsSpans`` is off,
  /// all spans are removed.
  ///
  /// - Parameters:
  ///   - retention: What to keep; the store's own retention if `nil`.
  ///   - progress: Called after each transaction with the report so far.
  /// - Returns: The removed changes, and the obstacle to removing the rest; see
  ///   ``CompactionReport/obstacle``.
  /// - Throws: ``ListStoreError``, and then nothing was changed; the error of one list only after
  ///   the others have been looked at.
  @discardableResult
  public func compact(
    _ retention: Retention? = nil,
    progress: (CompactionReport) -> Void = { _ in }
  ) throws -> CompactionReport {
    try database.requireWritable()
    try database.requireOutside()
    let before = try database.lastingByteCount()
    // The compaction itself writes.
    let lastWrite = database.lastWrite
    var report = CompactionReport()
    do {
      for list in try database.read({ try ListRows.names(in: $0) }) {
        try report.goingOn { report in
          try compact(
            list.id,
            retention ?? database.retention,
            lastWrite,
            into: &report,
            progress
          )
        }
      }
      try report.goingOn { report in
        report.releasedBytes = try max(0, before - database.releaseFreePages())
      }
    } catch let error as ListStoreError {
      report.obstacle = error
    }
    if let obstacle = report.obstacle, !report.hasChanges { throw obstacle }
    database.noteWriteOfFuture()
    return report
  }

  /// Does the whole work of a compaction on one list.
  private func compact(
    _ list: List.ID,
    _ retention: Retention,
    _ lastWrite: Int64?,
    into report: inout CompactionReport,
    _ progress: (CompactionReport) -> Void
  ) throws {
    var step = StepLength(Trimming.longestStep)
    var removed = 0
    repeat {
      removed = try step.take { count in
        try compact(list, retention, lastWrite, atMost: count, into: &report)
      }
      if removed > 0 { progress(report) }
    } while removed == step.count
    try forgetAllKeys(of: list)
    guard database.configuration.keepsSpans else { return try removeSpans(of: list) }
    // When there is no room, spans would take the room that was made.
    if report.obstacle == nil { report.spans += try makeAllSpans(of: list) }
  }

  /// Returns what a compaction would remove now, and of which lists; changes nothing.
  ///
  /// - Parameter retention: What to keep; the store's own retention if `nil`.
  /// - Returns: The lists that would lose changes, ordered by the bytes of their names.
  /// - Throws: ``ListStoreError``; when a list is damaged, also if others could be compacted.
  /// - Complexity: As ``compact(_:progress:)``, without the removing.
  public func compactionPreview(_ retention: Retention? = nil) throws -> [CompactionPreview] {
    try database.read({ try ListRows.names(in: $0) }).compactMap { list in
      try database.read { database in
        try trimming(
          list.id,
          retention ?? self.database.retention,
          self.database.lastWrite,
          knowing: sizes[list.id],
          in: database
        ).preview()
      }
    }
  }

  /// Removes some versions of a list, in one transaction.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - retention: What to keep.
  ///   - lastWrite: When the store was written to before the compaction, if that is known.
  ///   - limit: The most versions that are removed.
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  ///   - report: The removed changes are added to it.
  /// - Returns: The number of removed versions.
  /// - Throws: ``ListStoreError``.
  private func compact(
    _ list: List.ID,
    _ retention: Retention,
    _ lastWrite: Int64?,
    atMost limit: Int = Trimming.longestStep,
    waiting timeout: Duration? = nil,
    into report: inout CompactionReport
  ) throws -> Int {
    var size = sizes[list]
    if !database.hasManyReaders {
      // Counting may take long, so it is done while others commit; mostly, there is nothing to do.
      let isDue = try database.read { database in
        var trimming = try trimming(
          list,
          retention,
          lastWrite,
          atMost: limit,
          knowing: size,
          in: database
        )
        defer { size = trimming.size }
        if try trimming.keepsForDoubt() { report.isAgeInDoubt = true }
        return try trimming.isDue()
      }
      guard isDue else {
        if let size { sizes.set(size, for: list) }
        return 0
      }
    }
    let (removed, rest) = try database.write(waiting: timeout) { database in
      var trimming = try trimming(
        list,
        retention,
        lastWrite,
        atMost: limit,
        knowing: size,
        in: database
      )
      return (try trimming.trim(), trimming.size)
    }
    if let rest { sizes.set(rest, for: list) }
    guard let removed else { return 0 }
    report.count(removed)
    let (versions, bytes) = (removed.removedVersions, removed.removedBytes)
    database.report(.compacted(list: list, versions: versions, bytes: bytes))
    return versions
  }

  private func trimming(
    _ list: List.ID,
    _ retention: Retention,
    _ lastWrite: Int64?,
    atMost limit: Int = Trimming.longestStep,
    knowing size: FeedSize?,
    in database: Database
  ) throws -> Trimming {
    Trimming(
      database: database,
      head: try ListRows.require(list, in: database),
      retention: retention,
      limit: limit,
      now: self.database.milliseconds,
      lastWrite: lastWrite,
      size: size
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
      var report = CompactionReport()
      let removed = try compact(
        commit.list,
        database.retention,
        database.lastWrite,
        waiting: database.upkeepPatience,
        into: &report
      )
      if removed > 0 { try forgetSomeKeys(of: commit.list) }
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
