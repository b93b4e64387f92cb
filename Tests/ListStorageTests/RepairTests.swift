import Foundation
import GRDB
import ListDiff
import ListModel
import ListTestSupport
import Testing

@testable import ListKeeping
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
    // The new file is the store's own, with its journal.
    let marks = try DatabaseQueue(path: folder.file("repaired.db")).writeWithoutTransaction {
      database in
      [
        try String.fetchOne(database, sql: "PRAGMA application_id"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
      ]
    }
    #expect(marks == ["\(0x4C53_544F)", "wal"])
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
  func `damaged rows are made again from the changes`(damage: String) throws {
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
    "UPDATE liststore_change SET fingerprint = zeroblob(16) WHERE version = 4",
    "UPDATE liststore_change SET author = x'' WHERE version = 4",
  ])
  func `a damaged change is made again from the versions beside it`(damage: String) throws {
    let (report, store, fingerprints, folder) = try repaired(after: damage)
    #expect(report.lists.first?.saved == 0...10)
    #expect(report.lists.first?.problems.isEmpty == false)
    // Of a body nothing is lost; who made it, and when, stands nowhere else.
    #expect(report.isComplete == damage.contains("body"))
    #expect(try versions(store) == Array(fingerprints.dropFirst()))
    withExtendedLifetime(folder) {}
  }

  @Test func `a newest version whose change is missing is missed`() throws {
    let (report, store, fingerprints, folder) = try repaired(
      after: "DELETE FROM liststore_change WHERE version = 10"
    )
    #expect(report.lists.first?.saved == 0...9)
    #expect(report.lists.first?.expected == 0...10)
    #expect(!report.isComplete)
    #expect(report.lists.first?.problems.last?.contains("later one is missing") == true)
    #expect(try versions(store) == Array(fingerprints[1...9]))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "DELETE FROM liststore_cell WHERE cell = (SELECT max(cell) FROM liststore_cell)",
    "UPDATE liststore_cell SET content = 'x'", "DELETE FROM liststore_chunk",
  ])
  func `rows that are damaged are not taken for a later version`(damage: String) throws {
    let (report, _, _, folder) = try repaired(after: damage)
    #expect(report.isComplete)
    withExtendedLifetime(folder) {}
  }

  @Test func `versions before and after damage to several are kept`() throws {
    let (report, store, fingerprints, folder) = try repaired(
      after: "UPDATE liststore_change SET body = x'00' WHERE version BETWEEN 4 AND 6"
    )
    let earlier = RepairReport.EarlierVersions(list: "home (versions 0 to 3)", versions: 0...3)
    #expect(report.lists.map(\.id) == ["home"])
    #expect(report.lists.first?.saved == 6...10)
    #expect(report.lists.first?.earlier == earlier)
    #expect(!report.isComplete)
    for version in 6...10 {
      #expect(try store.snapshot(of: "home", at: version).fingerprint == fingerprints[version])
    }
    #expect(throws: ListStoreError.self) { try store.snapshot(of: "home", at: 5) }
    let changes = try store.changes(of: earlier.list)
    #expect(changes.map(\.fingerprint) == Array(fingerprints[1...3]))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "DELETE FROM liststore_list WHERE list = 1",
    "UPDATE liststore_list SET id = CAST('home!' AS BLOB) WHERE list = 1",
    "UPDATE liststore_list SET id = CAST('iome' AS BLOB) WHERE list = 1",
  ])
  func `a list whose row or name is lost is saved, and not called complete`(damage: String) throws {
    let (report, store, fingerprints, folder) = try repaired(after: damage)
    let list = try #require(report.lists.first)
    #expect(report.lists.count == 1 && list.saved == 0...10 && list.saved == list.expected)
    #expect(!list.hasName && !list.isComplete && !report.isComplete)
    #expect(try store.changes(of: list.id).map(\.fingerprint) == Array(fingerprints.dropFirst()))
    withExtendedLifetime(folder) {}
  }

  @Test func `a list of which only its number tells is missed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      for (seed, name) in ["a", "b", "c"].enumerated() {
        try store.grow(List.ID(name), to: 3, seed: UInt64(seed) + 1)
      }
      try store.write { database in
        for table in ["list", "change", "section", "place", "cell", "key"] {
          try database.execute(sql: "DELETE FROM liststore_\(table) WHERE list = 2")
        }
        try database.execute(
          sql: """
            DELETE FROM liststore_chunk WHERE section NOT IN (SELECT section FROM liststore_section)
            """
        )
      }
      #expect(try store.verify().problems.map(\.reason) == ["1 lists whose row is missing"])
    }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.saved) == [0...3, 0...3, nil])
    #expect(report.lists.map(\.isComplete) == [true, true, false])
  }

  @Test func `a name that its table and its index have differently is not called the right one`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      try store.grow("home", to: 3, seed: 1)
      try store.write { try $0.execute(sql: "UPDATE liststore_list SET checksum = NULL") }
      try store.checkpoint()
    }
    // In the table alone: the first of the two places in the file.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data("home".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.saved) == [0...3])
    #expect(!report.isComplete)
  }

  @Test func `keys of versions that are not there are missed with these`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      for number in 1...3 {
        let list = List { Section(id: "s") { cell("c", "\(number)") } }
        try store.commit(list, to: "home", options: CommitOptions(key: "k\(number)"))
      }
    }
    try DatabaseQueue(path: path).write {
      try $0.execute(
        sql: "DELETE FROM liststore_change WHERE version = 3; DELETE FROM liststore_chunk"
      )
    }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.saved) == [0...2])
    #expect(!report.isComplete)
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

  @Test func `versions from before the oldest a list says it has are missed and kept`() throws {
    let damage = "UPDATE liststore_list SET floor = 7"
    let (report, store, fingerprints, folder) = try repaired(after: damage)
    let problems = try ListStore(path: folder.file("lists.db")).verify().problems
    #expect(problems.map(\.list) == ["home"])
    #expect(problems.map(\.version) == [nil])
    #expect(report.lists.first?.expected == 0...10)
    #expect(report.lists.first?.saved == 0...10)
    #expect(report.lists.first?.problems.isEmpty == false)
    #expect(try versions(store) == Array(fingerprints.dropFirst()))
  }

  @Test func `commit keys stand for the same versions, also those that made none`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let lists = (1...4).map { number in List { Section(id: "s") { cell("c", "\(number)") } } }
    do {
      let store = try ListStore(path: path)
      try store.commit(lists[0], to: "home", options: CommitOptions(key: "k1"))
      try store.commit(lists[1], to: "home", options: CommitOptions(key: "k2", author: "ann"))
      try store.commit(lists[1], to: "home", options: CommitOptions(key: "k2 again"))
      try store.commit(lists[2], to: "home", options: CommitOptions(key: "k3"))
      try store.compact(.newest(1))
    }
    #expect(try ListStore.repair(path, to: folder.file("repaired.db")).isComplete)
    let repaired = try ListStore(path: folder.file("repaired.db"))
    for (key, list, version) in [("k3", 2, 3), ("k2 again", 1, 2), ("k2", 1, 2)] {
      let commit = try repaired.commit(lists[list], to: "home", options: CommitOptions(key: key))
      #expect(commit.outcome == .duplicate && commit.version == version, "\(key)")
    }
    #expect(try repaired.info(of: "home").version == 3)
    withExtendedLifetime(folder) {}
  }

  @Test func `a list of which nothing is left is in no other's way`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      try store.commit(sample, to: "full", options: CommitOptions(key: "k1"))
      try store.commit(sample, to: "full", options: CommitOptions(key: "k1 again"))
      try store.commit(List(), to: "empty", options: CommitOptions(key: "k2"))
    }
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          DELETE FROM liststore_change
          WHERE list = (SELECT list FROM liststore_list WHERE id = CAST('empty' AS BLOB));
          INSERT INTO liststore_key
          SELECT list, x'ff', 1 FROM liststore_list WHERE id = CAST('full' AS BLOB);
          """
      )
    }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.saved) == [nil, 0...1])
    // One of the keys is none, the others are saved.
    #expect(report.lists.map(\.isComplete) == [false, false])
    let repaired = try ListStore(path: folder.file("repaired.db"))
    #expect(
      try repaired.commit(sample, to: "full", options: CommitOptions(key: "k1 again")).outcome
        == .duplicate
    )
    withExtendedLifetime(folder) {}
  }

  @Test func `consumers of the damaged store are told`() throws {
    let (_, store, fingerprints, folder) = try repaired(after: "SELECT 1")
    let token = try store.token(of: "home")
    #expect(token.epoch == 2)
    #expect(token.fingerprint == fingerprints[10])
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [Int64.max, .min, 253_402_300_800_000, -62_167_219_200_001])
  func `a change with an impossible time is saved with the nearest possible one`(
    time: Int64
  ) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) {
      [folder = folder.path as String, time = time as Int64]
      in
      let (path, repaired) = (folder + "/lists.db", folder + "/repaired.db")
      do {
        let store = try ListStore(path: path)
        try store.grow("home", to: 4, seed: 3)
        try store.grow("other", to: 2, seed: 4)
        try store.write { database in
          try database.forgetChecksumsOfChanges()
          try database.execute(
            sql: "UPDATE liststore_change SET time = ? WHERE version = 3 AND list = 1",
            arguments: [time]
          )
        }
        let problems = try store.verify().problems
        #expect(problems.map(\.list) == ["home"])
        #expect(problems.map(\.version) == [3])
        // It can be read, and passed on.
        try store.export("home") { _ in }
        let copy = try ListStore.inMemory()
        for change in try store.changes(of: "home") { try copy.apply(change) }
        #expect(try copy.verify().problems == [])
      }
      let report = try ListStore.repair(path, to: repaired)
      #expect(report.lists.map(\.saved) == [0...4, 0...2])
      #expect(report.lists.map(\.isComplete) == [true, true])
      #expect(report.lists[0].problems.contains { $0.contains("version 3") })
      #expect(report.lists[1].problems == [])
      #expect(try ListStore(path: repaired).verify().problems == [])
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `nothing of a sound store is forgotten, however old it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let last = Soak.count(2_561, soak: 10_241)
    do {
      let store = try ListStore(path: path)
      try store.commit(List { Section(id: "s") { cell("a") } }, to: "home")
      try store.edit("home") { try $0.updateCell(cell("a", revision: 1)) }
      try store.edit("home") { try $0.updateCell(cell("a")) }
    }
    // What versions 2 and 3 did, again and again, and all of it long ago.
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE number (n) AS (VALUES (4) UNION ALL SELECT n + 1 FROM number WHERE n < \(last))
          INSERT INTO liststore_change (list, version, parent_fingerprint, fingerprint, time, body)
          SELECT list, n, parent_fingerprint, fingerprint, time, body
          FROM number JOIN liststore_change ON version = 2 + n % 2;
          UPDATE liststore_change SET time = 0;
          """
      )
      try database.forgetChecksumsOfChanges()
    }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.isComplete)
    #expect(report.lists.first?.saved == 0...last)
    let store = try ListStore(path: folder.file("repaired.db"))
    #expect(try store.oldestVersion(of: "home") == 0)
    #expect(try store.info(of: "home").version == last)
    #expect(try store.changes(of: "home", limit: 1).first?.time?.timeIntervalSince1970 == 0)
  }

  @Test(arguments: [
    "DELETE FROM liststore_cell WHERE cell = (SELECT max(cell) FROM liststore_cell)",
    "DELETE FROM liststore_chunk",
  ])
  func `a list that began with a later version is made again from its changes`(
    damage: String
  ) throws {
    let folder = try TemporaryFolder()
    let source = try ListStore.inMemory()
    try source.grow("home", to: 9, seed: 31)
    do {
      let store = try ListStore(path: folder.file("lists.db"))
      try store.adopt(source.snapshot(of: "home", at: 5))
      for change in try source.changes(of: "home", after: 5) { try store.apply(change) }
    }
    try DatabaseQueue(path: folder.file("lists.db")).write { try $0.execute(sql: damage) }
    let report = try ListStore.repair(folder.file("lists.db"), to: folder.file("repaired.db"))
    #expect(report.lists.first?.saved == 5...9)
    #expect(report.isComplete)
    let store = try ListStore(path: folder.file("repaired.db"))
    #expect(try store.verify().problems == [])
    for version in 5...9 {
      let original = try source.snapshot(of: "home", at: version)
      #expect(try store.snapshot(of: "home", at: version) == original)
    }
  }

  // MARK: The newest version

  /// The rows of a list and of its sections that a repair has saved under another name.
  private func remains(_ report: RepairReport, in store: ListStore) throws -> List {
    let name = try #require(report.lists.first?.remains)
    #expect(name == "home (what is left of the newest)")
    return try store.snapshot(of: name).list
  }

  @Test
  func `cells whose rows are lost are made again from the changes, though the chain is broken`()
    throws
  {
    // The cells of the first version are in a change that cannot be read; those that came later are not.
    let (report, store, fingerprints, folder) = try repaired(
      after: """
        DELETE FROM liststore_cell WHERE cell IN (SELECT cell FROM liststore_cell ORDER BY cell DESC LIMIT 3);
        UPDATE liststore_change SET body = x'00' WHERE version BETWEEN 2 AND 4;
        """
    )
    let list = try #require(report.lists.first)
    #expect(list.saved == 4...10 && list.earlier?.versions == 0...1, "\(list)")
    #expect(list.remains == nil && !report.isComplete)
    for version in 4...10 {
      #expect(try store.snapshot(of: "home", at: version).fingerprint == fingerprints[version])
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `what is left of a head that cannot be proved becomes a list of its own`() throws {
    let (report, store, fingerprints, folder) = try repaired(
      after: """
        DELETE FROM liststore_cell WHERE cell = (SELECT min(cell) FROM liststore_cell);
        UPDATE liststore_change SET body = x'00' WHERE version <> 2;
        """
    )
    #expect(report.lists.first?.saved == nil && !report.isComplete)
    let places = try DatabaseQueue(path: folder.file("lists.db")).read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore_place") ?? 0
    }
    let left = try remains(report, in: store)
    #expect(left.cellCount == places - 1)
    // The cell that is lost stands nowhere else, and all others stand where they stood.
    #expect(try left.fingerprint() != fingerprints[10])
  }

  @Test func `cells whose chunk is lost are kept, in a section of their own`() throws {
    let (report, store, _, folder) = try repaired(
      after: """
        DELETE FROM liststore_chunk WHERE chunk = (SELECT min(chunk) FROM liststore_chunk);
        UPDATE liststore_change SET body = x'00' WHERE version = 1;
        """
    )
    let left = try remains(report, in: store)
    let places = try DatabaseQueue(path: folder.file("lists.db")).read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM liststore_place") ?? 0
    }
    #expect(left.cellCount == places)
    #expect(left.sections.last?.id == "cells whose place is lost")
  }

  @Test func `without anything that can be saved there is no store`() throws {
    let folder = try TemporaryFolder()
    let (path, target) = (folder.file("lists.db"), folder.file("repaired.db"))
    do { try ListStore(path: path).grow("home", to: 4, seed: 5) }
    try DatabaseQueue(path: path).write { database in
      for table in ["section", "chunk", "cell", "place"] {
        try database.execute(sql: "DELETE FROM liststore_\(table)")
      }
      try database.execute(sql: "UPDATE liststore_change SET body = x'00'")
    }
    let error = try #require(throws: ListStoreError.self) { try ListStore.repair(path, to: target) }
    #expect("\(error)".contains("restore a backup"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("repaired") } == [])
  }

  @Test func `without its first page a store is saved, and the error of others says so`() throws {
    let folder = try TemporaryFolder()
    let (path, target) = (folder.file("lists.db"), folder.file("repaired.db"))
    do {
      let store = try ListStore(path: path)
      for seed in 1...3 { try store.grow("l\(seed)", to: 12, seed: UInt64(seed)) }
      try store.checkpoint()
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[..<4096] = Data(count: 4096)
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = try #require(throws: ListStoreError.self) { try ListStore(path: path) }
    #expect("\(error)".contains("restore a backup"))
    let report = try ListStore.repair(path, to: target)
    #expect(report.lists.map(\.saved) == [0...12, 0...12, 0...12])
    #expect(!report.isComplete && report.problems.first?.contains("first page") == true)
    #expect(try ListStore(path: target).verify().problems == [])
    // Bytes of anything else are no store.
    try Data((0..<40_960).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      .write(to: URL(fileURLWithPath: path))
    #expect {
      try ListStore.repair(path, to: folder.file("other.db"))
    } throws: { error in
      guard case ListStoreError.notAListStore = error else { return false }
      return true
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("partial") || $0.contains("other") })
  }

  @Test(arguments: [0.3, 0.6, 0.9, 0.97])
  func `of a file that was cut off, all is saved that does not need the missing pages`(
    share: Double
  ) throws {
    let folder = try TemporaryFolder()
    let (path, padded) = (folder.file("lists.db"), folder.file("padded.db"))
    do {
      let store = try ListStore(path: path)
      for seed in 1...3 { try store.grow("l\(seed)", to: 12, seed: UInt64(seed)) }
      try store.checkpoint()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let rest = whole.prefix(Int(Double(whole.count) * share))
    try rest.write(to: URL(fileURLWithPath: path))
    try (rest + Data(count: whole.count - rest.count)).write(to: URL(fileURLWithPath: padded))
    let expected = Result { try ListStore.repair(padded, to: folder.file("from padded.db")) }
    let found = Result { try ListStore.repair(path, to: folder.file("repaired.db")) }
    switch (expected, found) {
    case (.success(let expected), .success(let found)):
      #expect(found.lists == expected.lists && !found.isComplete)
      // SQLite opens a file that lacks only a part of its last page.
      let isNamed = found.problems.contains { $0.contains("bytes are missing") }
      #expect(isNamed || whole.count - rest.count < 4_096)
      #expect(try ListStore(path: folder.file("repaired.db")).verify().problems == [])
    case (.failure, .failure): #expect(share < 0.7)
    default: Issue.record("\(expected), \(found)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(rest))
    #expect(
      try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains {
        $0.contains("partial")
      }
    )
  }
}
