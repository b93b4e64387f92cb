import GRDB
import GRDBSQLite
import Synchronization

/// Tells whether anything but the store's own commits has changed the database since the last one.
///
/// SQLite counts the states of a database a connection has seen: each of its own commits, and each
/// commit of others, adds to `SQLITE_FCNTL_DATA_VERSION`. As long as nobody else commits, what was
/// read or written under one generation is still what is stored, and need not be read again.
final class DataGeneration: Sendable {
  private struct State {
    var generation = 0
    /// The state after the last commit, or at the last look; `nil` when it is not known.
    var dataVersion: UInt32?
  }

  private let state = Mutex(State())

  /// The current generation; valid while the transaction that began it lasts.
  var current: Int { state.withLock { $0.generation } }

  /// Looks whether others have changed the database.
  ///
  /// - Parameter database: A connection at the beginning of a write transaction, so that nobody else
  ///   can change anything until it ends.
  func begin(in database: Database) {
    let found = database.dataVersion
    state.withLock { state in
      if found == nil || state.dataVersion != found { state.generation += 1 }
      state.dataVersion = found
    }
  }

  /// Counts a commit of the store itself as no change.
  func committed(in database: Database) {
    let found = database.dataVersion
    state.withLock { $0.dataVersion = found }
  }

  /// Counts everything as changed: a transaction was undone, or its fate is not known.
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
