package import GRDB
import GRDBSQLite
import Synchronization

extension StoreDatabase {
  /// Reads from one consistent state of the database.
  ///
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)`` when its owner has only one
  ///   connection, with an open transaction: the writes of that may still be undone.
  package func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    // A pool has other connections for readers.
    if connections.writer is DatabaseQueue { try requireOutside() }
    try requireOpen()
    try requireSameFile()
    readerCount.add(1, ordering: .relaxed)
    defer { readerCount.subtract(1, ordering: .relaxed) }
    let result = Result {
      try translating {
        try consistently { database in
          if isShared, database.isWriting {
            throw ownersTransactionIsOpen
          }
          return try work(database)
        }
      }
    }
    // The store may have been closed before the read's turn came.
    if case .failure = result { try requireOpen() }
    // If the file has changed meanwhile, the result may mix several states, or seem damaged.
    try requireFrozen()
    return try result.get()
  }

  /// Checks that a file that is read as immutable has not changed.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireFrozen() throws {
    if let frozen, !frozen.isUnchanged { throw ListStoreError.fileReplaced(path: path) }
  }

  /// Reads in a transaction: in the caller's, if the caller already reads from the pool.
  private func consistently<Value>(_ work: (Database) throws -> Value) throws -> Value {
    if case .memory(let queue) = connections {
      // No other caller can write meanwhile. GRDB's `read` switches `PRAGMA query_only`, after which SQLite
      // prepares all statements again.
      return try Damage.outlasted { value in try queue.unsafeRead { value = try work($0) } }
    }
    guard let pool = connections.writer as? DatabasePool else {
      return try Damage.outlasted { value in
        try connections.writer.read { value = try work($0) }
      }
    }
    // Inside of a read, `read` ends the process.
    let value: Value? = try pool.unsafeReentrantRead { database in
      // Inside of a write, this is the writer's connection, whose writes may be undone.
      guard sqlite3_db_readonly(database.sqliteConnection, "main") == 1 else { return nil }
      if database.isInsideTransaction { return try work(database) }
      var value: Value?
      try database.inTransaction(.deferred) {
        // A transaction sees the state at its first read, and nothing later.
        try SQLStatement("PRAGMA schema_version", in: database).run()
        value = try work(database)
        // After damage that `work` has handled, SQLite does not let a transaction be committed; see
        // `Damage.outlasted`.
        return .rollback
      }
      return value
    }
    return try value ?? Damage.outlasted { value in try pool.read { value = try work($0) } }
  }

  /// Whether all connections for reading are in use, so that the next read has to wait.
  var hasManyReaders: Bool {
    guard let pool = connections.writer as? DatabasePool else { return false }
    return readerCount.load(ordering: .relaxed) >= pool.configuration.maximumReaderCount
  }
}
