import GRDB
import ListDiff
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Saving what can be saved.
@Suite struct RepairTests {
  /// A store of ten versions that is damaged, and what a repair makes of it.
  private func repaired(
    after damage: String
  ) throws -> (
    report: RepairReport, store: ListStore, fingerprints: [Fingerprint], folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var lists = RandomLists(seed: 3)
    lists.cellLimit = 60
    var list = lists.list()
    var fingerprints = [Fingerprint.empty]
    do {
      let store = try ListStore(path: path)
      while fingerprints.count <= 10 {
        let commit = try store.commit(list, to: "home")
        if commit.outcome == .committed { fingerprints.append(commit.fingerprint) }
        list = lists.successor(of: list, editLimit: 10)
      }
    }
    try DatabaseQueue(path: path).write { try $0.execute(sql: damage) }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    let store = try ListStore(path: folder.file("repaired.db"))
    #expect(try store.verify().problems == [])
    return (report, store, fingerprints, folder)
  }

  private func versions(_ store: ListStore) throws -> [Fingerprint] {
    try store.changes(of: "home").map(\.fingerprint)
  }

  @Test func `a sound store is copied`() throws {
    let (report, store, fingerprints, folder) = try repaired(after: "SELECT 1")
    #expect(report.isComplete)
    #expect(try versions(store) == Array(fingerprints.dropFirst()))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "DELETE FROM liststore_cell WHERE cell = (SELECT max(cell) FROM liststore_cell)",
    "UPDATE liststore_cell SET content = 'x'",
    "DELETE FROM liststore_chunk",
    "DELETE FROM liststore_section",
  ])
  func `damaged rows are made anew from the changes`(damage: String) throws {
    let (report, store, fingerprints, folder) = try repaired(after: damage)
    #expect(report.lists.first?.saved == 0...10)
    #expect(report.lists.first?.problems.isEmpty == false)
    #expect(try versions(store) == Array(fingerprints.dropFirst()))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "UPDATE liststore_change SET body = x'00' WHERE version = 4",
    "DELETE FROM liststore_change WHERE version = 4",
    "UPDATE liststore_change SET parent_fingerprint = zeroblob(16) WHERE version = 4",
  ])
  func `after a damaged change all versions are kept`(damage: String) throws {
    let (report, store, fingerprints, folder) = try repaired(after: damage)
    #expect(report.lists.first?.saved == 4...10)
    #expect(!report.isComplete)
    for version in 4...10 {
      #expect(try store.snapshot(of: "home", at: version).fingerprint == fingerprints[version])
    }
    #expect(throws: ListStoreError.self) { try store.snapshot(of: "home", at: 3) }
    withExtendedLifetime(folder) {}
  }

  @Test func `with both damaged, all before the damaged change is kept`() throws {
    let (report, store, fingerprints, folder) = try repaired(
      after: """
        UPDATE liststore_change SET body = x'00' WHERE version = 6;
        DELETE FROM liststore_chunk;
        """
    )
    #expect(report.lists.first?.saved == 0...5)
    #expect(try versions(store) == Array(fingerprints[1...5]))
    withExtendedLifetime(folder) {}
  }

  @Test func `consumers of the damaged store are told`() throws {
    let (_, store, fingerprints, folder) = try repaired(after: "SELECT 1")
    let token = try store.token(of: "home")
    #expect(token.epoch == 2)
    #expect(token.fingerprint == fingerprints[10])
    withExtendedLifetime(folder) {}
  }
}
