import Foundation
import GRDB
import ListDiff
import ListModel

/// The recorded changes of one list: the feed as rows.
struct ChangeLog {
  let database: Database
  let head: ListRows.Head

  /// The changes after a version, oldest first.
  func changes(after version: Int, through last: Int, limit: Int) throws -> [Change] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT version, sequence, parent_fingerprint, fingerprint, time, author, key, body
        FROM change WHERE list = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?
        """
    )
    var changes: [Change] = []
    let rows = try Row.fetchCursor(statement, arguments: [head.row, version, last, limit])
    while let row = try rows.next() {
      let change = try change(row)
      guard change.version == version + changes.count + 1 else {
        throw ListStoreError.corrupted(
          reason: "list \"\(head.id)\": version \(version + changes.count + 1) is missing"
        )
      }
      changes.append(change)
    }
    return changes
  }

  private func change(_ row: Row) throws -> Change {
    let version: Int = row[0]
    let milliseconds: Int64 = row[4]
    let body: Data = row[7]
    do {
      return Change(
        list: head.id,
        version: version,
        parent: version - 1,
        sequence: row[1],
        time: Date(timeIntervalSince1970: Double(milliseconds) / 1000),
        author: (row[5] as Data?).map { String(decoding: $0, as: UTF8.self) },
        key: (row[6] as Data?).map { String(decoding: $0, as: UTF8.self) },
        parentFingerprint: try ListRows.fingerprint(row, 2),
        fingerprint: try ListRows.fingerprint(row, 3),
        changeset: try Changeset(encoded: [UInt8](body))
      )
    } catch let error as InvalidEncoding {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", changeset of version \(version): \(error)"
      )
    }
  }
}

// MARK: - Recording

extension ChangeLog {
  /// Records the changeset that makes a version.
  static func append(
    _ changeset: Changeset,
    to state: ListState,
    after parent: ListState,
    key: String?,
    author: String?,
    in database: Database
  ) throws {
    let last = try Int.fetchOne(
      try database.cachedStatement(sql: "SELECT max(sequence) FROM change")
    )
    try database.cachedStatement(
      sql: """
        INSERT INTO change
        (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      (last ?? 0) + 1, state.row, state.version,
      ListRows.blob(parent.fingerprint), ListRows.blob(state.fingerprint),
      Int64((Date().timeIntervalSince1970 * 1000).rounded()),
      author.map { Data($0.utf8) }, key.map { Data($0.utf8) },
      Data(try changeset.encoded()),
    ])
  }

  /// Records which version a commit key stands for.
  static func record(
    _ key: String,
    for version: Int,
    list: Int64,
    in database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT INTO commit_key (list, key, version) VALUES (?, ?, ?)"
    ).execute(arguments: [list, Data(key.utf8), version])
  }

  /// The version a commit key stands for.
  static func version(of key: String, list: Int64, in database: Database) throws -> Int? {
    try Int.fetchOne(
      try database.cachedStatement(
        sql: "SELECT version FROM commit_key WHERE list = ? AND key = ?"
      ),
      arguments: [list, Data(key.utf8)]
    )
  }

  /// The commit key that made a version.
  static func key(of version: Int, list: Int64, in database: Database) throws -> String? {
    try Data.fetchOne(
      try database.cachedStatement(
        sql: "SELECT key FROM change WHERE list = ? AND version = ?"
      ),
      arguments: [list, version]
    ).map { String(decoding: $0, as: UTF8.self) }
  }
}
