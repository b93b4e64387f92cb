import GRDBSQLite

/// SQLite's functions `printf` and `format`, which fail when a text would be too long.
///
/// SQLite's own (as of 3.40) return NULL then, which looks like an answer. They are called on a
/// connection of their own, because a function that was replaced cannot be called on the same one.
final class QueryFormatter {
  private var connection: OpaquePointer?
  private let byteLimit: Int
  private var statements: [String: OpaquePointer] = [:]

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The connection that calls the functions must be closed before this value is gone.
  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  /// Puts the functions in place of those of a connection.
  func register(in connection: OpaquePointer?) -> Int32 {
    for name in ["printf", "format"] {
      let code = sqlite3_create_function_v2(
        connection,
        name,
        -1,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC,
        Unmanaged.passUnretained(self).toOpaque(),
        { context, count, values in
          guard let own = sqlite3_user_data(context) else { return }
          Unmanaged<QueryFormatter>.fromOpaque(own).takeUnretainedValue()
            .answer(context, count, values)
        },
        nil,
        nil,
        nil
      )
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func answer(
    _ context: OpaquePointer?,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard count > 0, sqlite3_value_type(values?[0]) != SQLITE_NULL else {
      return sqlite3_result_null(context)
    }
    var code = call("printf(?1", count, values) { (result: OpaquePointer?) in
      if sqlite3_value_type(result) == SQLITE_NULL { return false }
      sqlite3_result_value(context, result)
      return true
    }
    if code == SQLITE_EMPTY {
      // It is NULL also if the text is empty; with one character more, only if it is too long.
      code = call("printf('x' || ?1", count, values) { (result: OpaquePointer?) in
        if sqlite3_value_type(result) == SQLITE_NULL { return false }
        sqlite3_result_null(context)
        return true
      }
    }
    guard code != SQLITE_OK else { return }
    sqlite3_result_error_code(context, code == SQLITE_EMPTY ? SQLITE_TOOBIG : code)
  }

  /// Calls the function of the own connection.
  ///
  /// - Parameters:
  ///   - call: The call, up to its first argument.
  ///   - count: The number of arguments.
  ///   - values: The arguments.
  ///   - body: Takes the result, unless it returns `false`.
  /// - Returns: A result code; `SQLITE_EMPTY` if the result was not taken.
  private func call(
    _ call: String,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (OpaquePointer?) -> Bool
  ) -> Int32 {
    guard let statement = statement(call, count) else { return SQLITE_NOMEM }
    defer { sqlite3_reset(statement) }
    for index in 0..<count {
      let code = sqlite3_bind_value(statement, index + 1, values?[Int(index)])
      if code != SQLITE_OK { return code }
    }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { return code }
    return body(sqlite3_column_value(statement, 0)) ? SQLITE_OK : SQLITE_EMPTY
  }

  private func statement(_ call: String, _ count: Int32) -> OpaquePointer? {
    let text = "SELECT \(call)" + (1..<count).map { ", ?\($0 + 1)" }.joined() + ")"
    if let known = statements[text] { return known }
    if connection == nil {
      guard sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
        return nil
      }
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: max(byteLimit, 1)))
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK else { return nil }
    statements[text] = statement
    return statement
  }
}
