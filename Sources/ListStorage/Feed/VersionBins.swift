package import Foundation
import GRDB
import ListDiff
package import ListModel

/// How many versions a list got in an interval of time.
package struct VersionBin: Equatable, Sendable {
  /// The number of the interval, from 0.
  package let index: Int
  /// How many versions were made in it.
  package let count: Int
  /// The lowest and the highest of them.
  package let versions: ClosedRange<Int>
}

extension ListStore {
  /// Counts the versions of a list by intervals of time of one length.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - count: The number of intervals.
  ///   - times: When the first one begins and the last one ends; those of the oldest and the newest version that is
  ///     retained if `nil`.
  /// - Returns: The times, and the intervals with versions, in order.
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  /// - Complexity: O(retained versions), whose changes are not read.
  package func versionBins(
    of list: List.ID,
    count: Int,
    in times: (start: Date?, end: Date?)
  ) throws -> (start: Date, end: Date, bins: [VersionBin]) {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let range = try Row.fetchOne(
        database,
        sql: "SELECT min(time), max(time) FROM liststore_change WHERE list = ?",
        arguments: [head.row]
      )
      let first = try times.start.map(Self.milliseconds) ?? range?[0] ?? 0
      let last = try times.end.map(Self.milliseconds) ?? range?[1] ?? first
      // The last moment belongs to the last interval.
      let width = max(1, (max(last, first) - first) / count + 1)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT (time - ?) / ?, count(*), min(version), max(version) FROM liststore_change
          WHERE list = ? AND time BETWEEN ? AND ? GROUP BY 1 ORDER BY 1
          """,
        arguments: [first, width, head.row, first, last]
      )
      let bins = rows.map { row in
        VersionBin(index: row[0], count: row[1], versions: row[2]...max(row[2], row[3]))
      }
      return (Self.date(first), Self.date(first + width * count), bins)
    }
  }

  /// Returns when the newest version of each list was made, without reading its changes.
  ///
  /// - Complexity: O(lists).
  package func timesOfHeads() throws -> [List.ID: Date] {
    try database.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT CAST(id AS TEXT), (
            SELECT time FROM liststore_change WHERE list = l.list ORDER BY version DESC LIMIT 1
          ) FROM liststore_list AS l
          """
      )
      var times: [List.ID: Date] = [:]
      for row in rows {
        guard let name: String = row[0], let time: Int = row[1] else { continue }
        times[List.ID(name)] = Self.date(time)
      }
      return times
    }
  }

  private static func milliseconds(_ time: Date) throws -> Int {
    guard let milliseconds = Change.milliseconds(of: time) else {
      throw ListStoreError.invalidEdit(reason: "the time is not in the years 0000 to 9999")
    }
    return milliseconds
  }

  private static func date(_ milliseconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
