import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import Testing

/// Stores of released formats, recorded as SQL, which every later version reads and writes; see
/// `Golden/make`.
@Suite struct GoldenStoreTests {
  /// The formats there were, and in each the fingerprints of the heads, as they were printed when the
  /// store was recorded.
  private static let heads: [Int: [List.ID: String]] = [
    1: [
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
    ],
    2: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
    ],
    3: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
    ],
    4: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
    ],
    5: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
      "views": "c00e1db52fe6ad1c96db9b8c5ba0c156",
    ],
    7: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
      "views": "c00e1db52fe6ad1c96db9b8c5ba0c156",
    ],
    6: [
      "busy": "25c5c5f78104232618c1e9a5ed706525",
      "home": "3075fedcbb683d9e628e9532b74b593c",
      "other": "bbc907fbb09451b695cade7dfaf8a890",
      "views": "c00e1db52fe6ad1c96db9b8c5ba0c156",
    ],
  ]

  /// The versions of the lists, by name.
  private static func versions(of format: Int) -> [Int] {
    format == 1 ? [5, 3] : format < 5 ? [260, 5, 3] : [260, 5, 3, 2]
  }

  private func withStore(of format: Int, _ body: (ListStore) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let golden = try #require(
      Bundle.module.url(
        forResource: "format-\(format)",
        withExtension: "sql",
        subdirectory: "Golden"
      )
    )
    let path = folder.file("lists.db")
    let sql = try String(contentsOf: golden, encoding: .utf8)
    do {
      let database = try DatabaseQueue(path: path)
      try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    try withExtendedLifetime(folder) { try body(try ListStore(path: path)) }
  }

  @Test(arguments: heads.keys.sorted())
  func `a store of a released format opens and is sound`(format: Int) throws {
    try withStore(of: format) { store in
      #expect(try store.verify().problems == [])
      for table in ["cells", "sections", "versions", "changes"] {
        #expect(try store.query("SELECT * FROM \(table)").count > 2)
      }
      for list in try store.lists() {
        #expect(list.fingerprint.description == Self.heads[format]?[list.id])
      }
      #expect(try store.lists().map(\.version) == Self.versions(of: format))
      // How many versions nobody could give a checksum.
      let count = try store.verify().versionsWithoutChecksum
      #expect(count == (format == 1 ? 8 : format < 4 ? 268 : 0))
    }
  }

  @Test(arguments: heads.keys.sorted())
  func `every version of a store of a released format is replayed`(format: Int) throws {
    try withStore(of: format) { store in
      for list in try store.lists() {
        var replica = Replica(of: list.id)
        for change in try store.changes(of: list.id) {
          try replica.apply(change)
          let snapshot = try store.snapshot(of: list.id, at: change.version)
          #expect(replica.list == snapshot.list)
        }
        #expect(replica.fingerprint == list.fingerprint)
      }
      let first = try store.snapshot(of: "home", at: 1).list
      #expect(first.ids == [["a1", "a2", "a3"], ["é"]])
      #expect(try store.changes(of: "home").map(\.key).prefix(2) == ["golden-1", "golden-2"])
    }
  }

  @Test func `the spans of a store of format 2 are read`() throws {
    try withStore(of: 2) { store in
      let busy = try #require(try store.statistics().lists.first)
      #expect(busy.id == "busy" && busy.spanBytes > 0)
      #expect(try store.cellIDs(.rows(0..<5), in: "busy", at: 3) == ["a", "b3"])
    }
  }

  @Test func `views and messages of a store of format 5 are read`() throws {
    try withStore(of: 5) { store in
      let list = try store.snapshot(of: "views").list
      #expect(list.sections[0].views.map(\.kind) == ["index"])
      let badge = StoredComponent(type: "B", content: try Content(parsing: Array("2".utf8)))
      #expect(list.sections[0].cells[0].views["badge"] == AnyComponent(badge))
      #expect(try store.changes(of: "views").map(\.message) == ["now 1", "now 2"])
    }
  }

  @Test(arguments: heads.keys.sorted())
  func `a store of a released format can be written`(format: Int) throws {
    try withStore(of: format) { store in
      let again = try store.commit(
        .reverting(to: 2),
        to: "home",
        options: CommitOptions(key: "back")
      )
      #expect(again.outcome == .duplicate)
      #expect(try store.edit("home") { try $0.moveCell("a3", .end(of: "feed")) }.version == 6)
      #expect(try store.commit(sample, to: "new").version == 1)
      let consumer = try store.consumer("index", of: "home")
      try expectDelivery(to: consumer) { #expect($0.changes.count == 6) }
      let removed = Self.versions(of: format).reduce(1) { $0 + $1 - 1 }
      #expect(try store.compact(.newest(1)).removedVersions == removed)
      #expect(try store.verify().problems == [])
    }
  }
}
