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
    /// The identity of the list, in any file.
    var lineage: Digest
    /// How often the list was restored from a backup, plus 1.
    var epoch: Int
  }

  private static func heads(_ rest: String, in database: Database) throws -> SQLStatement {
    let columns = """
      liststore_list.id, liststore_list.list, version, fingerprint, floor, lineage, epoch
      """
    let tables = """
      FROM liststore_list LEFT JOIN liststore_change ON sequence = (
        SELECT sequence FROM liststore_change
        WHERE list = liststore_list.list ORDER BY version DESC LIMIT 1
      )
      """
    let text = SQLStatement.Text(
      "SELECT \(columns), liststore_list.checksum, floor_checksum \(tables) \(rest)",
      inOlderStores: "SELECT \(columns), NULL, NULL \(tables) \(rest)"
    )
    return try SQLStatement(text, in: database)
  }

  /// Reads all lists, ordered by the bytes of their names.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the log has changes of a list that is
  ///   not there.
  static func all(in database: Database) throws -> [Head] {
    let heads = try heads("ORDER BY id", in: database).all { try head($0) }
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

  /// Reads the names of all lists, in order.
  static func names(in database: Database) throws -> [Name] {
    try SQLStatement("SELECT list, id FROM liststore_list ORDER BY id", in: database)
      .all { try Name(row: $0.int64(0), id: List.ID(try $0.text(1))) }
  }

  /// Reads the head of a list that must exist.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  static func head(of name: Name, in database: Database) throws -> Head {
    let head = try heads("WHERE liststore_list.list = ?", in: database).bind(name.row)
      .first { try Self.head($0, of: name.id) }
    guard let head else {
      throw ListStoreError.corrupted(reason: "list \"\(name.id)\": its row is missing")
    }
    return head
  }

  static func find(_ id: List.ID, in database: Database) throws -> Head? {
    try heads("WHERE liststore_list.id = ?", in: database).bind(id).first { try head($0, of: id) }
  }

  /// Reads a list that must exist.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  static func require(_ id: List.ID, in database: Database) throws -> Head {
    if let head = try find(id, in: database) { return head }
    // It may be there under a name that is damaged.
    _ = try all(in: database)
    throw ListStoreError.unknownList(id)
  }

  /// Reads the head in a row, of the list `known` or, if that is `nil`, of the list the row names.
  private static func head(_ row: SQLRow, of known: List.ID? = nil) throws -> Head {
    let id = try known ?? List.ID(try row.text(0))
    let head: Head
    let checksum: Int64?
    let floorChecksum: Int64?
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
      checksum = row.isNull(7) ? nil : try row.int64(7)
      floorChecksum = row.isNull(8) ? nil : try row.int64(8)
    } catch ListStoreError.corrupted(let reason) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\": \(reason)")
    }
    try requireRecorded(id, head.lineage, checksum: checksum)
    if let problem = StoreRules.problem(of: head) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\" \(problem)")
    }
    do {
      try requireRecorded(head.floor, head.lineage, checksum: floorChecksum)
    } catch ListStoreError.corrupted(let reason) {
      throw ListStoreError.corrupted(reason: "list \"\(id)\": \(reason)")
    }
    return head
  }

  /// Makes a list, in the epoch of the store: it may have another past than a list of that name had
  /// before the store was restored.
  static func insert(_ id: List.ID, in database: Database) throws -> Int64 {
    let lineage = Digest(value: .random(in: .min ... .max))
    try SQLStatement(
      """
      INSERT INTO liststore_list (id, lineage, checksum, floor_checksum, epoch, floor)
      VALUES (?, ?, ?, ?, (SELECT epoch FROM liststore), 0)
      """,
      in: database
    ).bind(id).bind(lineage).bind(checksum(of: id, lineage))
      .bind(RowChecksum.floor(0, of: lineage)).run()
    return database.lastInsertedRowID
  }

  /// Returns the checksum of a list's name and lineage, which never change.
  static func checksum(of id: List.ID, _ lineage: Digest) -> Int64 {
    var bytes = withUnsafeBytes(of: lineage.value.bigEndian) { Array($0) }
    bytes += id.rawValue.utf8
    return Int64(Checksum(bytes).value)
  }

  /// Checks that a list has the name and the lineage that it was made with.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - lineage: Its lineage.
  ///   - checksum: The recorded checksum; `nil` if older software has made the list.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireRecorded(_ id: List.ID, _ lineage: Digest, checksum: Int64?) throws {
    guard checksum.map({ $0 == self.checksum(of: id, lineage) }) ?? true else {
      throw ListStoreError.corrupted(
        reason: "list \"\(id)\": its name or lineage is not what was recorded"
      )
    }
  }

  /// Adds checksums to the lists that older software has made.
  static func addChecksums(in database: Database) throws {
    let lists = try SQLStatement(
      "SELECT list, id, lineage, floor FROM liststore_list",
      in: database
    )
    .all { row in
      let lineage = try row.digest(2)
      return (
        row: try row.int64(0),
        checksum: checksum(of: List.ID(try row.text(1)), lineage),
        floor: RowChecksum.floor(try row.int(3), of: lineage)
      )
    }
    for list in lists {
      try SQLStatement(
        "UPDATE liststore_list SET checksum = coalesce(checksum, ?), floor_checksum = ? WHERE list = ?",
        in: database
      ).bind(list.checksum).bind(list.floor).bind(list.row).run()
    }
  }

  /// Checks that the oldest version of a list is the recorded one, if a checksum tells.
  private static func requireRecorded(_ floor: Int, _ lineage: Digest, checksum: Int64?) throws {
    guard checksum.map({ $0 == RowChecksum.floor(floor, of: lineage) }) ?? true else {
      throw ListStoreError.corrupted(
        reason: "its oldest version is said to be \(floor), which is not what was recorded"
      )
    }
  }

  /// Returns the oldest version of a list that can be read.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func floor(of list: Int64, in database: Database) throws -> Int {
    let text = SQLStatement.Text(
      "SELECT floor, lineage, floor_checksum FROM liststore_list WHERE list = ?",
      inOlderStores: "SELECT floor, lineage, NULL FROM liststore_list WHERE list = ?"
    )
    let floor = try SQLStatement(text, in: database).bind(list).first { row in
      let floor = try row.int(0)
      let checksum = row.isNull(2) ? nil : try row.int64(2)
      try requireRecorded(floor, try row.digest(1), checksum: checksum)
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
