import Foundation
import GRDB

extension StoreDatabase {
  /// What the store keeps of the past.
  var retention: ListStore.Retention { configuration.retention }

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { Int64((configuration.now().timeIntervalSince1970 * 1000).rounded()) }

  /// Copies everything, as it is at one moment.
  func copy(to queue: DatabaseQueue, _ progress: (CopyProgress) -> Void) throws {
    try requireSameFile()
    try translating {
      try withoutActuallyEscaping(progress) { progress in
        try connections.writer.backup(to: queue, pagesPerStep: 1024) { step in
          progress(CopyProgress(completed: step.completedPageCount, total: step.totalPageCount))
        }
      }
    }
  }

  /// Gives free pages at the end of the file back, some at a time.
  ///
  /// - Returns: By how many bytes the file became smaller.
  func releaseFreePages() throws -> Int {
    try requireWritable()
    func fileBytes(_ database: Database) throws -> Int {
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      return try pages * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    let before = try read(fileBytes)
    while try read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > 0 {
      let size = try read(fileBytes)
      try write { try $0.execute(sql: "PRAGMA incremental_vacuum(1024)") }
      // A file that was made without room for this stays as it is.
      if try read(fileBytes) == size { break }
    }
    try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile()
        // The file itself shrinks when the log moves into it, unless readers need the old pages.
        if lock != nil { _ = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
      }
    }
    return try before - read(fileBytes)
  }
}
