import Foundation
import GRDB
import GRDBSQLite

/// Values of SQLite by their lengths: a text may have a NUL in it, where GRDB ends it.
enum SQLiteText {
  static func bind(_ text: String, to statement: OpaquePointer?, _ place: Int32) -> Int32 {
    withCharacters(of: text) { characters, count in
      sqlite3_bind_text64(
        statement,
        place,
        characters,
        count,
        SQLStatement.copied,
        UInt8(SQLITE_UTF8)
      )
    }
  }

  static func bind(blob: [UInt8], to statement: OpaquePointer?, _ place: Int32) -> Int32 {
    // A null pointer would bind NULL.
    guard !blob.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
    return sqlite3_bind_blob64(statement, place, blob, UInt64(blob.count), SQLStatement.copied)
  }

  static func value(_ column: Int32, of statement: OpaquePointer?) -> DatabaseValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: sqlite3_column_int64(statement, column).databaseValue
    case SQLITE_FLOAT: sqlite3_column_double(statement, column).databaseValue
    case SQLITE_TEXT:
      string(sqlite3_column_text(statement, column), sqlite3_column_bytes(statement, column))
        .databaseValue
    case SQLITE_BLOB:
      data(sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column))
        .databaseValue
    default: .null
    }
  }

  /// The text of an argument of a function or a table; `nil` for other values.
  static func text(_ value: OpaquePointer?) -> String? {
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    return string(sqlite3_value_text(value), sqlite3_value_bytes(value))
  }

  /// Makes a value the result of a column.
  static func setResult(_ value: QueryValue, of context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .number(let number): sqlite3_result_int64(context, Int64(number))
    case .text(let text):
      withCharacters(of: text) { characters, count in
        sqlite3_result_text64(context, characters, count, SQLStatement.copied, UInt8(SQLITE_UTF8))
      }
    case .bytes(let bytes):
      bytes.withUnsafeBytes { bytes in
        let characters = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        sqlite3_result_text64(
          context,
          characters,
          UInt64(bytes.count),
          SQLStatement.copied,
          UInt8(SQLITE_UTF8)
        )
      }
    }
  }

  private static func string(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }

  private static func data(_ bytes: UnsafeRawPointer?, _ count: Int32) -> Data {
    bytes.map { Data(bytes: $0, count: Int(count)) } ?? Data()
  }

  /// Calls `body` with the UTF-8 bytes of a text, which are never at a null pointer.
  private static func withCharacters<Value>(
    of text: String,
    _ body: (UnsafePointer<CChar>, UInt64) -> Value
  ) -> Value {
    // The text may have NULs in it, so its end does not tell its length.
    text.withCString { body($0, UInt64(text.utf8.count)) }
  }
}
