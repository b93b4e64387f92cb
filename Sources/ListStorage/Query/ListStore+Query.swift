public import GRDB

/// How much a query may take before it is stopped.
public struct QueryLimits: Hashable, Sendable {
  /// The most rows; a query with more is refused, not cut off.
  public var rows: Int
  /// The longest time; `nil` for no limit.
  public var duration: Duration?
  /// The most bytes of the whole answer, and of each value on the way to it.
  ///
  /// For what it sorts and keeps, SQLite may take four times as much, and 64 MiB.
  public var bytes: Int

  /// Creates limits.
  public init(
    rows: Int = 100_000,
    duration: Duration? = .seconds(10),
    bytes: Int = 128 << 20
  ) {
    self.rows = rows
    self.duration = duration
    self.bytes = bytes
  }
}

/// Why a query has no answer.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite does not understand the SQL, or a function in it has failed.
  case invalid(reason: String)
  /// The answer has more rows than ``QueryLimits/rows``.
  case tooManyRows(limit: Int)
  /// The answer takes longer than ``QueryLimits/duration``.
  case tookTooLong(limit: Duration)
  /// The answer, a value on the way to it, or what SQLite has to keep is larger than
  /// ``QueryLimits/bytes`` allows.
  case tooLarge(limit: Int)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .invalid(let reason): "the query cannot be answered: \(reason)"
    case .tooManyRows(let limit):
      "the query has more than \(limit) rows; ask for less (LIMIT), or raise the limit"
    case .tookTooLong(let limit): "the query took longer than \(limit)"
    case .tooLarge(let limit):
      "the query makes a value, or an answer, of more than \(limit) bytes, or takes several times as "
        + "much memory; ask for less, or raise the limit"
    }
  }
}

extension ListStore {
  /// Queries all lists and their past with SQL.
  ///
  /// There are four read-only tables:
  ///
  /// - `cells`: `list`, `section` (its id), `item` (from 0), `id`, `type`, `content` (JSON, or NULL)
  /// - `sections`: `list`, `place` (from 0), `id`, `cells` (how many)
  /// - `versions`: `list`, `version`, `time` (UTC, as SQLite's functions for dates write it; compared
  ///   with the form of JSON, `2026-11-26T17:09:30.123Z`, as well), `author`,
  ///   `message`, `key`, `sequence`, `fingerprint`, `operations` (how many)
  /// - `changes`, a row for each operation of each version: `list`, `version`, `time`, `author`,
  ///   `message`, `kind` (`inserted`, `deleted`, `moved`, `updated`), `subject` (`cell`, `section`), `id`,
  ///   and `from_section`, `from_item`, `from_type`, `from_content` and the same with `to_`
  ///
  /// SQLite's functions for JSON reach into contents:
  ///
  /// ```swift
  /// let rows = try store.query(
  ///   "SELECT id, content ->> 'title' AS title FROM cells WHERE list = ? AND content ->> 'stars' > ?",
  ///   arguments: ["home", 10]
  /// )
  /// for row in rows { print(row["id"] ?? "", row["title"] ?? "") }
  /// ```
  ///
  /// An answer shows a single moment. Everything it depends on is proved as by any other read: the ids,
  /// the order and the number of all cells of each list that is looked at by its fingerprint, contents
  /// by their digests, versions and changes by their checksums. Writers go on meanwhile, except in a
  /// store in memory or in a `DatabaseQueue`, which has one connection. A query is stopped when its
  /// task is cancelled.
  ///
  /// - Parameters:
  ///   - sql: One `SELECT`. It sees these tables only, and none of the database's owner.
  ///   - selector: The version of each list that is shown by `cells` and `sections`, and the last one in
  ///     `versions` and `changes`.
  ///   - arguments: The values of its parameters, in order.
  ///   - limits: When to give up.
  ///   - forgotten: Called after the query for each list of which it has asked `versions` or `changes`
  ///     for versions that are not kept any more, in the order of the names, with the oldest version that
  ///     is kept: the answer says nothing of those before.
  /// - Returns: The rows.
  /// - Throws: ``QueryError``, `CancellationError`, ``ListStoreError/corrupted(reason:)`` when something
  ///   that the answer depends on is not what was recorded,
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` when a list that is looked at does not have
  ///   the version, and other ``ListStoreError``s when the store cannot be read.
  /// - Complexity: That of the query. Each list of which cells, sections or the last versions are looked at
  ///   is read once for its proof, without contents; there is no index on contents. Changes are read one
  ///   version at a time, and contents only of those that name the `id` that is asked for.
  public func query(
    _ sql: String,
    at selector: VersionSelector = .latest,
    arguments: [(any DatabaseValueConvertible)?] = [],
    limits: QueryLimits = QueryLimits(),
    forgotten: (_ list: List.ID, _ oldest: Int) -> Void = { _, _ in }
  ) throws -> [QueryRow] {
    let (rows, forgottenBefore) = try withUnsafeCurrentTask { task in
      let watch = QueryWatch(task: task, limits: limits)
      return try database.read { database in
        try CallerError.boxing {
          try ListStoreError.translating(in: database) {
            let store = QueriedStore(database, heads: heads, at: selector, watch)
            let rows = try QueryConnection(store, watch).rows(of: sql, arguments)
            return (rows, store.forgottenBefore)
          }
        }
      }
    }
    for (list, oldest) in forgottenBefore.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      forgotten(list, oldest)
    }
    return rows
  }

  /// The tables of ``query(_:at:arguments:limits:)`` and their columns.
  package static var queryTables: [(name: String, columns: [String])] {
    QueryTable.all.map { ($0.name, $0.columns.map(\.name)) }
  }
}
