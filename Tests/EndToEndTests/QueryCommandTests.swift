import Foundation
import ListModel
import ListTestSupport
import Testing

/// `query`, as people and programs use it.
@Suite struct `Asking with SQL` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
  }

  /// Commits random lists: cells with contents, sections that come, go and move.
  private func fill(_ list: String, seed: UInt64, versions: Int) throws {
    var random = RandomLists(seed: seed)
    var current = random.list()
    for version in 1...versions {
      try Tool.liststore.succeed(
        "commit",
        database,
        list,
        "--author",
        ["ann", "bob"][version % 2],
        "--message",
        "version \(version)",
        input: String(decoding: try current.document(), as: UTF8.self)
      )
      let last = current
      while current == last { current = random.successor(of: last) }
    }
  }

  private static let queries = [
    "SELECT * FROM cells ORDER BY list, section, item",
    "SELECT * FROM sections ORDER BY list, place",
    "SELECT * FROM versions ORDER BY sequence",
    """
    SELECT list, version, time, author, message, kind, subject, id, from_section, from_item, from_type,
      from_content, to_section, to_item, to_type, to_content
    FROM changes ORDER BY list, version, subject DESC, kind, id
    """,
    "SELECT type, count(*) AS n, max(content ->> 'revision') AS r FROM cells GROUP BY type ORDER BY 1",
    """
    SELECT author, kind, count(*) AS n FROM changes WHERE subject = 'cell' AND version > 2
    GROUP BY author, kind ORDER BY 1, 2
    """,
    """
    SELECT c.id, (SELECT max(version) FROM changes WHERE list = c.list AND id = c.id) AS last
    FROM cells c WHERE c.list = 'a' ORDER BY c.id
    """,
    """
    SELECT time, author, id, from_content FROM changes
    WHERE kind = 'deleted' AND subject = 'cell' AND time > datetime('now', '-7 days')
    ORDER BY list, version, id
    """,
    """
    SELECT v.list, v.version, v.operations - count(c.kind) AS missing FROM versions v
    LEFT JOIN changes c ON c.list = v.list AND c.version = v.version
    GROUP BY v.list, v.version ORDER BY 1, 2
    """,
    "SELECT fingerprint, length(key) AS k FROM versions ORDER BY 1 LIMIT 3 OFFSET 1",
  ]

  @Test(arguments: ["@", "3"])
  func `gives the answers that tables made of the documents give`(version: String) throws {
    let count = isSoak ? 5 : 4
    try fill("a", seed: 11, versions: count)
    try fill("b", seed: 12, versions: count)
    let script = #filePath.replacing("QueryCommandTests.swift", with: "query-oracle.py")
    let oracle = try Child(
      ["/usr/bin/env", "python3", script, Tool.liststore.path, database, version] + Self.queries
    ).wait()
    try #require(oracle.status == 0, "\(oracle.errors)")
    let expected = oracle.text.split(separator: "--\n", omittingEmptySubsequences: false)
    for (query, answer) in zip(Self.queries, expected) {
      let found = try Tool.liststore.succeed("query", database, query, "--json", "--at", version)
      func objects(_ text: some StringProtocol) throws -> [NSDictionary] {
        try text.split(separator: "\n").map {
          try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
        }
      }
      #expect(try objects(found.text) == objects(answer), "\(query)")
    }
    #expect(expected.dropLast().count { !$0.isEmpty } > 7)
  }

  @Test func `without SQL shows the tables and their columns, and no others`() throws {
    try fill("a", seed: 1, versions: 1)
    let lines = try Tool.liststore.succeed("query", database).lines
    #expect(lines.map { $0.prefix { $0 != ":" } } == ["cells", "sections", "versions", "changes"])
    let help = try Tool.liststore.succeed("query", "--help").text
    let tables = try Tool.liststore.succeed("query", database, "--json").objects()
    for table in tables {
      let name = try #require(table["table"] as? String)
      let columns = try #require(table["columns"] as? [String])
      let answer = try Tool.liststore.succeed("query", database, "SELECT * FROM \(name)", "--json")
      #expect(answer.lines.first?.hasPrefix("{\"\(columns[0])\":") == true)
      for column in columns { #expect(help.contains(column), "\(column)") }
    }
    let unknown = try Tool.liststore.run("query", database, "SELECT * FROM liststore_cell")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("there are cells, sections, versions, changes"))
  }

  @Test func `gives numbers back as they went in, and texts whole`() throws {
    let cells = [
      #"{"id":"n","content":{"a":1e999,"b":-1E400,"c":0.1,"d":12345678901234567890,"e":1e-7}}"#,
      #"{"id":"x"}"#, #"{"id":"x\u0000y"}"#,
    ]
    try Tool.liststore.succeed("commit", database, "l", input: Documents.list(cells: cells))
    func members(_ operation: String) -> String {
      "SELECT " + "abcde".map { "content \(operation) '\($0)' AS \($0)" }.joined(separator: ", ")
        + " FROM cells WHERE id = 'n'"
    }
    let values = try Tool.liststore.succeed("query", database, members("->>"), "--json").text
    #expect(
      values == #"{"a":1e999,"b":-1e999,"c":0.1,"d":1.2345678901234567e+19,"e":1e-07}"# + "\n"
    )
    let texts = try Tool.liststore.succeed("query", database, members("->>")).lines.last
    #expect(
      texts?.split(separator: " ") == ["1e999", "-1e999", "0.1", "1.2345678901234567e+19", "1e-07"]
    )
    let written = try Tool.liststore.succeed("query", database, members("->"), "--json").text
    #expect(
      written
        == #"{"a":"1e999","b":"-1E400","c":"0.1","d":"12345678901234567890","e":"1e-7"}"# + "\n"
    )
    let ids = try Tool.liststore.succeed(
      "query",
      database,
      "SELECT id, hex(id) AS h FROM cells WHERE id >= 'x' ORDER BY item",
      "--json"
    )
    #expect(ids.text == #"{"id":"x","h":"78"}"# + "\n" + #"{"id":"x\u0000y","h":"780079"}"# + "\n")
  }

  @Test(arguments: [
    ["SELECT printf('%.*c', 200000000, 'x')"], ["SELECT hex(zeroblob(500))", "--bytes", "999"],
    ["SELECT id FROM cells", "--limit", "1"],
    // One step of SQLite, in which it asks nobody whether to go on.
    [
      "SELECT instr(printf('%.*c', 9000000, 'a'), printf('%.*cb', 4000000, 'a'))", "--timeout",
      "0.1",
    ],
  ])
  func `ends with 1 when a limit is reached, and names the option`(arguments: [String]) throws {
    try Tool.liststore.succeed("commit", database, "l", input: Documents.list("a", "b"))
    let result = try Tool.liststore.run(["query", database] + arguments)
    #expect(result.status == 1)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains(arguments.dropFirst().first ?? "--bytes"))
    let plain = try Tool.liststore.run("query", database, "SELECT count(*) FROM cells")
    #expect(plain.status == 0)
  }

  @Test(arguments: [
    "SELECT * FROM cells", "SELECT count(*) FROM cells WHERE content = '\"paid: ny\"'",
    "SELECT id FROM cells WHERE content LIKE '%no%'",
  ])
  func `of a content that is not what was committed ends with 3`(sql: String) throws {
    let cells = [#"{"id":"a","content":"paid: no"}"#]
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list(cells: cells))
    try SQLite.run(
      "UPDATE liststore_cell SET content = CAST('\"paid: ny\"' AS BLOB)",
      on: database
    )
    let result = try Tool.liststore.run("query", database, sql)
    #expect(result.status == 3)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("liststore verify"))
  }

  @Test func `of a version takes what other commands take, and refuses one list's token`() throws {
    try fill("a", seed: 3, versions: 4)
    let sql = "SELECT max(version) FROM versions"
    for (place, version) in [("2", "2"), ("-1", "3"), ("@-2", "2"), ("@", "4"), ("0s", "4")] {
      let found = try Tool.liststore.succeed("query", database, sql, "--at", place)
      #expect(found.lines.last == version)
    }
    let token = try #require(
      try Tool.liststore.succeed("lists", database, "--json").objects().first?["token"] as? String
    )
    let refused = try Tool.liststore.run("query", database, sql, "--at", token)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--at"))
    let unknown = try Tool.liststore.run("query", database, "SELECT * FROM cells", "--at", "9")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("available: 0 to 4"))
  }

  @Test func `of a compacted past says from which version on it is kept`() throws {
    try fill("a", seed: 4, versions: 5)
    let sql = "SELECT count(*) AS n FROM versions"
    let whole = try Tool.liststore.succeed("query", database, sql)
    #expect(whole.lines.last == "5" && whole.errors.isEmpty)
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
    let text = try Tool.liststore.succeed("query", database, sql)
    #expect(text.lines.last == "2")
    #expect(text.errors.contains(#"list "a": versions and changes are kept from version 4 on"#))
    let json = try Tool.liststore.succeed("query", database, sql, "--json")
    #expect(json.text == "{\"n\":2}\n")
    #expect(json.errors == #"{"list":"a","oldestVersion":4}"# + "\n")
    let kept = try Tool.liststore.succeed("query", database, sql + " WHERE version > 4")
    #expect(kept.lines.last == "1" && kept.errors.isEmpty)
  }
}
