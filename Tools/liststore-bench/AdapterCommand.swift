import ArgumentParser
import Foundation

/// Measures the adapter.
struct AdapterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Shows changes of lists of growing length, beside what arrays and comparisons cost."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 11

  @Option(help: "Measure only the changes whose name contains this text.")
  var only: String?

  @Option(help: "The number of cells of a list; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000, 1_000_000]

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard count.allSatisfy({ $0 >= 1_000 }) else {
      throw ValidationError("count: expected at least 1000")
    }
  }

  func run() throws {
    var results: [AdapterBenchmark.Result] = []
    var benchmark = AdapterBenchmark { result in
      output.show(result.table)
      results.append(result)
    }
    benchmark.counts = count
    benchmark.filter = only
    benchmark.roundRobin.rounds = rounds
    try benchmark.run()
    try output.finish(results)
  }
}

extension AdapterBenchmark.Result {
  /// One line for each contender: the median time, and its ratio to the first contender's.
  var table: String {
    measurements.map { measurement in
      let columns = [
        "\(name) \(count)".padding(toLength: 30, withPad: " ", startingAt: 0),
        measurement.contender.padding(toLength: 24, withPad: " ", startingAt: 0),
        String(format: "%12.2f µs", measurement.nanoseconds / 1_000),
        String(format: "%10.1f x", measurement.ratio),
      ]
      return columns.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
