import Foundation
import GRDB
import ListKeeping
import ListModel
import ListStorage
import Testing

private struct Article: Component, Codable, Equatable {
  static let componentType = "Article"
  var title: String
  var stars: Int
}

@Suite struct `A query` {
  private let folder: TemporaryFolder
  private let store: ListStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ListStore(path: folder.file("home.db"))
    // More than a chunk, so that places go on from one to the next.
    let many = (0..<400).map { number in
      Cell(id: Cell.ID(number), component: Article(title: "No. \(number)", stars: number % 7))
    }
    let other = Cell(id: "other", component: AnyComponent(StoredComponent(type: "Other")))
    let sections = [Section(id: "top", cells: [other]), Section(id: "feed", cells: many)]
    try store.commit(List(sections: sections), to: "home")
    try store.edit("home") { draft in
      try draft.moveCell("399", .start(of: "feed"))
      try draft.deleteCell("0")
      try draft.moveSection("feed", .start)
    }
    try store.commit(List(sections: [Section(id: "empty")]), to: "second")
  }

  @Test func `sees every cell at its place`() throws {
    let rows = try store.query(
      "SELECT section, item, id FROM cells WHERE list = ? ORDER BY section, item",
      arguments: ["home"]
    )
    let list = try store.snapshot(of: "home").list
    let expected = list.sections.sorted { $0.id < $1.id }.flatMap { section in
      section.cells.enumerated().map { "\(section.id) \($0) \($1.id)" }
    }
    #expect(rows.map(\.words) == expected)
    #expect(rows.count == 400)
  }

  @Test func `finds cells by what they show`() throws {
    let rows = try store.query(
      """
      SELECT id, content ->> 'title' AS title FROM cells
      WHERE type = 'Article' AND content ->> 'stars' > ? ORDER BY item LIMIT 2;
      """,
      arguments: [5]
    )
    #expect(rows.map { $0["title"] as String? } == ["No. 6", "No. 13"])
    let counts = try store.query(
      "WITH t AS (SELECT type FROM cells) SELECT type, count(*) FROM t GROUP BY 1 ORDER BY 1 DESC"
    )
    #expect(counts.map { $0[1] as Int? } == [1, 399])
    #expect(try store.query("SELECT content FROM cells WHERE id = 'other'")[0][0] as String? == nil)
  }

  @Test func `sees the sections of all lists`() throws {
    let rows = try store.query("SELECT * FROM sections ORDER BY list, place -- all of them")
    #expect(rows.first?.columns == ["list", "place", "id", "cells"])
    #expect(rows.map(\.words) == ["home 0 feed 399", "home 1 top 1", "second 0 empty 0"])
  }

  @Test(arguments: [
    "", "SELEC 1", "SELECT nothing FROM cells", "SELECT 1; SELECT 2", "DELETE FROM liststore_cell",
    "SELECT 1) UNION SELECT (1", "PRAGMA user_version", "ATTACH 'x' AS y", "SELECT json('{')",
    "INSERT INTO liststore_cell DEFAULT VALUES RETURNING cell", "SELECT id FROM liststore_cell",
    "SELECT * FROM cells; DROP TABLE cells", "CREATE TABLE t (x)", "SELECT load_extension('x')",
    "UPDATE cells SET id = 'x'", "SELECT * FROM pragma_database_list", "SELECT ?", "BEGIN",
  ])
  func `that is none is refused and changes nothing`(sql: String) throws {
    let before = try store.snapshot(of: "home")
    #expect(throws: QueryError.self) { try store.query(sql) }
    #expect(try store.snapshot(of: "home") == before)
    #expect(try store.verify().problems == [])
  }

  private static let endless = """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
    """

  @Test func `is stopped by its limits`() throws {
    #expect(throws: QueryError.tooManyRows(limit: 10)) {
      try store.query("SELECT id FROM cells", limits: QueryLimits(rows: 10))
    }
    let limit = Duration.milliseconds(50)
    #expect(throws: QueryError.tookTooLong(limit: limit)) {
      try store.query(Self.endless, limits: QueryLimits(duration: limit))
    }
    // The connection is as it was.
    #expect(try store.query("SELECT count(*) FROM cells")[0][0] == 400)
  }

  @Test(arguments: [
    // One value, on the way or as the answer; the answer as a whole; what SQLite sorts or keeps.
    "SELECT printf('%.*c', 2000000, 'x')", "SELECT length(format('%.*c', 2000000, 'x'))",
    "SELECT zeroblob(2000000)", "SELECT length(hex(zeroblob(700000)))",
    "SELECT length(replace(printf('%.*c', 1000, 'x'), 'x', printf('%.*c', 2000, 'y')))",
    "SELECT length(group_concat(a.content)) FROM cells a, cells b",
    "SELECT printf('%.*c', 20000, 'x') FROM cells",
    """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
    SELECT count(*) FROM (SELECT DISTINCT printf('%.*c %d', 1000, 'x', x) FROM n)
    """,
  ])
  func `is stopped when it takes too much memory, and never answers with less`(sql: String) throws {
    let limits = QueryLimits(duration: .seconds(60), bytes: 1 << 20)
    #expect(throws: QueryError.tooLarge(limit: 1 << 20)) { try store.query(sql, limits: limits) }
    #expect(try store.query("SELECT count(*) FROM cells")[0][0] == 400)
  }

  @Test func `formats texts as SQLite does`() throws {
    let rows = try store.query(
      "SELECT printf('%d %s|%5.2f', 1, 'é', 2.5), printf(''), format('%s', ''), printf(NULL), printf()"
    )
    #expect(rows[0].values.map(\.description) == [#""1 é| 2.50""#, "NULL", #""""#, "NULL", "NULL"])
  }

  @Test(arguments: ["liststore_cell", "LISTSTORE_LIST", "note", "sqlite_stat1", "cell"])
  func `of a table that is not there is told which ones are`(table: String) throws {
    let owner = try DatabaseQueue()
    try owner.write { try $0.execute(sql: "CREATE TABLE note (x); CREATE TABLE cells (x)") }
    let own = try ListStore(in: owner)
    try own.commit(sample, to: "home")
    for store in [store, own] {
      let error = #expect(throws: QueryError.self) { try store.query("SELECT * FROM \(table)") }
      #expect("\(error as Any)".contains("there are cells, sections, versions, changes"))
    }
    // A table of the owner's is not taken for the store's.
    #expect(try own.query("SELECT count(*) FROM cells")[0][0] == 5)
    #expect(try own.query("SELECT name FROM sqlite_master").isEmpty)
  }

  @Test func `gives columns of one name different ones`() throws {
    let rows = try store.query("SELECT id, id, list AS 'id:1', id FROM cells LIMIT 1")
    #expect(rows[0].columns == ["id", "id:1", "id:1:1", "id:2"])
  }

  @Test func `compares and gives texts by their lengths`() throws {
    let names = ["x", "x\0y", "x\0z", "\0", "é", "e\u{301}"]
    let cells = names.map { name in
      Cell(id: Cell.ID(name), component: Article(title: name, stars: 1))
    }
    let sections = names.map { Section(id: Section.ID($0), cells: []) }
    var list = List(sections: sections)
    list.sections[0].cells = cells
    let store = try ListStore.inMemory()
    try store.commit(list, to: "a\0b")
    let rows = try store.query("SELECT list, id FROM cells ORDER BY item")
    #expect(
      rows.map { ($0["id"] as String?).map { Array($0.utf8) } } == names.map { Array($0.utf8) }
    )
    #expect(rows.allSatisfy { $0["list"] == "a\0b" })
    for name in names {
      let found = try store.query(
        "SELECT item FROM cells WHERE id = ? AND list = ? AND section = 'x'",
        arguments: [name, "a\0b"]
      )
      #expect(
        found.map { $0[0] as Int? } == [names.firstIndex { $0.utf8.elementsEqual(name.utf8) }]
      )
      #expect(try store.query("SELECT 1 FROM sections WHERE id = ?", arguments: [name]).count == 1)
      let changes = try store.query("SELECT to_item FROM changes WHERE id = ?", arguments: [name])
      #expect(changes.count == 2)
    }
    #expect(try store.query("SELECT ?", arguments: ["x\0y"])[0][0] == "x\0y")
  }

  @Test func `is stopped with its task`() async throws {
    let task = Task { [store] in
      try store.query(Self.endless, limits: QueryLimits(duration: nil)).count
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `holds up nobody who writes`() async throws {
    let task = Task.detached { [store] in
      try store.query(Self.endless, limits: QueryLimits(duration: nil)).count
    }
    for number in 0..<20 {
      try await store.commit(List(sections: [Section(id: .init(number))]), to: "second")
    }
    #expect(try store.info(of: "second").version == 21)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `works in memory and in an owner's database`() throws {
    let memory = try ListStore.inMemory()
    try memory.commit(
      List(sections: [
        Section(id: "s", cells: [Cell(id: "a", component: Article(title: "x", stars: 1))])
      ]),
      to: "l"
    )
    #expect(try memory.query("SELECT content ->> 'stars' FROM cells")[0][0] == 1)
  }
}

extension QueryRow {
  /// The values with spaces between them; for NULL, a dash.
  var words: String {
    values.map { value in
      switch value.storage {
      case .null: "-"
      case .int64(let number): "\(number)"
      case .double(let number): "\(number)"
      case .string(let text): text
      case .blob(let data): "\(data.count) bytes"
      }
    }.joined(separator: " ")
  }
}
