import Foundation
import GRDB

/// The rollback journal of a process that was killed while it wrote to a database.
///
/// The store's own transactions are in a write-ahead log. But the first write to a backup, or to a store
/// of an older format, sets that up in a transaction with a rollback journal. If its process is killed,
/// the journal says how to undo it, which every reader must do first (sqlite.org, *Atomic Commit In
/// SQLite*, "Hot Rollback Journals"); a connection that may only read cannot.
struct LeftJournal {
  private let path: String

  init(of path: String) {
    self.path = path
  }

  /// Whether there is a journal, which may have to be undone.
  var isThere: Bool { FileIdentity.hasContent(path + "-journal") }

  /// Undoes the transaction, unless another process has done so.
  ///
  /// SQLite's locks keep all others away meanwhile. A journal whose process still writes is left alone.
  ///
  /// - Throws: ``ListStoreError/cannotOpen(path:reason:)`` when this process may not write the database,
  ///   and SQLite's errors.
  func undo(waiting timeout: Duration) throws {
    guard access(path, W_OK) == 0, access(FilePath.folder(of: path), W_OK) == 0 else {
      throw cannotBeUndone
    }
    var settings = Configuration()
    settings.busyMode = .timeout(timeout.sqliteTimeout)
    let queue = try DatabaseQueue(path: FilePath.forSQLite(path), configuration: settings)
    try queue.read { try SQLStatement("SELECT count(*) FROM sqlite_master", in: $0).run() }
    try queue.close()
  }

  /// The error where the transaction cannot be undone.
  var cannotBeUndone: ListStoreError {
    .cannotOpen(
      path: path,
      reason:
        "a process was killed while it wrote to it, and left \(path)-journal, by which its write "
        + "is undone; for that, the file and its folder must be writable. Read the store once where "
        + "they are, or copy both files to another folder and read it there"
    )
  }
}
