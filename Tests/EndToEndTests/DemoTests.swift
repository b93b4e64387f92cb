import Foundation
import Testing

@Suite struct `The demonstration` {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let table = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Tools/demo/gapminder.csv").path

  @Test func `ends with every version replayed exactly`() throws {
    let result = try Tool.demo.succeed("--data", Self.table)
    #expect(result.text.contains("12 of 12 versions replayed exactly"))
    #expect(!result.text.contains("\u{1B}"))
    #expect(result.lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `can be replayed by a stranger, to every document and fingerprint`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("demo.db")
    try Tool.demo.succeed("--data", Self.table, "--store", database)
    let changes = try Tool.liststore.succeed("changes", database, "countries").output
    let replay = try Child(
      [
        "/usr/bin/env", "python3", Self.tests.appendingPathComponent("replay.py").path,
        "--documents",
      ],
      input: changes
    ).wait()
    try #require(replay.status == 0, "\(replay.errors)")
    #expect(replay.lines.count == 12)
    for (index, document) in replay.lines.enumerated() {
      let shown = try Tool.liststore.succeed(
        "show",
        database,
        "countries",
        "--at",
        "\(index + 1)"
      )
      #expect(shown.text == document + "\n", "version \(index + 1)")
    }
  }

  @Test func `fails when the data cannot be read`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Data("a,b\nx,y\n".utf8), to: "table.csv").path
    #expect(try Tool.demo.run("--data", file).status == 3)
    #expect(try Tool.demo.run("--data", directory.path("nothing")).status == 3)
  }
}
