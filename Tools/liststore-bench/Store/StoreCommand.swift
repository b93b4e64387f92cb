import ArgumentParser
import Foundation

/// Measures commits, reads and feeds of a store on disk.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Commits, opens, reads and follows stores of growing size, beside plain SQLite."
  )

  /// The parts that can be measured.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    /// Lists of growing size.
    case cells
    /// Growing numbers of lists, versions, consumers and sections.
    case growth
    /// Two stores on one file, in turn.
    case sharing
    /// How soon commits arrive.
    case tail
  }

  @OptionGroup var output: OutputOptions

  @Option(help: "What to measure: cells, growth, sharing or tail; may be given several times.")
  var part = Part.allCases

  @Option(help: "The number of lists of a store; may be given several times.")
  var lists = [1, 1_000, 100_000]

  @Option(help: "The number of versions of a list, ascending; may be given several times.")
  var versions = [100, 10_000, 100_000]

  @Option(help: "The number of cells of a list; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000, 1_000_000]

  @Option(help: "How many commits are measured for each kind and size.")
  var commits = 1_300

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
    func report(_ result: StoreBenchmark.Result) {
      output.show(result.table)
      results.append(result)
    }
    // No part keeps the closure: all results are reported before the part returns.
    try withoutActuallyEscaping(report) { report in
      if part.contains(.cells) { try cells(report) }
      if part.contains(.growth) {
        var growth = GrowthBenchmark(folder: folder, report: report)
        growth.listCounts = lists
        growth.versionCounts = versions
        try growth.run()
      }
      if part.contains(.sharing) { try SharingBenchmark(folder: folder, report: report).run() }
      if part.contains(.tail) { try TailBenchmark(folder: folder, report: report).run() }
    }
    try output.finish(results)
  }

  private func cells(_ report: @escaping (StoreBenchmark.Result) -> Void) throws {
    var benchmark = StoreBenchmark(folder: folder, report: report)
    benchmark.counts = count
    benchmark.commitCount = commits
    benchmark.filter = only
    try benchmark.run()
  }
}
