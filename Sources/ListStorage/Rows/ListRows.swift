package import GRDB
import ListDiff
package import ListModel

/// The rows of lists.
///
/// The head of a list is its last change.
package enum ListRows {
  /// A list and its head.
  package struct Head: Sendable {
    package var row: Int64
    package var id: List.ID
    package var version: Int
    package var fingerprint: Fingerprint
    /// The oldest version that can be read.
    package var floor: Int
    /// The identity of the list, in any file.
    package var lineage: Digest
    /// How often the list was restored from a backup, plus 1.
    package var epoch: Int

    package init(
      row: Int64,
      id: List.ID,
      version: Int,
      fingerprint: Fingerprint,
      floor: Int,
      lineage: Digest,
      epoch: Int
    ) {
      (self.row, self.id, self.version, self.fingerprint) = (row, id, version, fingerprint)
      (self.floor, self.lineage, self.epoch) = (floor, lineage, epoch)
    }
  }

  // Made once: commits read heads.
  private static let inOrder = heads("ORDER BY id")
  private static let byRow = heads("WHERE liststore_list.list = ?")
  private static let byName = heads("WHERE liststore_list.id = ?")

  private static func heads(_ rest: String) -> SQLStatement.Text {
    let columns = """
      liststore_list.id, liststore_list.list, version, fingerprint, floor, lineage, epoch
      """
    let tables = """
      FROM liststore_list LEFT JOIN liststore_change ON sequence = (
        SELECT sequence FROM liststore_change
        WHERE list = liststore_list.list ORDER BY version DESC LIMIT 1
      )
      """
    return SQLStatement.Text(proofs.map { "SELECT \(columns), \($0) \(tables) \(rest)" })
  }

  /// Reads all lists, ordered by the bytes of their names.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the log has changes of a list that is
  ///   not there.
  package static func all(in database: Database) throws -> [Head] {
    let heads = try SQLStatement(inOrder, in: database).all { try head($0) }
    let rows = heads.map(\.row)
    try requireAll(rows, in: database)
    try StoreRecord(in: database)?.require(count: rows.count, last: rows.max() ?? 0)
    return heads
  }

  /// Checks that the log has changes of no other lists.
  ///
  /// - Complexity: O(lists): the index of the log is asked for the next list only.
  static func requireAll(_ lists: [Int64], in database: Database) throws {
    var last = Int64.min
    let next = try SQLStatement(
      "SELECT min(list) FROM liststore_change WHERE list > ?",
      in: database
    )
    for row in lists.sorted() + [.max] {
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
  package struct Name: Sendable {
    package var row: Int64
    package var id: List.ID

    package init(row: Int64, id: List.ID) { (self.row, self.id) = (row, id) }
  }

  /// Reads the names of all lists, in order.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when there are not as many as were made.
  package static func names(in database: Database) throws -> [Name] {
    let names = try SQLStatement("SELECT list, id FROM liststore_list ORDER BY id", in: database)
      .all { try Name(row: $0.int64(0), id: List.ID(try $0.text(1))) }
    let last = names.lazy.map(\.row).max() ?? 0
    try StoreRecord(in: database)?.require(count: names.count, last: last)
    return names
  }

  /// Checks that the last list that was made is there.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireLast(in database: Database) throws {
    let last = try SQLStatement("SELECT max(list) FROM liststore_list", in: database)
      .first { try $0.int64(0) }
    try StoreRecord(in: database)?.require(count: nil, last: last ?? 0)
  }

  /// Reads the head of a list that must exist.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  package static func head(of name: Name, in database: Database) throws -> Head {
    let head = try SQLStatement(byRow, in: database).bind(name.row)
      .first { try Self.head($0, of: name.id) }
    guard let head else {
      throw ListStoreError.corrupted(reason: "list \"\(name.id)\": its row is missing")
    }
    return head
  }

  /// Reads the head of a list; `nil` if there is none.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the last list that was made is missing: it
  ///   can be this one.
  static func find(_ id: List.ID, in database: Database) throws -> Head? {
    let found = try SQLStatement(byName, in: database).bind(id)
      .first { try head($0, of: id) }
    if found == nil { try requireLast(in: database) }
    return found
  }

  /// Reads the head of a list; `nil` if there is none, and no list is missing.
  ///
  /// - Complexity: O(lists) if there is none.
  static func findOrProveNone(_ id: List.ID, in database: Database) throws -> Head? {
    if let head = try find(id, in: database) { return head }
    _ = try names(in: database)
    return nil
  }

  /// Reads a list that must exist.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  package static func require(_ id: List.ID, in database: Database) throws -> Head {
    if let head = try find(id, in: database) { return head }
    // It may be there under a name that is damaged.
    _ = try all(in: database)
    throw ListStoreError.unknownList(id)
  }

  /// Reads the head in a row, of the list `known` or, if that is `nil`, of the list the row names.
  private static func head(_ row: SQLRow, of known: List.ID? = nil) throws -> Head {
    let id = try known ?? List.ID(try row.text(0))
    let head: Head
    do {
      head = Head(
        row: try row.int64(1),
        id: id,
        version: try row.int(2),
        fingerprint: row.isNull(3) ? .empty : try row.fingerprint(3),
        floor: try row.int(4),
        lineage: try row.digest(5),
        epoch: try row.int(6)
      )
    } catch ListStoreError.corrupted(let reason) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\": \(reason)")
    }
    try requireRecorded(id, head.row, head.lineage, row, 7)
    if let problem = StoreRules.problem(of: head) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\" \(problem)")
    }
    do {
      try requireRecorded(head.floor, head.lineage, row, 9)
    } catch ListStoreError.corrupted(let reason) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\": \(reason)")
    }
    return head
  }

  /// Makes a list, in the epoch of the store: it may have another past than a list of that name had
  /// before the store was restored.
  static func insert(_ id: List.ID, in database: Database) throws -> Int64 {
    try requireLast(in: database)
    guard let row = try StoreRecord(in: database)?.countingOneMore(in: database) else {
      throw ListStoreError.corrupted(reason: "the store does not say how many lists it has")
    }
    let lineage = Digest(value: .random(in: .min ... .max))
    try SQLStatement(
      """
      INSERT INTO liststore_list
      (list, id, lineage, checksum, number_checksum, floor_checksum, epoch, floor)
      VALUES (?, ?, ?, ?, ?, ?, (SELECT epoch FROM liststore), 0)
      """,
      in: database
    ).bind(row).bind(id).bind(lineage).bind(checksum(of: id, lineage))
      .bind(RowChecksum.number(row, of: lineage)).bind(RowChecksum.floor(0, of: lineage)).run()
    return row
  }

  /// Returns the oldest version of a list that can be read.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package static func floor(of list: Int64, in database: Database) throws -> Int {
    let text = SQLStatement.Text(
      """
      SELECT floor, lineage, \(RowChecksum.required("floor_checksum", of: "liststore_list"))
      FROM liststore_list WHERE list = ?
      """,
      inOlderStores: "SELECT floor, lineage, NULL FROM liststore_list WHERE list = ?"
    )
    let floor = try SQLStatement(text, in: database).bind(list).first { row in
      let floor = try row.int(0)
      try requireRecorded(floor, try row.digest(1), row, 2)
      return floor
    }
    guard let floor else { throw ListStoreError.corrupted(reason: "its row is missing") }
    return floor
  }

  static func set(floor: Int, of list: Int64, in database: Database) throws {
    let lineage = try SQLStatement(
      "SELECT lineage FROM liststore_list WHERE list = ?",
      in: database
    )
    .bind(list).first { try $0.digest(0) }
    guard let lineage else { throw ListStoreError.corrupted(reason: "its row is missing") }
    try SQLStatement(
      "UPDATE liststore_list SET floor = ?, floor_checksum = ? WHERE list = ?",
      in: database
    ).bind(floor).bind(RowChecksum.floor(floor, of: lineage)).bind(list).run()
  }
}
