import ArgumentParser
import Foundation

/// Measures the algebra of changesets.
struct AlgebraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "algebra",
    abstract: "Composes, inverts, normalizes and rebases changesets of 10 to 100,000 operations."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 5

  @Option(help: "The number of operations; may be given several times.")
  var count: [Int] = [10, 100, 1_000, 10_000, 100_000]

  @Option(help: "Measure only the cases whose name contains this text.")
  var only: String?

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard count.allSatisfy({ $0 >= 2 }) else { throw ValidationError("count: expected at least 2") }
  }

  func run() throws {
    var results: [AlgebraBenchmark.Result] = []
    var benchmark = AlgebraBenchmark { result in
      output.show(result.table)
      results.append(result)
    }
    benchmark.counts = count
    benchmark.roundRobin.rounds = rounds
    benchmark.filter = only
    try benchmark.run()
    try output.finish(results)
  }
}

extension AlgebraBenchmark.Result {
  /// One line: the time, the time per operation, and the time per step of K log₂ K.
  var table: String {
    let columns = [
      "\(name) \(operationCount)".padding(toLength: 36, withPad: " ", startingAt: 0),
      String(format: "%14.2f µs", nanoseconds / 1_000),
      String(format: "%10.1f ns/operation", nanoseconds / Double(operationCount)),
      String(format: "%8.1f ns/(K log K)", nanosecondsPerStep),
    ]
    return columns.joined(separator: " ")
  }
}
