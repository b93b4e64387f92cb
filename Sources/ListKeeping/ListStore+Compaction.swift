import ListModel
public import ListStorage

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
  /// Removes the changes that the retention does not keep, and gives free pages back to the file
  /// system.
  ///
  /// Works in transactions of at most 1,000 versions, or of fewer when there is little room, see
  /// [docs/store.md](docs/store.md); others write in between. It also runs by itself, for one list
  /// and one such transaction, after every 512th version.
  ///
  /// Spans are made of the versions that stay, where commits have not done that, because it would
  /// have taken them too long, or where theirs are damaged. If `Configuration.keepsSpans` is off,
  /// all spans are removed.
  ///
  /// - Parameters:
  ///   - retention: What to keep; the store's own retention if `nil`.
  ///   - progress: Called after each transaction with the report so far.
  /// - Returns: The removed changes, and the obstacle to removing the rest; see
  ///   ``CompactionReport/obstacle``.
  /// - Throws: `ListStoreError`, and then nothing was changed; the error of one list only after
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
    let isInDoubt = try database.read { database in
      try trimming(list, retention, lastWrite, in: database).keepsForDoubt()
    }
    if isInDoubt { report.isAgeInDoubt = true }
    var step = StepLength(Trimming.longestStep)
    var removed: CompactionPreview?
    repeat {
      removed = try step.take { try trim(list, retention, lastWrite, atMost: $0) }
      if let removed {
        report.count(removed)
        progress(report)
      }
    } while removed?.removedVersions == step.count
    try forgetAllKeys(of: list)
    guard database.configuration.keepsSpans else { return try removeSpans(of: list) }
    // When there is no room, spans would take the room that was made.
    if report.obstacle == nil { report.spans += try makeAllSpans(of: list) }
  }

  /// Returns what a compaction would remove now, and of which lists; changes nothing.
  ///
  /// - Parameter retention: What to keep; the store's own retention if `nil`.
  /// - Returns: The lists that would lose changes, ordered by the bytes of their names.
  /// - Throws: `ListStoreError`; when a list is damaged, also if others could be compacted.
  /// - Complexity: As `compact(_:progress:)`, without the removing.
  public func compactionPreview(_ retention: Retention? = nil) throws -> [CompactionPreview] {
    try database.read({ try ListRows.names(in: $0) }).compactMap { list in
      try database.read { database in
        try trimming(
          list.id,
          retention ?? self.database.retention,
          self.database.lastWrite,
          in: database
        ).preview()
      }
    }
  }
}
