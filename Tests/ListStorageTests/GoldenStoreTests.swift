import Foundation
import GRDB
import ListDiff
import ListModel
import ListStorage
import Testing

/// Stores of released formats, recorded as SQL, which every later version reads and writes; see
/// `Golden/make`.
@Suite struct GoldenStoreTests {
  /// Fingerprints of the heads, as they were printed when the store was recorded.
  private static let heads: [List.ID: String] = [
    "home": "3075fedcbb683d9e628e9532b74b593c",
    "other": "bbc907fbb09451b695cade7dfaf8a890",
  ]

  private func withStore(_ body: (ListStore) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let golden = try #require(
      Bundle.module.url(forResource: "format-1", withExtension: "sql", subdirectory: "Golden")
    )
    let path = folder.file("lists.db")
    let sql = try String(contentsOf: golden, encoding: .utf8)
    do {
      let database = try DatabaseQueue(path: path)
      try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    try withExtendedLifetime(folder) { try body(try ListStore(path: path)) }
  }

  @Test func `a store of format 1 opens and is sound`() throws {
    try withStore { store in
      #expect(try store.verify().problems == [])
      for list in try store.lists() {
        #expect(list.fingerprint.description == Self.heads[list.id])
      }
      #expect(try store.lists().map(\.version) == [5, 3])
    }
  }

  @Test func `every version of a store of format 1 is replayed`() throws {
    try withStore { store in
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

  @Test func `a store of format 1 can be written`() throws {
    try withStore { store in
      let again = try store.revert("home", to: 2, key: "back")
      #expect(again.outcome == .replayed)
      #expect(try store.edit("home") { try $0.moveCell("a3", .end(of: "feed")) }.version == 6)
      #expect(try store.commit(sample, to: "new").version == 1)
      let consumer = try store.consumer("index", of: "home")
      try expectDelivery(to: consumer) { #expect($0.changes.count == 6) }
      #expect(try store.compact(.newest(1)).removedVersions == 7)
      #expect(try store.verify().problems == [])
    }
  }
}
