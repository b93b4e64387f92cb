import GRDB
import ListDiff
import ListModel
import ListStorage

extension Verification {
  func checkFile() throws {
    let lines = try attempt("SQLite's integrity check") { try integrityProblems() }
    for line in lines ?? [] where line != "ok" { note(line) }
    try checkIdentity()
    let hasRecord = try Damage.hiding { try StoreRecord.isThere(in: database) } ?? false
    let queries =
      [hasRecord ? Self.missingLists : Self.missingNumbers] + Self.strays
      + StoreRules.impossibleRows + (hasSpans ? [Self.straySpans] : [])
    for (what, query) in queries {
      let count = try attempt("looking for \(what)") { try Int.fetchOne(database, sql: query) }
      if let count = count ?? 0, count > 0 { note("\(count) \(what)") }
    }
    let more = try Damage.hiding {
      let last =
        try SQLStatement("SELECT max(list) FROM liststore_list", in: database)
        .first { try $0.int64(0) } ?? 0
      return try StoreRecord(in: database).flatMap { $0.lists < last ? $0.lists : nil }
    }
    if let more { note("it has more lists than the \(more) that it has recorded") }
  }

  /// Runs SQLite's integrity check: of the whole file, or of the store's tables if those of another
  /// owner need functions or collations that only connections of that owner have.
  private func integrityProblems() throws -> [String] {
    do {
      return try String.fetchAll(database, sql: "PRAGMA integrity_check")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'liststore%'"
      )
      return try tables.flatMap { table in
        try String.fetchAll(
          database,
          sql: "PRAGMA integrity_check(\(table.quotedDatabaseIdentifier))"
        )
      }
    }
  }

  /// Checks the row that says what the store is, and which software may read and write it.
  private func checkIdentity() throws {
    let problems = try attempt("what the store says about itself") {
      try StoreRules.identityProblems(in: database)
    }
    for problem in problems ?? [] { note(problem) }
  }

  private static let straySpans = (
    "spans of no list",
    "SELECT count(*) FROM liststore_span WHERE list NOT IN (SELECT list FROM liststore_list)"
  )

  /// No row of a list is ever deleted, so the numbers have no gaps.
  private static let missingNumbers = (
    "lists whose row is missing", "SELECT ifnull(max(list), 0) - count(*) FROM liststore_list"
  )

  /// The same in a store that has recorded how many lists there are.
  private static let missingLists = (
    "lists whose row is missing",
    """
    SELECT max(ifnull(max(list), 0), ifnull((SELECT lists FROM liststore), 0)) - count(*)
    FROM liststore_list
    """
  )

  /// Rows that refer to nothing.
  ///
  /// A cell has at most one place with its id and its row, so places with a cell are counted instead of
  /// searching for each cell's: rows are found by number.
  private static let strays = [
    (
      "sections of no list",
      "SELECT count(*) FROM liststore_section WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
    (
      "chunks of no section",
      """
      SELECT count(*) FROM liststore_chunk
      WHERE section NOT IN (SELECT section FROM liststore_section)
      """
    ),
    (
      "cells without a place",
      """
      SELECT (SELECT count(*) FROM liststore_cell) - count(*)
      FROM liststore_place AS place CROSS JOIN liststore_cell AS cell ON cell.cell = place.cell
      WHERE cell.list = place.list AND cell.id = place.id
      """
    ),
    (
      "places of no list",
      "SELECT count(*) FROM liststore_place WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
    (
      "changes of no list",
      "SELECT count(*) FROM liststore_change WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
    (
      "commit keys of versions that never were",
      """
      SELECT count(*) FROM liststore_key AS key WHERE NOT EXISTS (
        SELECT 1 FROM liststore_change AS change
        WHERE change.list = key.list AND change.version >= key.version
      )
      """
    ),
    (
      "changes whose commit key does not stand for them",
      """
      SELECT count(*) FROM liststore_change AS change WHERE key IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM liststore_key AS key
        WHERE key.list = change.list AND key.key = change.key AND key.version >= change.version
      )
      """
    ),
    (
      "consumers of no list",
      "SELECT count(*) FROM liststore_cursor WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
  ]
}
