import Foundation
import Testing

/// What a person does wrong or stops, and then wants to know.
@Suite struct `A person who` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("home.db")
  }

  private static let store = MadeFiles("home.db") { directory in
    let database = directory.path("home.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a"))
  }

  @Test(arguments: [
    ["show"], ["log"], ["diff"], ["export"], ["replay"], ["changes"], ["changes", "--follow"],
    ["cursors"], ["revert", "1"], ["undo"], ["redo"], ["clear"], ["set", "a", "1"],
    ["delete", "a"], ["move", "a", "--end-of", "s"], ["commit"],
  ])
  func `writes the list before the store is told so`(command: [String]) throws {
    let arguments = [command[0], "home", database] + command.dropFirst()
    let result = try Tool.liststore.run(arguments, input: Data(Documents.list("b").utf8))
    #expect(result.status == 2, "\(arguments)")
    #expect(result.errors.contains("DB comes before LIST"), "\(result.errors)")
  }

  @Test func `has a name in LISTSTORE_AUTHOR is the author of every commit`() throws {
    func author(_ arguments: String..., input: String = "") throws -> String? {
      let command = ["/usr/bin/env", "LISTSTORE_AUTHOR=zoe", Tool.liststore.path] + arguments
      let result = try Child(command, input: Data(input.utf8)).wait()
      try #require(result.status == 0, "\(arguments): \(result.errors)")
      let log = try Tool.liststore.succeed("log", database, "home", "-n", "1", "--json")
      return try log.objects()[0]["author"] as? String
    }
    let list = Documents.list("a", "b")
    #expect(try author("commit", database, "home", input: list) == "zoe")
    #expect(try author("set", database, "home", "a", "1") == "zoe")
    #expect(try author("insert", database, "home", "c", "1", "--end-of", "s") == "zoe")
    #expect(try author("move", database, "home", "c", "--start-of", "s") == "zoe")
    #expect(try author("delete", database, "home", "c") == "zoe")
    #expect(try author("import", database, "home", input: list) == "zoe")
    #expect(try author("undo", database, "home") == "zoe")
    #expect(try author("redo", database, "home") == "zoe")
    #expect(try author("undo", database, "home", "@", "--author", "yan") == "yan")
    #expect(try author("revert", database, "home", "2") == "zoe")
    #expect(try author("clear", database, "home") == "zoe")
  }

  @Test func `follows a store that does not exist yet gets its first change`() throws {
    for (number, list) in [["home"], [], ["home"], []].enumerated() {
      let late = directory.path("late-\(number).db")
      // As the first commit makes it, and leaves it when it is killed: an empty file is no store yet.
      if number > 1 { try Data().write(to: URL(fileURLWithPath: late)) }
      let follower = try Child(
        [Tool.liststore.path, "changes", late] + list + ["--follow", "--until", "1"],
        output: .pipe
      )
      try Tool.liststore.succeed("commit", late, "home", input: Documents.list("a"))
      let line = try #require(follower.readLine())
      #expect(line.contains(#""version":1"#))
      #expect(try follower.wait().status == 0)
    }
    // A folder that does not exist is a mistake.
    let nowhere = directory.path("no/where.db")
    #expect(try Tool.liststore.run("changes", nowhere, "home", "--follow").status == 3)
  }

  // MARK: Imports that end early

  /// A repository with so many commits, each of which changes one file.
  private func repository(_ commits: Int) throws -> String {
    let path = directory.path("repo")
    let stream = (1...commits).map { number in
      """
      commit refs/heads/main
      committer A <a@b> \(1_700_000_000 + number) +0000
      data <<END
      commit \(number)
      END
      M 100644 inline file
      data <<END
      \(number)
      END

      """
    }.joined()
    let script = #"git init --quiet --initial-branch=main "$0" && git -C "$0" fast-import --quiet"#
    let result = try Child(["/bin/sh", "-c", script, path], input: Data(stream.utf8)).wait()
    try #require(result.status == 0, "\(result.errors)")
    return path
  }

  private func commits(_ repository: String) throws -> [String] {
    try Child(["/usr/bin/env", "git", "-C", repository, "rev-list", "--reverse", "main"]).wait()
      .lines
  }

  @Test func `interrupts an import is told what is kept, and at which commit it goes on`() throws {
    let repository = try repository(700)
    let command = ["import-git", database, "files", repository, "--rev", "main"]
    // The import waits for its reader, who is slow, so that it is not done when it is interrupted.
    let child = try Child(
      [Tool.liststore.path] + command + ["--progress", "lines", "--json"],
      output: .pipe
    )
    var kept = 5
    for _ in 1...kept { try #require(child.readLine() != nil) }
    child.send(SIGINT)
    while let line = child.readLine() { if line.contains(#""outcome""#) { kept += 1 } }
    let result = try child.wait()
    #expect(result.status == 130)
    try #require(kept < 700)
    let next = try commits(repository)[kept]
    #expect(
      result.errors.contains("commit \(next): interrupted before this one"),
      "\(result.errors)"
    )
    #expect(
      result.errors.contains("up to version \(kept) (\(kept) versions committed)"),
      "\(result.errors)"
    )
    #expect(result.errors.contains("The same command goes on from there."))
    let rest = try Tool.liststore.run(command)
    #expect(rest.text.contains("\(700 - kept) versions committed, \(kept) already there"))
  }

  @Test func `imports a repository with a damaged commit is told which, and what is kept`() throws {
    let repository = try repository(5)
    let script = #"""
      set -e; cd "$0"
      tree=$(git rev-parse 'main~1^{tree}')
      rm -f ".git/objects/$(echo $tree | cut -c1-2)/$(echo $tree | cut -c3-)"
      """#
    let damage = try Child(["/bin/sh", "-c", script, repository]).wait()
    try #require(damage.status == 0, "\(damage.errors)")
    let result = try Tool.liststore.run([
      "import-git", database, "files", repository, "--rev", "main",
    ])
    #expect(result.status == 3)
    let hashes = try commits(repository)
    #expect(result.errors.contains("commit \(hashes[3])"), "\(result.errors)")
    #expect(result.errors.contains("up to version 3 (3 versions committed)"), "\(result.errors)")
  }
}
