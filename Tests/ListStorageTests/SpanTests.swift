import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// What is far back is read in spans, and is what the changes say.
@Suite struct SpanTests {
  // MARK: The same, read in longer steps

  @Test func `every version is what it is without spans`() throws {
    for seed in 1...UInt64(Soak.count(2, soak: 6)) {
      let (store, plain) = try histories(seed: seed)
      #expect(try !spans(of: store).isEmpty && spans(of: plain).isEmpty)
      let head = try store.info(of: "home").version
      for version in 0...head {
        let place: Comment = "seed \(seed), version \(version)"
        let snapshot = try plain.snapshot(of: "home", at: version)
        #expect(try store.snapshot(of: "home", at: version) == snapshot, place)
        #expect(try store.outline(of: "home", at: version).cellCount == snapshot.list.cellCount)
        for rows in [0..<4, 3..<12, 0..<500] {
          let window = try store.window(.rows(rows), in: "home", at: version)
          let cells = snapshot.list.sections.flatMap(\.cells)
          #expect(window.cells == Array(cells[rows.clamped(to: cells.indices)]), place)
        }
      }
    }
  }

  @Test func `a cell is found where it was at every version`() throws {
    let (store, plain) = try histories(seed: 21)
    let head = try store.info(of: "home").version
    var ids: Set<Cell.ID> = []
    for version in 0...head {
      ids.formUnion(
        try plain.snapshot(of: "home", at: version).list.sections.flatMap { $0.cells.map(\.id) }
      )
    }
    for id in ids.sorted().prefix(Soak.count(10, soak: 40)) {
      for version in 0...head {
        #expect(
          try store.path(of: id, in: "home", at: version)
            == plain.path(of: id, in: "home", at: version),
          "version \(version), \(id)"
        )
      }
    }
  }

  @Test func `one change between any two versions is the same`() throws {
    let (store, plain) = try histories(seed: 31)
    let head = try store.info(of: "home").version
    var numbers = SeededGenerator(seed: 31)
    for _ in 0..<200 {
      let source = Int.random(in: 0...head, using: &numbers)
      let target = Int.random(in: 0...head, using: &numbers)
      #expect(
        try store.change(of: "home", from: source, to: target)
          == plain.change(of: "home", from: source, to: target),
        "\(source) to \(target)"
      )
    }
  }

  // MARK: Where they are

  @Test func `spans are made as versions are, each length where it ends`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    // One cell again and again: a longer span says less than its parts, but for the first, which
    // has the whole list.
    for version in 2...75 { try update("a1", version, in: store) }
    let shortest = stride(from: 0, to: 72, by: 4).map { $0..<$0 + 4 }
    let longer = stride(from: 12, to: 72, by: 12).map { $0..<$0 + 12 } + [36..<72]
    #expect(try Set(spans(of: store)) == Set(shortest + longer))
  }

  @Test func `a longer span is made only where it says less than its parts`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(List { Section(id: "s") { for n in 0..<100 { cell("\(n)") } } }, to: "home")
    for version in 2...36 { try update("\(version)", version, in: store) }
    #expect(try spans(of: store) == stride(from: 0, to: 36, by: 4).map { $0..<$0 + 4 })
  }

  @Test func `changes that are large are left alone`() throws {
    var configuration = configuration(shortest: 4, factor: 3)
    configuration.spanLengths.byteLimit = 2000
    let store = try ListStore.inMemory(configuration: configuration)
    try store.commit(sample, to: "home")
    for version in 2...12 { try update("a1", version, in: store) }
    try store.edit("home") { draft in
      for number in 0..<200 { try draft.appendCell(cell("n\(number)"), to: "a") }
    }
    for version in 14...20 { try update("a1", version, in: store) }
    #expect(try spans(of: store) == [0..<4, 4..<8, 8..<12, 16..<20])
    #expect(try store.snapshot(of: "home", at: 3).list.cellCount == 5)
    #expect(try store.verify().problems == [])
  }

  @Test func `what takes a commit too long is taken together by a compaction`() throws {
    var configuration = configuration(shortest: 4, factor: 3)
    let unlimited = try ListStore.inMemory(configuration: configuration)
    let cells: [Cell.ID] = ["a1", "a2", "a3", "b1"]
    configuration.spanLengths.commitByteLimitOfLonger = 500
    let store = try ListStore.inMemory(configuration: configuration)
    for store in [store, unlimited] {
      try store.commit(sample, to: "home")
      // Four cells in turn: a longer span says what its last part says.
      for version in 2...75 { try update(cells[version % 4], version, in: store) }
    }
    let all = try spans(of: unlimited)
    #expect(all.contains(0..<36) && all.contains(60..<72))
    #expect(try spans(of: store) == all.filter { $0.count == 4 })
    #expect(try store.compact(.unlimited).spans == all.count { $0.count > 4 })
    #expect(try spans(of: store) == all)
    #expect(try store.compact(.unlimited).spans == 0)
    #expect(try store.verify().problems == [])
    // The next ones are left out again, and no more than those.
    for version in 76...84 { try update(cells[version % 4], version, in: store) }
    #expect(try store.compact(.unlimited).spans == 1)
    #expect(try Set(spans(of: store)).subtracting(all) == [72..<76, 76..<80, 80..<84, 72..<84])
  }

  @Test func `large changes are taken together by a compaction`() throws {
    var configuration = configuration(shortest: 4, factor: 3)
    configuration.spanLengths.commitByteLimit = 2000
    let store = try ListStore.inMemory(configuration: configuration)
    try store.commit(sample, to: "home")
    for version in 2...24 {
      try update("a1", version, in: store)
      guard version == 14 else { continue }
      try store.edit("home") { draft in
        for number in 0..<200 { try draft.appendCell(cell("n\(number)"), to: "a") }
      }
    }
    #expect(try spans(of: store).contains(20..<24))
    #expect(try !spans(of: store).contains(12..<16))
    #expect(try store.compact(.unlimited).spans > 0)
    #expect(try spans(of: store).contains(12..<16))
    #expect(try store.compact(.unlimited).spans == 0)
    #expect(try store.verify().problems == [])
  }

  @Test func `a span that was not made is made with the next ones, or by a compaction`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    for version in 2...100 { try update("a1", version, in: store) }
    let all = try spans(of: store)
    try run("DELETE FROM liststore_span WHERE parent = 0 OR version = 100", in: store)
    for version in 101...104 { try update("a1", version, in: store) }
    #expect(try Set(spans(of: store)) == Set(all).filter { $0.lowerBound != 0 }.union([100..<104]))
    #expect(try store.compact(.unlimited).spans == 1)
    #expect(try spans(of: store).contains(0..<4))
    #expect(try store.compact(.unlimited).spans == 0)
  }

  @Test func `a commit makes up for few spans that were not made, a compaction for all`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    for version in 2...100 { try update("a1", version, in: store) }
    try run("DELETE FROM liststore_span", in: store)
    for version in 101...104 { try update("a1", version, in: store) }
    #expect(try spans(of: store).filter { $0.count == 4 }.count == 4)
    #expect(try store.compact(.unlimited).spans > 0)
    #expect(try spans(of: store).filter { $0.count == 4 }.count == 26)
  }

  @Test func `few steps lead far back`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.commit(sample, to: "home")
    for version in 2...1300 { try update("a1", version, in: store) }
    for version in [1, 256, 300, 700] {
      let statements = try log.statements {
        let window = try store.window(.rows(0..<3), in: "home", at: version)
        #expect(window.cells.count == 3)
      }
      let legs = (1300 - version) / 256 + 2
      #expect(statements.count { $0.contains("body") } <= 2 * legs + 2, "\(statements)")
    }
  }

  @Test func `whoever wants none has none`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(
        path: path,
        configuration: configuration(shortest: 4, factor: 3)
      )
      try store.commit(sample, to: "home")
      for version in 2...12 { try update("a1", version, in: store) }
      #expect(try !spans(of: store).isEmpty)
    }
    var configuration = configuration(shortest: 4, factor: 3)
    configuration.keepsSpans = false
    let store = try ListStore(path: path, configuration: configuration)
    for version in 13...20 { try update("a1", version, in: store) }
    #expect(try spans(of: store).map(\.upperBound).max() == 12)
    #expect(try store.compact(.unlimited).spans == 0)
    #expect(try spans(of: store).isEmpty)
    #expect(try store.verify().problems == [])
  }

  // MARK: With what they were composed of

  @Test func `what is forgotten is in no span`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    for version in 2...40 { try update("a1", version, in: store) }
    try store.compact(.newest(10))
    #expect(try store.oldestVersion(of: "home") == 30)
    #expect(try spans(of: store) == [32..<36, 36..<40])
    #expect(try store.verify().problems == [])
    try store.commit(.clearing, to: "home")
    #expect(try spans(of: store).isEmpty)
  }

  @Test func `what spans take counts as what is kept of a list`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    for version in 2...400 { try update("\(version % 2 == 0 ? "a" : "b")1", version, in: store) }
    let list = try #require(try store.statistics().lists.first)
    #expect(list.spanBytes > 0 && list.feedBytes > 0)
    #expect(try store.statistics().historyBytes == list.feedBytes + list.spanBytes)
    var retention = ListStore.Retention()
    // Within the limit but for the spans.
    retention.byteLimit = list.feedBytes
    retention.versions = 0
    #expect(try store.statistics().fileBytes > list.feedBytes)
    #expect(try store.compact(retention).removedVersions > 0)
    // The change that made the oldest version stays, for its fingerprint.
    let oldest = try store.oldestVersion(of: "home")
    let first = try store.database.read {
      try ChangeLog.byteCount(of: 1, after: oldest - 1, through: oldest, in: $0)
    }
    #expect(try store.statistics().historyBytes <= list.feedBytes + first)
  }

  @Test func `a copy has them, a repaired store makes its own`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    for version in 2...300 { try update("a1", version, in: store) }
    #expect(try spans(of: store) == [0..<256])
    try store.backup(to: folder.file("copy.db"))
    #expect(try spans(of: ListStore(path: folder.file("copy.db"))) == [0..<256])
    #expect(try ListStore.repair(path, to: folder.file("repaired.db")).isComplete)
    let repaired = try ListStore(path: folder.file("repaired.db"))
    #expect(try repaired.snapshot(of: "home", at: 7) == store.snapshot(of: "home", at: 7))
    try repaired.compact()
    #expect(try spans(of: repaired) == [0..<256])
  }

  @Test func `software that knows no spans may have compacted the store`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(sample, to: "home")
    for version in 2...40 { try update("a1", version, in: store) }
    try run(
      """
      DELETE FROM liststore_change WHERE version < 30;
      """,
      in: store
    )
    try store.database.write { try ListRows.set(floor: 30, of: 1, in: $0) }
    #expect(try spans(of: store).first == 0..<4)
    #expect(try store.verify().problems == [])
    for version in 30...40 {
      #expect(try store.window(.rows(0..<1), in: "home", at: version).cells.count == 1)
      #expect(try store.snapshot(of: "home", at: version).list.cellCount == 5)
    }
    try store.compact(.newest(9))
    #expect(try spans(of: store) == [32..<36, 36..<40])
  }

  // MARK: When they are not right

  @Test(
    arguments: Soak.some(
      [
        "UPDATE liststore_span SET version = -9223372036854775808 WHERE parent = 4",
        "UPDATE liststore_span SET parent = 9223372036854775807 WHERE parent = 4",
        "UPDATE liststore_span SET body = x'00'",
        "UPDATE liststore_span SET body = substr(body, 1, length(body) - 1)",
        "UPDATE liststore_span SET body = x''",
        "UPDATE liststore_span SET fingerprint = zeroblob(16)",
        "UPDATE liststore_span SET parent_fingerprint = zeroblob(16)",
        "UPDATE liststore_span SET version = version + 1",
        "UPDATE liststore_span SET parent = parent - 1",
        "UPDATE liststore_span SET version = 9223372036854775807 WHERE parent = 4",
        "UPDATE liststore_span SET parent = -9223372036854775808 WHERE parent = 4",
        "UPDATE liststore_span SET list = 9",
      ],
      every: 4
    )
  )
  func `a damaged span is found, and read around`(damage: String) throws {
    let (store, plain) = try histories(seed: 41)
    #expect(try store.verify().problems == [])
    try run(damage, in: store)
    let problems = try store.verify().problems
    #expect(problems.contains { $0.reason.contains("span") }, "\(problems)")
    for version in 0...(try store.info(of: "home").version) {
      #expect(
        try store.snapshot(of: "home", at: version) == plain.snapshot(of: "home", at: version)
      )
      #expect(
        try store.window(.rows(2..<9), in: "home", at: version)
          == plain.window(.rows(2..<9), in: "home", at: version)
      )
    }
  }

  @Test(arguments: [
    "UPDATE liststore_span SET body = x'00'",
    "UPDATE liststore_span SET body = x'00' WHERE version - parent > 4",
    "UPDATE liststore_span SET fingerprint = zeroblob(16) WHERE parent >= 8",
    "UPDATE liststore_span SET parent_fingerprint = zeroblob(16) WHERE parent = 0",
    "UPDATE liststore_span SET version = version + 1 WHERE version - parent = 8",
    "UPDATE liststore_span SET version = 9223372036854775807 WHERE parent = 4",
    "UPDATE liststore_span SET parent = -9223372036854775808 WHERE parent = 4",
  ])
  func `a compaction makes damaged spans again`(damage: String) throws {
    let (store, _) = try histories(seed: 41)
    let whole = try spans(of: store)
    try run(damage, in: store)
    #expect(try !store.verify().isSound)
    #expect(try store.compact(.unlimited).spans > 0)
    #expect(try spans(of: store) == whole)
    #expect(try store.verify().problems == [])
    #expect(try store.compact(.unlimited).spans == 0)
  }

  @Test func `a span that says something else is found, and lists are not read with it`() throws {
    let (store, plain) = try histories(seed: 42)
    try run(
      """
      UPDATE liststore_span SET body_checksum = NULL, body = (SELECT body FROM liststore_span WHERE parent = 8)
      WHERE parent = 4
      """,
      in: store
    )
    let problems = try store.verify().problems
    #expect(problems.map(\.version) == [4] || problems.map(\.version) == [4, 4], "\(problems)")
    for version in 0...(try store.info(of: "home").version) {
      #expect(
        try store.snapshot(of: "home", at: version) == plain.snapshot(of: "home", at: version)
      )
    }
  }

  @Test func `a way that a span makes impossible is gone without it`() throws {
    let (store, plain) = try histories(seed: 43)
    let impossible = Changeset(
      insertedCells: [
        .init(
          id: "far",
          at: CellPath(section: 90, item: 90),
          component: AnyComponent(StoredComponent(type: ""))
        )
      ]
    )
    let bytes = try impossible.encoded().map { String(format: "%02x", $0) }.joined()
    try run(
      "UPDATE liststore_span SET body_checksum = NULL, body = x'\(bytes)' WHERE parent > 8",
      in: store
    )
    for version in 0...(try store.info(of: "home").version) {
      let ids = try plain.cellIDs(.rows(2..<9), in: "home", at: version)
      #expect(try store.cellIDs(.rows(2..<9), in: "home", at: version) == ids)
      #expect(
        try store.window(.rows(2..<9), in: "home", at: version)
          == plain.window(.rows(2..<9), in: "home", at: version)
      )
    }
  }

  @Test func `two spans of the same versions do no harm`() throws {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 3))
    try store.commit(List { Section(id: "s") { for n in 0..<9 { cell("\(n)") } } }, to: "home")
    for version in 2...12 { try update("\(version % 9)", version, in: store) }
    // The same ends, and nothing in between; or two updates instead of four.
    for body in ["x'010000000000'", "(SELECT body FROM liststore_change WHERE version = 6)"] {
      try run(
        """
        CREATE TABLE other AS SELECT * FROM liststore_span;
        DROP TABLE liststore_span;
        ALTER TABLE other RENAME TO liststore_span;
        INSERT INTO liststore_span SELECT span + 100, list, parent, version, parent_fingerprint,
        fingerprint, \(body), NULL FROM liststore_span WHERE span < 100;
        CREATE INDEX other_order ON liststore_span (list, parent, version, span DESC);
        """,
        in: store
      )
      for version in 0...12 {
        let window = try? store.window(.rows(0..<9), in: "home", at: version)
        #expect(window == nil || window?.cells.count == (version == 0 ? 0 : 9))
        #expect(throws: Never.self) { try store.snapshot(of: "home", at: version) }
      }
      #expect(try !store.verify().isSound)
      try run("DROP INDEX other_order", in: store)
    }
  }

  @Test func `a store without a table of them is read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    do {
      let store = try ListStore(path: path)
      try store.commit(sample, to: "home")
      for version in 2...300 { try update("a1", version, in: store) }
      try run(
        """
        DROP TABLE liststore_span;
        ALTER TABLE liststore DROP COLUMN lists;
        ALTER TABLE liststore DROP COLUMN checked_from;
        ALTER TABLE liststore DROP COLUMN checksum;
        ALTER TABLE liststore_list DROP COLUMN number_checksum;
        ALTER TABLE liststore_section DROP COLUMN checksum;
        ALTER TABLE liststore_chunk DROP COLUMN checksum;
        ALTER TABLE liststore_list DROP COLUMN floor_checksum;
        ALTER TABLE liststore_change DROP COLUMN body_checksum;
        ALTER TABLE liststore_list DROP COLUMN checksum;
        ALTER TABLE liststore_change DROP COLUMN message;
        ALTER TABLE liststore_section DROP COLUMN views;
        ALTER TABLE liststore_cell DROP COLUMN views;
        ALTER TABLE liststore_change DROP COLUMN checksum;
        ALTER TABLE liststore_change DROP COLUMN touched;
        UPDATE liststore SET format = 1;
        """,
        in: store
      )
    }
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let reader = try ListStore(path: path, configuration: configuration)
    #expect(try reader.window(.rows(0..<3), in: "home", at: 2).cells.count == 3)
    #expect(try reader.snapshot(of: "home", at: 2).list.cellCount == 5)
    #expect(try reader.verify().problems == [])
    #expect(try reader.verify().versionsWithoutChecksum == 300)
    #expect(try reader.statistics().lists.map(\.spanBytes) == [0])
    #expect(try reader.compactionPreview(.newest(5, bytes: 0)).map(\.oldestVersion) == [300])
    // Whoever writes it brings it to this format.
    let writer = try ListStore(path: path)
    #expect(try writer.compact().spans == 1)
    #expect(try writer.verify().problems == [])
  }

  // MARK: Histories

  /// Of spans from version 0, only those of these lengths: see `WholeListTests` for whole lists.
  private func configuration(shortest: Int, factor: Int) -> ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.spanLengths = SpanLengths(shortest: shortest, factor: factor)
    configuration.spanLengths.wholeListGain = nil
    return configuration
  }

  /// The same random history in two stores, of which the second has no spans.
  private func histories(seed: UInt64) throws -> (ListStore, ListStore) {
    let store = try ListStore.inMemory(configuration: configuration(shortest: 4, factor: 2))
    let plain = try ListStore.inMemory(configuration: configuration(shortest: .max, factor: 2))
    var lists = RandomLists(seed: seed)
    var list = lists.list()
    for step in 0..<48 {
      // What was deleted comes back now and then.
      let version = try? store.info(of: "home").version
      if let version, step % 7 == 6 {
        list = try store.snapshot(of: "home", at: version / 2).list
      } else {
        list = lists.successor(of: list, editLimit: step % 5 == 0 ? 12 : 3)
      }
      try store.commit(list, to: "home")
      try plain.commit(list, to: "home")
    }
    return (store, plain)
  }

  private func update(_ id: Cell.ID, _ revision: Int, in store: ListStore) throws {
    try store.edit("home") { try $0.updateCell(cell(id, revision: revision)) }
  }

  /// The versions spans lead between, in order.
  private func spans(of store: ListStore) throws -> [Range<Int>] {
    try store.database.read { database in
      let head = try ListRows.require("home", in: database)
      return try ChangeLog(database: database, head: head).spans().map { $0.parent..<$0.version }
    }
  }

  private func run(_ sql: String, in store: ListStore) throws {
    try store.database.write { try $0.execute(sql: sql) }
  }
}
