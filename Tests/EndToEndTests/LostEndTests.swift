import Foundation
import GRDB
import Testing

/// Stores of which a log has lost its last version, with its entry in every index.
@Suite struct `A past that has lost its end` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("test.db")
  }

  private static let store = MadeFiles("test.db") { directory in
    let database = directory.path("test.db")
    for (list, count) in [("sound", 2), ("home", 3)] {
      for number in 1...count {
        let cells = (1...number).map { #"{"id":"c\#($0)"}"# }
        let input = Documents.list(cells: cells)
        try Tool.liststore.succeed("commit", database, list, input: input)
      }
    }
    try DatabaseQueue(path: database).write {
      try $0.execute(sql: "DELETE FROM liststore_change WHERE list = 2 AND version = 3")
      try #require($0.changesCount == 1)
    }
  }

  private static let answers = [
    ["lists"], ["lists", "--json"], ["log", "home", "--oneline"], ["log", "home", "--json"],
    ["changes", "home"], ["changes"], ["changes", "home", "--since", "1"], ["export", "home"],
  ]

  @Test(arguments: answers)
  func `is shown as far as it goes, and what is missing is told`(arguments: [String]) throws {
    let command = [arguments[0], database] + arguments.dropFirst()
    let result = try Tool.liststore.run(command)
    #expect(result.status == 3)
    #expect(!result.output.isEmpty)
    #expect(result.errors.contains("newest versions are missing"), "\(result.errors)")
    #expect(
      result.errors.contains("\"home\"") && result.errors.contains("repair"),
      "\(result.errors)"
    )
    let unchecked = try Tool.liststore.run(command + ["--unchecked"])
    #expect(unchecked.status == 0, "\(unchecked.errors)")
    #expect(unchecked.output == result.output)
  }

  @Test(arguments: [
    ["log", "sound"], ["changes", "sound"], ["export", "sound"], ["log", "home", "1"],
    ["changes", "home", "--until", "1"], ["export", "home", "--until", "1"],
  ])
  func `is no error of what does not reach the end`(arguments: [String]) throws {
    let result = try Tool.liststore.run([arguments[0], database] + arguments.dropFirst())
    #expect(result.status == 0, "\(result.errors)")
  }
}
