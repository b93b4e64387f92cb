import Foundation
import GRDB
import GRDBSQLite
import ListSystem
import Synchronization

// Calls of the store from inside of a transaction, its own or that of the database's owner.
//
// 1. A closure of the store's own transaction calls the store: it would wait for itself, so
//    `requireOutside` refuses by the thread that writes.
// 2. A closure of the owner's write calls the store without the database it was given: it would wait
//    for that write, so `requireOutside` refuses by the owner's queue.
// 3. A read comes while the owner has a transaction open on its only connection: what that has written
//    may be undone, so the read is refused (`ownersTransactionIsOpen`). A pool has other connections.
// 4. A write finds a transaction that the owner has left open: it is refused the same way. One that the
//    store could not end itself is ended first (`endLeftTransaction`).
//
// A read from inside of a read of the owner's pool is none of these: it reads in that transaction.

extension StoreDatabase {
  /// Checks that this is not called by what the store calls inside of a transaction: it would wait
  /// for itself.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)``.
  func requireOutside() throws {
    // Only this thread can have stored its own number.
    guard writingThread.load(ordering: .relaxed) != UInt(pthread_self()) else {
      throw ListStoreError.invalidEdit(
        reason: "the store is used from inside of its own transaction; use the draft or the "
          + "database that the closure is given"
      )
    }
    guard ownersQueue == nil || ownersQueue != Self.currentQueue else {
      throw ListStoreError.invalidEdit(
        reason: "the store would wait for the write of its database's owner that it is called "
          + "from; use the calls that take the database the closure is given"
      )
    }
  }

  /// The dispatch queue the current thread works for, told by where its name is kept: each queue has a
  /// copy of its own.
  static var currentQueue: UInt { UInt(bitPattern: list_current_queue_name()) }

  var ownersTransactionIsOpen: ListStoreError {
    .unsuitableDatabase(
      path: path,
      reason: "its owner has begun a transaction on the writer, which is still open",
      remedy: "COMMIT or ROLLBACK first, or commit lists in that transaction"
    )
  }

  /// Rolls back a transaction of the store's own whose rollback failed before, for want of memory.
  ///
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)`` when it is the owner's.
  func endLeftTransaction(_ database: Database) throws {
    guard database.isInsideTransaction else { return }
    guard hasLeftTransaction.load(ordering: .relaxed) else {
      throw ownersTransactionIsOpen
    }
    try database.rollback()
  }
}

extension Database {
  /// Whether a transaction is open that has written, or has begun to be one that will.
  var isWriting: Bool { sqlite3_txn_state(sqliteConnection, "main") == SQLITE_TXN_WRITE }
}
