package import Foundation
import GRDB
package import ListDiff
package import ListModel

/// A version in one line: who made it and when, and how much it changed.
package struct ChangeSummary: Sendable {
  /// The version that was made.
  package let version: Int
  /// The number of its commit among all commits of the store.
  package let sequence: Int?
  package let time: Date?
  package let author: String?
  package let key: String?
  /// The message of its commit.
  package let message: String?
  /// The fingerprint of the version.
  package let fingerprint: Fingerprint
  /// The numbers of its operations.
  package let operations: OperationTally
  /// What the version did to its sections and to the cells that were asked for; `nil` if none were.
  package let part: Changeset?
}

extension ListStore {
  /// Returns summaries of the versions after `version`, oldest first.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version before the first one.
  ///   - last: The last version.
  ///   - cells: The cells whose operations are wanted, see ``ChangeSummary/part``; `nil` for none.
  /// - Returns: The summaries, without gaps.
  /// - Throws: As ``changes(of:after:through:limit:)``.
  /// - Complexity: O(bytes of the changes); of these only the parts that are wanted are kept in memory.
  package func summaries(
    of list: List.ID,
    after version: Int,
    through last: Int,
    cells: [Cell.ID]? = nil
  ) throws -> [ChangeSummary] {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      try head.require(version)
      try head.require(last)
      return try ChangeLog(database: database, head: head).summaries(
        after: version,
        through: last,
        cells
      )
    }
  }

  /// Returns the summary of the oldest version that can be read; `nil` when nothing was removed.
  package func oldestSummary(of list: List.ID, cells: [Cell.ID]? = nil) throws -> ChangeSummary? {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      guard head.floor > 0 else { return nil }
      return try ChangeLog(database: database, head: head)
        .summaries(after: head.floor - 1, through: head.floor, cells).first
    }
  }
}

extension ChangeLog {
  /// Returns summaries of the versions after a version, oldest first.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when one of them is missing or damaged.
  fileprivate func summaries(
    after version: Int,
    through last: Int,
    _ cells: [Cell.ID]?
  ) throws -> [ChangeSummary] {
    var reached = version
    let summaries = try SQLStatement(
      """
      SELECT \(Self.columns(in: database)) FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? ORDER BY version
      """,
      in: database
    ).bind(head.row).bind(version).bind(last).all { row in
      reached += 1
      guard try row.int(0) == reached else { throw missing(reached) }
      return try Self.summary(row, of: head.id, version: reached, cells)
    }
    guard reached >= last else { throw missing(reached + 1) }
    return summaries
  }

  private static func summary(
    _ row: SQLRow,
    of list: List.ID,
    version: Int,
    _ cells: [Cell.ID]?
  ) throws -> ChangeSummary {
    let origin = try origin(row, of: list)
    try requireBody(row, 7, checksum: 11, of: row.int64(8), list, making: version)
    let isIntact = row.withBytes(7) { bytes in
      Changeset.isIntact(encoded: bytes.assumingMemoryBound(to: UInt8.self))
    }
    guard isIntact else {
      throw ListStoreError.corrupted(
        reason: "list \"\(list)\", changeset of version \(version): wrong checksum"
      )
    }
    return ChangeSummary(
      version: version,
      sequence: try row.int(1),
      time: origin.time,
      author: origin.author,
      key: origin.key,
      message: origin.message,
      fingerprint: try row.fingerprint(3),
      operations: try body(row, 7, making: version, of: list, within: nil) {
        bytes throws(InvalidEncoding) in try OperationTally(encoded: bytes)
      },
      part: try cells.map { cells in
        try body(row, 7, making: version, of: list, within: nil) { bytes throws(InvalidEncoding) in
          try Changeset.picked(encoded: bytes, cells: cells)
        }
      }
    )
  }
}
