import Foundation
import Glibc
import Testing

@Suite struct `Several processes` {
  @Test func `two that commit to one list make dense versions, and a third sees each once`() throws
  {
    let count = isSoak ? 500 : 100
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("first"))

    let follower = try Child([
      Tool.liststore.path, "changes", database, "home", "--follow", "--until", "\(2 * count + 1)",
    ])
    let writers = try ["a", "b"].map { name in
      let lines = Documents.history(count: count, cells: 12, seed: 5, marker: name)
      return try Child(
        [
          Tool.liststore.path, "import", database, "home", "-", "--author", name,
          "--busy-timeout", "60",
        ],
        input: Data(lines.joined(separator: "\n").utf8)
      )
    }
    for writer in writers {
      let result = try writer.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    let followed = try follower.wait()
    #expect(followed.status == 0, "\(followed.errors)")

    let versions = try followed.objects().map { $0["version"] as? Int }
    #expect(versions == (1...(2 * count + 1)).map { $0 })
    let authors = try followed.objects().compactMap { $0["author"] as? String }
    #expect(authors.count { $0 == "a" } == count)
    #expect(authors.count { $0 == "b" } == count)
    #expect(try Tool.liststore.succeed("changes", database, "home").output == followed.output)
    for mode in ["staged", "single"] {
      try Tool.liststore.succeed("replay", database, "home", "--verify", "--mode", mode)
    }
    try Tool.liststore.succeed("verify", database)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a follower that is interrupted ends well`(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    try Tool.liststore.succeed("commit", database, "other", input: Documents.list("a"))
    let follower = try Child(
      [Tool.liststore.path, "changes", database, "home", "--follow"],
      output: .pipe
    )
    // The list does not exist yet: the follower waits for it.
    for number in 1...3 {
      try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a\(number)"))
      let line = try #require(follower.readLine())
      #expect(line.contains(#""version":\#(number)"#))
    }
    follower.send(signal)
    let result = try follower.wait()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(follower.readLine() == nil)
  }
}
