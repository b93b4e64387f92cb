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
}
