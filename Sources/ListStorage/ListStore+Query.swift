import Foundation
public import GRDB
import GRDBSQLite

/// How much a query may take before it is stopped.
public struct QueryLimits: Hashable, Sendable {
  /// The most rows; a query with more is refused, not cut off.
  public var rows: Int
  /// The longest time; `nil` for no limit.
  public var duration: Duration?

  /// Creates limits.
  public init(rows: Int = 100_000, duration: Duration? = .seconds(10)) {
    self.rows = rows
    self.duration = duration
  }
}

/// Why a query has no answer.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite does not understand the SQL, or a function in it has failed.
  case invalid(reason: String)
  /// The answer has more rows than ``QueryLimits/rows``.
  case tooManyRows(limit: Int)
  /// The answer takes longer than ``QueryLimits/duration``.
  case tookTooLong(limit: Duration)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .invalid(let reason): "the query cannot be answered: \(reason)"
    case .tooManyRows(let limit):
      "the query has more than \(limit) rows; ask for less (LIMIT), or raise the limit"
    case .tookTooLong(let limit): "the query took longer than \(limit)"
    }
  }
}

extension ListStore {
  /// Queries the heads of all lists with SQL.
  ///
  /// There are two read-only tables, both of the newest versions:
  ///
  /// - `cells`: `list`, `section` (its id), `item` (from 0), `id`, `type`, `content` (JSON, or NULL)
  /// - `sections`: `list`, `place` (from 0), `id`, `cells` (how many)
  ///
  /// SQLite's functions for JSON reach into contents:
  ///
  /// ```swift
  /// let rows = try store.query(
  ///   "SELECT id, content ->> 'title' AS title FROM cells WHERE list = ? AND content ->> 'stars' > ?",
  ///   arguments: ["home", 10]
  /// )
  /// for row in rows { print(row["id"] as String, row["title"] as String) }
  /// ```
  ///
  /// An answer shows a single moment. Writers go on meanwhile, except in a store in memory or in a
  /// `DatabaseQueue`, which has one connection. A query is stopped when its task is cancelled. Unlike
  /// other reads, a query does not compare contents with their digests.
  ///
  /// - Parameters:
  ///   - sql: One `SELECT`.
  ///   - arguments: The values of its parameters.
  ///   - limits: When to give up.
  /// - Returns: The rows.
  /// - Throws: ``QueryError``, `CancellationError`, and ``ListStoreError`` when the store cannot be read.
  /// - Complexity: That of the query; there is no index on contents, so all cells are looked at.
  public func query(
    _ sql: String,
    arguments: StatementArguments = StatementArguments(),
    limits: QueryLimits = QueryLimits()
  ) throws -> [Row] {
    try withUnsafeCurrentTask { task in
      let watch = QueryWatch(task: task, limit: limits.duration)
      return try database.read { database in
        try CallerError.boxing {
          try watch.watching(database) {
            try QueryTables.rows(of: sql, arguments, limit: limits.rows, in: database)
          }
        }
      }
    }
  }
}

/// The tables a query sees.
private enum QueryTables {
  /// The store's own tables, as lists of cells and sections.
  ///
  /// The start of each chunk is the sum of the counts before it, computed once for each section.
  private static let definitions = """
    WITH chunks AS (
      SELECT section, cells, count,
        sum(count) OVER (PARTITION BY section ORDER BY position) - count AS start
      FROM liststore_chunk
    ), cells(list, section, item, id, type, content) AS (
      SELECT CAST(liststore_list.id AS TEXT), CAST(liststore_section.id AS TEXT),
        chunks.start + entry.key, CAST(liststore_cell.id AS TEXT),
        CAST(liststore_cell.type AS TEXT), CAST(liststore_cell.content AS TEXT)
      FROM liststore_list
        JOIN liststore_section ON liststore_section.list = liststore_list.list
        JOIN chunks ON chunks.section = liststore_section.section
        JOIN json_each(liststore_cells(chunks.cells, chunks.count)) AS entry
        JOIN liststore_cell ON liststore_cell.cell = entry.value
    ), sections(list, place, id, cells) AS (
      SELECT CAST(liststore_list.id AS TEXT),
        row_number() OVER (
          PARTITION BY liststore_section.list ORDER BY liststore_section.position
        ) - 1,
        CAST(liststore_section.id AS TEXT),
        (SELECT coalesce(sum(count), 0) FROM liststore_chunk
          WHERE liststore_chunk.section = liststore_section.section)
      FROM liststore_list JOIN liststore_section ON liststore_section.list = liststore_list.list
    )
    """

