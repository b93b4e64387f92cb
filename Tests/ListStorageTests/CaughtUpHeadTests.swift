import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// A store that knows a head catches up with the commits of others by the rows these have touched, and
/// has what it would have if it read the head whole.
@Suite struct CaughtUpHeadTests {
  /// A head as it can be compared.
  private struct Rows: Equatable {
    var version: Int
    var fingerprint: Fingerprint
    var sections: [String]

    init(_ head: ListHead) {
      version = head.version
      fingerprint = head.fingerprint
      sections = head.sections.map { section in
        let chunks = section.chunks
        return "\(section.row) \(section.id) \(section.position) \(section.attributes) "
          + zip(chunks.rows, zip(chunks.positions, chunks.counts)).map { "\($0)" }.joined()
      }
    }
  }

  /// A head that is known, and goes on with what others commit.
  private struct Follower {
    var head: ListHead
    var (caughtUp, readWhole) = (0, 0)

    init(_ store: ListStore) throws {
      head = try #require(
        try store.database.read {
          try ListHead.load("home", in: $0, reusing: nil, generation: nil)
        }
      )
    }

    mutating func follow(_ store: ListStore, _ comment: Comment) throws {
      let known = head
      let (found, whole) = try store.database.read { database in
        (
          try known.caughtUp(with: try ListRows.require("home", in: database), in: database),
          try #require(
            try ListHead.load("home", in: database, reusing: nil, generation: nil)
          )
        )
      }
      if whole.version > head.version {
        if found == nil { readWhole += 1 } else { caughtUp += 1 }
      }
      if let found {
        let isSame = Rows(found) == Rows(whole)
        #expect(isSame, comment)
      }
      head = found ?? whole
    }
  }

  @Test(arguments: 1...UInt64(Soak.count(6, soak: 60)))
  func `a known head catches up with any commits`(seed: UInt64) throws {
    var twin = ListTwin(seed: seed, cellCounts: seed % 3 == 0 ? [900, 0, 130, 31] : [400, 1])
    let store = try ListStore.inMemory()
    try store.commit(twin.list, to: "home")
    // One that looks after every commit, and one that looks now and then.
    var (close, distant) = (try Follower(store), try Follower(store))
    for round in 0..<60 {
      try store.edit("home") { draft in
        for _ in 0...round % 3 { try twin.edit(&draft) }
      }
      let comment: Comment = "seed \(seed), round \(round)"
      try close.follow(store, comment)
      if round % 7 == 6 { try distant.follow(store, comment) }
    }
    try distant.follow(store, "seed \(seed), at the end")
    #expect(close.readWhole <= 2 && close.caughtUp > 40, "seed \(seed): \(close)")
    #expect(distant.caughtUp > 4, "seed \(seed): \(distant)")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a known head catches up with sections that come, move and go`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var sections = ManySectionsTests.PlainSections(count: 40, using: &numbers)
    let store = try ListStore.inMemory()
    try store.commit(sections.list, to: "home")
    var (close, distant) = (try Follower(store), try Follower(store))
    for round in 0..<80 {
      try store.edit("home") { draft in
        for _ in 0...round % 3 { try sections.edit(&draft, using: &numbers) }
      }
      try close.follow(store, "seed \(seed), round \(round)")
      if round % 9 == 8 { try distant.follow(store, "seed \(seed), round \(round)") }
    }
    #expect(close.readWhole == 0 && close.caughtUp > 60, "seed \(seed): \(close)")
    #expect(distant.caughtUp > 4, "seed \(seed): \(distant)")
  }

  @Test func `rows that get new positions are known to have them`() throws {
    let store = try ListStore.inMemory()
    let ends = ["first", "last"].map { Section(id: Section.ID($0), cells: [cell(Cell.ID($0))]) }
    try store.commit(List(sections: ends), to: "home")
    var (close, distant) = (try Follower(store), try Follower(store))
    for round in 0..<150 {
      // Always in the same place, until there is no room.
      try store.edit("home") { draft in
        try draft.insertSection(Section(id: Section.ID("s\(round)")) {}, .before("last"))
        let cells = (0..<100).map { cell(Cell.ID("c\(round)-\($0)")) }
        try draft.insertCells(cells, .start(of: "first"))
      }
      try close.follow(store, "round \(round)")
      if round % 40 == 39 { try distant.follow(store, "round \(round)") }
    }
    #expect(close.readWhole == 0 && close.caughtUp == 150, "\(close)")
    #expect(distant.caughtUp > 0, "\(distant)")
  }

  @Test(arguments: 1...UInt64(Soak.count(1, soak: 40)))
  func `stores that edit long sections in turn make the right list`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<3).map { _ in try ListStore(path: folder.file("lists.db")) }
    var twin = ListTwin(seed: seed, cellCounts: [700, 0, 130, 31])
    try stores[0].commit(twin.list, to: "home")
    for round in 0..<60 {
      let store = stores[twin.number(0..<3)]
      let commit = try store.edit("home") { draft in
        for _ in 0...round % 3 { try twin.edit(&draft) }
      }
      #expect(try commit.fingerprint == twin.list.fingerprint(), "seed \(seed), round \(round)")
      let reader = stores[twin.number(0..<3)]
      let window = try reader.window(.rows(100..<120), in: "home")
      let cells = twin.list.sections.flatMap(\.cells).map(\.id)
      #expect(
        window.cells.map(\.id) == Array(cells.dropFirst(100).prefix(20)),
        "seed \(seed), round \(round)"
      )
    }
    #expect(try stores[0].snapshot(of: "home").list == twin.list.stored(), "seed \(seed)")
    #expect(try stores[0].verify().problems == [], "seed \(seed)")
    withExtendedLifetime(folder) {}
  }

  @Test func `a section that is changed and goes is not looked for`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    try store.edit("home") { try $0.appendCell(cell("new"), to: "b") }
    let header = Section(id: "b") {}.withHeader(TextComponent("header")).header
    try store.edit("home") { try $0.updateSection("b") { $0.header = header } }
    try store.edit("home") { try $0.deleteSection("b") }
    // Its row may be used again.
    let cells = (0..<300).map { cell(Cell.ID($0)) }
    try store.edit("home") { try $0.appendSection(Section(id: "next", cells: cells)) }
    try store.edit("home") { try $0.deleteCell(Cell.ID(7)) }
    try follower.follow(store, "all at once")
    #expect(follower.caughtUp == 1)
  }

  @Test func `a list that is begun again is read whole`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    try store.commit(.clearing, to: "home")
    try follower.follow(store, "cleared")
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteCell("a1") }
    try follower.follow(store, "filled again")
    try store.commit(.reverting(to: 2), to: "home")
    try follower.follow(store, "reverted")
    #expect(follower.head.version == 5)
  }

  @Test func `one commit is caught up with, whatever it is`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    try follower.follow(store, "an edit")
    try store.commit(List(sections: sample.sections.reversed()), to: "home")
    try follower.follow(store, "a whole list")
    try store.commit(.undoing(version: 3), to: "home")
    try follower.follow(store, "an undo")
    let other = try ListStore.inMemory()
    for change in try store.changes(of: "home") { try other.apply(change) }
    try other.edit("home") { try $0.deleteCell("a2") }
    for change in try other.changes(of: "home", after: 4) { try store.apply(change) }
    try follower.follow(store, "a replicated change")
    try store.write { database in
      try store.edit("home", in: database) { try $0.deleteCell("a3") }
    }
    try follower.follow(store, "a commit in a transaction")
    #expect(follower.caughtUp == 5 && follower.readWhole == 0)
  }

  // MARK: What cannot be caught up with

  /// Changes what a commit says it has touched; the head is read whole then, and right.
  @Test(arguments: [
    "NULL", "x''", "x'00'", "x'ff'", "x'00000001'", "substr(touched, 1, length(touched) - 1)",
    "touched || x'00'", "1", "'text'", "zeroblob(100000)",
  ])
  func `what cannot be read is done without`(value: String) throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let follower = try Follower(store)
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    try store.write { database in
      try database.execute(sql: "UPDATE liststore_change SET touched = \(value) WHERE version = 2")
    }
    var other = follower
    try other.follow(store, "\(value)")
    #expect(other.readWhole == 1, "\(value)")
    let problems = try store.verify().problems
    #expect(problems.map(\.version) == (value == "NULL" ? [] : [2]), "\(value)")
  }

  @Test(arguments: [
    "chunk that is known", "section that is known", "chunk elsewhere",
    "section elsewhere", "section of nobody",
  ])
  func `rows that are not where they are said to be are done without`(lie: String) throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    let section = follower.head.sections[0]
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    var touched = TouchedRows()
    switch lie {
    case "chunk that is known":
      touched.note(chunk: section.chunks.rows[0], of: section.row, at: nil)
    case "section that is known": touched.noteReplaced(section: section.row, at: nil)
    case "chunk elsewhere": touched.note(chunk: section.chunks.rows[0], of: section.row, at: 7)
    case "section elsewhere": touched.note(section: section.row, at: 7)
    default: touched.note(chunk: 1, of: 99, at: nil)
    }
    let bytes = try #require(touched.encoded())
    try store.write { database in
      try database.execute(
        sql: "UPDATE liststore_change SET touched = ? WHERE version = 2",
        arguments: [Data(bytes)]
      )
    }
    try follower.follow(store, "\(lie)")
    #expect(follower.readWhole == 1, "\(lie)")
  }

  @Test func `a store of a format that does not tell is read whole`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    try store.write { database in
      try database.execute(sql: "ALTER TABLE liststore_change DROP COLUMN touched")
    }
    try follower.follow(store, "format 2")
    #expect(follower.readWhole == 1)
  }

  @Test func `what another past has touched is not caught up with`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    follower.head.fingerprint = .empty
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    try follower.follow(store, "another past")
    #expect(follower.readWhole == 1)
  }

  @Test func `changes that are not retained are not caught up with`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var follower = try Follower(store)
    try store.edit("home") { try $0.moveCell("a1", .end(of: "a")) }
    for id: Cell.ID in ["a1", "a2"] { try store.edit("home") { try $0.deleteCell(id) } }
    try store.compact(.newest(1))
    try follower.follow(store, "compacted")
    #expect(follower.readWhole == 1)
  }

  // MARK: Stored form

  @Test func `the stored form is the documented one`() {
    var touched = TouchedRows()
    #expect(touched.encoded() == [0, 0, 0, 0])
    touched.note(section: 3, at: 1 << 32)
    touched.noteReplaced(section: 4, at: -64)
    touched.noteReplaced(section: 5, at: nil)
    touched.note(chunk: 70, of: 3, at: nil)
    touched.note(chunk: 9, of: 3, at: 64)
    let entries: [UInt8] = [
      0x02, 0x06, 0x80, 0x80, 0x80, 0x80, 0x20,
      0x03, 0x08, 0x7F,
      0x04, 0x0A,
      0x00, 0x06, 0x12, 0x80, 0x01,
      0x01, 0x06, 0x8C, 0x01,
    ]
    #expect(touched.encoded()?.dropLast(4) == entries[...])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the stored form says the same`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var touched = TouchedRows()
    for _ in 0..<Int.random(in: 0...40, using: &numbers) {
      let row = Int64.random(in: 1...(seed % 2 == 0 ? 50 : .max), using: &numbers)
      let position: Int64? =
        Bool.random(using: &numbers) ? nil : .random(in: .min ... .max, using: &numbers)
      switch (Int.random(in: 0..<3, using: &numbers), position) {
      case (0, let position?): touched.note(section: row, at: position)
      case (1, _): touched.noteReplaced(section: row, at: position)
      default: touched.note(chunk: row, of: row % 7, at: position)
      }
    }
    let bytes = try #require(touched.encoded())
    let read = try #require(bytes.withUnsafeBytes { TouchedRows(encoded: $0) }, "seed \(seed)")
    #expect(read.encoded() == bytes, "seed \(seed)")
    #expect(read.sections == touched.sections.sorted { $0.row < $1.row }, "seed \(seed)")
    #expect(read.chunks.count == touched.chunks.count, "seed \(seed)")
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(damaged.withUnsafeBytes { TouchedRows(encoded: $0) } == nil, "seed \(seed)")
    }
  }

  @Test func `too many rows are not named`() {
    var touched = TouchedRows()
    for row in 1...Int64(TouchedRows.limit) { touched.note(chunk: row, of: 1, at: row) }
    #expect(!touched.areTooMany && touched.chunks.count == TouchedRows.limit)
    touched.noteReplaced(section: 1, at: nil)
    #expect(touched.areTooMany && touched.encoded() == nil)
  }

  // MARK: What it saves

  @Test(arguments: ["commit", "window"])
  func `what another store has committed costs the same in long lists`(work: String) throws {
    let counts = try [200, 5_000].map { count in
      let log = StatementLog()
      let stores = try log.stores(2)
      var list = List(sections: (0..<count).map { Section(id: Section.ID("s\($0)")) })
      list.sections[7].cells = (0..<count).map { cell(Cell.ID("c\($0)")) }
      try stores[0].commit(list, to: "home")
      _ = try stores[1].window(.rows(0..<5), in: "home")
      try stores[0].edit("home") { draft in
        try draft.deleteSection("s3")
        try draft.insertCell(cell("new"), .after("c11"))
      }
      let statements = try log.statements {
        if work == "commit" {
          try stores[1].edit("home") { try $0.moveCell("new", .start(of: "s9")) }
        } else {
          _ = try stores[1].window(.rows(0..<5), in: "home")
        }
      }
      // These have as many rows as there are sections, or chunks.
      #expect(statements.count { $0.hasSuffix("ORDER BY position") } == 0, "\(work)")
      return statements
    }
    #expect(counts[0] == counts[1], "\(work)")
  }
}
