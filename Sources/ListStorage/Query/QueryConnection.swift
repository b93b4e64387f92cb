import GRDB
import GRDBSQLite

/// A connection to an empty database in memory, which has the tables that queries see.
///
/// A query runs on a connection of its own, so that it sees neither the tables of the store nor those
/// of its database's owner, and that SQLite's limits can be set for it alone.
final class QueryConnection {
  private let connection: OpaquePointer?
  private let store: QueriedStore
  private let watch: QueryWatch
  private let modules: [VirtualTable.Module]
  private let formatter: QueryFormatter

  init(_ store: QueriedStore, _ watch: QueryWatch) throws {
    self.store = store
    self.watch = watch
    modules = QueryTable.all.map { VirtualTable.Module($0, store) }
    formatter = QueryFormatter(byteLimit: watch.limits.bytes)
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(":memory:", &connection, flags, nil)
    self.connection = connection
    try require(code)
    // What is sorted or kept then counts as memory.
    try require(sqlite3_exec(connection, "PRAGMA temp_store = MEMORY", nil, nil, nil))
    let limit = Int32(clamping: max(watch.limits.bytes, 1))
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, limit)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    try require(TimeCollation.register(in: connection))
    for module in modules { try require(module.register(in: connection)) }
    try require(formatter.register(in: connection))
    try require(sqlite3_set_authorizer(connection, Self.authorize, nil))
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  /// Allows to read, and nothing else.
  private static let authorize:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { _, action, _, _, _, _ in
      switch action {
      case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: SQLITE_OK
      default: SQLITE_DENY
      }
    }

  /// Runs a query.
  ///
  /// - Throws: ``QueryError`` and the errors of reading the store.
  func rows(of sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [QueryRow] {
    try watch.watching(store.database.sqliteConnection) {
      try watch.watching(connection) {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        try bind(arguments, to: statement)
        return try rows(of: statement)
      }
    }
  }

  // MARK: Statements

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var sql = sql
    return try sql.withUTF8 { text in
      guard !text.contains(0) else {
        throw QueryError.invalid(reason: "the SQL has a NUL, where SQLite ends it")
      }
      let (statement, end) = try prepare(text[...])
      guard let statement else { throw QueryError.invalid(reason: "there is no statement") }
      do {
        guard try prepare(text[end...]).statement == nil else {
          throw QueryError.invalid(reason: "there is a second statement; give one SELECT")
        }
        guard sqlite3_column_count(statement) > 0 else {
          throw QueryError.invalid(reason: "it does not only read")
        }
      } catch {
        sqlite3_finalize(statement)
        throw error
      }
      return statement
    }
  }

  /// Prepares the first statement in a text; `nil` if there is none.
  private func prepare(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) throws -> (statement: OpaquePointer?, end: Int) {
    guard !text.isEmpty, let base = text.base.baseAddress else { return (nil, text.endIndex) }
    var (statement, end) = (OpaquePointer?.none, UnsafePointer<CChar>?.none)
    let start = UnsafeRawPointer(base + text.startIndex).assumingMemoryBound(to: CChar.self)
    let code = sqlite3_prepare_v2(connection, start, Int32(clamping: text.count), &statement, &end)
    try require(code)
    return (statement, text.startIndex + (end.map { $0 - start } ?? text.count))
  }

  private func bind(
    _ arguments: [(any DatabaseValueConvertible)?],
    to statement: OpaquePointer?
  ) throws {
    let expected = Int(sqlite3_bind_parameter_count(statement))
    guard expected == arguments.count else {
      throw QueryError.invalid(
        reason: "it has \(expected) parameters, and \(arguments.count) arguments were given"
      )
    }
    for (index, argument) in arguments.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch argument?.databaseValue.storage ?? .null {
        case .null: sqlite3_bind_null(statement, place)
        case .int64(let number): sqlite3_bind_int64(statement, place, number)
        case .double(let number): sqlite3_bind_double(statement, place, number)
        case .string(let text): SQLiteText.bind(text, to: statement, place)
        case .blob(let data): SQLiteText.bind(blob: Array(data), to: statement, place)
        }
      try require(code)
    }
  }

  // MARK: Rows

  private func rows(of statement: OpaquePointer?) throws -> [QueryRow] {
    let count = sqlite3_column_count(statement)
    let names = QueryRow.distinct(
      (0..<count).map { sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? "" }
    )
    var (rows, bytes) = ([QueryRow](), 0)
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      guard rows.count < watch.limits.rows else {
        throw QueryError.tooManyRows(limit: watch.limits.rows)
      }
      for column in 0..<count { bytes += 16 + Int(sqlite3_column_bytes(statement, column)) }
      guard bytes <= watch.limits.bytes else {
        throw QueryError.tooLarge(limit: watch.limits.bytes)
      }
      rows.append(
        QueryRow(columns: names, values: (0..<count).map { SQLiteText.value($0, of: statement) })
      )
    }
  }

  // MARK: Errors

  private func require(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> any Error {
    if let failure = store.failure { return failure }
    let message = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "code \(code)"
    switch code & 0xFF {
    case SQLITE_TOOBIG: return QueryError.tooLarge(limit: watch.limits.bytes)
    case SQLITE_NOMEM: return DatabaseError(resultCode: .SQLITE_NOMEM, message: message)
    default: return QueryError.invalid(reason: message + Self.advice(message))
    }
  }

  /// What helps to repair a query that names what is not there.
  private static func advice(_ message: String) -> String {
    if message.hasPrefix("no such table") {
      return "; there are \(QueryTable.all.map(\.name).joined(separator: ", "))"
    }
    guard message.hasPrefix("no such column") else { return "" }
    let tables = QueryTable.all.map { table in
      "\(table.name) (\(table.columns.map(\.name).joined(separator: ", ")))"
    }
    return "; there are \(tables.joined(separator: ", "))"
  }
}
