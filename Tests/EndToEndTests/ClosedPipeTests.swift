import Foundation
import Testing

@Suite struct `A reader that has gone away` {
  private let directory: TemporaryDirectory
  private let database: String

  /// A store with three versions of the list "home".
  init() throws {
    directory = try Self.store.copied()
    database = directory.path("test.db")
  }

  private static let store = MadeFiles("test.db") { directory in
    let database = directory.path("test.db")
    try Tool.liststore.succeed(
      "import",
      database,
      "home",
      "-",
      input: Documents.history(count: 3, cells: 4, seed: 1, marker: "x").joined(separator: "\n")
    )
  }

  private func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
    try Tool.liststore.run(arguments, input: Data(input.utf8), output: .closedPipe)
  }

  private func head(of list: String) throws -> Int? {
    try Tool.liststore.succeed("lists", database, "--json").objects()
      .first { $0["list"] as? String == list }?["version"] as? Int
  }

  @Test func `misses nothing but what it did not read of an import`() throws {
    let lines = Documents.history(count: 20, cells: 4, seed: 2, marker: "y")
      .joined(separator: "\n")
    let imported = try run("import", database, "new", "-", "--progress", "lines", input: lines)
    #expect(imported.status == 0)
    #expect(imported.errors.isEmpty)
    #expect(try head(of: "new") == 20)
    let refused = try run(
      "import",
      database,
      "new",
      "-",
      "--progress",
      "lines",
      input: Documents.list("a") + "\n{}\n"
    )
    #expect(refused.status == 1)
    #expect(refused.errors.contains("line 2"))
  }

  @Test func `does not hide that a store is damaged`() throws {
    try SQLite.run("UPDATE liststore_change SET body = x'00' WHERE version = 2", on: database)
    try SQLite.run("DELETE FROM liststore_chunk", on: database)
    #expect(try run("verify", database).status == 1)
    #expect(try run("verify", database, "--json").status == 1)
    #expect(try run("repair", database, directory.path("saved.db")).status == 1)
  }

  @Test func `ends what waits for more`() throws {
    let follow = "timeout 60 \(Tool.liststore.path) changes \(database) home --follow"
    for script in ["\(follow) | head -1", "\(follow) --since 3 | true"] {
      let result = try Child(["/bin/bash", "-c", "set -o pipefail; \(script)"]).wait()
      #expect(result.status == 0, "\(script)")
      #expect(result.errors.isEmpty)
    }
  }

  @Test func `ends what only shows something, successfully`() throws {
    for arguments in [
      ["show", database, "home"], ["log", database, "home"], ["changes", database, "home"],
      ["lists", database], ["export", database, "home"], ["diff", database, "home", "1", "2"],
      ["changes", database, "home", "--follow"],
    ] {
      let result = try Tool.liststore.run(arguments, output: .closedPipe)
      #expect(result.status == 0, "\(arguments)")
      #expect(result.errors.isEmpty)
    }
  }
}
