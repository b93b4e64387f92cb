import ArgumentParser
import Foundation
import ListstoreCommands

/// `make demo`: real lists, committed, replayed and proved.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Commits real data, replays every change, and proves every version."
  )

  @Option(help: ArgumentHelp("The Gapminder table.", valueName: "FILE"))
  var data: String

  @Option(help: ArgumentHelp("A git repository to show as well.", valueName: "DIRECTORY"))
  var repository: String?

  @Option(help: ArgumentHelp("The most commits of the repository to read.", valueName: "N"))
  var limit = 500

  @Option(help: ArgumentHelp("Keep the store in this file.", valueName: "FILE"))
  var store: String?

  @Flag(help: "Print figures only, one JSON object per history.")
  var json = false

  func run() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("liststore-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }

    let stage = try Stage(store: store ?? directory.appendingPathComponent("demo.db").path)
    var performances = [try stage.perform(GapminderHistory(table: data))]
    if let repository, let history = try RepositoryHistory(repository: repository, limit: limit) {
      performances.append(try stage.perform(history))
    }
    let programme = Programme(terminal: .output)
    for performance in performances {
      if json {
        try programme.printFigures(of: performance)
      } else {
        try programme.print(performance)
      }
    }
    if !json { try programme.printResult(of: performances) }
    guard performances.allSatisfy(\.isExact) else { throw Refusal() }
  }
}
