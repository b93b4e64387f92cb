import ArgumentParser
import Foundation
import YardstickCases

/// Runs cases with expected results that other people have written.
@main
struct Yardstick: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run cases with expected results, and say which fail.",
    discussion: """
      A case file is JSON: inputs, and what must come of them. Each case that fails is printed with \
      what was expected and what came. The last line counts: "N passed, M failed", and lines before \
      it count each kind of cases. A case about another one that the file does not have is skipped, \
      and counted as such. A file with a field that this program does not know is not run.

      Exit status: 0 all passed, 1 some failed, 2 the file cannot be read.
      """,
    subcommands: [LayoutCommand.self, PagingCommand.self, ViewsCommand.self]
  )
}

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Run cases of layouts: frames, rests, queries, measuring, flow, lists, carousels."
  )

  @OptionGroup var cases: CaseFile

  func run() throws {
    try cases.report { try LayoutCases(json: $0).run() }
  }
}

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Run cases of views: constraints, stacks, fitting sizes."
  )

  @OptionGroup var cases: CaseFile

  func run() throws {
    try cases.report { json in
      let cases = try ViewCases(json: json)
      return MainActor.assumeIsolated { cases.run() }
    }
  }
}

struct PagingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paging",
    abstract: "Run scenarios of lists that load more: requests, cells, versions, offsets, states."
  )

  @OptionGroup var cases: CaseFile

  func run() throws {
    try cases.report { try PagingCases(json: $0).run() }
  }
}

struct CaseFile: ParsableArguments {
  @Argument(help: "The file of the cases.", completion: .file(extensions: ["json"]))
  var file: String

  @Flag(help: "Print the cases that pass as well.")
  var verbose = false

  /// Runs the cases, prints the results, and exits with the matching status.
  func report(_ run: (Data) throws -> YardstickReport) throws {
    let report: YardstickReport
    do {
      report = try run(try Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      FileHandle.standardError.write(Data("yardstick: \(file): \(error)\n".utf8))
      throw ExitCode(2)
    }
    for result in report.results where verbose || !result.passed { print(result.text) }
    for line in report.kindSummaries { print(line) }
    print(report.summary)
    if !report.allPassed { throw ExitCode(1) }
  }
}
