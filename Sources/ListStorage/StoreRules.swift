package import GRDB
import ListDiff

/// The rules for a store's rows about itself and its lists, for opening, verifying and repairing it.
package enum StoreRules {
  /// The last epoch a store or a list can have: the greatest number that every reader of JSON keeps
  /// exactly.
  package static let lastEpoch = Change.lastVersion

  /// Returns the epoch that the store made by a repair must follow: that of the damaged store, or 0
  /// if that is impossible.
  package static func epochToFollow(_ claim: Int?) -> Int {
    guard let claim, (1..<lastEpoch).contains(claim) else { return 0 }
    return claim
  }

  /// The conditions on the row that identifies the store, by column.
  private static let identity = [
    ("lineage", "typeof(lineage) = 'blob' AND length(lineage) = 16"),
    ("epoch", "typeof(epoch) = 'integer' AND epoch BETWEEN 1 AND \(lastEpoch)"),
    ("format", "typeof(format) = 'integer' AND format > 0"),
    ("min_reader", "typeof(min_reader) = 'integer' AND min_reader > 0"),
    ("min_writer", "typeof(min_writer) = 'integer' AND min_writer > 0"),
  ]

  /// Returns what is wrong with the row that identifies a store.
  ///
  /// - Throws: SQLite's errors.
  package static func identityProblems(in database: Database) throws -> [String] {
    var problems: [String] = []
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore") ?? 0
    if count != 1 { problems.append("the store has \(count) rows about itself, not 1") }
    for (column, condition) in identity {
      let isWrong = try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM liststore WHERE (\(condition)) IS NOT TRUE)"
      )
      if isWrong == true { problems.append("its \(column) is impossible") }
    }
    if problems.isEmpty {
      do {
        _ = try StoreRecord(in: database)
      } catch ListStoreError.corrupted(let reason) {
        problems.append(reason)
      }
    }
    return problems
  }

  /// Returns what is wrong with the numbers of a list; `nil` when nothing is.
  static func problem(of head: ListRows.Head) -> String? {
    guard 0 <= head.floor, head.floor <= head.version, head.version <= Change.lastVersion else {
      return "says it has versions \(head.floor) to \(head.version)"
    }
    if head.version == 0 { return "has no version" }
    return (1...lastEpoch).contains(head.epoch) ? nil : "says its epoch is \(head.epoch)"
  }

  /// Rows with impossible numbers, and the SQL that counts them.
  package static let impossibleRows = [
    ("commits whose number is impossible", AppendedTable.change, "liststore_change", "sequence"),
    ("cells whose row number is impossible", AppendedTable.cell, "liststore_cell", "cell"),
  ].map { what, table, name, column in
    (
      what,
      """
      SELECT count(*) FROM \(name)
      WHERE \(column) NOT BETWEEN \(table.rows.lowerBound) AND \(table.rows.upperBound)
      """
    )
  }
}
