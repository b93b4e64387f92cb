import ArgumentParser
import Foundation

/// Measures the diff engine.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares the diff engine with a plain Heckel diff and the standard library."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "How many rounds to measure.")
  var rounds = 11

  @Option(help: "Measure only the cases whose name contains this text.")
  var only: String?

  @Option(help: "The largest reference case the standard library's diff is given.")
  var standardLibraryLimit = 5_000

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
  }

  func run() throws {
    var results: [DiffBenchmark.Result] = []
    var benchmark = DiffBenchmark { result in
      output.show(result.table)
      results.append(result)
    }
    benchmark.standardLibraryLimit = standardLibraryLimit
    benchmark.roundRobin.rounds = rounds
    benchmark.filter = only
    benchmark.run()
    try output.finish(results)
  }
}

extension DiffBenchmark.Result {
  /// One line for each contender: the time, the time per element, and the ratio to the first
  /// contender's.
  var table: String {
    measurements.map { measurement in
      let columns = [
        "\(name) \(count)".padding(toLength: 38, withPad: " ", startingAt: 0),
        measurement.contender.padding(toLength: 20, withPad: " ", startingAt: 0),
        String(format: "%12.2f µs", measurement.nanoseconds / 1_000),
        String(format: "%10.1f x", measurement.ratio),
      ]
      return columns.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
