import Foundation
import ListSimulation

/// The worlds in which a mistake can do anything; in the others it is never reached.
enum Worlds: String, CaseIterable {
  case all, startsInMiddle, keepsPart, isShared, counts

  func has(_ seed: UInt64) -> Bool {
    let settings = SimSettings.random(seed: seed)
    return switch self {
    case .all: true
    case .startsInMiddle: settings.startsInMiddle
    case .keepsPart: settings.keepsPart
    case .isShared: settings.isShared
    case .counts: settings.counts
    }
  }
}

/// Runs random users of a paged feed, seed after seed, and writes each seed that breaks an invariant.
///
///     mutant-probe FIRST COUNT [WORLDS]
///
/// A line is `seed`, a tab, the invariant, a tab, and the message; seeds that hold, and those of other
/// worlds, are named in lines with one number, so that a reader knows how far the program is. It has few
/// dependencies, and goes on after a failure, which is not shrunk: `Tools/mutants/run` links it again for
/// each mistake.
func probe(_ seeds: Range<UInt64>, in worlds: Worlds) throws {
  let exploration = SimExploration()
  let subject = SimSubject { PagedFeed($0) }
  for seed in seeds {
    guard worlds.has(seed), let violation = try exploration.violation(of: seed, subject) else {
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

let words = CommandLine.arguments.dropFirst()
let numbers = words.prefix(2).compactMap { UInt64($0) }
let worlds = words.count < 3 ? Worlds.all : words.last.flatMap { Worlds(rawValue: $0) }
guard numbers.count == 2, words.count <= 3, let worlds,
  case (let end, let isTooMany) = numbers[0].addingReportingOverflow(numbers[1]), !isTooMany
else {
  let names = Worlds.allCases.map(\.rawValue).joined(separator: "|")
  FileHandle.standardError.write(Data("usage: mutant-probe FIRST COUNT [\(names)]\n".utf8))
  exit(64)
}
try probe(numbers[0]..<end, in: worlds)
