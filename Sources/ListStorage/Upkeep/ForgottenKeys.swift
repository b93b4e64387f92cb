import GRDB
package import ListModel

// Commit keys stand for versions, and are of no use when these are gone. The keys of changes go
// with their changes. The keys of commits that changed nothing are in no change, and are looked for
// here; until they are forgotten, they already count as unused.

extension ListStore {
  /// The most keys that are looked at, or forgotten, at once.
  private static let keyPageSize = 1000
  /// The most times as many that are looked at after one commit, if that pays.
  private static let keyPageLimit = 64

  /// Returns the versions that the commit keys of a list stand for; some may not be retained any
  /// more.
  ///
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(keys).
  package func commitKeys(of list: List.ID) throws -> [String: Int] {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      var versions: [String: Int] = [:]
      for (key, version) in try ChangeLog.keys(of: head.row, in: database) {
        if let key { versions[key] = version }
      }
      return versions
    }
  }

  /// Forgets all commit keys of a list that stand for versions that are gone.
  ///
  /// - Throws: ``ListStoreError``.
  package func forgetAllKeys(of list: List.ID) throws {
    var last: [UInt8] = []
    while true {
      let keys = try database.read { database in
        let head = try ListRows.require(list, in: database)
        return try SQLStatement(
          """
          SELECT key FROM liststore_key WHERE list = ? AND key > ? AND version < ?
          ORDER BY key LIMIT ?
          """,
          in: database
        ).bind(head.row).bind(last).bind(head.floor).bind(Self.keyPageSize).all { $0.bytes(0) }
      }
      guard let end = keys.last else { return }
      try forget(keys, of: list)
      last = end
    }
  }

  /// Looks through the next commit keys of a list, and through more as long as many of them can be
  /// forgotten.
  ///
  /// - Throws: ``ListStoreError``.
  func forgetSomeKeys(of list: List.ID) throws {
    var hasBegunAnew = false
    for _ in 0..<Self.keyPageLimit where !database.hasManyReaders {
      let (keys, floor) = try database.read { database in
        let head = try ListRows.require(list, in: database)
        let last = try lookedThroughKeys[list] ?? someKey(of: head, in: database)
        let keys = try SQLStatement(
          "SELECT key, version FROM liststore_key WHERE list = ? AND key > ? ORDER BY key LIMIT ?",
          in: database
        ).bind(head.row).bind(last).bind(Self.keyPageSize)
          .all { try (key: $0.bytes(0), version: $0.int(1)) }
        return (keys, head.floor)
      }
      let isEnd = keys.count < Self.keyPageSize
      lookedThroughKeys.set(isEnd ? [] : keys.last?.key ?? [], for: list)
      let stale = keys.filter { $0.version < floor }
      if !stale.isEmpty {
        try forget(stale.map(\.key), of: list, waiting: database.upkeepPatience)
      }
      if stale.count > keys.count / 4 { continue }
      guard isEnd, !hasBegunAnew else { return }
      hasBegunAnew = true
    }
  }

  /// Returns a key to begin after when the last one is not known: any key, so that all have their
  /// turn, also in a store that is opened again and again.
  private func someKey(of head: ListRows.Head, in database: Database) throws -> [UInt8] {
    let recent = try SQLStatement(
      """
      SELECT key FROM liststore_change
      WHERE list = ? AND version > ? AND key IS NOT NULL ORDER BY version LIMIT 1
      """,
      in: database
    ).bind(head.row).bind(head.version - Self.keyPageSize).first { $0.bytes(0) }
    return recent ?? withUnsafeBytes(of: head.fingerprint.value) { Array($0.prefix(8)) }
  }

  private func forget(
    _ keys: [[UInt8]],
    of list: List.ID,
    waiting timeout: Duration? = nil
  ) throws {
    try database.write(waiting: timeout) { database in
      let head = try ListRows.require(list, in: database)
      for key in keys {
        try SQLStatement(
          "DELETE FROM liststore_key WHERE list = ? AND key = ? AND version < ?",
          in: database
        ).bind(head.row).bind(key).bind(head.floor).run()
      }
    }
  }
}
