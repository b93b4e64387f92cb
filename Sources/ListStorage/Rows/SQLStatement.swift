import Foundation
package import GRDB
import GRDBSQLite
package import ListModel

/// A prepared statement, bound, stepped and read through SQLite's own interface.
///
/// GRDB prepares and keeps the statement; going through its argument and row types would cost more
/// than SQLite does for the small statements of a commit (1.4 × against 1.03 × of a C program).
///
/// A statement must be finished before the same SQL is run again on its connection: methods that
/// read rows collect them before they return, and while a row is current, only other statements
/// run.
package struct SQLStatement {
  private let statement: Statement
  private let connection: OpaquePointer?
  private var handle: OpaquePointer { statement.sqliteStatement }
  private var nextParameter: Int32 = 1
  /// The error when a value was bound: it may be too long, or memory may have run out.
  private var bindingCode = SQLITE_OK

  package init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    connection = database.sqliteConnection
    sqlite3_reset(statement.sqliteStatement)
  }

  /// A text, and others for stores of older formats, which lack columns of the first: such stores may
  /// be read.
  struct Text {
    /// The texts, the one for the newest format first.
    let texts: [String]

    init(_ newest: String, inOlderStores older: String) {
      texts = [newest, older]
    }

    init(_ texts: [String]) {
      self.texts = texts
    }
  }

  init(_ text: Text, in database: Database) throws {
    for (index, sql) in text.texts.enumerated() {
      do {
        self = try Self(sql, in: database)
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        if index == text.texts.count - 1 { throw error }
      }
    }
    throw ListStoreError.database(reason: "there is no statement")
  }
}

// MARK: - Running

extension SQLStatement {
  /// Runs a statement that returns no rows.
  package func run() throws {
    defer { sqlite3_reset(handle) }
    while try step() {}
  }

  /// Runs a statement that returns no rows, with bytes as its last parameter, which SQLite does not
  /// copy: they may be many.
  func runBinding(_ bytes: [UInt8]) throws {
    var statement = self
    try bytes.withUnsafeBytes { bytes in
      statement.set(bytes, Self.lent)
      // No parameter may be left that points to bytes that are gone.
      defer { sqlite3_bind_null(handle, nextParameter) }
      try statement.run()
    }
  }

  /// Returns the first row; `nil` if there is none.
  package func first<Value>(_ read: (SQLRow) throws -> Value) throws -> Value? {
    defer { sqlite3_reset(handle) }
    guard try step() else { return nil }
    return try read(SQLRow(handle: handle))
  }

  /// Returns all rows.
  func all<Value>(_ read: (SQLRow) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEachRow { values.append(try read($0)) }
    return values
  }

  /// Reads one row after the other, also those before an error.
  package func forEachRow(_ read: (SQLRow) throws -> Void) throws {
    defer { sqlite3_reset(handle) }
    while try step() { try read(SQLRow(handle: handle)) }
  }

  private func step() throws -> Bool {
    switch bindingCode == SQLITE_OK ? sqlite3_step(handle) : bindingCode {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case bindingCode:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: bindingCode),
        message: sqlite3_errstr(bindingCode).map { String(cString: $0) } ?? "cannot bind",
        sql: statement.sql
      )
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
        message: sqlite3_errmsg(connection).map { String(cString: $0) } ?? "code \(code)",
        sql: statement.sql
      )
    }
  }
}

// MARK: - Parameters

extension SQLStatement {
  /// Tells SQLite that a value stays where it is as long as it is bound: SQLITE_STATIC.
  private static var lent: sqlite3_destructor_type? { nil }

