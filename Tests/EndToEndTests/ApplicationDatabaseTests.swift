import Foundation
import ListTestSupport
import Testing

/// A store in a database of an application, for every command.
@Suite struct `A store in an application's database` {
  private let directory: TemporaryDirectory
  private let database: String
  /// The same store in a file of its own.
  private let plain: String

  init() throws {
    directory = try Self.stores.copied()
    (database, plain) = (directory.path("app.db"), directory.path("plain.db"))
  }

  private static let stores = MadeFiles("app.db", "plain.db") { directory in
    let (database, plain) = (directory.path("app.db"), directory.path("plain.db"))
    try Tool.liststore.succeed(
      "import",
      plain,
      "home",
      "-",
      input: Documents.history(count: 4, cells: 8, seed: 1, marker: "m").joined(separator: "\n")
    )
    try SQLite.run("PRAGMA wal_checkpoint(TRUNCATE)", on: plain)
    try FileManager.default.copyItem(atPath: plain, toPath: database)
    try SQLite.run(
      """
      PRAGMA journal_mode = DELETE;
      PRAGMA application_id = 77;
      CREATE TABLE note (text); INSERT INTO note VALUES ('mine');
      """,
      on: database
    )
  }

  private func expectUntouched(_ path: String) throws {
    let script = """
      import sqlite3,sys; c = sqlite3.connect(sys.argv[1]); print(c.execute(
      "SELECT text, (SELECT application_id FROM pragma_application_id) FROM note").fetchall())
      """
    let result = try Child(["/usr/bin/env", "python3", "-c", script, path]).wait()
    #expect(result.text == "[('mine', 77)]\n", "\(result.errors)")
  }

  @Test(arguments: [
    ["lists"], ["show", "home"], ["show", "home", "--at", "2", "--json"],
    ["log", "home", "--json"],
    ["diff", "home", "1", "4"], ["changes", "home", "--json"], ["export", "home"], ["verify"],
    ["cursors"], ["query", "SELECT list, id, content FROM cells"],
    ["compact", "--dry-run"],
  ])
  func `is read as one in a file of its own`(arguments: [String]) throws {
    let results = try [plain, database].map { path in
      try Tool.liststore.run([arguments[0], path] + arguments.dropFirst())
    }
    #expect(results.map(\.status) == [0, 0], "\(results[1].errors)")
    #expect(results[0].text.replacing(plain, with: database) == results[1].text)
    try expectUntouched(database)
  }

  @Test func `is committed to, compacted and copied as one in a file of its own`() throws {
    let commands = [
      ["commit", database, "home"], ["undo", database, "home"], ["clear", database, "home"],
      ["compact", database, "--versions", "1", "--age", "0s"], ["stats", database],
      ["backup", database, directory.path("backup.db")],
      ["restore", directory.path("backup.db"), directory.path("restored.db")],
      ["verify", directory.path("restored.db")],
      ["commit", directory.path("restored.db"), "home"],
      ["repair", directory.path("restored.db"), directory.path("saved.db")],
    ]
    for command in commands {
      let result = try Tool.liststore.run(command, input: Data(Documents.list("z").utf8))
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    for path in [database, directory.path("backup.db"), directory.path("restored.db")] {
      try expectUntouched(path)
    }
    // It is sound, and stays in its place.
    try Tool.liststore.succeed("repair", database, "--in-place")
    try expectUntouched(database)
    try SQLite.run("DELETE FROM liststore_list", on: database)
    let result = try Tool.liststore.run("repair", database, "--in-place")
    #expect(result.status == 3)
    #expect(result.errors.contains("note"))
    try expectUntouched(database)
  }
}
