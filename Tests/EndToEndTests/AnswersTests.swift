import Foundation
import Testing

/// What commands answer besides what they do: what was taken back, which name was meant, what is new.
@Suite struct `An answer` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("home.db")
  }

  /// A store with three versions of "home": a, ab, ab with another a.
  private static let store = MadeFiles("home.db") { directory in
    let database = directory.path("home.db")
    let list = #"{"sections":[{"id":"feed","cells":[{"id":"alpha","content":1}]}]}"#
    try Tool.liststore.succeed("commit", database, "home", "-m", "First\nof all", input: list)
    try Tool.liststore.succeed("insert", database, "home", "beta", "1", "--end-of", "feed")
    let second = ["home", "alpha", "2", "--author", "ann", "-m", "Two"]
    try #require(try Tool.liststore.run(["set", database] + second).status == 0)
  }

  private func lines(_ arguments: String...) throws -> [String] {
    let result = try Tool.liststore.run([arguments[0], database, "home"] + arguments.dropFirst())
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return Array(result.lines.dropFirst())
  }

  private func versions(_ member: String, _ arguments: String...) throws -> [Int] {
    let command = [arguments[0], database, "home"] + arguments.dropFirst() + ["--json"]
    let object = try #require(try Tool.liststore.run(command).objects().first)
    let entries = try #require(object[member] as? [[String: Any]], "\(object)")
    return entries.compactMap { $0["version"] as? Int }
  }

  // MARK: What was taken back

  @Test func `to undo, redo and revert says which versions, by whom and what they were about`()
    throws
  {
    #expect(try lines("undo") == [#"  took back version 3: "Two" (ann, 1 cell)"#])
    #expect(try lines("undo") == ["  took back version 2 (1 cell)"])
    #expect(try lines("redo") == ["  made again version 2 (1 cell)"])
    #expect(try lines("redo") == [#"  made again version 3: "Two" (ann, 1 cell)"#])
    let both = ["version 3: \"Two\" (ann, 1 cell)", "version 2 (1 cell)"]
    #expect(try lines("undo", "--last", "2") == both.map { "  took back \($0)" })
    #expect(try lines("redo") == both.map { "  made again \($0)" })
    #expect(try lines("undo", "3") == [#"  took back version 3: "Two" (ann, 1 cell)"#])
    // Of a version that has nothing to take back, nothing is said.
    #expect(try lines("undo", "3", "--omit") == [])
    let back = try lines("revert", "1")
    #expect(back.count == 6)
    #expect(back.first?.hasPrefix("  took back version 10: \"Undo of version 3") == true)
    #expect(back.last == "  took back 4 older versions")
    #expect(try lines("revert", "1") == [])
  }

  @Test func `to undo, redo and revert names the versions to machines`() throws {
    #expect(try versions("tookBack", "undo") == [3])
    #expect(try versions("tookBack", "undo", "--last", "2") == [2, 1])
    #expect(try versions("madeAgain", "redo") == [2, 1])
    #expect(try versions("tookBack", "revert", "3") == [6, 5, 4])
    let list = try Tool.liststore.succeed("set", database, "home", "beta", "9", "--json").objects()
    #expect(list[0]["tookBack"] == nil && list[0]["madeAgain"] == nil)
  }

  @Test func `to a command that is repeated with its key says nothing of it again`() throws {
    for arguments in [["undo", "--last", "2"], ["redo"], ["undo", "3"], ["revert", "1"]] {
      let key = arguments == ["redo"] ? [] : ["--key", "\(arguments)"]
      let command = [arguments[0], database, "home"] + arguments.dropFirst() + key
      #expect(try Tool.liststore.run(command).lines.count > 1, "\(arguments)")
      let again = try Tool.liststore.run(command)
      #expect(again.lines.count <= 1, "\(arguments)")
      #expect(again.status == (key.isEmpty ? 1 : 0), "\(again.errors)")
    }
  }

  // MARK: Names

  private static let commandsOfLists = [
    ["show"], ["log"], ["diff"], ["export"], ["replay"], ["changes"], ["revert", "1"], ["undo"],
    ["redo"], ["clear"], ["set", "alpha", "1"], ["delete", "alpha"],
    ["move", "alpha", "--end-of", "feed"], ["insert", "x", "1", "--end-of", "feed"], ["cursors"],
  ]

  @Test(arguments: commandsOfLists) func `to a wrong list names the one that was meant`(
    command: [String]
  ) throws {
    let result = try Tool.liststore.run([command[0], database, "Hme"] + command.dropFirst())
    #expect(result.status == 1)
    let words = #"there is no list "Hme"; did you mean "home"?"#
    #expect(result.errors.contains(words), "\(result.errors)")
    let far = try Tool.liststore.run([command[0], database, "elsewhere"] + command.dropFirst())
    #expect(far.status == 1 && !far.errors.contains("did you mean"))
  }

  @Test(arguments: [
    (["set", "alpa", "1"], #"cell "alpa"; did you mean "alpha"?"#),
    (["set", "ALPHA", "1"], #"cell "ALPHA"; did you mean "alpha"?"#),
    (["delete", "alpha", "btea"], #"cell "btea"; did you mean "beta"?"#),
    (["move", "betaa", "--end-of", "feed"], #"cell "betaa"; did you mean "beta"?"#),
    (["move", "beta", "--before", "alfha"], #"cell "alfha"; did you mean "alpha"?"#),
    (["move", "beta", "--start-of", "fed"], #"section "fed"; did you mean "feed"?"#),
    (["insert", "x", "1", "--end-of", "feeed"], #"section "feeed"; did you mean "feed"?"#),
    (["insert", "x", "1", "--after", "bta"], #"cell "bta"; did you mean "beta"?"#),
    (["show", "--cell", "alphaa"], #"did you mean "alpha"?"#),
    (["set", "nothinglike", "1"], #"there is no cell "nothinglike""# + "\n"),
  ])
  func `to a wrong cell or section names the one that was meant`(
    command: [String],
    words: String
  ) throws {
    let result = try Tool.liststore.run([command[0], database, "home"] + command.dropFirst())
    #expect(result.status == 1)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func `to a commit on a terminal says that the list or the store is new`() throws {
    let name = URL(fileURLWithPath: database).lastPathComponent
    let mistyped = directory.path("\(name.dropLast())")
    try directory.write(Data(Documents.list("a").utf8), to: "list.json")
    let file = directory.path("list.json")
    let sessions = [
      ["commit", database, "hoem", file], ["commit", database, "hoem", file],
      ["insert", database, "other", "x", "1", "--end-of", "s", "--new-section"],
      ["commit", mistyped, "first", file],
      ["commit", database, "third", file, "--json"],
    ].map { TerminalSession($0) }
    let results = try TerminalSession.run(sessions)
    for (session, result) in zip(sessions, results) { try result.requireEnd(of: session) }
    let new = #"list "hoem" is new (lists here: "home"); did you mean "home"?"#
    #expect(results[0].output.contains(new), "\(results[0].output)")
    #expect(results[2].output.contains(#"list "other" is new (lists here: "hoem", "home")"#))
    for index in [1, 4] { #expect(!results[index].output.contains("is new")) }
    // A terminal's line may be broken.
    let store = results[3].output.filter { !$0.isWhitespace }
    let words = #"store "\#(mistyped)" is new; did you mean "\#(name)"?"#.filter {
      !$0.isWhitespace
    }
    #expect(store.contains(words), "\(results[3].output)")
    // Programs get no words that they did not ask for.
    let quiet = try Tool.liststore.succeed("commit", database, "hme", file)
    #expect(quiet.errors.isEmpty)
  }
}
