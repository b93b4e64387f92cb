import GRDB
import ListDiff
import ListModel

/// The rows of lists.
///
/// The head of a list is its last change.
enum ListRows {
  /// A list and its head.
  struct Head: Sendable {
    var row: Int64
    var id: List.ID
    var version: Int
    var fingerprint: Fingerprint
    /// The oldest version that can be read.
    var floor: Int
    /// Which list this is, in whatever file.
    var lineage: Digest
    /// How often the list was restored from a backup, plus 1.
    var epoch: Int
  }

  private static let columns = """
    liststore_list.list, version, fingerprint, floor, lineage, epoch
    FROM liststore_list LEFT JOIN liststore_change ON sequence = (
      SELECT sequence FROM liststore_change
      WHERE list = liststore_list.list ORDER BY version DESC LIMIT 1
    )
    """

  /// All lists, ordered by the bytes of their names.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the log has changes of a list that is
  ///   not there.
  static func all(in database: Database) throws -> [Head] {
    let heads = try SQLStatement("SELECT id, \(columns) ORDER BY id", in: database).all { row in
      try head(row, from: 1, id: List.ID(try row.text(0)))
    }
    try requireAll(heads, in: database)
    return heads
  }

  /// Checks that the log has changes of no other lists.
  ///
  /// - Complexity: O(lists): the index of the log is asked for the next list only.
  private static func requireAll(_ heads: [Head], in database: Database) throws {
    var last = Int64.min
    let next = try SQLStatement(
      "SELECT min(list) FROM liststore_change WHERE list > ?",
      in: database
    )
    for row in heads.map(\.row).sorted() + [.max] {
      let following = try next.bind(last).first { $0.isNull(0) ? nil : try $0.int64(0) } ?? nil
      if let following, following < row {
        throw ListStoreError.corrupted(
          reason: "the row of list \(following) is missing, and the log has changes of it"
        )
      }
      last = row
    }
  }

  /// A list without its head.
  struct Name: Sendable {
    var row: Int64
    var id: List.ID
  }

  /// The names of all lists, in order.
  static func names(in database: Database) throws -> [Name] {
    try SQLStatement("SELECT list, id FROM liststore_list ORDER BY id", in: database)
      .all { try Name(row: $0.int64(0), id: List.ID(try $0.text(1))) }
  }

  /// The head of a list that must exist.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  static func head(of name: Name, in database: Database) throws -> Head {
    let head = try SQLStatement("SELECT \(columns) WHERE liststore_list.list = ?", in: database)
      .bind(name.row).first { try Self.head($0, from: 0, id: name.id) }
    guard let head else {
      throw ListStoreError.corrupted(reason: "list \"\(name.id)\": its row is missing")
    }
    return head
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
    let head: Head
    do {
      head = Head(
        row: try row.int64(column),
        id: id,
        version: try row.int(column + 1),
        fingerprint: row.isNull(column + 2) ? .empty : try row.fingerprint(column + 2),
        floor: try row.int(column + 3),
        lineage: try row.digest(column + 4),
        epoch: try row.int(column + 5)
      )
    } catch ListStoreError.corrupted(let reason) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\": \(reason)")
    }
    if let problem = StoreRules.problem(of: head) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\" \(problem)")
    }
    return head
  }

  /// Makes a list, in the epoch of the store: it may have another past than a list of that name had
  /// before the store was restored.
  static func insert(_ id: List.ID, in database: Database) throws -> Int64 {
    try SQLStatement(
      """
      INSERT INTO liststore_list (id, lineage, epoch, floor)
      VALUES (?, randomblob(16), (SELECT epoch FROM liststore), 0)
      """,
      in: database
    ).bind(id).run()
    return database.lastInsertedRowID
  }

  static func floor(of list: Int64, in database: Database) throws -> Int {
    let floor = try SQLStatement("SELECT floor FROM liststore_list WHERE list = ?", in: database)
      .bind(list).first { try $0.int(0) }
    guard let floor else { throw ListStoreError.corrupted(reason: "its row is missing") }
    return floor
  }

  static func set(floor: Int, of list: Int64, in database: Database) throws {
    try SQLStatement("UPDATE liststore_list SET floor = ? WHERE list = ?", in: database)
      .bind(floor).bind(list).run()
  }
}
