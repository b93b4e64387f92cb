import GRDB
import Synchronization

/// Makes sure that a commit that was reported as failed never appears.
///
/// When the device fails during COMMIT, SQLite reports an error and no connection sees the
/// transaction. But its frames may stand in the write-ahead log, complete, behind the end that
/// connections know: the next recovery finds them and makes the transaction appear. So one more
/// commit is written over them, with the device waited for; when that has succeeded, the failed
/// one is known not to have happened. Until then its outcome is unknown, and nothing else may be
/// committed.
final class CommitFence: Sendable {
  /// Why the fence is up; `nil` while it is down.
  private let failure = Mutex<String?>(nil)

  /// Whether an error of COMMIT leaves open what becomes of the transaction.
  static func isNeeded(after error: DatabaseError) -> Bool {
    switch error.resultCode {
    // Found out before anything is written; GRDB says ABORT when the transaction has ended already.
    case .SQLITE_BUSY, .SQLITE_CONSTRAINT, .SQLITE_ABORT: false
    // Found out by a write, so that the last one, which would make the transaction complete, never
    // came.
    case .SQLITE_FULL: false
    default: true
    }
  }

  /// Puts up the fence and tries to take it down again.
  ///
  /// - Throws: ``ListStoreError/outcomeUnknown(key:reason:)`` when it stays.
  func raise(after error: DatabaseError, key: String?, in database: Database) throws {
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

  /// Commits a transaction that changes a page and leaves everything as it was.
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
