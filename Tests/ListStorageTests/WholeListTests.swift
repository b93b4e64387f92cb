import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Lists that are kept whole now and then, and what is read with them.
@Suite struct WholeListTests {
  // MARK: The same, made from the nearest one

  @Test func `every version is what it is without them`() throws {
    for seed in 1...UInt64(Soak.count(3, soak: 12)) {
      let (store, plain) = try histories(seed: seed)
      #expect(try wholeLists(of: store).count > 2, "seed \(seed)")
      #expect(try store.verify().problems == [], "seed \(seed)")
      try expectSame(store, plain, "seed \(seed)")
      // The versions before the oldest one are gone, and whole lists after it are not.
      let floor = try store.info(of: "home").version * 2 / 3
      let kept = try wholeLists(of: store).filter { $0 >= floor }
      try store.compact(.newest(try store.info(of: "home").version - floor))
      #expect(try store.oldestVersion(of: "home") == floor)
      #expect(try wholeLists(of: store).filter(kept.contains) == kept, "seed \(seed)")
      #expect(try wholeLists(of: store).allSatisfy { $0 >= floor }, "seed \(seed)")
      #expect(try store.verify().problems == [], "seed \(seed)")
      try expectSame(store, plain, "seed \(seed), compacted")
    }
  }

  @Test func `a version far back is read with as few changes as any`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.commit(
      List { Section(id: "s") { for n in 0..<100 { cell("\(n)") } } },
      to: "home"
    )
    for version in 2...6_000 { try update("\(version * 37 % 100)", version, in: store) }
    for version in stride(from: 700, to: 5_500, by: 599) {
      let statements = try log.statements {
        let list = try store.snapshot(of: "home", at: version).list
        #expect(list.cellCount == 100)
      }
      #expect(statements.count { $0.contains("body") } <= 8, "version \(version): \(statements)")
    }
  }

  @Test func `a version near the beginning is made from the empty list`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.commit(List { Section(id: "s") { for n in 0..<9 { cell("\(n)") } } }, to: "home")
    for version in 2...900 { try update("\(version % 9)", version, in: store) }
    let statements = try log.statements { _ = try store.snapshot(of: "home", at: 3) }
    #expect(statements.contains { $0.contains("body") })
    #expect(!statements.contains { $0.contains("SELECT span.body") }, "\(statements)")
  }

  // MARK: When they are kept

  @Test func `they take at most half of what the spans since the last one take`() throws {
    let (store, _) = try histories(seed: 7, gain: 2)
    let sizes = try spans(of: store)
    var last = 0
    for whole in sizes where whole.versions.lowerBound == 0 && whole.versions.upperBound > 4 {
      let between = sizes.filter {
        $0.versions.lowerBound >= last && $0.versions.upperBound <= whole.versions.upperBound
          && $0.versions.lowerBound > 0 && $0.versions.count == 4
      }
      #expect(2 * whole.bytes <= between.reduce(0) { $0 + $1.bytes } + (last == 0 ? .max / 2 : 0))
      last = whole.versions.upperBound
    }
    #expect(last > 0)
  }

  @Test func `a list that is large beside its changes is not kept`() throws {
    let store = try ListStore.inMemory(configuration: configuration(gain: 2))
    let text = String(repeating: "large ", count: 500)
    try store.commit(
      List { Section(id: "s") { for n in 0..<20 { cell("\(n)", text) } } },
      to: "home"
    )
    for version in 2...60 {
      try store.edit("home") { draft in
        try draft.moveCell("\(version % 20)", .start(of: "s"))
      }
    }
    #expect(try wholeLists(of: store) == [4])
    #expect(try store.compact(.unlimited).spans == 0)
  }

  @Test func `a compaction keeps those that commits have left out`() throws {
    var limited = configuration(gain: 1)
    limited.spanLengths.commitByteLimit = 600
    let store = try ListStore.inMemory(configuration: limited)
    let unlimited = try ListStore.inMemory(configuration: configuration(gain: 1))
    for store in [store, unlimited] {
      try store.commit(List { Section(id: "s") { for n in 0..<20 { cell("\(n)") } } }, to: "home")
      for version in 2...100 { try update("\(version % 20)", version, in: store) }
    }
    #expect(try wholeLists(of: store).count < wholeLists(of: unlimited).count)
    #expect(try store.compact(.unlimited).spans > 0)
    #expect(try wholeLists(of: store).count > 2)
    #expect(try store.compact(.unlimited).spans == 0)
    #expect(try store.verify().problems == [])
  }

  @Test func `nothing of a list stays when its past is cleared`() throws {
    let (store, _) = try histories(seed: 3)
    try store.commit(.clearing, to: "home")
    #expect(try spans(of: store).isEmpty)
  }

  // MARK: When they are not right

  @Test(
    arguments: [
      "body = x'00'",
      "body = substr(body, 1, length(body) - 1)",
      "body_checksum = NULL, body = x'010000000000'",
      "fingerprint = zeroblob(16)",
      "parent_fingerprint = zeroblob(16)",
      "version = version + 1",
    ],
    [false, true]
  )
  func `a damaged one is found, read around, and kept again`(
    damage: String,
    isCompacted: Bool
  ) throws {
    let (store, plain) = try histories(seed: 5)
    if isCompacted { try store.compact(.newest(20)) }
    let whole = try wholeLists(of: store)
    try store.database.write { database in
      try database.execute(
        sql: """
          UPDATE liststore_span SET \(damage) WHERE span = (
            SELECT span FROM liststore_span WHERE parent = 0 ORDER BY version DESC LIMIT 1)
          """
      )
    }
    #expect(try !store.verify().isSound)
    try expectSame(store, plain, "\(damage)")
    try store.compact(.unlimited)
    #expect(try store.verify().problems == [])
    // Without the one before it and what came before, it is due later.
    if !isCompacted { #expect(try wholeLists(of: store) == whole) }
  }

  // MARK: Histories

  private func configuration(gain: Int?) -> ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.spanLengths = SpanLengths(shortest: 4, factor: 4)
    configuration.spanLengths.wholeListGain = gain
    return configuration
  }

  /// The same random history in two stores, of which the second has no spans.
  private func histories(seed: UInt64, gain: Int = 1) throws -> (ListStore, ListStore) {
    let store = try ListStore.inMemory(configuration: configuration(gain: gain))
    var plainConfiguration = configuration(gain: nil)
    plainConfiguration.keepsSpans = false
    let plain = try ListStore.inMemory(configuration: plainConfiguration)
    var lists = RandomLists(seed: seed)
    var list = lists.list()
    for step in 0..<60 {
      list = lists.successor(of: list, editLimit: step % 5 == 0 ? 12 : 4)
      try store.commit(list, to: "home")
      try plain.commit(list, to: "home")
    }
    return (store, plain)
  }

  private func expectSame(_ store: ListStore, _ plain: ListStore, _ comment: Comment) throws {
    let head = try store.info(of: "home").version
    let oldest = try store.oldestVersion(of: "home")
    for version in oldest...head {
      let snapshot = try plain.snapshot(of: "home", at: version)
      #expect(try store.snapshot(of: "home", at: version) == snapshot, comment)
      #expect(
        try store.window(.rows(2..<9), in: "home", at: version)
          == plain.window(.rows(2..<9), in: "home", at: version),
        comment
      )
      #expect(
        try store.change(of: "home", from: oldest, to: version)
          == plain.change(of: "home", from: oldest, to: version),
        comment
      )
    }
  }

  private func update(_ id: Cell.ID, _ revision: Int, in store: ListStore) throws {
    try store.edit("home") { try $0.updateCell(cell(id, revision: revision)) }
  }

  private func spans(of store: ListStore) throws -> [(versions: Range<Int>, bytes: Int)] {
    try store.database.read { database in
      let head = try ListRows.require("home", in: database)
      let log = ChangeLog(database: database, head: head)
      return try log.spans().map { ($0.parent..<$0.version, try log.byteCount(of: $0)) }
    }
  }

  /// The versions of which the whole list is kept, in order.
  private func wholeLists(of store: ListStore) throws -> [Int] {
    try spans(of: store).map(\.versions).filter { $0.lowerBound == 0 }.map(\.upperBound).sorted()
  }
}
