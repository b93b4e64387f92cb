import GRDB
import ListStorage

extension StoreDatabase {
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
  /// - Throws: `ListStoreError.corrupted(reason:)` when there is no next epoch.
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
  /// - Throws: `ListStoreError.corrupted(reason:)`.
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
}
