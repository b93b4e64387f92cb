import Foundation
import GRDB
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
    #expect(rows.map { "\($0[0] as String) \($0[1] as Int) \($0[2] as String)" } == expected)
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
    #expect(rows.map { $0["title"] as String } == ["No. 6", "No. 13"])
    let counts = try store.query(
      "WITH t AS (SELECT type FROM cells) SELECT type, count(*) FROM t GROUP BY 1 ORDER BY 1 DESC"
    )
    #expect(counts.map { $0[1] as Int } == [1, 399])
    #expect(try store.query("SELECT content FROM cells WHERE id = 'other'")[0][0] as String? == nil)
  }

  @Test func `sees the sections of all lists`() throws {
    let rows = try store.query("SELECT * FROM sections ORDER BY list, place -- all of them")
    #expect(
      rows.map {
        "\($0["list"] as String) \($0["place"] as Int) \($0["id"] as String) \($0["cells"] as Int)"
      }
        == ["home 0 feed 399", "home 1 top 1", "second 0 empty 0"]
    )
  }

  @Test(arguments: [
    "", "SELEC 1", "SELECT nothing FROM cells", "SELECT 1; SELECT 2", "DELETE FROM liststore_cell",
    "SELECT 1) UNION SELECT (1", "PRAGMA user_version", "ATTACH 'x' AS y", "SELECT json('{')",
    "INSERT INTO liststore_cell DEFAULT VALUES RETURNING cell",
  ])
  func `that is none is refused and changes nothing`(sql: String) throws {
    let before = try store.snapshot(of: "home")
    if sql != "SELECT 1) UNION SELECT (1" {
      #expect(throws: QueryError.self) { try store.query(sql) }
    }
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
