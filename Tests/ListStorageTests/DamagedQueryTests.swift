import Foundation
import GRDB
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Queries of a damaged store: they answer as before, or fail.
@Suite struct `A query of a damaged store` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    let store = try ListStore(path: path)
    let sections = (0..<3).map { section in
      Section(
        id: Section.ID("s\(section)"),
        cells: (0..<150).map { Cell(id: "c\(section).\($0)", component: TextComponent("t\($0)")) }
      )
    }
    try store.commit(List(sections: sections), to: "home", options: CommitOptions(author: "ann"))
    try store.edit("home", options: CommitOptions(key: "k", message: "moved")) { draft in
      try draft.moveCell("c0.7", .start(of: "s1"))
      try draft.updateCell(cell("c2.5", "other"))
    }
    try store.edit("home") { try $0.deleteCell("c1.9") }
    try store.commit(sample, to: "sound")
    try store.checkpoint()
  }

  /// What is asked, also where damaged values are only compared, counted or summed up.
  private static let queries = [
    "SELECT count(*) FROM cells", "SELECT count(*), sum(item) FROM cells WHERE list = 'home'",
    "SELECT * FROM cells WHERE list = 'home'", "SELECT id FROM cells ORDER BY id",
    "SELECT section, count(*) FROM cells GROUP BY 1",
    "SELECT count(*) FROM cells WHERE content ->> 'text' = 't5'",
    "SELECT sum(length(content)), count(DISTINCT type) FROM cells WHERE section = 's2'",
    "SELECT content FROM cells WHERE id = 'c2.5'", "SELECT item FROM cells WHERE id = 'c0.140'",
    "SELECT * FROM sections", "SELECT sum(cells) FROM sections WHERE list = 'home'",
    "SELECT version, time, author, message, key, fingerprint FROM versions",
    "SELECT count(*), max(sequence), sum(operations) FROM versions WHERE list = 'home'",
    "SELECT * FROM changes", "SELECT count(*) FROM changes WHERE list = 'home' AND version = 2",
    "SELECT * FROM changes WHERE id = 'c2.5'",
    "SELECT author, count(*) FROM changes WHERE to_content ->> 'text' = 'other' GROUP BY 1",
  ]

  private static let damage = [
    "cell SET content = CAST('{\"text\":\"no\",\"revision\":0}' AS BLOB) WHERE id = CAST('c2.5' AS BLOB)",
    "cell SET content = x'31'", "cell SET content = NULL", "cell SET type = x'58'",
    "cell SET id = CAST('c9' AS BLOB) WHERE id = CAST('c0.140' AS BLOB)",
    "cell SET digest = zeroblob(16) WHERE cell = 20", "cell SET views = x'00'",
    "cell DELETE WHERE cell = 20", "cell DELETE WHERE id = CAST('c2.5' AS BLOB)",
    "chunk DELETE WHERE chunk = 2", "chunk SET count = count - 1",
    "chunk SET cells = (SELECT cells FROM liststore_chunk WHERE chunk = 1)",
    "chunk SET position = -position", "chunk SET section = 1", "chunk SET cells = x''",
    "section DELETE WHERE section = 2", "section SET id = CAST('x' AS BLOB) WHERE section = 1",
    "section SET position = -position", "section SET list = 2", "section SET digest = zeroblob(16)",
    "place DELETE WHERE id = CAST('c2.5' AS BLOB)", "place SET chunk = 1, cell = 3",
    "list SET id = CAST('x' AS BLOB) WHERE list = 1", "list DELETE WHERE list = 1",
    "list SET list = 3 WHERE list = 2", "list SET checksum = NULL", "section SET checksum = NULL",
    "chunk SET checksum = NULL", "change SET checksum = NULL", "change SET body_checksum = NULL",
    "change SET author = CAST('bob' AS BLOB)", "change SET time = time + 1000",
    "change SET key = CAST('l' AS BLOB) WHERE key IS NOT NULL",
    "change SET message = x'3132333435'",
    "change SET body = (SELECT body FROM liststore_change WHERE version = 3) WHERE version = 2",
    "change SET body = substr(body, 1, length(body) - 1) WHERE version = 1",
    "change SET body = x''",
    "change DELETE WHERE version = 2", "change SET fingerprint = zeroblob(16)",
    "change SET parent_fingerprint = zeroblob(16) WHERE version = 2",
    "change SET sequence = sequence + 100 WHERE version = 1",
    "change SET version = 9 WHERE version = 3", "change DELETE WHERE version = 3",
    "list SET number_checksum = x'30'", "list SET floor_checksum = x'30'",
    "chunk SET checksum = x'30'",
    "section SET checksum = x'30'", "change SET checksum = x'30'",
    "change SET body_checksum = x'30'",
  ]

  private func answers() throws -> [Result<[QueryRow], any Error>] {
    let store = try ListStore(path: path)
    return Self.queries.map { sql in Result { try store.query(sql) } }
  }

  private func change(_ damage: String) throws {
    let parts = damage.split(separator: " ", maxSplits: 1)
    let sql =
      parts[1].hasPrefix("DELETE")
      ? "DELETE FROM liststore_\(parts[0]) \(parts[1].dropFirst(7))"
      : "UPDATE liststore_\(parts[0]) \(parts[1])"
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: sql)
      try #require(database.changesCount > 0)
    }
  }

  @Test(arguments: Soak.some(damage, every: 4))
  func `answers as before, or says that it is damaged`(damage: String) throws {
    let before = try answers().map { try $0.get() }
    try change(damage)
    var refusals = 0
    for (index, answer) in try answers().enumerated() {
      switch answer {
      case .success(let rows): #expect(rows == before[index], "\(Self.queries[index])")
      case .failure(ListStoreError.corrupted(let reason)):
        refusals += 1
        #expect(!reason.contains("coalesce") && !reason.contains("liststore_"), "\(reason)")
      case .failure(let error): Issue.record("\(Self.queries[index]): \(error)")
      }
    }
    // What is found by other ways than through the places of cells does not need them.
    if !damage.hasPrefix("place") { #expect(refusals > 0) }
  }

  @Test(arguments: [2, 4, 5, 6, 7])
  func `says so in words, also when SQLite finds the damage`(page: Int) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[(page - 1) * 4_096..<page * 4_096] = Data(count: 4_096)
    try bytes.write(to: URL(fileURLWithPath: path))
    var refusals = 0
    for answer in (try? answers()) ?? [] {
      guard case .failure(let error) = answer else { continue }
      refusals += 1
      #expect(error is ListStoreError, "\(error)")
      #expect(!"\(error)".contains("SELECT"))
    }
    #expect(refusals > 0 || (try? ListStore(path: path)) == nil || page > 2)
  }

  @Test(
    arguments: Soak.some(
      damage.filter { !$0.hasPrefix("list ") && !$0.contains("(") },
      every: 4
    )
  )
  func `about another list is answered`(damage: String) throws {
    let queries = [
      "SELECT * FROM cells WHERE list = 'sound'", "SELECT * FROM sections WHERE list = 'sound'",
      "SELECT version FROM versions WHERE list = 'sound'",
      "SELECT id FROM changes WHERE list = 'sound'",
    ]
    let before = try queries.map { try ListStore(path: path).query($0) }
    let one = damage.contains("WHERE") ? "\(damage) AND" : "\(damage) WHERE"
    let own = "list = (SELECT list FROM liststore_list WHERE id = CAST('home' AS BLOB))"
    let chunks = "section IN (SELECT section FROM liststore_section WHERE \(own))"
    guard !damage.contains("list = 2"), !damage.contains("section = 1") else { return }
    try change("\(one) \(damage.hasPrefix("chunk") ? chunks : own)")
    let store = try ListStore(path: path)
    for (sql, rows) in zip(queries, before) { #expect(try store.query(sql) == rows, "\(sql)") }
  }
}
