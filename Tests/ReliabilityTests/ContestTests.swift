import Foundation
import Glibc
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Synchronization
import Testing

/// After Kyle Kingsbury's Jepsen: several processes, of which some are killed or stopped, say what they
/// ask and are told, and all of it together must be what one list would have answered.
@Suite struct `Processes that commit to what they have seen` {
  @Test func `see one head, whoever of them is killed or stopped`() throws {
    let folder = try ScratchFolder()
    let store = try ListStore(path: folder.store)
    try store.commit(List(sections: [Section(id: "s")]), to: Contest.list)
    let processes = Figures.figure("CONTEST_PROCESSES", small: 4, large: 8)
    let commits = Figures.figure("CONTEST", small: 400, large: 20_000)
    let contestants = try Contestant.runAll(
      processes,
      for: folder.store,
      count: commits / processes / Contestant.threadCount
    )

    for contestant in contestants { #expect(contestant.problems == []) }
    let operations = contestants.flatMap(\.log.operations)
    let log = try store.changes(of: Contest.list, after: 1)
    let history = HeadHistory(
      first: 1,
      operations: operations,
      log: log.map { .init($0.version, key: $0.key) }
    )
    #expect(history.problems() == [])
    #expect(log.count == commits)
    #expect(try store.verify().problems == [])

    let kills = contestants.reduce(0) { $0 + $1.kills }
    let stops = contestants.reduce(0) { $0 + $1.stops }
    let silentStops = contestants.reduce(0) { $0 + $1.silentStops }
    let conflicts = operations.count { if case .conflict = $0.answer { true } else { false } }
    let replays = operations.count { if case .duplicate = $0.answer { true } else { false } }
    let unclear = operations.count { $0.answer == nil && $0.request != .read }
    #expect(kills > 0 && stops > 0 && conflicts > 0)
    Figures.report(
      "head of \(processes) processes: \(operations.count) operations, \(log.count) versions, "
        + "\(conflicts) conflicts, \(kills) kills, \(unclear) unclear ends of which \(replays) had "
        + "committed, \(stops) stops of which \(silentStops) held up all others"
    )
  }
}

/// Lets one process of a contest come to its end, and kills and stops it on the way.
private struct Contestant {
  static let threadCount = 2

  private let path: String
  private let writer: Int
  private let count: Int
  private let lines: LineCount
  private var generator: SeededGenerator
  private(set) var log = HeadLog()
  private(set) var kills = 0
  private(set) var stops = 0
  /// How many of the stops held up all others: it had the lock.
  private(set) var silentStops = 0
  private(set) var problems: [String] = []

  /// How much all of them have said.
  private final class LineCount: Sendable {
    let value = Atomic(0)
  }

  private init(_ writer: Int, for path: String, count: Int, lines: LineCount) {
    self.path = path
    self.writer = writer
    self.count = count
    self.lines = lines
    generator = SeededGenerator(seed: 161 + UInt64(writer))
  }

  /// Runs several, each watched by a thread of its own.
  static func runAll(_ processes: Int, for path: String, count: Int) throws -> [Contestant] {
    let ended = Ended()
    let lines = LineCount()
    let watchers = DispatchGroup()
    for writer in 0..<processes {
      watchers.enter()
      Thread {
        var contestant = Contestant(writer, for: path, count: count, lines: lines)
        let result = Result { try contestant.run() }
        ended.contestants.withLock { $0.append(result.map { contestant }) }
        watchers.leave()
      }.start()
    }
    watchers.wait()
    return try ended.contestants.withLock { try $0.map { try $0.get() } }
  }

  private final class Ended: Sendable {
    let contestants = Mutex<[Result<Contestant, any Error>]>([])
  }

  /// Runs the process, and another one that goes on whenever it was killed.
  private mutating func run() throws {
    var beginnings = Array(repeating: Contest.Beginning(), count: Self.threadCount)
    var hasEnded = false
    while !hasEnded, problems.isEmpty {
      let numbers = beginnings.flatMap { ["\($0.number)", "\($0.expected ?? -1)"] }
      let program = try Program(arguments: ["contest", path, "\(writer)", "\(count)"] + numbers)
      var remaining = Int.random(in: 5...120, using: &generator)
      while let line = program.readLine() {
        hasEnded = line == "end"
        if !hasEnded { note(line, &beginnings) }
        remaining -= 1
        guard remaining == 0, !hasEnded else { continue }
        if Bool.random(using: &generator) { program.kill() } else { stop(program) }
        remaining = Int.random(in: 5...120, using: &generator)
      }
      program.wait()
      for (thread, operation) in log.die(at: HeadLog.now) {
        guard let thread = Int(thread), case .commit(_, let expected) = operation.request else {
          continue
        }
        beginnings[thread].expected = expected
      }
      if program.died { kills += 1 }
      if !program.died, !hasEnded { problems.append("process \(writer) ended early") }
    }
    problems += log.strangeLines
  }

  /// Notes what it says, and where it would have to go on.
  private mutating func note(_ line: String, _ beginnings: inout [Contest.Beginning]) {
    lines.value.add(1, ordering: .relaxed)
    if line.hasPrefix("wrong: ") { return problems.append(line) }
    log.note(line)
    let words = line.split(separator: " ")
    guard words.count > 2, let thread = Int(words[0]), beginnings.indices.contains(thread) else {
      return
    }
    if words[1] == "ok", let number = Contest.number(of: String(words[2])) {
      beginnings[thread].number = number + 1
    }
    // What is asked now has another expectation than what was asked before a kill.
    beginnings[thread].expected = nil
  }

  /// Stops the process until the others have said something, if they can: it may have the lock.
  private mutating func stop(_ program: Program) {
    stops += 1
    program.pause()
    let start = lines.value.load(ordering: .relaxed)
    for _ in 0..<5_000 where lines.value.load(ordering: .relaxed) < start + 50 { sched_yield() }
    if lines.value.load(ordering: .relaxed) == start { silentStops += 1 }
    program.goOn()
  }
}
