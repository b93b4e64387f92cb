import ArgumentParser
import Foundation

/// Measures the work of users of declared lists.
struct DeclaredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "declared",
    abstract: "Declares, shows and goes back in whole lists, beside what one writes by hand."
  )

  /// The parts that can be measured.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    /// Whole lists are committed; the peer compares and writes rows with GRDB.
    case commits
    /// Whole lists are read, at the head and at older versions.
    case snapshots
    /// Whole lists are compared.
    case differences
    /// Whole lists are passed to an adapter.
    case adapter
  }

  @OptionGroup var output: OutputOptions

  @Option(help: "What to measure: commits, snapshots, differences or adapter; several times.")
  var part = Part.allCases

  @Option(help: "The number of cells of a list; may be given several times.")
  var count: [Int] = [1_000, 10_000, 100_000]

  @Option(help: "How many rounds to measure.")
  var rounds = 15

  @Option(help: "How many versions a list has whose past is read.")
  var versions = 10_000

  @Option(help: "The folder the stores are made in; it should be on the device to be measured.")
  var folder = FileManager.default.temporaryDirectory.path

  mutating func validate() throws {
    guard rounds > 0 else { throw ValidationError("rounds: expected at least 1") }
    guard versions > 1 else { throw ValidationError("versions: expected at least 2") }
    guard count.allSatisfy({ $0 >= 100 }) else {
      throw ValidationError("count: expected at least 100")
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
        if part.contains(.commits) {
          try DeclaredCommits(count: count, folder: folder, comparison: comparison).run()
        }
        if part.contains(.snapshots) {
          try DeclaredSnapshots(
            count: count,
            versions: versions,
            folder: folder,
            comparison: comparison
          ).run()
        }
      }
      if part.contains(.differences) {
        try DeclaredDifferences(counts: count, comparison: comparison).run()
      }
      if part.contains(.adapter) {
        for count in count { try DeclaredAdapter(count: count, comparison: comparison).run() }
      }
    }
    try output.finish(results)
  }
}
