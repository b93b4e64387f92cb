import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import ShiftedClock

/// The part of the reliability tests that may be killed, run out of memory, or trap.
///
/// Prints a line for each thing done, at once, and `wrong: …` for what must not be.
@main struct ReliabilityProgram {
  static func main() throws {
    _ = shifted_clock_offset()
    var arguments = CommandLine.arguments.dropFirst()
    let command = arguments.popFirst() ?? ""
    let numbers = arguments.compactMap { Int($0) }
    switch (command, arguments.first, numbers) {
    case ("commit", let path?, let numbers) where numbers.count == 2:
      try commit(to: path, seed: UInt64(numbers[0]), versions: numbers[1])
    case ("consume", let path?, let numbers) where numbers.count == 2:
      try consume(from: path, seed: UInt64(numbers[0]), versions: numbers[1])
    case ("contend", let path?, let numbers) where numbers.count == 2:
      try contend(for: path, writer: numbers[0], count: numbers[1])
    case ("contest", let path?, let numbers) where numbers.count == 6:
      try contest(for: path, writer: numbers[0], count: numbers[1], from: Array(numbers[2...]))
    case ("keep", let path?, let numbers):
      try keep(path, arguments.dropFirst().first.flatMap { Chore(rawValue: $0) }, numbers.first)
    case ("write", let folder?, let numbers) where numbers.count == 1:
      try write(in: folder, until: numbers[0])
    case ("memory", let path?, let numbers) where numbers.count == 2:
      try exhaustMemory(at: path, points: numbers[0], from: numbers[1])
    case ("damage", _, let numbers) where numbers.count == 2:
      try damage(seed: UInt64(numbers[0]), count: numbers[1])
    case ("craft", _, let numbers) where numbers.count == 2:
      try craft(seed: UInt64(numbers[0]), count: numbers[1])
    case ("swell", _, let numbers) where numbers.count == 1:
      try swell(count: numbers[0])
    case ("look", let path?, _):
      var configuration = ListStore.Configuration()
      configuration.access = .readOnly
      _ = try ListStore(path: path, configuration: configuration).lists()
      say("looked")
    case ("verify", let path?, _):
      for problem in try ListStore(path: path).verify().problems { say("wrong: \(problem)") }
      say("verified")
    default:
      say("wrong: no such command")
      exit(2)
    }
  }

  /// Commits a history, from where the store is.
  private static func commit(to path: String, seed: UInt64, versions: Int) throws {
    let history = try History(seed: seed, versions: versions)
    say("begin")
    do {
      try Workload.run(history, at: path) { say("committed \($0)") }
      say("end")
    } catch {
      say("refused: \(error)")
    }
  }

  /// Commits a history and consumes it, from where the store is.
  private static func consume(from path: String, seed: UInt64, versions: Int) throws {
    let copying = Copying(try History(seed: seed, versions: versions))
    say("begin")
    do {
      try copying.run(at: path) { say("consumed \($0)") }
      say("end")
    } catch {
      say("wrong: \(error)")
    }
  }

  /// Appends cells to a list others append to as well.
  private static func contend(for path: String, writer: Int, count: Int) throws {
    var configuration = ListStore.Configuration()
    configuration.busyTimeout = .seconds(120)
    let store = try ListStore(path: path, configuration: configuration)
    for number in 0..<count {
      let name = "\(writer)-\(number)"
      let cell = Cell(id: Cell.ID(name), component: TextComponent(name))
      try store.edit("home", options: CommitOptions(key: name, author: "\(writer)")) { draft in
        let cells = try draft.cellIDs(in: "s") ?? []
        // The list stays small, so that what is tested is who goes first.
        if let oldest = cells.first, cells.count >= 16 { try draft.deleteCell(oldest) }
        try draft.appendCell(cell, to: "s")
      }
    }
    say("end")
  }

  /// Commits to a list, as others do, on top of the head that was seen.
  ///
  /// The beginnings are, for each thread, the number of its next commit and the version it expected,
  /// -1 if it is not begun.
  private static func contest(
    for path: String,
    writer: Int,
    count: Int,
    from beginnings: [Int]
  ) throws {
    let contest = try Contest(for: path, writer: writer, count: count) { say($0) }
    contest.run(
      stride(from: 0, to: beginnings.count, by: 2).map { index in
        let expected = beginnings[index + 1]
        return .init(number: beginnings[index], expected: expected < 0 ? nil : expected)
      }
    )
    say("end")
  }

  /// Copies, compacts or migrates stores, until it is killed at a change of a file, or from outside.
  private static func keep(_ folder: String, _ chore: Chore?, _ change: Int?) throws {
    do {
      if let change { try FaultDisk.killProcess(atChange: change, in: folder) }
      try chore?.run(in: folder) { say($0) }
      say("end")
    } catch {
      say("wrong: \(error)")
    }
  }

