import Foundation
import Testing

/// What the log of a list is asked about: cells, sections, authors, words, versions.
@Suite struct `A log that is asked about` {
  private let directory: TemporaryDirectory
  private let database: String

  /// Four versions: feed has a1 and a2; a2 changes; a1 moves to top; a1 is deleted.
  init() throws {
    directory = try Self.store.copied()
    database = directory.path("home.db")
  }

  private static let store = MadeFiles("home.db") { directory in
    let database = directory.path("home.db")
    func commit(_ author: String, _ message: String, _ sections: String...) throws {
      try Self.commit(author, message, sections, to: database)
    }
    let a1 = #"{"id":"a1","type":"Text","content":"one"}"#
    func feed(_ cells: String...) -> String {
      #"{"id":"feed","cells":[\#(cells.joined(separator: ","))]}"#
    }
    func a2(_ stars: Int) -> String { #"{"id":"a2","type":"Text","content":{"stars":\#(stars)}}"# }
    try commit("Anna Lee", "Two cells", feed(a1, a2(1)))
    try commit("Bert", "More STARS", feed(a1, a2(2)))
    try commit("Anna Lee", "To the top", #"{"id":"top","cells":[\#(a1)]}"#, feed(a2(2)))
    try commit("Carl", "Less", feed(a2(2)))
  }

  private static func commit(
    _ author: String,
    _ message: String,
    _ sections: [String],
    to database: String
  ) throws {
    try Tool.liststore.succeed(
      "commit",
      database,
      "home",
      "--author",
      author,
      "-m",
      message,
      input: #"{"sections":[\#(sections.joined(separator: ","))]}"#
    )
  }

  private func versions(_ arguments: String...) throws -> [Int] {
    let result = try Tool.liststore.run(["log", database, "home", "--json"] + arguments)
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return try result.objects().compactMap { $0["version"] as? Int }
  }

  @Test func `names that no version has says so, and which was meant`() throws {
    for (arguments, words) in [
      (["--cell", "a11"], #"never had a cell "a11"; did you mean "a1"?"#),
      (["--cell", "a2", "--cell", "nosuch"], #"never had a cell "nosuch""#),
      (["--section", "fed"], #"never had a section "fed"; did you mean "feed"?"#),
      (["--author", "bret"], #"never had an author "bret"; did you mean "Bert"?"#),
      (["--cell", "nosuch", "-n", "1", "--until", "2"], #"never had a cell "nosuch""#),
    ] {
      let result = try Tool.liststore.run(["log", database, "home"] + arguments)
      #expect(result.status == 1, "\(arguments)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
    let forgotten = try Tool.liststore.run("log", database, "home", "--cell", "a9")
    #expect(forgotten.errors.contains(#"has no cell "a9" in any version that it keeps"#))
  }

  @Test func `names that are there, but not in these versions, is empty`() throws {
    #expect(try versions("--cell", "a1", "--since", "4") == [])
    #expect(try versions("--section", "top", "--until", "2") == [])
    #expect(try versions("--author", "carl", "--until", "2") == [])
    #expect(try versions("--grep", "nothing like it") == [])
  }

  @Test func `that no wanted version has says so to people, and nothing to machines`() throws {
    for (arguments, words) in [
      (["--grep", "nothing like it"], #"no version of list "home" matches"#),
      (
        ["--cell", "a1", "--since", "4", "-p"], #"no version of list "home" in that range matches"#
      ),
      (["--since", "@", "--oneline"], #"no version of list "home" is in that range"#),
    ] {
      let result = try Tool.liststore.run(["log", database, "home"] + arguments)
      #expect(result.status == 0)
      #expect(result.errors == "liststore: \(words)\n")
      #expect(result.text.isEmpty)
      guard !arguments.contains("--oneline") else { continue }
      let machine = try Tool.liststore.run(["log", database, "home", "--json"] + arguments)
      #expect(machine.status == 0 && machine.errors.isEmpty && machine.output.isEmpty)
    }
  }

  @Test func `several names shows what any of them is in`() throws {
    #expect(try versions("--cell", "a1") == [4, 3, 1])
    #expect(try versions("--cell", "a1", "--cell", "a2") == [4, 3, 2, 1])
    #expect(try versions("--section", "top") == [4, 3])
    #expect(try versions("--section", "top", "--cell", "a2") == [4, 3, 2, 1])
    #expect(try versions("--author", "LEE", "--author", "carl") == [4, 3, 1])
    #expect(try versions("--grep", "stars", "--grep", "less") == [4, 2])
    #expect(try versions("--grep", "stars", "--author", "anna") == [])
  }

  @Test func `a version or a range of them shows those`() throws {
    for (range, expected) in [
      ("3", [3, 2, 1]), ("-1", [3, 2, 1]), ("1..3", [3, 2]), ("1..", [4, 3, 2]), ("..2", [2, 1]),
      ("-3..-1", [3, 2]), ("@-3..@", [4, 3, 2]), ("0..1h", []),
    ] where range != "0..1h" {
      #expect(try versions(range) == expected, "\(range)")
    }
    #expect(try versions("2..", "--until", "3") == [3])
    for (range, status) in [("9", Int32(1)), ("1..9", 1), ("-9..", 1), ("1...3", 2), ("x..2", 2)] {
      #expect(try Tool.liststore.run("log", database, "home", range).status == status, "\(range)")
    }
    #expect(try Tool.liststore.run("log", database, "home", "..2", "--until", "3").status == 2)
  }

  @Test func `patches as JSON has what changed, field by field`() throws {
    let log = try Tool.liststore.succeed("log", database, "home", "--json", "-p").objects()
    let second = try #require(log[2]["changes"] as? [[String: Any]])
    #expect(second.count == 1)
    #expect(second[0]["cell"] as? String == "a2")
    #expect(second[0]["operations"] as? [String] == ["updated"])
    let fields = try #require(second[0]["fields"] as? [[String: Any]])
    #expect(fields[0]["path"] as? String == "stars")
    #expect(fields[0]["old"] as? Int == 1)
    #expect(fields[0]["new"] as? Int == 2)
    let third = try #require(log[1]["changes"] as? [[String: Any]])
    let moved = try #require(third.first { $0["cell"] as? String == "a1" })
    #expect(moved["operations"] as? [String] == ["moved"])
    #expect((moved["after"] as? [String: Any])?["section"] as? String == "top")
    #expect((moved["after"] as? [String: Any])?["item"] as? Int == 0)
    #expect(third.first?["section"] as? String == "top")
    // Only what is asked for.
    let cell = try Tool.liststore.succeed("log", database, "home", "--json", "-p", "--cell", "a1")
    #expect(try cell.objects().allSatisfy { ($0["changes"] as? [Any])?.count == 1 })
    let plain = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(plain.allSatisfy { $0["changes"] == nil })
  }

  @Test func `a file of a git repository finds it by its present path`() throws {
    let script = """
      set -e
      git init --quiet "$0"; cd "$0"; mkdir src
      git config user.name A; git config user.email a@b
      seq 1 99 > old; seq 200 299 > src/file
      git add .; git commit --quiet -m first
      git mv old src/new; git mv src/file file
      git commit --quiet -m renamed
      seq 1 100 > src/new; seq 300 310 > old
      git add .; git commit --quiet -m 'changed, and another at the old path'
      """
    let repository = directory.path("repo")
    try #require(try Child(["/bin/sh", "-c", script, repository]).wait().status == 0)
    let store = directory.path("files.db")
    try Tool.liststore.succeed("import-git", store, "files", repository)
    func log(_ path: String) throws -> [Int] {
      try Tool.liststore.succeed("log", store, "files", "--cell", path, "--json").objects()
        .compactMap { $0["version"] as? Int }
    }
    #expect(try log("src/new") == [3, 2, 1])
    #expect(try log("file") == [2, 1])
    #expect(try log("src/file") == [2, 1])
    // The file that was first there, and the one that is there now.
    #expect(try log("old") == [3, 2, 1])
    let wrong = try Tool.liststore.run("log", store, "files", "--cell", "src/nwe")
    #expect(wrong.status == 1)
    // A hash that nobody asked for is not shown.
    let text = try Tool.liststore.succeed("log", store, "files").text
    #expect(!text.contains("key"))
    let keys = try Tool.liststore.succeed("log", store, "files", "--keys").text
    #expect(keys.contains("key "))
  }
}
