import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Damage is named where it is, and takes nothing else with it.
@Suite struct DamagedStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let lists: [List.ID] = ["away", "home", "other"]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    let store = try ListStore(path: path)
    for (seed, list) in Self.lists.enumerated() {
      var lists = RandomLists(seed: UInt64(seed) + 5)
      lists.cellLimit = 90
      var next = lists.list()
      var version = 0
      while version < 8 {
        version = try store.commit(
          next,
          to: list,
          options: CommitOptions(key: "\(try next.fingerprint())")
        ).version
        next = lists.successor(of: next, editLimit: 8)
      }
    }
    try store.checkpoint()
  }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  /// A copy of the store in which the first byte of each of some pages is another one.
  private func damage(pages: [Int], in name: String = "damaged.db") throws -> String {
    let copy = folder.file(name)
    for suffix in ["", "-wal", "-shm", "-lock"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for page in pages { bytes[(page - 1) * 4096] ^= 0xFF }
    try bytes.write(to: URL(fileURLWithPath: copy))
    return copy
  }

  /// The pages on which tables and indexes begin.
  private func roots(of table: String) throws -> [Int] {
    try DatabaseQueue(path: path).read { database in
      try Int.fetchAll(
        database,
        sql: "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?",
        arguments: [table]
      )
    }
  }

  private func pageCount() throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count / 4096
  }

  // MARK: Verifying

  @Test(arguments: [
    ("UPDATE liststore_change SET author = x'' WHERE sequence = 3", "its author is none"),
    ("UPDATE liststore_cursor SET version = 99", "its consumer \"c\" is at version 99"),
    ("UPDATE liststore_cursor SET epoch = 2", "its consumer \"c\" is at version 0 of epoch 2"),
  ])
  func `what cannot have been written is named`(sql: String, problem: String) throws {
    let store = try ListStore(path: path)
    _ = try store.consumer("c", of: "away")
    #expect(try store.verify().problems == [])
    try store.write { try $0.forgetChecksumsOfChanges() }
    try execute(sql)
    let problems = try store.verify().problems
    #expect(problems.count == 1)
    #expect(problems.first?.list == "away")
    #expect(problems.first?.reason.hasPrefix(problem) == true, "\(problems)")
  }

  @Test(arguments: [
    "liststore_list SET floor = 1.5", "liststore_list SET floor = x'00'",
    "liststore_list SET epoch = 1.5", "liststore_chunk SET count = count + 0.5",
    "liststore_section SET position = 'x'", "liststore_change SET version = version + 0.5",
    "liststore_place SET cell = cell + 0.5", "liststore_chunk SET position = x'00'",
  ])
  func `what is no whole number is not read as one`(change: String) throws {
    try execute("PRAGMA ignore_check_constraints = ON; UPDATE \(change)")
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let store = try ListStore(path: path, configuration: configuration)
    #expect(!(try store.verify().isSound))
    let isNoticed = [
      { _ = try store.snapshot(of: "away") }, { _ = try store.outline(of: "away") },
      {
        _ = try store.path(of: store.snapshot(of: "away").list.sections[0].cells[0].id, in: "away")
      },
    ].contains { read in
      do {
        try read()
        return false
      } catch ListStoreError.corrupted {
        return true
      } catch {
        return false
      }
    }
    // Where a cell stands says its chunk as well.
    #expect(isNoticed || change.contains("place"))
  }

  @Test func `a list whose row is missing is missed among the lists`() throws {
    for list in 1...3 {
      let copy = folder.file("without \(list).db")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try DatabaseQueue(path: copy).write {
        try $0.execute(sql: "DELETE FROM liststore_list WHERE list = \(list)")
      }
      let store = try ListStore(path: copy)
      #expect { try store.lists() } throws: {
        "\($0)".contains("the row of list \(list) is missing")
      }
    }
    #expect(try ListStore(path: path).lists().map(\.id) == Self.lists)
  }

  @Test func `damage of any page is reported, not thrown`() throws {
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    // The schema, and the row that says what the file is: without these nothing can be read.
    let needed = [1] + (try roots(of: "liststore"))
    let ofNames = try roots(of: "liststore_list")
    for page in stride(from: 1, through: try pageCount(), by: Soak.count(3, soak: 1)) {
      let copy = try damage(pages: [page])
      if needed.contains(page) {
        #expect(throws: ListStoreError.self) {
          try ListStore(path: copy, configuration: configuration)
        }
        continue
      }
      let report = try ListStore(path: copy, configuration: configuration).verify()
      #expect(!report.isSound, "page \(page)")
      #expect(report.problems.count < 150, "page \(page)")
      if !ofNames.contains(page) { #expect(report.lists == 3, "page \(page)") }
    }
  }

  @Test func `all damage of all lists is named`() throws {
    let (section, chunk) = try DatabaseQueue(path: path).read { database in
      let row = try #require(
        try Row.fetchOne(
          database,
          sql: """
            SELECT CAST(id AS TEXT), chunk FROM liststore_chunk JOIN liststore_section USING (section)
            WHERE list = 2 ORDER BY chunk LIMIT 1
            """
        )
      )
      return (row[0] as String, row[1] as Int)
    }
    try execute(
      """
      UPDATE liststore_change SET body = x'00' WHERE list = 1 AND version IN (3, 4, 7);
      UPDATE liststore_chunk SET cells = x'80' WHERE chunk = \(chunk);
      UPDATE liststore_change SET body = x'00' WHERE list = 2 AND version = 5;
      DELETE FROM liststore_change WHERE list = 3 AND version = 2;
      """
    )
    let problems = try ListStore(path: path).verify().problems
    #expect(problems.allSatisfy { $0.list != nil })
    #expect(problems.filter { $0.list == "away" }.map(\.version) == [3, 7])
    #expect(problems.first?.reason.contains("versions 3 to 4") == true)
    #expect(problems.contains { $0.list == "home" && $0.version == 5 })
    #expect(
      problems.contains {
        $0.list == "home" && $0.reason.contains("section \"\(section)\", chunk \(chunk)")
      }
    )
    #expect(problems.contains { $0.list == "other" && $0.version == 2 })
  }

  @Test func `the change a list began with is verified, too`() throws {
    let source = try ListStore(path: path)
    let copy = folder.file("copy.db")
    do {
      let store = try ListStore(path: copy)
      try store.adopt(source.snapshot(of: "home", at: 4))
      for change in try source.changes(of: "home", after: 4) { try store.apply(change) }
      try #require(try store.verify().problems == [])
    }
    try DatabaseQueue(path: copy).write {
      try $0.execute(sql: "UPDATE liststore_change SET body = x'00' WHERE version = 4")
    }
    #expect(try ListStore(path: copy).verify().problems.map(\.version) == [4])
  }

  @Test func `a list that makes no sense hides no other`() throws {
    try execute("UPDATE liststore_list SET floor = 99 WHERE list = 1")
    let store = try ListStore(path: path)
    let report = try store.verify()
    #expect(report.lists == 3)
    #expect(!report.isSound)
    #expect(report.problems.allSatisfy { $0.list == "away" })
    // The others are compacted, and the one is named.
    let compaction = try store.compact(.newest(2))
    #expect("\(try #require(compaction.obstacle))".contains("away"))
    #expect(compaction.removedVersions == 12)
    // Then there is nothing else to do.
    let error = try #require(throws: ListStoreError.self) { try store.compact(.newest(2)) }
    #expect("\(error)".contains("away"))
    #expect(try store.oldestVersion(of: "home") == 6)
    #expect(try store.oldestVersion(of: "other") == 6)

    let saved = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(saved.lists.map(\.saved) == [0...8, 6...8, 6...8])
    #expect(saved.lists[0].problems != [])
  }

  @Test func `what says how often a list changed can be far too large`() throws {
    try execute("UPDATE liststore_change SET version = 4503599627370496 WHERE version = 8")
    let report = try ListStore(path: path).verify()
    #expect(report.problems.compactMap(\.version).contains(8))
    let saved = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(saved.lists.map(\.isComplete) == [false, false, false])
  }

  @Test func `changes that are missing at the end are missed, too`() throws {
    try execute("DELETE FROM liststore_change WHERE list = 1 AND version = 5")
    let store = try ListStore(path: path)
    func isMissed(_ work: () throws -> Void) {
      #expect { try work() } throws: { error in
        guard case .corrupted(let reason)? = error as? ListStoreError else { return false }
        return reason.contains("version 5 is missing")
      }
    }
    isMissed { try store.export("away", through: 5) { _ in } }
    isMissed { _ = try store.changes(of: "away", after: 3, through: 5) }
    isMissed { _ = try store.changes(of: "away", after: 4, through: 5, limit: 1) }
    isMissed { _ = try store.change(of: "away", from: 3, to: 5) }
    isMissed { try store.walk("away", after: 3, through: 5) { _, _ in } }
    #expect(try store.changes(of: "away", after: 2, through: 5, limit: 2).count == 2)
    #expect(try store.changes(of: "home", limit: 0) == [])
    #expect(try store.changes(of: "home", limit: -1) == [])
  }

  @Test func `a list that is damaged is not exported, and the error says so`() throws {
    try execute("UPDATE liststore_cell SET id = (SELECT min(id) FROM liststore_cell)")
    let store = try ListStore(path: path)
    for list in Self.lists {
      #expect {
        try store.export(list, from: 8) { _ in }
      } throws: { error in
        guard case .corrupted? = error as? ListStoreError else { return false }
        return true
      }
    }
  }

  @Test func `a file that does not say what it is can be verified all the same`() throws {
    #expect(try ListStore.verify(path).problems == [])
    for page in try roots(of: "liststore") {
      let copy = try damage(pages: [page])
      #expect(throws: ListStoreError.self) { try ListStore(path: copy) }
      let report = try ListStore.verify(copy)
      #expect(!report.isSound)
      #expect(report.lists == 3)
      #expect(report.versions == 24)
      #expect(report.problems.allSatisfy { $0.list == nil })
    }
  }

  // MARK: Repairing

  @Test func `damage of any page costs no more than what is on it`() throws {
    let source = try ListStore(path: path)
    var originals: [List.ID: [Fingerprint]] = [:]
    for list in Self.lists {
      originals[list] = try (0...8).map { try source.token(of: list, at: $0).fingerprint }
    }
    let changes = try roots(of: "liststore_change")
    let aboutFile = try roots(of: "liststore")
    // In the soak, all of them.
    for page in stride(from: 2, through: try pageCount(), by: Soak.count(7, soak: 1)) {
      let copy = try damage(pages: [page])
      let target = folder.file("repaired\(page).db")
      let report = try ListStore.repair(copy, to: target)
      #expect(report.lists.map(\.id) == Self.lists, "page \(page)")
      #expect(report.problems.isEmpty == !aboutFile.contains(page), "page \(page)")
      // A page with the ends of some changes concerns one or more lists; the root of all, all.
      let completeCount = report.lists.count { $0.saved == $0.expected }
      #expect(completeCount >= 1 || changes.contains(page), "page \(page): \(report)")
      let store = try ListStore(path: target)
      #expect(try store.verify().problems == [], "page \(page)")
      for list in report.lists {
        guard let saved = list.saved else { continue }
        for version in [saved.lowerBound, saved.upperBound] {
          let fingerprint = try store.token(of: list.id, at: version).fingerprint
          #expect(fingerprint == originals[list.id]?[version], "page \(page)")
        }
      }
    }
  }

  @Test(arguments: ["liststore_list", "liststore_change"])
  func `the names and the changes stand in two places each`(table: String) throws {
    for root in try roots(of: table) {
      let copy = try damage(pages: [root])
      let report = try ListStore.repair(copy, to: folder.file("repaired\(root).db"))
      #expect(report.lists.map(\.id) == Self.lists)
      // Who is left with the index alone has neither floor nor body.
      let completeCount = report.lists.count { $0.saved == $0.expected }
      if table == "liststore_list" { #expect(completeCount == 3, "\(report)") }
      let store = try ListStore(path: folder.file("repaired\(root).db"))
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `when no list can be found, the error says what to do, and nothing is left`() throws {
    let tables = ["list", "change", "section", "place"]
    let copy = try damage(pages: tables.flatMap { try roots(of: "liststore_\($0)") })
    let report = try ListStore.verify(copy)
    #expect(!report.isSound)
    #expect(report.lists == 0)
    for _ in 1...2 {
      let error = try #require(throws: ListStoreError.self) {
        try ListStore.repair(copy, to: folder.file("repaired.db"))
      }
      guard case .corrupted(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("backup"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("repaired") } == [])
  }

  @Test func `lists whose names are all lost are saved under others`() throws {
    let copy = try damage(pages: try roots(of: "liststore_list"))
    let report = try ListStore.repair(copy, to: folder.file("repaired.db"))
    let names = (1...3).map { "list \($0) (its name is lost)" }
    #expect(report.lists.map(\.id.rawValue) == names)
    #expect(report.lists.map(\.saved) == [0...8, 0...8, 0...8])
    #expect(!report.isComplete && report.lists.allSatisfy { !$0.hasName && !$0.isComplete })
    #expect(try ListStore(path: folder.file("repaired.db")).verify().problems == [])
  }

  @Test func `what a killed repair has left is in nobody's way`() throws {
    let leftover = "repaired.db-partial-0"
    for suffix in ["", "-lock", "-wal"] {
      try Data("draft".utf8).write(to: URL(fileURLWithPath: folder.file(leftover + suffix)))
    }
    #expect(try ListStore.repair(path, to: folder.file("repaired.db")).isComplete)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(
      names.filter { $0.hasPrefix("repaired") }.sorted()
        == ["repaired.db", leftover, leftover + "-lock", leftover + "-wal"]
    )
    #expect(try ListStore(path: folder.file("repaired.db")).verify().problems == [])
  }
}
