import GRDB
import ListDiff
package import ListModel

// What proves the name, the number and the oldest version of a list.

extension ListRows {
  /// The columns of the checksums of name, number and oldest version, by format, the newest first.
  ///
  /// In the first two, a checksum that is missing is damage.
  static let proofs = [
    "\(proof("checksum")), \(proof("number_checksum")), \(proof("floor_checksum"))",
    "\(proof("checksum")), NULL, \(proof("floor_checksum"))",
    "liststore_list.checksum, NULL, NULL", "NULL, NULL, NULL",
  ]

  private static func proof(_ column: String) -> String {
    RowChecksum.required(column, of: "liststore_list")
  }

  /// Returns the checksum of a list's name and lineage, which never change.
  package static func checksum(of id: List.ID, _ lineage: Digest) -> Int64 {
    var bytes = withUnsafeBytes(of: lineage.value.bigEndian) { Array($0) }
    bytes += id.rawValue.utf8
    return Int64(Checksum(bytes).value)
  }

  /// Checks that a list has the name, the lineage and the row number that it was made with.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - list: Its row number.
  ///   - lineage: Its lineage.
  ///   - row: A row with ``proofs``; a checksum that is NULL says nothing.
  ///   - column: The first column of these.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireRecorded(
    _ id: List.ID,
    _ list: Int64,
    _ lineage: Digest,
    _ row: SQLRow,
    _ column: Int32
  ) throws {
    guard try row.isNull(column) || row.int64(column) == checksum(of: id, lineage) else {
      throw ListStoreError.corrupted(
        reason: "list \"\(id)\": its name or lineage is not what was recorded"
      )
    }
    let number = RowChecksum.number(list, of: lineage)
    guard try row.isNull(column + 1) || row.int64(column + 1) == number else {
      throw ListStoreError.corrupted(
        reason:
          "list \"\(id)\": its row has the number of another list; `repair` saves what can be "
          + "proved"
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

  /// Gives the lists of a store of an older format the checksums of their numbers.
  ///
  /// A list whose other checksum is wrong gets none, which is damage from now on.
  ///
  /// - Returns: How many lists there are.
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when a list is missing: another one can have its
  ///   number.
  static func addChecksumsOfNumbers(in database: Database) throws -> Int64 {
    let lists = try SQLStatement(
      "SELECT list, id, lineage, checksum FROM liststore_list ORDER BY list",
      in: database
    ).all { row in
      let (list, lineage) = (try row.int64(0), try row.digest(2))
      let isSound = (try? row.text(1)).map {
        checksum(of: List.ID($0), lineage) == row.unprovenInt64(3)
      }
      return (list, isSound == true ? RowChecksum.number(list, of: lineage) : nil)
    }
    guard lists.last?.0 ?? 0 == Int64(lists.count) else {
      throw ListStoreError.corrupted(
        reason:
          "the row of a list is missing, so the store is not brought to the format of this version; "
          + "`repair` saves what can be proved"
      )
    }
    try requireAll(lists.map(\.0), in: database)
    for case (let list, let checksum?) in lists {
      try SQLStatement(
        "UPDATE liststore_list SET number_checksum = ? WHERE list = ?",
        in: database
      ).bind(checksum).bind(list).run()
    }
    return Int64(lists.count)
  }

  /// Checks that the oldest version of a list is the recorded one, if the checksum in a column tells.
  static func requireRecorded(
    _ floor: Int,
    _ lineage: Digest,
    _ row: SQLRow,
    _ column: Int32
  ) throws {
    guard try row.isNull(column) || row.int64(column) == RowChecksum.floor(floor, of: lineage)
    else {
      throw ListStoreError.corrupted(
        reason: "its oldest version is said to be \(floor), which is not what was recorded"
      )
    }
  }
}
