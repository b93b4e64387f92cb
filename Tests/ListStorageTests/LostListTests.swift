import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Which lists a store has, and which is which: what nothing tells but the rows of the lists themselves.
@Suite struct `The lists of a damaged store` {
  private let folder: TemporaryFolder
  private let path: String
  private static let names: [List.ID] = ["a", "b", "c"]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    let store = try ListStore(path: path)
    for (seed, name) in Self.names.enumerated() {
      try store.grow(name, to: 4, seed: UInt64(seed) + 71)
    }
    try store.checkpoint()
  }

  /// Every way to read of lists, by the name of one or without.
  private static let readings: [@Sendable (ListStore) throws -> String] =
    [
      { try "\($0.lists())" }, { try "\($0.statistics().lists)" },
      { try "\(all(of: $0))" },
      { try "\($0.query("SELECT list, count(*) FROM cells GROUP BY 1"))" },
      { try "\($0.query("SELECT list, version, fingerprint FROM versions"))" },
      { try "\($0.query("SELECT list, version, kind, id FROM changes"))" },
    ]
    + names.flatMap { name -> [@Sendable (ListStore) throws -> String] in
      [
        { try "\($0.snapshot(of: name))" }, { try "\($0.snapshot(of: name, at: 2))" },
        { try "\($0.info(of: name))" }, { try "\($0.changes(of: name))" },
        { try "\($0.outline(of: name))" }, { try "\($0.window(.rows(0..<2), in: name))" },
        { try "\($0.token(of: name))" }, { try "\($0.change(of: name, from: 1, to: 3))" },
        { try "\($0.query("SELECT id FROM cells WHERE list = ?", arguments: [name.rawValue]))" },
        { try "\($0.snapshotWithValues(of: name))" },
      ]
    }

  /// All changes of all lists, as a consumer gets them that has nothing.
  private static func all(of store: ListStore) throws -> [Change] {
    var (changes, token) = ([Change](), StoreToken?.none)
    while true {
      switch try store.catchUp(from: token) {
      case .upToDate: return changes
      case .changes(let more, let next): (changes, token) = (changes + more, next)
      // It reads the lists.
      case .resync:
        _ = try store.lists()
        return []
      }
    }
  }

  private func damage(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func isCorrupted(_ error: any Error) -> Bool {
    if case .corrupted? = error as? ListStoreError { true } else { false }
  }

  /// Expects that every reading is what it was or refused, and that nothing is copied.
  private func expectRefusals(after sql: String) throws {
    let before = try Self.readings.map { try $0(ListStore(path: path)) }
    try damage(sql)
    #expect(try !ListStore.verify(path).isSound)
    var refusals = 0
    for (index, reading) in Self.readings.enumerated() {
      do {
        // What has a store open and what opens it are told the same.
        #expect(
          try reading(ListStore(path: path)) == before[index],
          "reading \(index) after \(sql)"
        )
      } catch {
        #expect(isCorrupted(error), "reading \(index): \(error)")
        refusals += 1
      }
    }
    #expect(refusals > 0)
    let copy = folder.file("copy.db")
    #expect { try ListStore(path: path).backup(to: copy) } throws: { isCorrupted($0) }
    #expect { try ListStore.restore(path, to: copy) } throws: { isCorrupted($0) }
  }

  /// Repairs the store, and expects that no list has the content of another one.
  private func repaired() throws -> RepairReport {
    let target = folder.file("repaired.db")
    let report = try ListStore.repair(path, to: target)
    let store = try ListStore(path: target)
    #expect(try store.verify().problems == [])
    for (seed, name) in Self.names.enumerated()
    where report.lists.contains(where: { $0.id == name }) {
      let original = try ListStore.inMemory()
      try original.grow(name, to: 4, seed: UInt64(seed) + 71)
      let version = try store.info(of: name).version
      #expect(try store.snapshot(of: name) == original.snapshot(of: name, at: version))
    }
    return report
  }

  private static func everything(of list: Int) -> String {
    """
    DELETE FROM liststore_chunk WHERE section IN (SELECT section FROM liststore_section WHERE list = \(list));
    """
      + ["list", "section", "cell", "place", "change", "key", "span", "cursor"]
      .map { "DELETE FROM liststore_\($0) WHERE list = \(list);" }.joined()
  }

  @Test(
    arguments: Soak.some(
      [
        "UPDATE OR REPLACE liststore_list SET list = 2 WHERE list = 1",
        "UPDATE OR REPLACE liststore_list SET list = 1 WHERE list = 3",
        "UPDATE liststore_list SET list = 4 WHERE list = 3",
        """
        UPDATE liststore_list SET list = 9 WHERE list = 1; UPDATE liststore_list SET list = 1 WHERE list = 2;
        UPDATE liststore_list SET list = 2 WHERE list = 9;
        """,
        "UPDATE liststore_list SET number_checksum = NULL WHERE list = 2",
        "UPDATE liststore_list SET number_checksum = NULL, checksum = NULL, floor_checksum = NULL",
      ],
      every: 2
    )
  )
  func `are never shown under the name of another one`(sql: String) throws {
    try expectRefusals(after: sql)
    // Where all rows are there, and only their numbers are wrong, all is saved.
    let isComplete = try repaired().isComplete
    #expect(!isComplete || sql.contains("9") || sql.contains("4"))
  }

  @Test func `keep their names in a repair, when their rows have the numbers of others`() throws {
    try damage(
      """
      UPDATE liststore_list SET list = 9 WHERE list = 1; UPDATE liststore_list SET list = 1 WHERE list = 2;
      UPDATE liststore_list SET list = 2 WHERE list = 9;
      """
    )
    let report = try repaired()
    #expect(report.lists.map(\.id) == Self.names)
    #expect(report.lists.map(\.saved) == [0...4, 0...4, 0...4])
  }

  @Test(arguments: 1...3)
  func `are missed when nothing is left of one, also of the last`(list: Int) throws {
    try expectRefusals(after: Self.everything(of: list))
    let problems = try ListStore.verify(path).problems.map(\.reason)
    #expect(problems == ["1 lists whose row is missing"])
    let store = try ListStore(path: path)
    #expect { try store.lists() } throws: { isCorrupted($0) }
    #expect { try store.compact() } throws: { isCorrupted($0) }
    // No new list gets the number of the one that is lost.
    if list == 3 {
      #expect { try store.commit(sample, to: "new") } throws: { isCorrupted($0) }
      #expect { try store.snapshot(of: "c") } throws: { isCorrupted($0) }
      #expect { try store.token() } throws: { isCorrupted($0) }
    }
    let report = try repaired()
    #expect(!report.isComplete)
    #expect(report.lists.count == 3 && report.lists.last?.saved == nil)
  }

  @Test(arguments: [
    "lists = lists + 1", "lists = lists - 1", "checked_from = 99", "checksum = NULL",
  ])
  func `are not counted by a number that was not recorded`(change: String) throws {
    try damage("UPDATE liststore SET \(change)")
    #expect { try ListStore(path: path) } throws: { isCorrupted($0) }
    #expect(try !ListStore.verify(path).isSound)
    let report = try repaired()
    #expect(report.lists.map(\.saved) == [0...4, 0...4, 0...4])
    #expect(!report.isComplete)
  }

  @Test(
    arguments: Soak.some(
      [
        "change SET checksum", "change SET body_checksum", "section SET checksum",
        "chunk SET checksum",
        "list SET checksum", "list SET floor_checksum", "list SET number_checksum",
      ],
      every: 3
    )
  )
  func `lack no checksum`(column: String) throws {
    try expectRefusals(after: "UPDATE liststore_\(column) = NULL")
    let report = try repaired()
    // What stands twice is saved from the other place.
    #expect(report.lists.map(\.saved) == [0...4, 0...4, 0...4])
  }

  // MARK: Older formats

  /// Makes the store one of format 6.
  private func makeOlder() throws {
    try damage(
      """
      ALTER TABLE liststore DROP COLUMN lists;
      ALTER TABLE liststore DROP COLUMN checked_from;
      ALTER TABLE liststore DROP COLUMN checksum;
      ALTER TABLE liststore_list DROP COLUMN number_checksum;
      UPDATE liststore SET format = 6, min_writer = 6;
      """
    )
  }

  @Test func `have their numbers proved once a store has this format`() throws {
    try makeOlder()
    #expect(try ListStore(path: path).verify().problems == [])
    try expectRefusals(after: "UPDATE OR REPLACE liststore_list SET list = 2 WHERE list = 1")
  }

  @Test(arguments: [
    "UPDATE OR REPLACE liststore_list SET list = 2 WHERE list = 1",
    "UPDATE OR REPLACE liststore_list SET list = 1 WHERE list = 3",
    "DELETE FROM liststore_list WHERE list = 2",
  ])
  func `are not given checksums when one of them is missing`(sql: String) throws {
    try makeOlder()
    try damage(sql)
    #expect { try ListStore(path: path) } throws: { isCorrupted($0) }
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    #expect(throws: Never.self) { try ListStore(path: path, configuration: configuration) }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(!report.isComplete && report.lists.count == 3)
  }

  @Test func `are not given a checksum that hides another one that is wrong`() throws {
    try makeOlder()
    try damage("UPDATE liststore_list SET id = CAST('x' AS BLOB) WHERE list = 2")
    #expect { try ListStore(path: path).lists() } throws: { isCorrupted($0) }
    #expect(try ListStore(path: path).info(of: "a").version == 4)
    #expect(try !ListStore.verify(path).isSound)
  }

  @Test func `may have changes without checksums from before, and none after`() throws {
    try damage(
      "UPDATE liststore_change SET checksum = NULL, body_checksum = NULL WHERE sequence < 9"
    )
    try makeOlder()
    let store = try ListStore(path: path)
    #expect(try store.verify().problems == [])
    #expect(try store.verify().versionsWithoutChecksum == 8)
    #expect(try store.changes(of: "a").count == 4)
    try damage("UPDATE liststore_change SET checksum = NULL WHERE sequence = 9")
    #expect { try store.changes(of: "c") } throws: { isCorrupted($0) }
    #expect(try !store.verify().isSound)
  }
}
