import Foundation
import Testing

/// What somebody does who wants to know what happened to a list.
@Suite struct `Exploring a list` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("home.db")
  }

  /// A store with four versions.
  private static let store = MadeFiles("home.db") { directory in
    func commit(_ author: String, _ sections: String, key: String? = nil) throws {
      try Self.commit(author, sections, key: key, to: directory.path("home.db"))
    }
    try commit("anna", #"{"id":"feed","cells":[\#(article("a1", 1)),\#(article("a2", 2))]}"#)
    try commit("bert", #"{"id":"feed","cells":[\#(article("a1", 1)),\#(article("a2", 3))]}"#)
    let top = #"{"id":"top","cells":[\#(article("a2", 3))]}"#
    try commit("anna", #"\#(top),{"id":"feed","cells":[\#(article("a1", 1))]}"#)
    try commit(
      "bert",
      #"\#(top),{"id":"feed","cells":[\#(article("a3", 9)),\#(article("a1", 5))]}"#,
      key: String(repeating: "0123456789abcdef", count: 2)
    )
  }

  private static func article(_ id: String, _ stars: Int) -> String {
    #"{"id":"\#(id)","type":"Article","content":{"title":"Title of \#(id)","stars":\#(stars)}}"#
  }

  private func commit(_ author: String, _ sections: String) throws {
    try Self.commit(author, sections, key: nil, to: database)
  }

  private static func commit(
    _ author: String,
    _ sections: String,
    key: String?,
    to database: String
  ) throws {
    let key = key.map { ["--key", $0] } ?? []
    let command = ["commit", database, "home", "--author", author] + key
    let result = try Tool.liststore.run(command, input: Data(#"{"sections":[\#(sections)]}"#.utf8))
    try #require(result.status == 0, "\(result.errors)")
  }

  private func liststore(_ arguments: String...) throws -> Tool.Result {
    let result = try Tool.liststore.run(
      [arguments[0], database, "home"] + arguments.dropFirst()
    )
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return result
  }

  // MARK: Differences

  @Test func `a diff shows old and new, field by field`() throws {
    #expect(
      try liststore("diff", "1", "4").lines == [
        "home: version 1 → 4  cells +1 →1 ~2  sections +1",
        "  +  section top  inserted at 1",
        "  →~ a2  Article  moved feed 2 → top 1, updated",
        "        stars: 2 → 3",
        "  +  a3  Article  inserted at feed 1",
        #"      + {"title":"Title of a3","stars":9}"#,
        "  ~  a1  Article  updated at feed 2",
        "        stars: 1 → 5",
      ]
    )
    #expect(try liststore("diff", "2", "2").text == "home: version 2 → 2  no difference\n")
  }

  @Test func `a diff without versions is what the newest one changed`() throws {
    let newest = try liststore("diff").text
    #expect(newest == (try liststore("diff", "3", "4").text))
    #expect(newest == (try liststore("diff", "-1").text))
    #expect(newest == (try liststore("diff", "@-1", "@").text))
    #expect(try liststore("diff", "-3", "-2").text == (try liststore("diff", "1", "2").text))
  }

  @Test func `documents are printed over several lines when that is asked for`() throws {
    for command in [["show"], ["diff", "1", "2"], ["changes"]] {
      let plain = try Tool.liststore.run(
        [command[0], database, "home"] + command.dropFirst()
          + (command[0] == "diff" ? ["--json"] : [])
      )
      let pretty = try Tool.liststore.run(
        [command[0], database, "home"] + command.dropFirst() + ["--pretty"]
      )
      #expect(pretty.lines.count > plain.lines.count)
      #expect(pretty.text.contains("\n  \""))
      #expect(
        pretty.text.filter { !$0.isWhitespace } == plain.text.filter { !$0.isWhitespace }
      )
    }
  }

  @Test func `a tree is as wide as it is, or as COLUMNS says`() throws {
    let long = String(repeating: "word ", count: 60)
    try commit("anna", #"{"id":"feed","cells":[{"id":"a1","content":"\#(long)"}]}"#)
    #expect(try liststore("show", "--tree").text.contains(long))
    let narrow = try Child([
      "/usr/bin/env", "COLUMNS=40", Tool.liststore.path, "show", database, "home", "--tree",
    ]).wait()
    #expect(narrow.lines.allSatisfy { $0.count <= 40 })
    #expect(narrow.lines.contains { $0.count > 36 })
  }

  // MARK: The log

  private func versions(_ arguments: String...) throws -> [Int] {
    let result = try Tool.liststore.run(["log", database, "home", "--json"] + arguments)
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return try result.objects().compactMap { $0["version"] as? Int }
  }

  @Test func `the log of a cell follows it through moves`() throws {
    #expect(try versions("--cell", "a2") == [3, 2, 1])
    #expect(try versions("--cell", "a3") == [4])
    let log = try liststore("log", "--cell", "a2", "-p").lines
    #expect(log.contains { $0.hasPrefix("3  ") && $0.contains("moved feed 2 → top 1") })
    #expect(log.contains { $0.hasPrefix("2  ") && $0.contains("updated at feed 2  by bert") })
    #expect(log.contains("        stars: 2 → 3"))
    #expect(!log.contains { $0.contains("a1") })
  }

  @Test func `the log of a section is what happened in it`() throws {
    #expect(try versions("--section", "top") == [3])
    #expect(try versions("--section", "feed") == [4, 3, 2, 1])
  }

  @Test func `the log goes by author, version and time`() throws {
    #expect(try versions("--author", "bert") == [4, 2])
    #expect(try versions("--author", "bert", "-n", "1") == [4])
    #expect(try versions("--since", "2") == [4, 3])
    #expect(try versions("--since", "-1") == [4])
    #expect(try versions("--until", "2") == [2, 1])
    #expect(try versions("--until", "-3") == [1])
    #expect(try versions("--since", "1h") == [4, 3, 2, 1])
    #expect(try versions("--since", "2999-01-01") == [])
  }

  @Test func `the log says how much changed in each section`() throws {
    let log = try liststore("log", "-n", "2", "--stat").lines
    #expect(log.count == 4)
    #expect(log[1] == "    feed  +1 ~1")
    #expect(log[3] == "    top  →1")
    #expect(try liststore("log", "--oneline").lines.first == "4  bert  cells +1 ~1")
  }

  @Test func `keys are shown to people who ask for them`() throws {
    let key = String(repeating: "0123456789abcdef", count: 2)
    #expect(try !liststore("log").text.contains("key"))
    #expect(try liststore("log", "-n", "1", "--keys").text.hasSuffix("  key \(key)\n"))
    let object = try #require(try liststore("log", "-n", "1", "--json").objects().first)
    #expect(object["key"] as? String == key)
  }

  @Test func `the log of a list that was compacted ends with what made its oldest version`() throws
  {
    try Tool.liststore.succeed("compact", database, "--versions", "2", "--age", "0s")
    let log = try liststore("log", "-p").lines
    #expect(log.filter { $0.first?.isNumber == true }.map { $0.prefix(1) } == ["4", "3", "2"])
    #expect(log.contains { $0.contains("a2  moved feed 2 → top 1") })
  }

  // MARK: Versions

  @Test func `a version is shown by number, by distance and by time`() throws {
    let third = try liststore("show", "--at", "3").text
    #expect(try liststore("show", "--at", "-1").text == third)
    #expect(try liststore("show", "--at", "@-1").text == third)
    #expect(try liststore("show", "--at", "2999-01-01").text == (try liststore("show").text))
    for (version, status) in [("-9", Int32(1)), ("9", 1), ("2020-01-01", 1), ("tomorrow", 2)] {
      let result = try Tool.liststore.run(["show", database, "home", "--at", version])
      #expect(result.status == status, "\(version): \(result.errors)")
    }
  }

  // MARK: Queries

  @Test func `a query finds cells by what they show`() throws {
    let sql =
      "SELECT section, item, id, content ->> 'stars' AS stars FROM cells ORDER BY stars DESC"
    #expect(
      try Tool.liststore.succeed("query", database, sql).lines == [
        "section  item  id  stars", "feed     0     a3  9", "feed     1     a1  5",
        "top      0     a2  3",
      ]
    )
    let first = try #require(
      try Tool.liststore.succeed("query", database, sql, "--json").objects().first
    )
    #expect(first["id"] as? String == "a3")
    #expect(first["stars"] as? Int == 9)
    let none = try Tool.liststore.succeed("query", database, "SELECT id FROM cells WHERE item > 9")
    #expect(none.text == "no rows\n")
    for (arguments, status) in [
      (["SELECT nothing FROM cells"], Int32(2)), (["DELETE FROM liststore_cell"], 2),
      (["SELECT id FROM cells", "--limit", "1"], 1),
    ] {
      let refused = try Tool.liststore.run(["query", database] + arguments)
      #expect(refused.status == status, "\(refused.errors)")
      #expect(refused.output.isEmpty)
    }
  }

  // MARK: On a terminal

  /// Runs a command whose output is a terminal of 80 columns.
  private func onTerminal(_ environment: [String], _ arguments: String...) throws -> String {
    let script = """
      import os, pty, sys
      pty.spawn(sys.argv[1:])
      """
    let command =
      ["/usr/bin/env", "-u", "PAGER", "-u", "LISTSTORE_PAGER", "TERM=dumb"] + environment
      + ["python3", "-c", script, Tool.liststore.path] + arguments
    let result = try Child(command).wait()
    try #require(result.status == 0, "\(result.errors)")
    return result.text.replacingOccurrences(of: "\r\n", with: "\n")
  }

  @Test func `a pager shows what is long on a terminal`() throws {
    let pager = "LISTSTORE_PAGER=sed 's/^/paged: /'"
    let paged = try onTerminal([pager], "log", database, "home", "--oneline")
    #expect(paged.hasPrefix("paged: 4  bert"))
    #expect(paged.contains("paged: 1  anna"))
    let plain = try onTerminal([pager], "log", database, "home", "--oneline", "--no-pager")
    #expect(plain.hasPrefix("4  bert"))
    #expect(try onTerminal(["PAGER=cat"], "log", database, "home").hasPrefix("4  "))
    // A pager that ends at once is no failure.
    #expect(try onTerminal(["PAGER=true"], "log", database, "home", "-p").isEmpty)
    // What nobody watches is not paged.
    let piped = try Child([
      "/usr/bin/env", pager, Tool.liststore.path, "log", database, "home", "--oneline",
    ]).wait()
    #expect(piped.text.hasPrefix("4  bert"))
  }
}
