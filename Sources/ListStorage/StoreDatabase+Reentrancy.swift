import Foundation
import GRDB
import GRDBSQLite
import ListSystem
import Synchronization

// Calls of the store from inside of a transaction, its own or that of the database's owner.
//
// 1. A closure of the store's own transaction calls the store: it would wait for itself, so
//    `requireOutside` recognises the writing thread and refuses.
// 2. A closure of the owner's write calls the store without the database it was given: it would wait
//    for that write, so `requireOutside` recognises the owner's queue and refuses.
// 3. A read comes while the owner has a transaction open on its only connection: the writes of that
//    may be undone, so the read is refused (`ownersTransactionIsOpen`). A pool has other connections.
// 4. A write finds a transaction that the owner has left open: the write is refused the same way. A
//    transaction that the store could not end itself is ended first (`endLeftTransaction`).
//
// A read from inside of a read of the owner's pool is allowed: it reads in that transaction.

extension StoreDatabase {
  /// Checks that the call does not come from a closure inside of a transaction: it would wait for
  /// itself.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)``.
  package func requireOutside() throws {
    // Only this thread can have stored its own number.
    guard writingThread.load(ordering: .relaxed) != UInt(list_current_thread()) else {
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

  /// The dispatch queue of the current thread, told by the address of its name: each queue has a copy
  /// of its own.
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
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)`` when the transaction is the
  ///   owner's.
  func endLeftTransaction(_ database: Database) throws {
    guard database.isInsideTransaction else { return }
    guard hasLeftTransaction.load(ordering: .relaxed) else {
      throw ownersTransactionIsOpen
    }
    try database.rollback()
  }
}

extension Database {
  /// Whether a write transaction is open, even if it has written nothing yet.
  var isWriting: Bool { sqlite3_txn_state(sqliteConnection, "main") == SQLITE_TXN_WRITE }
}
