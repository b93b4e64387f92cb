import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
package import ListStorage

/// A store of a released format, as `Tests/ListStorageTests/Golden` has it, and what is in it.
package struct GoldenStore: Sendable {
  /// The formats that are brought to the present one when they are opened.
  package static let olderFormats = [1, 2, 3]

  private struct Entry: Equatable, Sendable {
    var list: String
    var version: Int
    var fingerprint: String
    var key: String?
  }

  /// All changes in their order, as the tables of the old format have them.
  private let entries: [Entry]

  /// Makes the file of a store.
  ///
  /// - Parameters:
  ///   - format: Its format.
  ///   - path: The file to make.
  /// - Throws: What reading the record and SQLite throw.
  package init(format: Int, at path: String) throws {
    let golden = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ListStorageTests/Golden/format-\(format).sql")
    let sql = try String(contentsOf: golden, encoding: .utf8)
    let queue = try DatabaseQueue(path: path)
    entries = try queue.writeWithoutTransaction { database in
      try database.execute(sql: sql)
      // A store that was in use has a log; one that was copied has none.
      if format > 1 { try database.execute(sql: "PRAGMA journal_mode = WAL") }
      guard try Int.fetchOne(database, sql: "SELECT format FROM liststore") == format else {
        throw WrongAnswer(text: "the golden store has another format")
      }
      return try Self.entries(in: database)
    }
    try queue.close()
  }

  private static func entries(in database: Database) throws -> [Entry] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT CAST(id AS TEXT) AS id, version, lower(hex(fingerprint)) AS fingerprint,
        CAST(key AS TEXT) AS key FROM liststore_change JOIN liststore_list USING (list)
        ORDER BY sequence
        """
    ).map {
      Entry(list: $0["id"], version: $0["version"], fingerprint: $0["fingerprint"], key: $0["key"])
    }
  }

  /// What is wrong with a store that was made of this one, should verify, and has got nothing new but
  /// other lists.
  package func problems(in store: ListStore) throws -> [String] {
    try store.verify().problems.map(\.description) + mismatches(in: store)
  }

  /// What a store has that is not of this one.
  package func mismatches(in store: ListStore) throws -> [String] {
    var mismatches: [String] = []
    let found = try store.changes(afterSequence: 0, limit: .max).map { change in
      Entry(
        list: change.list.rawValue,
        version: change.version,
        fingerprint: change.fingerprint.description,
        key: change.key
      )
    }
    if Array(found.prefix(entries.count)) != entries { mismatches.append("the changes are others") }
    var heads: [String: Entry] = [:]
    for entry in entries { heads[entry.list] = entry }
    for (name, head) in heads {
      let first = entries.first { $0.list == name }
      for entry in [first, head].compactMap({ $0 }) {
        let snapshot = try store.snapshot(of: List.ID(name), at: entry.version)
        if try snapshot.list.fingerprint().description != entry.fingerprint {
          mismatches.append("\(name) is another list at version \(entry.version)")
        }
      }
      if try store.info(of: List.ID(name)).version != head.version {
        mismatches.append("\(name) has another head")
      }
    }
    return mismatches
  }
}
