import Foundation
import GRDB

extension StoreDatabase {
  /// How much of the past the store keeps.
  var retention: ListStore.Retention { configuration.retention }

  /// The time in milliseconds since 1970, limited to the times that can be stored.
  var milliseconds: Int64 {
    let now = configuration.now().timeIntervalSince1970
    // Half of the largest time of a consumer: leases are added to it.
    let limit = Double(1 << 52)
    return now.isNaN ? 0 : Int64(min(max(now * 1000, -limit), limit).rounded())
  }

  /// The time of the last write to the store, in milliseconds since 1970, as the lock's file has it;
  /// `nil` when it is not known.
  ///
  /// That is the system's time: it is not known by a clock that is a minute or more off.
  var lastWrite: Int64? {
    let now = milliseconds
    guard let time = lock?.announced, abs(now - Int64(Date().timeIntervalSince1970 * 1000)) < 60_000
    else { return nil }
    return time <= now ? time : nil
  }

  /// Sets the time of the lock's file to now if it is in the future: a clock was ahead then, or is
  /// behind now.
  ///
  /// If it was ahead, the versions of that time begin to age now.
  func noteWriteOfFuture() {
    if let time = lock?.announced, time > milliseconds { lock?.announce() }
  }

  /// Copies everything, as it is at the moment the copy begins.
  ///
  /// One read transaction lasts as long as the copy: without it, SQLite's backup begins again after
  /// each commit of another connection (sqlite.org, *Online Backup API*), and never ends if commits
  /// come faster than a copy is made. Others commit meanwhile; the write-ahead log is moved, but not
  /// restarted, until the copy is made.
  ///
  /// - Throws: SQLite's own error when there is no room for the copy.
  func copy(to queue: DatabaseQueue, _ progress: (CopyProgress) -> Void) throws {
    try read { source in
      // A transaction begins when it first reads.
      try SQLStatement("PRAGMA schema_version", in: source).run()
      do {
        try queue.writeWithoutTransaction { copy in
          try withoutActuallyEscaping(progress) { progress in
            try source.backup(to: copy, pagesPerStep: 1024) { step in
              progress(CopyProgress(completed: step.completedPageCount, total: step.totalPageCount))
            }
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
        throw CallerError(error: error)
      }
    }
  }

  /// Begins a new epoch: it tells all readers that this store was made from a copy, or by a repair,
  /// and may lack what they have read.
  ///
  /// - Parameters:
  ///   - database: A connection that may write.
  ///   - earlier: An epoch of another file that the new one must follow: 0 for none.
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there is no next epoch.
  static func beginEpoch(_ database: Database, after earlier: Int = 0) throws {
    guard let last = try lastEpoch(database), last < StoreRules.lastEpoch else {
      throw ListStoreError.corrupted(reason: "it has an epoch after which there is no other")
    }
    try database.execute(
      sql: """
        UPDATE liststore SET epoch = max(epoch, :earlier) + 1;
        UPDATE liststore_list SET epoch = max(epoch, :earlier) + 1;
        """,
      arguments: ["earlier": earlier]
    )
  }

  /// Returns the newest epoch of a store and its lists, without values that are no integers.
  static func lastEpoch(_ database: Database) throws -> Int? {
    try Int.fetchOne(
      database,
      sql: """
        SELECT max(epoch) FROM (SELECT epoch FROM liststore UNION SELECT epoch FROM liststore_list)
        WHERE typeof(epoch) = 'integer'
        """
    )
  }

  /// Checks the structure and all checksums of a copy, which readers trust.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireSound(_ copy: DatabaseQueue) throws {
    let report: VerificationReport = try Damage.outlasted { report in
      try copy.read { database in
        let verification = Verification(database: database, depth: .sums)
        try verification.run { _ in }
        report = verification.report
      }
    }
    guard let first = report.problems.first else { return }
    let others = report.problems.count - 1
    throw ListStoreError.corrupted(
      reason: "\(first)" + (others > 0 ? "; and \(others) more problems" : "")
    )
  }

  /// Returns the size of the file, or the size it will have when used pages in the log are moved into
  /// it.
  ///
  /// Free pages that are only in the log do not count: opening a file leaves one there.
  func lastingByteCount() throws -> Int {
    var status = stat()
    let size = stat(path, &status) == 0 ? Int(status.st_size) : .max
    return try read { database in
      let total = try Self.byteCount(database)
      let free = try Self.byteCount(database, "freelist_count")
      return max(total - free, min(size, total))
    }
  }

  static func byteCount(
    _ database: Database,
    _ pages: String = "page_count"
  ) throws -> Int {
    let count = try Int.fetchOne(database, sql: "PRAGMA \(pages)") ?? 0
    return try count * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }

  /// Gives free pages at the end of the file back, some at a time, and empties the write-ahead log.
  ///
  /// - Returns: The size of the file in bytes.
  func releaseFreePages() throws -> Int {
    try requireWritable()
    var step = StepLength(1024)
    while try read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > 0 {
      let size = try read { try Self.byteCount($0) }
      try step.take { count in
        try write { try $0.execute(sql: "PRAGMA incremental_vacuum(\(count))") }
      }
      // A file that was made without incremental vacuum stays as it is.
      if try read({ try Self.byteCount($0) }) == size { break }
    }
    try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile(database)
        // The file itself shrinks when the log moves into it, unless readers need the old pages.
        if lock != nil { giveLogBack(database) }
      }
    }
    return try read { try Self.byteCount($0) }
  }
}
