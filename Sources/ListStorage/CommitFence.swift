import GRDB
import Synchronization

/// Makes sure that a commit that was reported as failed never appears.
///
/// When the device fails during COMMIT, SQLite reports an error and no connection sees the
/// transaction. But all of its frames may be in the write-ahead log, behind the end that connections
/// know: the next recovery finds them and makes the transaction appear. So the fence writes one more
/// commit over them and waits for the device. When that succeeds, the failed commit has not happened.
/// Until then its outcome is unknown, and nothing else may be committed.
final class CommitFence: Sendable {
  /// Why the fence is up; `nil` while it is down.
  private let failure = Mutex<String?>(nil)

  /// Returns whether the outcome of the transaction is unknown after an error of COMMIT.
  private static func isNeeded(after error: DatabaseError) -> Bool {
    switch error.resultCode {
    // SQLite finds these before it writes; GRDB reports ABORT when the transaction has already ended.
    case .SQLITE_BUSY, .SQLITE_CONSTRAINT, .SQLITE_ABORT: false
    // A write failed, so the last write, which would make the transaction complete, never came.
    case .SQLITE_FULL: false
    default: true
    }
  }

  /// Puts up the fence after a COMMIT that failed, unless its outcome is known, and tries to take it down
  /// again.
  ///
  /// - Throws: ``ListStoreError/outcomeUnknown(key:reason:)`` when the fence stays up.
  func raise(after error: any Error, key: String?, in database: Database) throws {
    guard let error = error as? DatabaseError, Self.isNeeded(after: error) else { return }
    failure.withLock { $0 = error.message ?? "\(error.extendedResultCode)" }
    try pass(key: key, in: database)
  }

  /// Takes down the fence, if it is up; the caller holds the inter-process lock.
  ///
  /// - Throws: ``ListStoreError/outcomeUnknown(key:reason:)`` when the device still fails.
  func pass(key: String?, in database: Database) throws {
    guard let reason = failure.withLock({ $0 }) else { return }
    do {
      try overwrite(in: database)
    } catch {
      throw ListStoreError.outcomeUnknown(key: key, reason: reason)
    }
    failure.withLock { $0 = nil }
  }

  /// Commits a transaction that writes a page and leaves every value as it was.
  private func overwrite(in database: Database) throws {
    if database.isInsideTransaction { try database.rollback() }
    let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 2
    try database.execute(sql: "PRAGMA synchronous = FULL")
    defer { try? database.execute(sql: "PRAGMA synchronous = \(synchronous)") }
    do {
      // SQLite does not write a page whose content stays the same.
      try database.execute(
        sql: """
          BEGIN IMMEDIATE;
          UPDATE liststore SET epoch = ~epoch;
          UPDATE liststore SET epoch = ~epoch;
          COMMIT;
          """
      )
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      throw error
    }
  }
}
