import ArgumentParser
import Foundation

/// Measures a pager that fills a store.
struct PagingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paging",
    abstract: "Loads, shows and refreshes pages of growing lists, beside what one writes by hand.",
    discussion: """
      A page has 50 cells of about 150 bytes. Times are processor time; commits do not wait for the \
      device.
      """
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "The number of loaded cells; may be given several times.")
  var count: [Int] = [1_000, 100_000, 1_000_000]

  @Option(help: "How many rounds to measure.")
  var rounds = 15

  @Option(help: "Measure only the cases whose name contains this text.")
  var only: String?

  @Option(help: "The folder the stores are made in.")
  var folder = FileManager.default.temporaryDirectory.path

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard count.allSatisfy({ $0 >= 1_000 && $0.isMultiple(of: 50) }) else {
      throw ValidationError("count: expected a multiple of 50, at least 1000")
    }
  }

  func run() throws {
    var results: [Comparison.Result] = []
    func report(_ result: Comparison.Result) {
      output.show(result.table)
      results.append(result)
    }
    try withoutActuallyEscaping(report) { report in
      let comparison = Comparison(rounds: rounds, report: report)
      for count in count {
        var benchmark = PagingBenchmark(count: count, folder: folder, comparison: comparison)
        benchmark.only = only
        try benchmark.run()
        output.show("value beside \(count) cells: \(benchmark.keptBytes) bytes")
      }
    }
    try output.finish(results)
  }
}