  /// Tells SQLite to copy a value before the call returns.
  static var copied: sqlite3_destructor_type {
    // SQLITE_TRANSIENT is this cast as a C macro, and Swift imports no macros with casts. SQLite
    // compares the pointer and never calls it.
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // Each of these consumes the statement it is called on, so that a row of many values is bound
  // without counting a reference for each.

  /// Gives the next parameter a number.
  package consuming func bind(_ value: Int64) -> SQLStatement {
    note(sqlite3_bind_int64(handle, nextParameter, value))
    return self
  }

  /// Gives the next parameter a number.
  package consuming func bind(_ value: Int) -> SQLStatement {
    bind(Int64(value))
  }

  /// Gives the next parameter the bytes of an id.
  consuming func bind<Element>(_ id: Identifier<Element>) -> SQLStatement {
    bind(id.rawValue)
  }

  /// Gives the next parameter the UTF-8 bytes of a text, NULs included.
  consuming func bind(_ text: String?) -> SQLStatement {
    if var text { text.withUTF8 { set(UnsafeRawBufferPointer($0)) } } else { setNull() }
    return self
  }

  /// Gives the next parameter bytes.
  consuming func bind(_ bytes: [UInt8]?) -> SQLStatement {
    if let bytes { bytes.withUnsafeBytes { set($0) } } else { setNull() }
    return self
  }

  /// Gives the next parameter 16 bytes, most significant first.
  consuming func bind(_ digest: Digest) -> SQLStatement {
    withUnsafeBytes(of: digest.value.bigEndian) { set($0) }
    return self
  }

  /// Gives the next parameter 16 bytes, most significant first.
  consuming func bind(_ fingerprint: Fingerprint) -> SQLStatement {
    bind(Digest(value: fingerprint.value))
  }

  private mutating func set(
    _ bytes: UnsafeRawBufferPointer,
    _ ownership: sqlite3_destructor_type? = Self.copied
  ) {
    // A null pointer would bind NULL.
    guard let base = bytes.baseAddress else {
      return note(sqlite3_bind_zeroblob(handle, nextParameter, 0))
    }
    let count = UInt64(bytes.count)
    note(sqlite3_bind_blob64(handle, nextParameter, base, count, ownership))
  }

  private mutating func setNull() {
    note(sqlite3_bind_null(handle, nextParameter))
  }

  /// Goes on to the next parameter; a failure to bind is reported when the statement runs.
  ///
  /// A value that was not bound must not pass for NULL: that would commit without a key, or find no
  /// commit of that key.
  private mutating func note(_ code: Int32) {
    if bindingCode == SQLITE_OK { bindingCode = code }
    nextParameter += 1
  }
}

// MARK: - Columns

/// The current row of a statement.
package struct SQLRow {
  fileprivate let handle: OpaquePointer

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Reads a number; 0 for NULL, which is the sum of no rows.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the value is no whole number.
  package func int64(_ column: Int32) throws -> Int64 {
    let type = sqlite3_column_type(handle, column)
    guard type == SQLITE_INTEGER || type == SQLITE_NULL else {
      let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
      throw ListStoreError.corrupted(reason: "in column \(name) is something else than a number")
    }
    return sqlite3_column_int64(handle, column)
  }

  /// Reads a number; 0 for NULL.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the value is no whole number.
  package func int(_ column: Int32) throws -> Int {
    Int(try int64(column))
  }

  /// Reads any value as the number that SQLite makes of it, for callers that check it otherwise.
  package func unprovenInt64(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  func optionalBytes(_ column: Int32) -> [UInt8]? {
    isNull(column) ? nil : bytes(column)
  }

  func withBytes<Value>(
    _ column: Int32,
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    // In this order: asking for the blob may convert the value and change its length.
    let base = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count))
  }

  /// Reads a text that must be valid UTF-8.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package func text(_ column: Int32) throws -> String {
    let text = withBytes(column) { bytes in
      String(utf8: bytes.assumingMemoryBound(to: UInt8.self))
    }
    guard let text else {
      throw ListStoreError.corrupted(reason: "a text is not valid UTF-8")
    }
    return text
  }

  /// Reads a text that must be valid UTF-8, if there is one.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  func optionalText(_ column: Int32) throws -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// Reads 16 bytes, most significant first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package func digest(_ column: Int32) throws -> Digest {
    try withBytes(column) { bytes in
      guard bytes.count == 16 else {
        throw ListStoreError.corrupted(reason: "a hash has \(bytes.count) bytes; expected 16")
      }
      return Digest(value: UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
    }
  }

  /// Reads 16 bytes, most significant first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package func fingerprint(_ column: Int32) throws -> Fingerprint {
    Fingerprint(value: try digest(column).value)
  }
}