  /// Writes to a store as the first one since it was copied, and is killed at a change of a file.
  private static func write(in folder: String, until change: Int) throws {
    try FaultDisk.killProcess(atChange: change, in: folder)
    let store = try ListStore(path: folder + "/lists.db")
    try store.commit(List { Section(id: "s") }, to: "new")
    say("end")
  }

  /// Fails allocations of SQLite during each scenario, from a point on.
  private static func exhaustMemory(at path: String, points: Int, from first: Int) throws {
    var trial = try MemoryTrial(at: path)
    var number = 0
    for scenario in FaultScenario.all {
      let total = try trial.allocationCount(scenario)
      for persistence in FaultDisk.Persistence.allCases {
        for point in 0..<min(points, total) {
          defer { number += 1 }
          guard number >= first else { continue }
          say("point \(number) \(scenario.name), \(persistence)")
          let failures = trial.failures
          let allocation = point * total / min(points, total)
          for problem in try trial.run(scenario, failing: allocation, persistence) {
            say("wrong: \(scenario.name), \(persistence), \(allocation): \(problem)")
          }
          say("answered, \(trial.failures - failures) failures")
        }
      }
    }
    say("end \(trial.points) points, \(trial.failures) failures, \(trial.refused) refused")
  }

  /// Damages a store in `count` places, one at a time.
  private static func damage(seed: UInt64, count: Int) throws {
    let fixtures = [try DamageFixture(crashed: false), try DamageFixture(crashed: true)]
    var generator = SeededGenerator(seed: seed)
    var verdicts: [DamageFixture.Verdict: Int] = [:]
    for number in 0..<count {
      let fixture = fixtures[number.isMultiple(of: 5) ? 1 : 0]
      let damages = ReliabilitySupport.Damage.allCases
      let damage = damages[number % damages.count]
      say("\(damage) \(number) of seed \(seed)")
      do {
        verdicts[try fixture.run(damage, generator: &generator), default: 0] += 1
      } catch {
        say("wrong: \(damage) \(number) of seed \(seed): \(error)")
      }
    }
    let counts = DamageFixture.Verdict.allCases.map { "\(verdicts[$0, default: 0]) \($0)" }
    say("end \(count) damaged: \(counts.joined(separator: ", "))")
  }

  /// Writes `count` crafted changesets into stores, within a bound of memory.
  private static func craft(seed: UInt64, count: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let bodies = try CraftedBodies(count: min(count, 500), seed: seed)
    _ = try bodies.run(generator: &generator)
    boundMemory(bytes: 64 << 20)
    var verdicts: [CraftedBodies.Verdict] = []
    let start = ContinuousClock.now
    while verdicts.count < count {
      say("round at \(verdicts.count) of seed \(seed)")
      verdicts += try bodies.run(generator: &generator)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let equal = verdicts.count { $0 == .equal }
    say(
      "end \(verdicts.count) crafted: \(verdicts.count - equal) refused, \(equal) equal, "
        + "\(Int(Double(verdicts.count) / seconds)) per second"
    )
  }

  /// Writes changesets of `count` operations each into a store of ten cells, and reads it within four
  /// times their memory.
  private static func swell(count: Int) throws {
    let bodies = try SwollenBodies()
    // What a process takes for the first time is not what a changeset takes.
    for place in SwollenBodies.Place.allCases {
      try bodies.put([0], in: place)
      _ = try bodies.read(through: place)
      try bodies.restore()
    }
    var (refusals, detours) = (0, 0)
    for kind in SwollenBodies.Kind.allCases {
      for areDifferent in [true, false] {
        let body = SwollenBodies.body(of: kind, count: count, areDifferent: areDifferent)
        for place in SwollenBodies.Place.allCases {
          say("\(kind), \(areDifferent ? "different" : "the same"), in a \(place)")
          try bodies.put(body, in: place)
          boundMemory(bytes: 4 * body.count + 2 << 20)
          let ways = try bodies.read(through: place)
          if place == .version { refusals += ways } else { detours += ways }
          unboundMemory()
          try bodies.restore()
        }
      }
    }
    say("end \(refusals) refusals, \(detours) detours")
  }

  /// Lets this process have so many bytes of memory more than it has now.
  private static func boundMemory(bytes: Int) {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").first.flatMap { Int($0) }
    guard let pages else { return }
    limitMemory(rlim_t(pages * Int(sysconf(Int32(_SC_PAGESIZE))) + bytes))
  }

  private static func unboundMemory() {
    limitMemory(.max)
  }

  private static func limitMemory(_ bound: rlim_t) {
    var limit = rlimit(rlim_cur: bound, rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  }

  /// Prints a line at once: this program may end at any moment.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
