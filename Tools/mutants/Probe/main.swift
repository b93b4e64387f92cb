import Foundation
import ListSimulation

/// Runs random users of a paged feed, seed after seed, and writes each seed that breaks an invariant.
///
///     mutant-probe FIRST COUNT
///
/// A line is `seed`, a tab, the invariant, a tab, and the message; seeds that hold are named in lines with
/// one number, so that a reader knows how far the program is. It has few dependencies, and goes on after
/// a failure, which is not shrunk: `Tools/mutants/run` links it again for each mistake.
func probe(_ seeds: Range<UInt64>) throws {
  let exploration = SimExploration()
  let subject = SimSubject { PagedFeed($0) }
  for seed in seeds {
    guard let violation = try exploration.violation(of: seed, subject) else {
      write("\(seed)")
      continue
    }
    write("\(seed)\t\(violation.invariant.rawValue)\t\(violation.message)")
  }
}

func write(_ line: String) {
  print(line.replacingOccurrences(of: "\n", with: " "))
  fflush(nil)
}

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 2, CommandLine.arguments.count == 3,
  case (let end, let isTooMany) = numbers[0].addingReportingOverflow(numbers[1]), !isTooMany
else {
  FileHandle.standardError.write(Data("usage: mutant-probe FIRST COUNT\n".utf8))
  exit(64)
}
try probe(numbers[0]..<end)
