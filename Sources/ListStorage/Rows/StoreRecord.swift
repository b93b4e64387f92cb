package import GRDB
import ListModel

/// What a store's row says of its lists and changes, which nothing else would tell when they are gone.
package struct StoreRecord {
  /// The identity of the store, in any file.
  private let lineage: Digest
  /// How many lists were made: none is ever removed.
  package private(set) var lists: Int64
  /// The number of the commit from which on every change has its checksums.
  private let checkedFrom: Int64

  init(lineage: Digest, lists: Int64, checkedFrom: Int64) {
    (self.lineage, self.lists, self.checkedFrom) = (lineage, lists, checkedFrom)
  }

  /// Reads the record; `nil` in a store of an older format.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when it is not what was recorded.
  package init?(in database: Database) throws {
    let found = try SQLStatement(Self.columns, in: database).first { row in
      row.isNull(0)
        ? nil
        : (
          record: StoreRecord(
            lineage: try row.digest(0),
            lists: try row.int64(1),
            checkedFrom: try row.int64(2)
          ), checksum: try row.int64(3)
        )
    }
    guard let found = found ?? nil else { return nil }
    guard found.checksum == found.record.checksum else {
      throw ListStoreError.corrupted(
        reason: "what the store says about itself is not what was recorded"
      )
    }
    self = found.record
  }

  private static let required = RowChecksum.required("checksum", of: "liststore")
  private static let columns = SQLStatement.Text(
    "SELECT lineage, lists, checked_from, \(required) FROM liststore",
    inOlderStores: "SELECT NULL, NULL, NULL, NULL FROM liststore"
  )

  private var checksum: Int64 {
    RowChecksum.store(lists: lists, checkedFrom: checkedFrom, of: lineage)
  }

  // MARK: Lists

  /// Checks that no list is missing: they are numbered from 1, without gaps.
  ///
  /// - Parameters:
  ///   - count: How many there are; `nil` if they were not counted.
  ///   - last: The row number of the last one.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  func require(count: Int?, last: Int64) throws {
    guard last == lists, count.map(Int64.init) ?? lists == lists else {
      throw ListStoreError.corrupted(
        reason: "the store has recorded \(lists) lists, and "
          + (count.map { "has \($0)" } ?? "the last one it has is number \(last)")
          + "; `repair` saves what can be proved"
      )
    }
  }

  /// Records that a list is made.
  ///
  /// - Returns: The row number of that list.
  func countingOneMore(in database: Database) throws -> Int64 {
    var record = self
    record.lists += 1
    try record.write(in: database)
    return record.lists
  }

  // MARK: Writing

  func write(in database: Database) throws {
    try SQLStatement(
      "UPDATE liststore SET lists = ?, checked_from = ?, checksum = ?",
      in: database
    ).bind(lists).bind(checkedFrom).bind(checksum).run()
  }

  /// Makes the record of a store that has none yet.
  ///
  /// Changes that were recorded before format 6 lack checksums, and all of them come first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when a list is missing.
  static func begin(in database: Database) throws {
    let lineage = try SQLStatement("SELECT lineage FROM liststore", in: database)
      .first { try $0.digest(0) }
    let first = try SQLStatement(
      """
      SELECT sequence FROM liststore_change WHERE body_checksum IS NOT NULL
      ORDER BY sequence LIMIT 1
      """,
      in: database
    ).first { try $0.int64(0) }
    let last = try SQLStatement("SELECT max(sequence) FROM liststore_change", in: database)
      .first { try $0.int64(0) }
    let record = StoreRecord(
      lineage: lineage ?? Digest(value: 0),
      lists: try ListRows.addChecksumsOfNumbers(in: database),
      checkedFrom: first ?? (last ?? 0) &+ 1
    )
    try record.write(in: database)
  }

  // MARK: Changes

  /// Returns whether the store is of a format that has this record.
  package static func isThere(in database: Database) throws -> Bool {
    try database.columns(in: "liststore").contains { $0.name == "checked_from" }
  }

  /// Returns the SQL of a checksum of changes, which is wrong where it is missing and must be there.
  static func proof(
    _ column: String,
    of changes: String,
    in database: Database
  ) throws -> String {
    try isThere(in: database) ? proof(column, of: changes) : column
  }

  /// Returns the same for a store that has this record.
  static func proof(_ column: String, of changes: String) -> String {
    """
    coalesce(\(column), CASE WHEN \(changes).sequence
      >= (SELECT checked_from FROM liststore WHERE store = 1) THEN \(RowChecksum.missing) END)
    """
  }
}
