import ListDiff
import ListModel
import SQLiteSession

/// A table of cells in memory, and a change that SQLite's session extension has recorded.
///
/// It shows the cost of a change for an app that keeps a list in SQLite and uses SQLite's own
/// changesets: https://sqlite.org/sessionintro.html. A cell is a row: id, section, item, type and
/// content.
final class SessionDatabase {
  /// The error code of SQLite when an operation failed.
  struct Failure: Error {
    var code: Int32
    var operation: String
  }

  private var database: OpaquePointer?
  private var session: OpaquePointer?

  /// Fills the table with the cells that a changeset needs, and applies the changeset while a session
  /// records it.
  init(recording changeset: Changeset) throws {
    try check(sqlite3_open(":memory:", &database), "open")
    try execute(
      """
      CREATE TABLE cells (
        id TEXT PRIMARY KEY, section INTEGER NOT NULL, item INTEGER NOT NULL,
        type TEXT, content TEXT
      ) WITHOUT ROWID
      """
    )
    try execute("BEGIN")
    try fill(for: changeset)
    try execute("COMMIT")
    try check(sqlite3session_create(database, "main", &session), "create a session")
    try check(sqlite3session_attach(session, "cells"), "attach")
    try execute("BEGIN")
    try apply(changeset)
    try execute("COMMIT")
  }

  deinit {
    sqlite3session_delete(session)
    sqlite3_close(database)
  }

  // MARK: Changesets of SQLite

  /// Returns the bytes of the recorded change.
  func encoded() throws -> [UInt8] {
    var (count, bytes) = (Int32(0), UnsafeMutableRawPointer?.none)
    try check(sqlite3session_changeset(session, &count, &bytes), "make a changeset")
    defer { sqlite3_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  /// Reads every value of every operation.
  ///
  /// - Returns: The number of values.
  static func decode(_ bytes: [UInt8]) throws -> Int {
    var bytes = bytes
    return try bytes.withUnsafeMutableBytes { bytes in
      var iterator: OpaquePointer?
      guard sqlite3changeset_start(&iterator, Int32(bytes.count), bytes.baseAddress) == SQLITE_OK
      else { throw Failure(code: SQLITE_ERROR, operation: "read a changeset") }
      defer { sqlite3changeset_finalize(iterator) }
      var valueCount = 0
      while sqlite3changeset_next(iterator) == SQLITE_ROW {
        var (table, columns) = (UnsafePointer<CChar>?.none, Int32(0))
        var (operation, indirect) = (Int32(0), Int32(0))
        sqlite3changeset_op(iterator, &table, &columns, &operation, &indirect)
        for column in 0..<columns {
          var value: OpaquePointer?
          if operation != SQLITE_INSERT {
            sqlite3changeset_old(iterator, column, &value)
            valueCount += read(value)
          }
          if operation != SQLITE_DELETE {
            sqlite3changeset_new(iterator, column, &value)
            valueCount += read(value)
          }
        }
      }
      return valueCount
    }
  }

  private static func read(_ value: OpaquePointer?) -> Int {
    guard let value else { return 0 }
    if sqlite3_value_type(value) == SQLITE_INTEGER {
      return sqlite3_value_int64(value) >= 0 ? 1 : 0
    }
    guard let text = sqlite3_value_text(value) else { return 0 }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    return String(decoding: bytes, as: UTF8.self).utf8.isEmpty ? 0 : 1
  }

  // MARK: Rows

  private func fill(for changeset: Changeset) throws {
    let cells =
      changeset.deletedCells.map { ($0.id, $0.at, Optional($0.component)) }
      + changeset.updatedCells.map { ($0.id, $0.from, $0.old) }
    for (id, path, component) in cells { try insert(id, path, component) }
    let updated = Set(changeset.updatedCells.map(\.id))
    for move in changeset.movedCells where !updated.contains(move.id) {
      try insert(move.id, move.from, nil)
    }
  }

  private func apply(_ changeset: Changeset) throws {
    for deletion in changeset.deletedCells {
      try run("DELETE FROM cells WHERE id = ?", [deletion.id.rawValue])
    }
    for insertion in changeset.insertedCells {
      try insert(insertion.id, insertion.at, insertion.component)
    }
    for move in changeset.movedCells {
      try run(
        "UPDATE cells SET section = ?, item = ? WHERE id = ?",
        [move.to.section, move.to.item, move.id.rawValue]
      )
    }
    for update in changeset.updatedCells {
      let stored = try update.new.stored()
      try run(
        "UPDATE cells SET type = ?, content = ? WHERE id = ?",
        [stored.type, stored.content?.text ?? "", update.id.rawValue]
      )
    }
  }

  private func insert(_ id: Cell.ID, _ path: CellPath, _ component: AnyComponent?) throws {
    let stored = try component?.stored()
    try run(
      "INSERT INTO cells VALUES (?, ?, ?, ?, ?)",
      [id.rawValue, path.section, path.item, stored?.type ?? "", stored?.content?.text ?? ""]
    )
  }

  // MARK: Statements

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(database, sql, nil, nil, nil), sql)
  }

  private func run(_ sql: String, _ values: [any Sendable]) throws {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil), sql)
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      let column = Int32(index + 1)
      if let number = value as? Int {
        sqlite3_bind_int64(statement, column, Int64(number))
      } else if let text = value as? String {
        // SQLITE_TRANSIENT, "copy the text": a macro with a cast, which Swift does not import. SQLite
        // compares the pointer and never calls it.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, column, text, Int32(text.utf8.count), transient)
      }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw Failure(code: sqlite3_errcode(database), operation: sql)
    }
  }

  private func check(_ code: Int32, _ operation: String) throws {
    guard code == SQLITE_OK else { throw Failure(code: code, operation: operation) }
  }
}
