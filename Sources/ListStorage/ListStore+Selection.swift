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
      return try Self.version(selector, of: head, in: database)
    }
  }

  /// Returns the number of a version.
  ///
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)``.
  static func version(
    _ selector: VersionSelector,
    of head: ListRows.Head,
    in database: Database
  ) throws -> Int {
    let number: Int
    switch selector {
    case .latest: number = head.version
    case .version(let version): number = version
    case .back(let count):
      // A number that overflows is no version either.
      let (version, overflows) = head.version.subtractingReportingOverflow(count)
      number = overflows || count < 0 ? -1 : version
    case .before(let date):
      number = try newestVersion(of: head, before: date, in: database)
    }
    try head.require(number)
    return number
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
    let version = try Int.fetchOne(
      database,
      sql: """
        SELECT version FROM liststore_change WHERE list = ? AND time <= ?
        ORDER BY version DESC LIMIT 1
        """,
      arguments: [head.row, milliseconds(of: date)]
    )
    // If all of a list's past is retained, the list did not exist before its first version.
    return version ?? (head.floor == 0 ? 0 : head.floor - 1)
  }

  /// Returns a time as rows hold it; one that they cannot hold is before or after all of theirs.
  private static func milliseconds(of date: Date) -> Int {
    let ancient = Date(timeIntervalSince1970: 0)
    return Change.milliseconds(of: date) ?? (date < ancient ? .min : .max)
  }
}

// MARK: - Feeds by time

extension ListStore {
  /// Returns the version after which everything comes that was committed at a time or later.
  ///
  /// - Returns: The version, which need not be retained; the newest if nothing was committed since.
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  /// - Complexity: O(versions).
  package func versionBeforeChanges(since date: Date, of list: List.ID) throws -> Int {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let first = try Int.fetchOne(
        database,
        sql: "SELECT min(version) FROM liststore_change WHERE list = ? AND time >= ?",
        arguments: [head.row, Self.milliseconds(of: date)]
      )
      return first.map { $0 - 1 } ?? head.version
    }
  }

  /// Returns the number of the commit after which everything comes that was committed to any list at a
  /// time or later; that of the newest commit if nothing was.
  ///
  /// - Throws: ``StoreFeedError/resync(_:next:)`` if the commit before is not retained, because it may
  ///   have been made since, too.
  /// - Complexity: O(commits).
  package func sequenceBeforeChanges(since date: Date) throws -> Int {
    try database.read { database in
      let log = try StoreLog(in: database)
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT sequence - 1, EXISTS (
            SELECT * FROM liststore_change AS earlier
            WHERE earlier.sequence = liststore_change.sequence - 1
          ) FROM liststore_change WHERE time >= ? ORDER BY sequence LIMIT 1
          """,
        arguments: [Self.milliseconds(of: date)]
      )
      guard let row else { return try log.last().sequence }
      let (sequence, isRetained): (Int, Bool) = (row[0], row[1])
      guard sequence == 0 || isRetained else {
        throw StoreFeedError.resync(.compacted, next: try log.last())
      }
      return sequence
    }
  }

  /// Returns the number of the newest commit to any list that was made at or before a time; 0 if there
  /// is none.
  ///
  /// - Complexity: O(commits).
  package func sequence(before date: Date) throws -> Int {
    try database.read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT max(sequence) FROM liststore_change WHERE time <= ?",
        arguments: [Self.milliseconds(of: date)]
      ) ?? 0
    }
  }
}
