import GRDB
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// A store remembers the heads it has committed; whoever else commits, it never builds on a head
/// that is not one any more.
@Suite struct KnownHeadTests {
  @Test(arguments: [11, 12, 13] as [UInt64])
  func `stores that commit in turns see each other's heads`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<3).map { _ in try ListStore(path: folder.file("lists.db")) }
    var generator = SeededGenerator(seed: seed)
    var lists = RandomLists(seed: seed)
    var heads: [List.ID: List] = [:]
    for step in 1...150 {
      let store = stores[Int.random(in: 0..<3, using: &generator)]
      let id: List.ID = Bool.random(using: &generator) ? "home" : "other"
      let next = lists.successor(of: heads[id] ?? List(), editLimit: 4)
      let version = try (heads[id] == nil ? 0 : store.info(of: id).version)
      let commit = try store.commit(
        next,
        to: id,
        options: CommitOptions(expecting: .version(version))
      )
      #expect(commit.fingerprint == (try next.fingerprint()), "seed \(seed), step \(step)")
      heads[id] = next
    }
    for (id, list) in heads { #expect(try stores[0].snapshot(of: id).list == list) }
    #expect(try stores[1].verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `a head of a transaction that is undone is not built on`() throws {
    struct Refused: Error {}
    func section(_ id: Section.ID, _ prefix: String, _ count: Int) -> Section {
      Section(id: id, cells: (0..<count).map { cell(Cell.ID("\(prefix)\($0)")) })
    }
    let folder = try TemporaryFolder()
    func pool() throws -> DatabasePool {
      var settings = GRDB.Configuration()
      settings.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
      let pool = try DatabasePool(path: folder.file("own.db"), configuration: settings)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
    let one = try ListStore(in: try pool())
    let two = try ListStore(in: try pool())
    let large = List(sections: [section("s", "a", 200)])
    try one.commit(List(sections: [section("s", "a", 1)]), to: "A")
    #expect(throws: Refused.self) {
      try one.write { database in
        try one.commit(.list(large), to: "A", in: database)
        _ = try? one.commit(
          .list(List()),
          to: "A",
          options: CommitOptions(expecting: .version(99)),
          in: database
        )
        throw Refused()
      }
    }
    // The rows, and then the version and its content, are made again.
    try two.commit(List(sections: [section("u", "b", 200)]), to: "B")
    try two.commit(large, to: "A")
    try one.edit("A") { try $0.appendCell(cell("new"), to: "s") }
    #expect(try two.snapshot(of: "A").list.cellCount == 201)
    #expect(try two.snapshot(of: "B").list.cellCount == 200)
    #expect(try two.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `the owner's transaction between two commits is seen`() throws {
    let folder = try TemporaryFolder()
    var settings = GRDB.Configuration()
    settings.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let pool = try DatabasePool(path: folder.file("own.db"), configuration: settings)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let store = try ListStore(in: pool)
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteCell("a1") }
    // Both in one transaction of the owner's, the first of which is taken back.
    try store.write { database in
      try database.inSavepoint {
        try store.edit("home", in: database) { try $0.deleteCell("a2") }
        return .rollback
      }
      try store.edit("home", in: database) { try $0.deleteCell("a3") }
    }
    let commit = try store.edit("home") { draft in
      #expect(try draft.path(of: "a2") != nil)
      #expect(try draft.path(of: "a3") == nil)
      try draft.deleteCell("a2")
    }
    #expect(commit.version == 4)
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `what a refused commit has done is not built on`() throws {
    struct Refused: Error {}
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.commit(sample, to: "home")
    #expect(throws: Refused.self) {
      try store.edit("home") { draft in
        try draft.deleteCell("a1")
        throw Refused()
      }
    }
    try store.edit("home") { try $0.moveCell("a1", .after("a2")) }
    #expect(try store.info(of: "home").version == 2)
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `an unchanged list with other bytes is another list`() throws {
    // Equal texts for Swift, other bytes; neighbours of one type share its hash.
    let list = List(
      sections: [
        Section(
          id: "s",
          cells: ["e\u{301}", "\u{e9}", "e\u{301}"].enumerated().map { index, type in
            Cell(id: Cell.ID(index), component: AnyComponent(StoredComponent(type: type)))
          }
        )
      ]
    )
    let store = try ListStore.inMemory()
    let commit = try store.commit(list, to: "home")
    #expect(commit.fingerprint == (try list.fingerprint()))
    #expect(try store.commit(list, to: "home").outcome == .unchanged)
    #expect(try store.verify().problems == [])
  }
}
