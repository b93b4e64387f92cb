import ArgumentParser
import Foundation

/// Measures the server of lists beside a bare route.
struct ServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Reads windows and commits over HTTP, beside a bare Hummingbird route.",
    discussion: """
      Each server is a process of its own, with a store of 1,000 cells in a file. "bare" is a route that answers with \
      the same bytes and does nothing; "by hand" is a route that does the same work with the store. A client in one \
      thread sends the next request of each connection when the answer has come. A ratio compares requests per \
      second of the same round.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many connections ask at the same time; may be given several times.")
  var connections = [32]

  @Option(help: "How many rounds to measure.")
  var rounds = 7

  @Option(help: "How long each server is measured in a round, in milliseconds.")
  var milliseconds = 1_000

  @Option(help: "The folder the stores are made in.")
  var folder = FileManager.default.temporaryDirectory.path

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard milliseconds > 0 else { throw ValidationError("milliseconds: expected at least 1") }
    guard connections.allSatisfy({ (1...1_000).contains($0) }) else {
      throw ValidationError("connections: expected 1 to 1000")
    }
  }

  func run() throws {
    var results: [ServerBenchmark.Result] = []
    for count in connections {
      var benchmark = ServerBenchmark(folder: folder, connections: count)
      benchmark.rounds = rounds
      benchmark.duration = .milliseconds(milliseconds)
      for result in try benchmark.run() {
        output.show(result.table)
        results.append(result)
      }
    }
    try output.finish(results)
  }
}
