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
