import ArgumentParser
import Foundation

/// Measures commits, reads and feeds of a store on disk.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Commits, opens, reads and follows stores of growing size, beside plain SQLite."
  )

  @OptionGroup var output: OutputOptions

  @Option(help: "The number of cells of a list; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000, 1_000_000]

  @Option(help: "How many commits are measured for each kind and size.")
  var commits = 900

  @Option(
    help:
      "Measure only the commits whose name contains this text, such as \"normal\", or \"callers\"."
  )
  var only: String?

  @Option(help: "The folder the stores are made in; it should be on the device to be measured.")
  var folder = FileManager.default.temporaryDirectory.path

  mutating func validate() throws {
    guard commits > 0 else { throw ValidationError("commits: expected at least 1") }
    guard count.allSatisfy({ $0 >= 1_000 }) else {
      throw ValidationError("count: expected at least 1000")
    }
  }

  func run() throws {
    var results: [StoreBenchmark.Result] = []
    var benchmark = StoreBenchmark(folder: folder) { result in
      output.show(result.table)
      results.append(result)
    }
    benchmark.counts = count
    benchmark.commitCount = commits
    benchmark.filter = only
    try benchmark.run()
    try output.finish(results)
  }
}
