import Foundation
import Glibc
import ListTestSupport
import Testing

@Suite struct `A killed import` {
  private static let count = 60
  private static let lines = Documents.history(count: count, cells: 40, seed: 11, marker: "v")

  @Test(arguments: 1...(isSoak ? 50 : 4))
  func `loses nothing it acknowledged and can be run again`(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    let file = try directory.write(Data(Self.lines.joined(separator: "\n").utf8), to: "lines").path
    let arguments = ["import", database, "home", file, "--key-prefix", "k", "--progress", "lines"]

    var generator = SeededGenerator(seed: seed)
    let moment = Int.random(in: 0..<Self.count, using: &generator)
    let acknowledged = try kill(arguments, after: moment, generator: &generator)

    if FileManager.default.fileExists(atPath: database), acknowledged > 0 {
      try Tool.liststore.succeed("verify", database)
      let head = try Tool.liststore.succeed("lists", database, "--json").objects()
        .compactMap { $0["version"] as? Int }.first
      #expect(try #require(head) >= acknowledged, "seed \(seed)")
      let shown = try Tool.liststore.succeed("show", database, "home", "--at", "\(acknowledged)")
      #expect(shown.text == Self.lines[acknowledged - 1] + "\n", "seed \(seed)")
    }

    let again = try Tool.liststore.run(arguments)
    #expect(again.status == 0, "seed \(seed): \(again.errors)")
    let log = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(log.map { $0["version"] as? Int } == (1...Self.count).reversed().map { $0 })
    #expect(log.map { $0["key"] as? String } == (1...Self.count).reversed().map { "k\($0)" })
    try Tool.liststore.succeed("verify", database)
    try Tool.liststore.succeed("replay", database, "home", "--verify")
  }

  @Test(arguments: 1...(isSoak ? 50 : 3))
  func `that commits many at a time has a part of them, and can be run again`(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    let count = 600
    let lines = Documents.history(count: count, cells: 40, seed: seed, marker: "v")
    let file = try directory.write(Data(lines.joined(separator: "\n").utf8), to: "lines").path
    let arguments = ["import", database, "home", file, "--key-prefix", "k"]
    var generator = SeededGenerator(seed: seed)
    let child = try Child([Tool.liststore.path] + arguments, output: .pipe)
    // Killed once the store has grown: after a transaction, or inside of one.
    let least = Int.random(in: 1...400_000, using: &generator)
    let deadline = ContinuousClock.now + .seconds(30)
    func size() -> Int {
      let attributes = try? FileManager.default.attributesOfItem(atPath: database + "-wal")
      return attributes?[.size] as? Int ?? 0
    }
    while size() < least, ContinuousClock.now < deadline, !child.hasEnded { usleep(500) }
    child.send(SIGKILL)
    try child.wait()
    let found = try Tool.liststore.run("log", database, "home", "--json")
    let versions = found.status == 0 ? try found.objects().compactMap { $0["version"] as? Int } : []
    #expect(versions == Array((1...count).prefix(versions.count).reversed()), "seed \(seed)")
    if let last = versions.first {
      let shown = try Tool.liststore.succeed("show", database, "home", "--at", "\(last)")
      #expect(shown.text == lines[last - 1] + "\n", "seed \(seed)")
      try Tool.liststore.succeed("verify", database)
    }
    try Tool.liststore.succeed(arguments[0], database, "home", file, "--key-prefix", "k")
    let log = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(log.map { $0["key"] as? String } == (1...count).reversed().map { "k\($0)" })
    try Tool.liststore.succeed("verify", database)
  }

  @Test func `a line of a source that goes on is committed at once`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    let script = """
      { echo '\(Documents.list("a"))'; n=0
        until "$0" lists "$1" --json 2>/dev/null | grep -q '"version":1' || [ $n = 300 ]; do
          n=$((n+1)); sleep 0.1; done
        echo $n > "$1.tries"; echo '\(Documents.list("b"))'; } | "$0" import "$1" home -
      """
    let result = try Child(["/bin/sh", "-c", script, Tool.liststore.path, database]).wait()
    #expect(result.text == "home: 2 versions committed; now at version 2\n")
    let tries = try String(contentsOfFile: database + ".tries", encoding: .utf8)
    #expect(tries != "300\n")
  }

  @Test func `a line that is refused comes after those before it`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("test.db")
    let lines = Documents.history(count: 5, cells: 3, seed: 2, marker: "v")
    for bad in ["no JSON", Documents.list("a", "a")] {
      let input = (lines + [bad] + lines).joined(separator: "\n")
      let result = try Tool.liststore.run("import", database, "l\(bad.count)", "-", input: input)
      #expect(result.status != 0)
      #expect(result.errors.contains("line 6"), "\(result.errors)")
      #expect(result.errors.contains("version 5"), "\(result.errors)")
      let shown = try Tool.liststore.succeed("show", database, "l\(bad.count)")
      #expect(shown.text == lines[4] + "\n")
    }
  }

  /// Runs an import, kills it some time after an acknowledgement, and returns the last version it
  /// acknowledged.
  private func kill(
    _ arguments: [String],
    after moment: Int,
    generator: inout SeededGenerator
  ) throws -> Int {
    let child = try Child([Tool.liststore.path] + arguments, output: .pipe)
    var acknowledged = 0
    while acknowledged < moment, child.readLine() != nil { acknowledged += 1 }
    // Up to 4 ms of doing nothing useful: about as long as a commit takes.
    var noise = generator.next()
    for _ in 0..<Int.random(in: 0...40_000, using: &generator) { noise = noise &* 31 &+ 7 }
    withExtendedLifetime(noise) {}
    child.send(SIGKILL)
    while let line = child.readLine(), line.contains(" committed as ") { acknowledged += 1 }
    try child.wait()
    return acknowledged
  }
}
