import Foundation
import GRDB
import GRDBSQLite
import ListSystem

// Files that were deleted, replaced or emptied under an open store.
//
// 1. The path leads to another file than the database, or to none: nothing is read or written any
//    more.
// 2. The database was emptied in place: the same, and the write-ahead log is not moved into it.
// 3. The log or its index is gone, and no process has made another: the store moves its commits into the
//    database, then refuses.
// 4. The log or its index is gone, and others may have made another: the log is left alone, since
//    SQLite would move it over their writes when the connection is closed.
// 5. The lock cannot be taken: as 3 if its file was deleted too, since no process can hold it then;
//    otherwise as 4.
// 6. The log was emptied or cut: its index says that it has more. What was cut off is lost, and no
//    commit is appended behind the gap, nor is what is left moved into the database, which would then
//    have pages of different moments.
// 7. The connection is closed while one of these holds: `leaveLostLog` does the same a last time.
//
// The owner of a shared database may stop using a log one day, and moves the log itself.

extension StoreDatabase {
  /// Checks that the paths still lead to the files that were opened, and that these were not emptied.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile() throws {
    if let file, !file.isDatabase { throw ListStoreError.fileReplaced(path: path) }
    try requireFrozen()
    // The owner of a database may stop using a log one day.
    if !isShared, let lost = lostWALFile { throw ListStoreError.fileReplaced(path: lost.path) }
  }

  /// Checks the same before anything is written; the caller holds the lock.
  ///
  /// If the log is gone and no process has made another, its commits are moved into the database, where
  /// they are not lost when this process ends.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile(_ database: Database) throws {
    if let file, !file.isDatabase {
      // The log has the commits since it was last moved; closing must not move them into this file.
      if !isShared, file.isThere { list_sqlite_keep_log(database.sqliteConnection) }
      throw ListStoreError.fileReplaced(path: path)
    }
    guard !walFiles.isEmpty else { return }
    if let lost = lostWALFile {
      guard !isShared || database.hasWAL else { return }
      leaveWAL(database)
      throw ListStoreError.fileReplaced(path: lost.path)
    }
    guard let cut = database.cutLog(of: path), !isShared || database.hasWAL else { return }
    // What was cut off is in the database by now; SQLite goes on at the beginning of the log.
    if cut.isMoved, !database.isInsideTransaction, (try? moveWAL(database, "TRUNCATE")) != nil,
      database.cutLog(of: path) == nil
    {
      return
    }
    list_sqlite_keep_log(database.sqliteConnection)
    throw ListStoreError.fileReplaced(path: path + "-wal")
  }
}

extension StoreDatabase {
  static func logFiles(of path: String) -> [OpenFile] {
    ["-wal", "-shm"].compactMap { OpenFile(path: path + $0) }
  }

  var lostWALFile: OpenFile? { walFiles.first { !$0.isThere } }

  /// Whether no process can have committed to another log: opening a store puts content into its log.
  var nobodyHasGoneOn: Bool {
    let lost = walFiles.filter { !$0.isThere }
    guard let wal = lost.first(where: { $0.path.hasSuffix("-wal") }) else {
      // Others may have found the log, and made another index for it.
      return lost.allSatisfy(\.isMissing)
    }
    return wal.isMissing || FileIdentity.isEmpty(wal.path)
  }

  /// Moves the log into the database if no other process can have made another, and from then on leaves it
  /// alone: when the connection is closed, SQLite would move it over what others have written by
  /// then, and delete the log it finds.
  ///
  /// The caller holds the lock, or no process can.
  func leaveWAL(_ database: Database) {
    let isOurs = nobodyHasGoneOn
    if isOurs, !database.isInsideTransaction { _ = try? moveWAL(database, "PASSIVE") }
    // The owner's later writes are moved when the owner closes the database.
    if !isShared || !isOurs { list_sqlite_keep_log(database.sqliteConnection) }
  }

  /// Handles a lost log, or an emptied database, before the connection is closed.
  func leaveLostLog() {
    guard !isShared, let file, file.isThere else { return }
    let isEmptied = !file.isDatabase
    guard isEmptied || !walFiles.isEmpty else { return }
    // The last reference may end inside of a write.
    connections.writer.unsafeReentrantWrite { database in
      // The connection may be closed already.
      guard database.sqliteConnection != nil else { return }
      let isCut = lostWALFile == nil && database.cutLog(of: path)?.isMoved == false
      guard !isEmptied, !isCut else {
        return list_sqlite_keep_log(database.sqliteConnection)
      }
      guard lostWALFile != nil else { return }
      do {
        try withLock(timeout: .zero) { leaveWAL(database) }
      } catch {
        leaveWALWithoutLock(database)
      }
    }
  }

  /// Handles a lost log when the lock cannot be taken: if its file was deleted too, no process holds it,
  /// because a process that opens the store first makes a new one.
  func leaveWALWithoutLock(_ database: Database) {
    if lock?.isMissing == true, file?.isThere == true {
      leaveWAL(database)
    } else if !isShared {
      list_sqlite_keep_log(database.sqliteConnection)
    }
  }
}

extension Database {
  /// Whether the journal is a write-ahead log.
  var hasWAL: Bool {
    (try? String.fetchOne(self, sql: "PRAGMA journal_mode")) == "wal"
  }

  /// A write-ahead log that is shorter than what was committed to it.
  struct CutLog: Equatable {
    /// The length it should have.
    let byteCount: Int
    /// Whether all of it was moved into the database before, so that nothing is lost.
    let isMoved: Bool
  }

  /// Returns whether the log of a database, which this connection has read, was cut.
  ///
  /// A program that shares the database without the store's lock may empty the log properly meanwhile;
  /// its index says so first.
  func cutLog(of path: String) -> CutLog? {
    func expected() -> CutLog {
      var isMoved: Int32 = 0
      let length = list_sqlite_log_length(sqliteConnection, &isMoved)
      return CutLog(byteCount: Int(length), isMoved: isMoved != 0)
    }
    let log = expected()
    guard log.byteCount > 0, FileIdentity.byteCount(path + "-wal") ?? .max < log.byteCount,
      expected() == log
    else { return nil }
    return log
  }
}