  static func rows(
    of sql: String,
    _ arguments: StatementArguments,
    limit: Int,
    in database: Database
  ) throws -> [Row] {
    let decoder = chunkDecoder
    database.add(function: decoder)
    defer { database.remove(function: decoder) }
    // The SQL stands where a table does, so it is one statement, which only reads.
    let statement = try database.makeStatement(
      sql: "\(definitions) SELECT * FROM (\n\(trimmed(sql))\n)"
    )
    guard statement.isReadonly else {
      throw QueryError.invalid(reason: "it does not only read")
    }
    var rows: [Row] = []
    let cursor = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try cursor.next() {
      guard rows.count < limit else { throw QueryError.tooManyRows(limit: limit) }
      rows.append(row.copy())
    }
    return rows
  }

  /// The cells of a chunk as a JSON array of their row numbers.
  private static var chunkDecoder: DatabaseFunction {
    DatabaseFunction("liststore_cells", argumentCount: 2, pure: true) { values in
      guard let count = Int.fromDatabaseValue(values[1]),
        let cells = Data.fromDatabaseValue(values[0])?.withUnsafeBytes({
          ChunkCells.decode($0, count: count)
        })
      else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a chunk cannot be read") }
      return "[" + cells.map(String.init).joined(separator: ",") + "]"
    }
  }

  /// Returns a statement without the semicolon at its end.
  private static func trimmed(_ sql: String) -> Substring {
    var sql = sql[...]
    while let last = sql.last, last.isWhitespace || last == ";" { sql.removeLast() }
    return sql
  }
}

/// Stops a query whose time is over, or whose task is cancelled.
private final class QueryWatch {
  /// The task that runs the query.
  ///
  /// It is only asked whether it is cancelled, which any thread may do, and only while it waits for
  /// the answer, so that it still exists.
  private let task: UnsafeCurrentTask?
  private let limit: Duration?
  private let start = ContinuousClock.now

  init(task: UnsafeCurrentTask?, limit: Duration?) {
    self.task = task
    self.limit = limit
  }

  private var isOver: Bool {
    guard let limit else { return false }
    return start.duration(to: .now) > limit
  }

  /// Runs a query; SQLite asks after every 10,000 of its steps whether to go on.
  func watching<Value>(_ database: Database, _ body: () throws -> Value) throws -> Value {
    let connection = database.sqliteConnection
    let watch = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection,
      10_000,
      { watch in
        guard let watch else { return 0 }
        let own = Unmanaged<QueryWatch>.fromOpaque(watch).takeUnretainedValue()
        return own.task?.isCancelled == true || own.isOver ? 1 : 0
      },
      watch
    )
    defer { sqlite3_progress_handler(connection, 0, nil, nil) }
    do {
      return try withExtendedLifetime(self) { try body() }
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_INTERRUPT where task?.isCancelled == true: throw CancellationError()
      case .SQLITE_INTERRUPT: throw QueryError.tookTooLong(limit: limit ?? .zero)
      case .SQLITE_ERROR, .SQLITE_MISUSE, .SQLITE_TOOBIG, .SQLITE_MISMATCH, .SQLITE_AUTH,
        .SQLITE_RANGE:
        throw QueryError.invalid(reason: error.message ?? "\(error.resultCode)")
      default: throw ListStoreError(error, path: "the store", timeout: .zero)
      }
    }
  }
}
