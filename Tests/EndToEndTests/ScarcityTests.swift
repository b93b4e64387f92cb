import Foundation
import Testing

/// Threads that the system does not give, and input without an end: a command ends with words.
@Suite struct ScarcityTests {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a"))
  }

  @Test(arguments: [["show"], ["log"], ["verify"], ["commit"]])
  func `a command without threads says so`(_ command: [String]) throws {
    // Stacks of 1 GB, of which two have room.
    let script = #"ulimit -s 1000000 && ulimit -v 2500000 && exec "$@""#
    let list = command == ["verify"] ? [] : ["home"]
    let result = try Child(
      ["/bin/sh", "-c", script, "sh", Tool.liststore.path] + command + [database] + list
    ).wait()
    #expect(result.status == 3)
    #expect(result.errors.contains("threads it needs"), "\(result.errors)")
    #expect(result.errors.contains("ulimit -u"))
  }

  // From the first limit with which the program begins, to one that a short list never reaches. With less, the
  // system does not load it, or Swift's runtime stops before it begins.
  @Test(arguments: isSoak ? [["show"], ["log"], ["verify"], ["replay"]] : [["log"]])
  func `a command with little memory says so, or does its work`(_ command: [String]) throws {
    let list = command == ["verify"] ? [] : ["home"]
    func run(_ kilobytes: Int, _ arguments: [String]) throws -> Tool.Result {
      let script = #"ulimit -v "$0" && exec "$@""#
      return try Child(
        ["/bin/sh", "-c", script, "\(kilobytes)", Tool.liststore.path] + arguments
      ).wait()
    }
    var (tooLittle, enough) = (20_000, 1_000_000)
    while enough - tooLittle > 500 {
      let middle = (tooLittle + enough) / 2
      let begins = [0, 3].contains(try run(middle, ["--version"]).status)
      if begins { enough = middle } else { tooLittle = middle }
    }
    var answers: Set<Int32> = []
    for kilobytes in stride(from: enough, to: enough + 60_000, by: isSoak ? 500 : 2_000) {
      let result = try run(kilobytes, command + [database] + list)
      answers.insert(result.status)
      #expect(result.status == 0 || result.status == 3, "\(kilobytes) KB: \(result.errors)")
      if result.status == 3 { #expect(result.errors.contains("ulimit -v"), "\(result.errors)") }
    }
    #expect(answers == [0, 3])
  }

  @Test(arguments: [["commit"], ["import"]])
  func `input without an end is refused for what it begins with`(_ command: [String]) throws {
    let result = try Tool.liststore.run(command + [database, "home", "/dev/zero"])
    #expect(result.status == 1)
    #expect(result.errors.contains("found byte 0x00"), "\(result.errors)")
    #expect(result.errors.contains("Nothing was changed"))
  }

  @Test(arguments: ["HEAD", "config", "packed-refs", "shallow", "FETCH_HEAD"])
  func `a pipe in the place of a repository's file is refused`(_ file: String) throws {
    let repository = directory.path("repository")
    let script = """
      set -eu
      git init --quiet "$1"; cd "$1"
      git -c user.name=a -c user.email=a@b commit --quiet --allow-empty -m 1
      rm -f ".git/$2"; mkfifo ".git/$2"; mkdir below
      """
    let made = try Child(["/bin/sh", "-c", script, "sh", repository, file]).wait()
    try #require(made.status == 0, "\(made.errors)")
    for path in [repository, "\(repository)/below", "\(repository)/.git"] {
      let result = try Tool.liststore.run("import-git", database, "files", path)
      #expect(result.status == 3)
      #expect(result.errors.contains("/.git/\(file) is no file, but a pipe"), "\(result.errors)")
    }
  }
}
