public import Foundation
import GRDB
import ListDiff
public import ListModel

/// Selects a version of a list.
public enum VersionSelector: Hashable, Sendable {
  /// The newest version.
  case latest
  /// The version with this number; 0 is the empty list.
  case version(Int)
  /// The version that many versions before the newest.
  case back(Int)
  /// The newest version committed at or before a time, by the clocks of those who committed; 0 before
  /// the first.
  case before(Date)
}

extension ListStore {
  /// Returns the number of a version.
  ///
  /// - Parameters:
  ///   - selector: Which version is meant.
  ///   - list: The name of the list.
  /// - Returns: The number, of a version that can be read.
  /// - Throws: ``ListStoreError/unknownList(_:)``, and
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` when there is none, or it is not retained.
  /// - Complexity: O(log versions); for ``VersionSelector/before(_:)``, O(versions made after that).
  public func version(_ selector: VersionSelector, of list: List.ID) throws -> Int {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let number: Int
      switch selector {
      case .latest: number = head.version
      case .version(let version): number = version
      case .back(let count):
        // A number that overflows is no version either.
        let (version, overflows) = head.version.subtractingReportingOverflow(count)
        number = overflows || count < 0 ? -1 : version
      case .before(let date):
        number = try Self.newestVersion(of: head, before: date, in: database)
      }
      try head.require(number)
      return number
    }
  }

  /// Reads one version of a list.
  ///
  /// - Throws: As ``version(_:of:)``.
  public func snapshot(of list: List.ID, at selector: VersionSelector) throws -> Snapshot {
    try snapshot(of: list, at: version(selector, of: list))
  }

  private static func newestVersion(
    of head: ListRows.Head,
    before date: Date,
    in database: Database
  ) throws -> Int {
    let ancient = Date(timeIntervalSince1970: 0)
    let time = Change.milliseconds(of: date) ?? (date < ancient ? .min : .max)
    let version = try Int.fetchOne(
      database,
      sql: """
        SELECT version FROM liststore_change WHERE list = ? AND time <= ?
        ORDER BY version DESC LIMIT 1
        """,
      arguments: [head.row, time]
    )
    // If all of a list's past is retained, the list did not exist before its first version.
    return version ?? (head.floor == 0 ? 0 : head.floor - 1)
  }
}
