import Foundation
import Testing

@Suite struct `The changes of all lists of a store` {
  private let directory: TemporaryDirectory
  private let database: String

  /// A store whose lists are committed to in turns: the commits are numbered from 1 to 6.
  init() throws {
    directory = try Self.store.copied()
    database = directory.path("test.db")
  }

  private static let store = MadeFiles("test.db") { directory in
    let database = directory.path("test.db")
    for version in 1...3 {
      for list in ["left", "right"] {
        try Tool.liststore.succeed("commit", database, list, input: Documents.list("\(version)"))
      }
    }
  }

  private func commit(_ list: String, _ cell: String) throws {
    try Tool.liststore.succeed("commit", database, list, input: Documents.list(cell))
  }

  private func token() throws -> String {
    let report = try Tool.liststore.succeed("stats", database, "--json").objects()
    return try #require(report.first?["token"] as? String)
  }

  private func numbers(_ result: Tool.Result) throws -> [Int?] {
    try result.objects().map { $0["sequence"] as? Int }
  }

  @Test func `are printed in the order of the commits`() throws {
    let all = try Tool.liststore.succeed("changes", database)
    #expect(try numbers(all) == [1, 2, 3, 4, 5, 6])
    #expect(
      try all.objects().map { $0["list"] as? String }
        == ["left", "right", "left", "right", "left", "right"]
    )
    let own = try ["left", "right"].flatMap {
      try Tool.liststore.succeed("changes", database, $0).lines
    }
    #expect(Set(all.lines) == Set(own))
    let some = try Tool.liststore.succeed("changes", database, "--since", "2", "--until", "4")
    #expect(try numbers(some) == [3, 4])
    #expect(try Tool.liststore.succeed("changes", database, "--since", "6").output.isEmpty)
  }

  @Test(arguments: [true, false])
  func `go on from a number or a token as they are made`(hasToken: Bool) throws {
    let place = try hasToken ? token() : "6"
    #expect(try Tool.liststore.succeed("changes", database, "--since", place).output.isEmpty)
    let follower = try Child(
      [
        Tool.liststore.path, "changes", database, "--since", place, "--follow", "--until", "8",
      ],
      output: .pipe
    )
    try commit("right", "4")
    #expect(follower.readLine()?.contains(#""list":"right","version":4"#) == true)
    try commit("new", "1")
    #expect(follower.readLine()?.contains(#""list":"new","version":1"#) == true)
    #expect(try follower.wait().status == 0)
    #expect(
      try numbers(Tool.liststore.succeed("changes", database, "--since", place)) == [7, 8]
    )
  }

  @Test func `do not leave out what is not retained any more`() throws {
    let before = try token()
    try commit("left", "4")
    try commit("left", "5")
    try Tool.liststore.succeed("compact", database, "--versions", "0", "--age", "0s")
    let now = try token()
    for start in [[], ["--since", "2"], ["--since", before]] {
      for follow in [[], ["--follow"]] {
        let result = try Tool.liststore.run(["changes", database] + start + follow)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("compacted"), "\(result.errors)")
        // Where to go on from when the lists have been read.
        #expect(result.errors.contains(now), "\(result.errors)")
      }
    }
    // All of these are there, and what comes after them was not asked for.
    let some = try Tool.liststore.succeed("changes", database, "--since", "5", "--until", "6")
    #expect(try numbers(some) == [6])
    #expect(
      try Tool.liststore.succeed("changes", database, "--since", "6", "--until", "6").output.isEmpty
    )
    try commit("left", "6")
    #expect(try numbers(Tool.liststore.succeed("changes", database, "--since", now)) == [9])
  }

  @Test func `are not taken for those of a store that was restored`() throws {
    let copy = directory.path("backup.db")
    try Tool.liststore.succeed("backup", database, copy)
    try commit("left", "4")
    let ahead = try token()
    let restored = directory.path("restored.db")
    try Tool.liststore.succeed("restore", copy, restored)
    try Tool.liststore.succeed("commit", restored, "left", input: Documents.list("other"))
    let result = try Tool.liststore.run("changes", restored, "--since", ahead, "--follow")
    #expect(result.status == 1)
    #expect(result.errors.contains("restored"), "\(result.errors)")
  }

  @Test func `are not asked for by places that do not exist`() throws {
    for arguments in [["--since", "7"], ["--since", "7", "--follow"], ["--until", "7"]] {
      let result = try Tool.liststore.run(["changes", database] + arguments)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
    }
    // A token of all lists is no version of one.
    for arguments in [["left", "--since", try token()], ["--since", "s1.x"], ["--since=x"]] {
      let result = try Tool.liststore.run(["changes", database] + arguments)
      #expect(result.status == 2, "\(result.errors)")
    }
  }
}
