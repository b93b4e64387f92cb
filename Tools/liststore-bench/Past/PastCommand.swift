import ArgumentParser
import Foundation

/// Measures long pasts, and lists that many follow.
struct PastCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "past",
    abstract: "Reads deep pasts, makes many commits in a row, and has many follow one list."
  )

  /// The parts that can be measured.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    /// A list with many versions, which are made and then read.
    case depth
    /// Feeds of one list, in one process.
    case followers
  }

  @OptionGroup var output: OutputOptions

  @Option(help: "What to measure: depth or followers; may be given several times.")
  var part = Part.allCases

  @Option(help: "The number of cells of the list; may be given several times.")
  var count = [1_000]

  @Option(help: "The number of versions of the list.")
  var versions = 110_000

  @Option(help: "The number of followers; may be given several times.")
  var followers = [1, 100, 1_000]

  @Option(help: "The folder the stores are made in; it should be on the device to be measured.")
  var folder = FileManager.default.temporaryDirectory.path

  mutating func validate() throws {
    guard count.allSatisfy({ $0 >= 100 }) else {
      throw ValidationError("count: expected at least 100")
    }
    guard versions >= 1_000 else { throw ValidationError("versions: expected at least 1000") }
    guard followers.allSatisfy({ $0 >= 1 }) else {
      throw ValidationError("followers: expected at least 1")
    }
  }

  func run() throws {
    var results: [StoreBenchmark.Result] = []
    func report(_ result: StoreBenchmark.Result) {
      output.show(result.table)
      results.append(result)
    }
    try withoutActuallyEscaping(report) { report in
      if part.contains(.depth) {
        for count in count {
          try PastBenchmark(count: count, versions: versions, folder: folder, report: report).run()
        }
      }
      if part.contains(.followers) {
        for count in followers {
          try FollowersBenchmark(count: count, folder: folder, report: report).run()
        }
      }
    }
    try output.finish(results)
  }
}
