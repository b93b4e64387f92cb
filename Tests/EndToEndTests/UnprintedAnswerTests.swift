import Foundation
import Testing

@Suite struct `An answer that cannot be printed` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
    for cells in [["a"], ["a", "b"]] {
      let document = Documents.list(cells: cells.map { #"{"id":"\#($0)"}"# })
      try Tool.liststore.succeed("commit", database, "home", input: document)
    }
  }

  private static let outputs = [Child.Output.fullDevice, .none]

  /// What is said about an output.
  private func refusal(of output: Child.Output) -> String {
    let reason = output == .none ? "Bad file descriptor" : "No space left on device"
    return "liststore: cannot write standard output: \(reason)\n"
  }

  @Test(arguments: outputs)
  func `leaves the status of what was done, and is told`(output: Child.Output) throws {
    let document = try directory.write(Data(Documents.list("c").utf8), to: "c.json").path
    let lines = try directory.write(Data(Documents.list("d").utf8), to: "d.ndjson").path
    for arguments in [
      ["commit", database, "home", document], ["undo", database, "home"],
      ["revert", database, "home", "1"],
      ["import", database, "home", lines, "--progress", "lines"],
      ["compact", database, "--versions", "1", "--age", "0s"],
      ["backup", database, directory.path("copy.db")],
      ["restore", directory.path("copy.db"), directory.path("restored.db")],
      ["repair", database, directory.path("saved.db")], ["verify", database],
    ] {
      let result = try Tool.liststore.run(arguments, output: output)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      #expect(
        result.errors.hasPrefix(refusal(of: output)),
        "\(arguments): \(result.errors)"
      )
    }
    let head = try Tool.liststore.succeed("lists", database, "--json").objects().first
    #expect(head?["version"] as? Int == 6)
    try Tool.liststore.succeed("verify", directory.path("restored.db"))
  }

  @Test(arguments: outputs)
  func `fails a command that has nothing but its answer`(output: Child.Output) throws {
    for arguments in [
      ["show", database, "home"], ["log", database, "home"], ["lists", database],
    ] {
      let result = try Tool.liststore.run(arguments, output: output)
      #expect(result.status == 3, "\(arguments)")
      #expect(result.errors.hasPrefix(refusal(of: output)))
    }
  }

  @Test(arguments: outputs)
  func `does not change a refusal or a verdict`(output: Child.Output) throws {
    try SQLite.run("UPDATE liststore_change SET body = x'00' WHERE version = 2", on: database)
    #expect(try Tool.liststore.run(["verify", database], output: output).status == 1)
    #expect(try Tool.liststore.run(["undo", database, "none"], output: output).status == 1)
  }
}
