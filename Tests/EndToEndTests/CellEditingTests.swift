import Foundation
import Testing

/// Changing one cell from a shell.
@Suite struct `One cell from the shell` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("home.db")
  }

  @discardableResult
  private func liststore(_ arguments: String..., input: String = "") throws -> String {
    let result = try Tool.liststore.run(
      [arguments[0], database, "home"] + arguments.dropFirst(),
      input: Data(input.utf8)
    )
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return result.text
  }

  private func refuse(
    _ arguments: String...,
    input: String = "",
    status: Int32 = 1,
    saying words: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Tool.liststore.run(
      [arguments[0], database, "home"] + arguments.dropFirst(),
      input: Data(input.utf8)
    )
    #expect(result.status == status, sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
  }

  private func makeList() throws {
    try liststore(
      "insert",
      "a1",
      #"{"stars":1}"#,
      "--end-of",
      "feed",
      "--new-section",
      "--type",
      "T"
    )
    try liststore("insert", "a2", #"{"stars":2}"#, "--end-of", "feed")
    try liststore("insert", "a0", "0", "--start-of", "feed")
  }

  @Test func `inserting, setting, moving and deleting make a version each`() throws {
    try makeList()
    #expect(try liststore("move", "a2", "--before", "a1") == "home: version 4, 1 operation\n")
    #expect(try liststore("delete", "a0") == "home: version 5, 1 operation\n")
    #expect(try liststore("set", "a2", #"{"stars":5}"#) == "home: version 6, 1 operation\n")
    #expect(
      try liststore("show")
        == #"{"sections":[{"id":"feed","cells":[{"id":"a2","content":{"stars":5}},"#
        + #"{"id":"a1","type":"T","content":{"stars":1}}]}]}"# + "\n"
    )
    #expect(try liststore("set", "a2", #"{"stars":5}"#) == "home: unchanged, still version 6\n")
  }

  @Test func `a merge keeps the other fields and the type`() throws {
    try makeList()
    try liststore("set", "a1", #"{"title":"One","tags":{"x":1}}"#, "--merge")
    try liststore("set", "a1", #"{"stars":null,"tags":{"y":2}}"#, "--merge")
    #expect(
      try liststore("show", "--cell", "a1") == #"{"title":"One","tags":{"x":1,"y":2}}"# + "\n"
    )
    #expect(try liststore("show").contains(#""type":"T""#))
  }

  @Test func `reading, changing and writing loses nothing`() throws {
    try makeList()
    let read = try liststore("show", "--cell", "a1", "--versioned")
    #expect(read.hasPrefix(#"{"version":3,"token":""#))
    #expect(read.hasSuffix(#","content":{"stars":1}}"# + "\n"))
    let edited = read.replacingOccurrences(of: ":1}", with: ":7}")
    try liststore("set", "a2", "3")
    try refuse("set", "a1", "--versioned", input: edited, saying: "version 4")
    #expect(try liststore("show", "--cell", "a1") == #"{"stars":1}"# + "\n")
    let again = try liststore("show", "--cell", "a1", "--versioned")
      .replacingOccurrences(of: ":1}", with: ":7}")
    try liststore("set", "a1", "--versioned", input: again)
    #expect(try liststore("show", "--cell", "a1") == #"{"stars":7}"# + "\n")

    let list = try liststore("show", "--versioned")
    #expect(list.hasPrefix(#"{"version":5,"token":""#))
    let changed = list.replacingOccurrences(of: #""stars":7"#, with: #""stars":8"#)
    try liststore("commit", "--versioned", input: changed)
    try refuse("commit", "--versioned", input: list, saying: "version 6")
    try refuse("commit", "--versioned", input: "{}", saying: "show --versioned")
  }

  @Test(arguments: [[], ["--merge"], ["--versioned"]])
  func `a cell without content is read and set as it was`(options: [String]) throws {
    try liststore(
      "commit",
      input: #"{"sections":[{"id":"s","cells":[{"id":"a","type":"T"},{"id":"b","content":null}]}]}"#
    )
    let before = try liststore("show")
    let versioned = options.filter { $0 == "--versioned" }
    for cell in ["a", "b"] {
      let show = ["show", database, "home", "--cell", cell] + versioned
      let read = try Tool.liststore.run(show)
      #expect(read.status == 0, "\(read.errors)")
      // JSON's null is a content; a cell without one has nothing to print.
      #expect(read.text.contains("null") == (cell == "b"))
      let set = ["set", database, "home", cell] + options
      let written = try Tool.liststore.run(set, input: read.output)
      #expect(written.text == "home: unchanged, still version 1\n", "\(written.errors)")
    }
    #expect(try liststore("show") == before)
    try liststore("set", "a", "--type", "U")
    #expect(try liststore("show") == before.replacingOccurrences(of: #""T""#, with: #""U""#))
  }

  @Test func `nothing is no content for a cell that has one`() throws {
    try makeList()
    let before = try liststore("show")
    try refuse("set", "a1", input: " \n", saying: #"expected a content, as JSON"#)
    try refuse("set", "a1", "--merge", saying: #"expected a content, as JSON"#)
    try refuse("set", "a1", "", saying: "JSON")
    let read = try liststore("show", "--cell", "a1", "--versioned")
    let without = read.replacingOccurrences(of: #","content":{"stars":1}"#, with: "")
    try refuse(
      "set",
      "a1",
      "--versioned",
      input: without,
      saying: #"expected {"token":…,"content":…}"#
    )
    let list = try liststore("show", "--versioned").prefix { $0 != "," } + "}"
    try refuse("commit", "--versioned", input: String(list), saying: #""document":…}"#)
    #expect(try liststore("show") == before)
  }

  @Test func `what is not there is named as it was written`() throws {
    try makeList()
    try refuse("delete", "a1", "a1", status: 2, saying: #""a1" is named twice"#)
    try refuse("show", "--at", "-600", saying: "no version -600, 600 before its newest")
    try refuse("show", "--cell", "a0", "--at", "1", saying: "it is in version 3, the newest")
    for option in ["--retry", "--skip", "--remove"] {
      try refuse("cursors", option, "app", saying: #"no consumer "app"; it has none"#)
    }
    #expect(try Tool.liststore.succeed("log", database, "home").lines.count == 3)
  }

  @Test func `a commit key makes each of them safe to repeat`() throws {
    try makeList()
    for command in [
      ["insert", "k", "1", "--end-of", "feed"], ["set", "k", "2"], ["move", "k", "--before", "a1"],
      ["delete", "k"],
    ] {
      let arguments = [command[0], database, "home"] + command.dropFirst() + ["--key", command[0]]
      let first = try Tool.liststore.run(arguments)
      #expect(first.status == 0, "\(first.errors)")
      #expect(try Tool.liststore.run(arguments).text.contains("committed before with this key"))
    }
    #expect(try Tool.liststore.succeed("log", database, "home").lines.count == 7)
  }

  @Test func `what cannot be done changes nothing and says why`() throws {
    try refuse("insert", "a1", "1", "--end-of", "feed", status: 3, saying: "there is no")
    #expect(!FileManager.default.fileExists(atPath: database))
    try makeList()
    try refuse("set", "a9", "1", saying: #"there is no cell "a9""#)
    try refuse("set", "a1", "hello", saying: #"'"hello"'"#)
    try refuse("insert", "a1", "1", "--end-of", "feed", saying: "duplicate")
    try refuse("insert", "a9", "1", "--end-of", "fed", saying: #"there is no section "fed""#)
    try refuse("move", "a1", "--before", "a9", saying: #"there is no cell "a9""#)
    try refuse("delete", "a1", "a9", saying: #"there is no cell "a9""#)
    try refuse("set", "a1", "1", "--expect", "1", saying: "version 3")
    try refuse("move", "a1", status: 2, saying: "expected one place")
    try refuse(
      "move",
      "a1",
      "--before",
      "a0",
      "--after",
      "a2",
      status: 2,
      saying: "expected one place"
    )
    try refuse("show", "--cell", "a9", saying: #"there is no cell "a9" in version 3"#)
    #expect(try Tool.liststore.succeed("log", database, "home").lines.count == 3)
  }
}
