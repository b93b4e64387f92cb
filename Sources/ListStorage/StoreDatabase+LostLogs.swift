import Foundation
import GRDB
import GRDBSQLite
import ListSystem

// Files that were deleted, replaced or emptied under an open store.
//
// 1. The database is another file, or none: nothing is read or written any more.
// 2. The database was emptied where it is: the same, and what is still in the log is not moved into it.
// 3. The log or its index is gone, and nobody has gone on without it: what was committed to it is moved
//    into the database, then the store refuses.
// 4. The log or its index is gone, and others may have another by now: the log is left alone, since
//    SQLite would move it over what they have written when the connection is closed.
// 5. The lock is not to be had: as 3 when it was deleted as well, since nobody can have it then;
//    otherwise as 4.
// 6. The connection is closed while one of these holds: `leaveLostLog` does the same a last time.
//
// The owner of a shared database may do without a log one day, and moves the log itself.

extension StoreDatabase {
  /// Checks that the paths still lead to the files that were opened, and that these were not emptied.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile() throws {
    if let file, !file.isDatabase { throw ListStoreError.fileReplaced(path: path) }
    try requireFrozen()
    // The owner of a database may do without a log one day.
    if !isShared, let lost = lostLogFile { throw ListStoreError.fileReplaced(path: lost.path) }
  }

  /// The same for the holder of the lock, before anything is written.
  ///
  /// A log that is only gone nobody else has missed yet: what was committed to it is moved into the
  /// database, where it is not lost when this process ends.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile(_ database: Database) throws {
    if let file, !file.isDatabase {
      // What was committed since the log was last moved is there, and is not to follow the file.
      if !isShared, file.isThere { list_sqlite_keep_log(database.sqliteConnection) }
      throw ListStoreError.fileReplaced(path: path)
    }
    guard let lost = lostLogFile, !isShared || database.hasLog else { return }
    leaveLog(database)
    throw ListStoreError.fileReplaced(path: lost.path)
  }
}

extension StoreDatabase {
  static func logFiles(of path: String) -> [OpenFile] {
    ["-wal", "-shm"].compactMap { OpenFile(path: path + $0) }
  }

  var lostLogFile: OpenFile? { log.first { !$0.isThere } }

  /// Whether nobody can have committed to another log: an opened store has content in its log.
  var nobodyHasGoneOn: Bool {
    let lost = log.filter { !$0.isThere }
    guard let wal = lost.first(where: { $0.path.hasSuffix("-wal") }) else {
      // Others may have found the log, and have another index to it.
      return lost.allSatisfy(\.isMissing)
    }
    return wal.isMissing || FileIdentity.isEmpty(wal.path)
  }

  /// Moves the log into the database as long as nobody else can have gone on without it, and from then
  /// on leaves it alone: SQLite would move it when the connection is closed, over what others have
  /// written by then, and delete the log it finds.
  ///
  /// The caller holds the lock, or nobody can.
  func leaveLog(_ database: Database) {
    let isOurs = nobodyHasGoneOn
    if isOurs, !database.isInsideTransaction { _ = try? moveLog(database, "PASSIVE") }
    // What an owner goes on to write is moved when the owner closes the database.
    if !isShared || !isOurs { list_sqlite_keep_log(database.sqliteConnection) }
  }

  /// Leaves a log that others do not find, before the connection is closed.
  func leaveLostLog() {
    guard !isShared, let file, file.isThere else { return }
    let isEmptied = !file.isDatabase
    guard isEmptied || lostLogFile != nil else { return }
    // The last reference may end inside of a write.
    connections.writer.unsafeReentrantWrite { database in
      // It may be closed by now.
      guard database.sqliteConnection != nil else { return }
      if isEmptied { return list_sqlite_keep_log(database.sqliteConnection) }
      do {
        try withLock(timeout: .zero) { leaveLog(database) }
      } catch {
        leaveLogWithoutLock(database)
      }
    }
  }

  /// Leaves the log when the lock is not to be had: nobody has it when it was deleted as well, as a process that
  /// opens the store makes a new one first.
  func leaveLogWithoutLock(_ database: Database) {
    if lock?.isMissing == true, file?.isThere == true {
      leaveLog(database)
    } else if !isShared {
      list_sqlite_keep_log(database.sqliteConnection)
    }
  }
}

extension Database {
  /// Whether the journal is a write-ahead log.
  var hasLog: Bool {
    (try? String.fetchOne(self, sql: "PRAGMA journal_mode")) == "wal"
  }
}
