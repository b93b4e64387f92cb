import GRDB
import ListDiff
import Synchronization

/// The last rows of the tables that new rows are appended to, so that a series of commits looks them
/// up once.
final class LastRows: Sendable {
  fileprivate struct State {
    var generation: Int?
    var rows: [AppendedTable: Int64] = [:]
  }

  fileprivate let state = Mutex(State())

  /// Forgets everything: the appended rows may not be there.
  func removeAll() {
    state.withLock { $0 = State() }
  }
}

/// A table that new rows are appended to.
enum AppendedTable {
  case cell
  /// Its rows are numbered by the sequence of commits.
  case change

  /// The numbers its rows can have.
  var rows: ClosedRange<Int64> {
    switch self {
    case .cell: 1...Int64.max / 2
    case .change: 1...Int64(Change.lastVersion)
    }
  }
}

/// Numbers the new rows of one transaction.
struct RowNumbers {
  let lastRows: LastRows
  /// Rows that were noted in this generation are still the last ones, see ``DataGeneration``; `nil`
  /// when unknown.
  let generation: Int?
  let database: Database

  /// Reserves the rows that are appended next.
  ///
  /// - Returns: The first of them.
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there are no numbers left, and what
  ///   SQLite throws.
  func reserve(_ count: Int, in table: AppendedTable) throws -> Int64 {
    let known = lastRows.state.withLock { state in
      generation != nil && state.generation == generation ? state.rows[table] : nil
    }
    let last = try known ?? table.lastRow(in: database)
    guard last < table.rows.upperBound else {
      throw ListStoreError.corrupted(reason: "there is a \(table) with row \(last)")
    }
    lastRows.state.withLock { state in
      if state.generation != generation { state = LastRows.State(generation: generation) }
      state.rows[table] = last + Int64(count)
    }
    return last + 1
  }
}

extension AppendedTable {
  fileprivate func lastRow(in database: Database) throws -> Int64 {
    let sql =
      switch self {
      case .cell: "SELECT max(cell) FROM liststore_cell"
      case .change: "SELECT max(sequence) FROM liststore_change"
      }
    return try SQLStatement(sql, in: database).first { try $0.int64(0) } ?? 0
  }
}
