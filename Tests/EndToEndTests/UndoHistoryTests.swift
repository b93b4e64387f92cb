import Foundation
import Testing

@Suite struct `Undoing and redoing` {
  private let directory: TemporaryDirectory
  private let database: String

  /// Three versions: a, ab, abc.
  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("home.db")
    try commit("a", "One")
    try commit("ab", "Two")
    try commit("abc", "Three")
  }

  private func commit(_ cells: String, _ message: String) throws {
    let list = Documents.list(cells: cells.map { #"{"id":"\#($0)"}"# })
    try Tool.liststore.succeed("commit", database, "home", "-m", message, input: list)
  }

  private func liststore(_ command: String) throws -> (cells: String, message: String?) {
    let result = try Tool.liststore.run(command, database, "home")
    try #require(result.status == 0, "\(result.errors)")
    let rows = try Tool.liststore.succeed(
      "query",
      database,
      "SELECT coalesce(group_concat(id, ''), '') AS ids FROM (SELECT id FROM cells ORDER BY item)",
      "--json"
    )
    let entry = try Tool.liststore.succeed("log", database, "home", "-n", "1", "--json").objects()
    return (
      try #require(rows.objects().first?["ids"] as? String), entry.first?["message"] as? String
    )
  }

  private func refuse(_ command: String, saying words: String) throws {
    let result = try Tool.liststore.run(command, database, "home")
    #expect(result.status == 1)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func `undoing again goes further back, redoing forward`() throws {
    try refuse("redo", saying: "nothing was undone last")
    #expect(try liststore("undo") == ("ab", "Undo of version 3: Three"))
    #expect(try liststore("undo") == ("a", "Undo of version 2: Two"))
    #expect(try liststore("undo") == ("", "Undo of version 1: One"))
    try refuse("undo", saying: "cannot be undone")
    #expect(try liststore("redo") == ("a", "Redo of version 1, undone by version 6: One"))
    #expect(try liststore("redo") == ("ab", "Redo of version 2, undone by version 5: Two"))
    #expect(try liststore("undo") == ("a", "Undo of version 2: Two"))
    #expect(try liststore("redo") == ("ab", "Redo of version 2, undone by version 9: Two"))
    #expect(try liststore("redo") == ("abc", "Redo of version 3, undone by version 4: Three"))
    try refuse("redo", saying: "nothing was undone last")
  }

  @Test func `undoing one version says which, and what it was about`() throws {
    try Tool.liststore.succeed("undo", database, "home", "2", "--omit")
    let log = try Tool.liststore.succeed("log", database, "home", "-n", "1", "--json").objects()
    #expect(log.first?["message"] as? String == "Undo of version 2: Two")
  }

  @Test func `what is committed in between is undone first`() throws {
    _ = try liststore("undo")
    try commit("abx", "Four")
    try refuse("redo", saying: "nothing was undone last")
    #expect(try liststore("undo") == ("ab", "Undo of version 5: Four"))
    #expect(try liststore("undo") == ("a", "Undo of version 2: Two"))
  }

  @Test func `a message that lies is not believed`() throws {
    try commit("xyz", "Undo of version 2")
    #expect(try liststore("undo") == ("abc", "Undo of version 4: Undo of version 2"))
  }

  @Test func `the log says what each version is about`() throws {
    _ = try liststore("undo")
    let log = try Tool.liststore.succeed("log", database, "home").lines
    #expect(log[0].contains("Undo of version 3: Three"))
    #expect(log[1].contains("  Three"))
    let short = try Tool.liststore.succeed("log", database, "home", "--oneline").lines
    #expect(short == ["4  Undo of version 3: Three", "3  Three", "2  Two", "1  One"])
    try Tool.liststore.succeed("revert", database, "home", "1")
    let last = try Tool.liststore.succeed("log", database, "home", "--oneline", "-n", "1").text
    #expect(last == "5  Back to version 1\n")
  }

  @Test(arguments: [["undo"], ["undo", "--last", "1"], ["undo", "3"], ["undo", "2"]])
  func `undoing again never takes back an undo, however that was made`(first: [String]) throws {
    let undone = first.last == "2" ? 2 : 3
    try Tool.liststore.succeed(first[0], database, "home", first.dropFirst())
    let again = try liststore("undo")
    #expect(again.cells == "a")
    let next = undone == 2 ? "Undo of version 3: Three" : "Undo of version 2: Two"
    #expect(again.message == next)
    #expect(try liststore("undo").cells == "")
    #expect(try Tool.liststore.run("undo", database, "home").status == 1)
  }

  @Test(arguments: [["undo"], ["undo", "--last", "2"], ["undo", "2"]])
  func `an undo is undone by redo, or by its own number`(first: [String]) throws {
    for way in [["redo"], ["undo", "@"]] {
      try Tool.liststore.succeed(first[0], database, "home", first.dropFirst())
      let result = try Tool.liststore.run([way[0], database, "home"] + way.dropFirst())
      try #require(result.status == 0, "\(first) \(way): \(result.errors)")
      let shown = try Tool.liststore.succeed("query", database, "SELECT id FROM cells").lines
      #expect(shown == ["id", "a", "b", "c"], "\(first) \(way)")
    }
  }

  @Test func `several versions are undone at once, and those that are undone do not count`() throws
  {
    _ = try liststore("undo")
    try Tool.liststore.succeed("undo", database, "home", ["--last", "1"])
    let log = try Tool.liststore.succeed("log", database, "home", "--oneline", "-n", "1").text
    #expect(log == "5  Undo of the last 1 version, back to version 1\n")
    #expect(try liststore("redo").cells == "ab")
    #expect(try liststore("redo").cells == "abc")
    let keyed = ["--last", "2", "--key", "k"]
    try Tool.liststore.succeed("undo", database, "home", keyed)
    let again = try Tool.liststore.succeed("undo", database, "home", keyed)
    #expect(again.text.contains("committed before with this key"))
  }

  @Test func `a message that lies about an undo in the middle is not believed`() throws {
    try commit("abcd", "Undo of version 2")
    #expect(try liststore("undo") == ("abc", "Undo of version 4: Undo of version 2"))
  }
}

extension Tool {
  @discardableResult
  fileprivate func succeed(
    _ command: String,
    _ database: String,
    _ list: String,
    _ rest: some Sequence<String>
  ) throws -> Result {
    let result = try run([command, database, list] + rest)
    try #require(result.status == 0, "\(command): \(result.errors)")
    return result
  }
}
