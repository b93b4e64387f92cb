import Foundation
import GRDB
import ListKeeping
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// The first write to a store that has no write-ahead log yet: a backup, or a store of an older format.
@Suite struct `A process that is killed in its first write to a store` {
  /// A store before it is written to, and what commands say of it.
  private struct Source {
    let name: String
    let folder: ScratchFolder
    var answers: [String: String] = [:]

    init(_ name: String, _ make: (String) throws -> Void) throws {
      self.name = name
      folder = try ScratchFolder()
      try make(folder.store)
      for words in firstCommands where isContent(words) {
        let run = try ask(words, in: folder)
        try #require(run.status == 0, "\(name), \(words): \(run.errors)")
        answers[words] = run.output
      }
    }
  }

  private static func sources() throws -> [Source] {
    let backup = try Source("a backup") { path in
      let elsewhere = try ScratchFolder()
      let store = try ListStore(path: elsewhere.store)
      for name in ["home", "other"] {
        let history = try History(List.ID(name), seed: 181, versions: 5)
        for version in 1...5 { try history.commit(version, to: store) }
      }
      try store.backup(to: path)
    }
    return try [backup]
      + (1...7).map { format in
        try Source("format \(format)") { path in
          _ = try GoldenStore(format: format, at: path)
          let queue = try DatabaseQueue(path: path)
          try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
          try queue.close()
        }
      }
  }

  @Test func `is in no way of the next command, whichever it is`() throws {
    let count = Figures.figure("FIRST_WRITE_KILLS", small: 8, large: 1_000)
    let sources = try Self.sources()
    var generator = SeededGenerator(seed: 182)
    var (kills, journals, number) = (0, 0, 0)
    while kills < count, number < 10 * count {
      defer { number += 1 }
      let source = sources[number % sources.count]
      let folder = try ScratchFolder()
      try folder.fill(from: source.folder)
      let change = Int.random(in: 0..<60, using: &generator)
      let program = try Program("write", folder.path, "\(change)")
      while program.readLine() != nil {}
      program.wait()
      guard program.died else { continue }
      kills += 1
      if FileManager.default.fileExists(atPath: folder.store + "-journal") { journals += 1 }
      let words = firstCommands[number % firstCommands.count]
      let run = try ask(words, in: folder)
      let place = "\(source.name), killed at change \(change), then \(words)"
      #expect(run.status == 0, "\(place): \(run.output)\(run.errors)")
      if let expected = source.answers[words] { #expect(run.output == expected, "\(place)") }
      // Whatever it has done, it has left the store as it should be.
      for (words, expected) in source.answers where words.hasPrefix("show") {
        #expect(try ask(words, in: folder).output == expected, "\(place), then \(words)")
      }
    }
    #expect(journals > 0)
    Figures.report("first writes: \(kills) kills, \(journals) of which left a journal")
  }
}

private let firstCommands = [
  "show lists.db home", "log lists.db home --json", "export lists.db home",
  "diff lists.db home 1 2", "show lists.db home --at 1", "verify lists.db", "lists lists.db",
  "stats lists.db", "backup lists.db copy.db", "restore lists.db copy.db",
  "repair lists.db copy.db", "repair lists.db --in-place", "compact lists.db --dry-run",
  "compact lists.db", "clear lists.db other", "query lists.db SELECT(1)",
]

private func isContent(_ words: String) -> Bool { words.contains(" home") }

private func ask(_ words: String, in folder: ScratchFolder) throws -> ToolRun {
  try ToolRun(
    [ToolRun.tool] + words.split(separator: " ").map(String.init),
    in: folder.path,
    seconds: 600
  )
}
