import GRDB
import GRDBSQLite
import Synchronization

/// Tells whether another writer has changed the database since the store's last commit.
///
/// SQLite counts the states of the database that a connection has seen: each commit, its own or
/// another's, raises `SQLITE_FCNTL_DATA_VERSION`. While only this store commits, the generation stays
/// the same. What was read or written in it is then still stored, and need not be read again.
final class DataGeneration: Sendable {
  private struct State {
    var generation = 0
    /// The data version after the last commit, or at the last check; `nil` when it is not known.
    var dataVersion: UInt32?
  }

  private let state = Mutex(State())

  /// The current generation; valid while the transaction that began it lasts.
  var current: Int { state.withLock { $0.generation } }

  /// Checks whether others have changed the database.
  ///
  /// - Parameter database: A connection at the beginning of a write transaction, so that no other writer
  ///   can change anything until it ends.
  func begin(in database: Database) {
    let found = database.dataVersion
    state.withLock { state in
      if found == nil || state.dataVersion != found { state.generation += 1 }
      state.dataVersion = found
    }
  }

  /// Notes the store's own commit, which counts as no change.
  func committed(in database: Database) {
    let found = database.dataVersion
    state.withLock { $0.dataVersion = found }
  }

  /// Treats everything as changed: a transaction was undone, or its outcome is not known.
  func lost() {
    state.withLock { $0.dataVersion = nil }
  }
}

extension Database {
  /// The number of states of the database this connection has seen.
  fileprivate var dataVersion: UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }
}
