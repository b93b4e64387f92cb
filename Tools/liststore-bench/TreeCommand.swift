import ArgumentParser
import Foundation

/// Measures the persistent tree and the comparison of its versions.
struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Builds, edits and compares versions of lists that share what they have in common."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 11

  @Option(help: "The number of cells of a list; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000, 1_000_000]

  @Option(help: "Measure only the cases whose name contains this text, and no memory.")
  var only: String?

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard count.allSatisfy({ $0 >= 1_000 }) else {
      throw ValidationError("count: expected at least 1000")
    }
  }

  func run() throws {
    var results = Output()
    var benchmark = TreeBenchmark(
      report: { result in
        output.show(result.table)
        results.results.append(result)
      },
      reportMemory: { memory in
        output.show(memory.table)
        results.memory.append(memory)
      }
    )
    benchmark.counts = count
    benchmark.roundRobin.rounds = rounds
    benchmark.filter = only
    benchmark.run()
    try output.finish(results)
  }

  private struct Output: Encodable {
    var results: [TreeBenchmark.Result] = []
    var memory: [TreeBenchmark.Memory] = []
  }
}
