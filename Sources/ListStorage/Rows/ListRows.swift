import GRDB
import ListModel

/// The rows of lists.
///
/// The head of a list is its last change.
enum ListRows {
  /// A list and its head.
  struct Head: Sendable {
    var row: Int64
    var id: List.ID
    /// 0 while the list has no change yet.
    var version: Int
    var fingerprint: Fingerprint
    /// The oldest version that can be read.
    var floor: Int
  }

  private static let columns = """
    liststore_list.list, version, fingerprint, floor
    FROM liststore_list LEFT JOIN liststore_change ON sequence = (
      SELECT sequence FROM liststore_change
      WHERE list = liststore_list.list ORDER BY version DESC LIMIT 1
    )
    """

  /// All lists, ordered by the bytes of their names.
  static func all(in database: Database) throws -> [Head] {
    let heads = try SQLStatement("SELECT id, \(columns) ORDER BY id", in: database).all { row in
      try head(row, from: 1, id: List.ID(try row.text(0)))
    }
    return heads
  }

  static func find(_ id: List.ID, in database: Database) throws -> Head? {
    try SQLStatement("SELECT \(columns) WHERE id = ?", in: database).bind(id)
      .first { try head($0, from: 0, id: id) }
  }

  /// A list that must exist.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  static func require(_ id: List.ID, in database: Database) throws -> Head {
    guard let head = try find(id, in: database) else { throw ListStoreError.unknownList(id) }
    return head
  }

  private static func head(_ row: SQLRow, from column: Int32, id: List.ID) throws -> Head {
    Head(
      row: row.int64(column),
      id: id,
      version: row.int(column + 1),
      fingerprint: row.isNull(column + 2) ? .empty : try row.fingerprint(column + 2),
      floor: row.int(column + 3)
    )
  }

  static func insert(_ id: List.ID, in database: Database) throws -> Int64 {
    try SQLStatement(
      """
      INSERT INTO liststore_list (id, lineage, epoch, floor) VALUES (?, randomblob(16), 1, 0)
      """,
      in: database
    ).bind(id).run()
    return database.lastInsertedRowID
  }
}
