import Foundation
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

@Suite struct `A killed process` {
  private static let history = Result { try History(seed: 121, versions: 20) }

  @Test func `loses nothing it acknowledged and is gone on from`() throws {
    let history = try Self.history.get()
    var generator = SeededGenerator(seed: 122)
    var figures = (kills: 0, commits: 0, unacknowledged: 0, lost: 0)
    var folder = try ScratchFolder()
    var acknowledged = 0
    for _ in 0..<Figures.figure("KILLS", small: 15, large: 100_000) {
      acknowledged = try kill(folder, acknowledged: acknowledged, generator: &generator)
      figures.kills += 1
      let store = try ListStore(path: folder.store)
      let head = try history.head(in: store)
      #expect((acknowledged...(acknowledged + 1)).contains(head), "kill \(figures.kills)")
      #expect(try history.problems(in: store) == [], "kill \(figures.kills)")
      if head > acknowledged { figures.unacknowledged += 1 }
      if head < acknowledged { figures.lost += 1 }
      if acknowledged > 0 {
        #expect(try history.commit(acknowledged, to: store).outcome == .duplicate)
      }
      acknowledged = head
      if head == history.lists.count - 1 {
        figures.commits += head
        folder = try ScratchFolder()
        acknowledged = 0
      }
    }
    #expect(figures.commits + acknowledged > 0 && figures.lost == 0)
    Figures.report(
      "kill -9: \(figures.kills) kills, \(figures.commits + acknowledged) commits, "
        + "\(figures.unacknowledged) not acknowledged yet, \(figures.lost) lost"
    )
  }

  /// Goes on with a store in a process that is killed at a random moment.
  ///
  /// - Returns: The last version it acknowledged.
  private func kill(
    _ folder: ScratchFolder,
    acknowledged: Int,
    generator: inout SeededGenerator
  ) throws -> Int {
    let program = try Program("commit", folder.store, "121", "20")
    return try program.killed(generator: &generator, after: "committed ") ?? acknowledged
  }
}

@Suite struct `A killed consumer` {
  private static let copying = Result { Copying(try History(seed: 151, versions: 20)) }

  @Test func `has done what each version asks for exactly once, in the transaction of its place`()
    throws
  {
    let copying = try Self.copying.get()
    let last = copying.history.lists.count - 1
    var generator = SeededGenerator(seed: 152)
    var figures = (kills: 0, consumed: 0, unacknowledged: 0)
    var folder = try ScratchFolder()
    var consumed = 0
    for _ in 0..<Figures.figure("CONSUMER_KILLS", small: 10, large: 1_000) {
      let program = try Program("consume", folder.store, "151", "20")
      let told = try program.killed(generator: &generator, after: "consumed ") ?? consumed
      figures.kills += 1
      let store = try ListStore(path: folder.store)
      #expect(try copying.problems(in: store) == [], "kill \(figures.kills)")
      consumed = try copying.position(in: store)
      // What it did last it may not have said any more; a page has two versions.
      #expect((told...(told + 2)).contains(consumed), "kill \(figures.kills)")
      if consumed > told { figures.unacknowledged += 1 }
      if consumed == last {
        figures.consumed += consumed
        folder = try ScratchFolder()
        consumed = 0
      }
    }
    // Whoever comes last finishes what the killed ones began.
    #expect(try Program("consume", folder.store, "151", "20").finish() == "end")
    let store = try ListStore(path: folder.store)
    #expect(try copying.problems(in: store) == [])
    #expect(try copying.position(in: store) == last)
    #expect(figures.kills > 0)
    Figures.report(
      "kill -9 of a consumer: \(figures.kills) kills, \(figures.consumed + last) versions each "
        + "consumed once, \(figures.unacknowledged) pages not acknowledged yet"
    )
  }
}

extension Program {
  /// Lets it go on for a random while and kills it.
  ///
  /// - Returns: The last number it printed after some words.
  fileprivate func killed(
    generator: inout SeededGenerator,
    after words: String
  ) throws -> Int? {
    func number(_ line: String) -> Int? {
      if line.hasPrefix("wrong: ") { Issue.record("\(line)") }
      return line.hasPrefix(words) ? Int(line.dropFirst(words.count)) : nil
    }
    #expect(readLine() == "begin")
    var last: Int?
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      guard let line = readLine() else { break }
      last = number(line) ?? last
    }
    // Up to some milliseconds of doing nothing useful: about as long as a commit takes.
    var noise = generator.next()
    for _ in 0..<Int.random(in: 0...400_000, using: &generator) { noise = noise &* 31 &+ 7 }
    withExtendedLifetime(noise) {}
    kill()
    while let line = readLine() { last = number(line) ?? last }
    wait()
    return last
  }
}

@Suite struct `Eight processes` {
  @Test func `that commit to one list make dense versions, each key once`() throws {
    let folder = try ScratchFolder()
    let store = try ListStore(path: folder.store)
    try store.commit(List(sections: [Section(id: "s")]), to: "home")
    let count = Figures.figure("CONTENTION", small: 40, large: 2_000)
    let programs = try (0..<8).map { try Program("contend", folder.store, "\($0)", "\(count)") }
    for program in programs { #expect(program.finish() == "end") }

    var next = Array(repeating: 0, count: 8)
    var version = 1
    try store.walk("home", after: 1) { change, _ in
      version += 1
      #expect(change.version == version)
      let parts = (change.key ?? "").split(separator: "-").compactMap { Int($0) }
      // The commits of one writer are in its order, and each is there once.
      try #require(parts.count == 2 && change.author == "\(parts[0])")
      #expect(parts[1] == next[parts[0]])
      next[parts[0]] += 1
    }
    #expect(next == Array(repeating: count, count: 8))
    #expect(try store.verify().problems == [])
    Figures.report("contention: 8 processes, \(version - 1) commits, versions dense")
  }
}

@Suite struct `In a process of its own` {
  /// GRDB ends the process when it cannot bind a value or define a function: that is a crash like
  /// any other, and the next process goes on with the point after.
  @Test func `a store that SQLite has no memory for loses nothing`() throws {
    let fixture = try FaultFixture()
    let folder = try ScratchFolder()
    let points = Figures.figure("MEMORY_POINTS", small: 1, large: 300)
    var figures = (answered: 0, failures: 0, died: 0)
    var next = 0
    var last = ""
    while !last.hasPrefix("end ") {
      let first = next
      let program = try Program("memory", folder.file("trial"), "\(points)", "\(first)")
      while let line = program.readLine() {
        if line.hasPrefix("wrong: ") { Issue.record("\(line)") }
        if line.hasPrefix("answered, ") {
          figures.failures += number(before: "failures", in: line)
          continue
        }
        if let point = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
          line.hasPrefix("point ")
        {
          next = point + 1
        }
        last = line
      }
      program.wait()
      try #require(next > first || last.hasPrefix("end "), "\(last)")
      figures.answered += next - first - (program.died ? 1 : 0)
      guard program.died else { continue }
      figures.died += 1
      let store = try ListStore(path: folder.file("trial/lists.db"))
      #expect(try store.verify().problems == [], "\(last)")
      let scenario = try #require(FaultScenario.all.first { last.contains(" \($0.name), ") })
      for history in fixture.histories(after: scenario.start) {
        #expect(try history.mismatches(in: store, floors: scenario.floors) == [], "\(last)")
      }
      if let golden = fixture.golden(scenario.start) {
        #expect(try golden.mismatches(in: store) == [], "\(last)")
      }
    }
    #expect(figures.answered > figures.died && figures.failures > 0)
    Figures.report(
      "out of memory: \(figures.answered) points answered, \(figures.failures) failed allocations, "
        + "\(figures.died) ended the process"
    )
  }

  /// The number a line gives for what it counts.
  private func number(before word: String, in line: String) -> Int {
    let words = line.split { $0 == " " || $0 == "," }
    let place = words.indices.dropFirst().first { words[$0] == word }
    return place.flatMap { Int(words[$0 - 1]) } ?? 0
  }

  @Test func `a damaged store says so or reads right`() throws {
    let count = Figures.figure("DAMAGES", small: 80, large: 5_000)
    let last = try Program("damage", "131", "\(count)").finish()
    #expect(last.hasPrefix("end "))
    for verdict in DamageFixture.Verdict.allCases {
      #expect(number(before: verdict.rawValue, in: last) > 0, "\(verdict)")
    }
    Figures.report("damage: \(last.dropFirst(4))")
  }

  @Test func `a crafted changeset is refused within bounds`() throws {
    let count = Figures.figure("CRAFTED", small: 200, large: 50_000)
    let last = try Program("craft", "141", "\(count)").finish()
    #expect(last.hasPrefix("end "))
    // Hardly any is another way to write what was there.
    #expect(number(before: "refused", in: last) > 0)
    Figures.report("changeset fuzz: \(last.dropFirst(4))")
  }

  @Test func `a changeset of more than there can be is refused before it is held`() throws {
    let count = Figures.figure("SWOLLEN", small: 6_000, large: 1_000_000)
    let last = try Program("swell", "\(count)").finish()
    #expect(last.hasPrefix("end "))
    #expect(number(before: "refusals", in: last) > 0)
    #expect(number(before: "detours", in: last) > 0)
    Figures.report("swollen changesets of \(count): \(last.dropFirst(4))")
  }

  @Test(arguments: [-315_360_000, 315_360_000, -1])
  func `a clock that is wrong changes nothing but times`(seconds: Int) throws {
    let folder = try ScratchFolder()
    let clock = ["RELIABILITY_CLOCK": "\(seconds)"]
    let half = try Program("commit", folder.store, "121", "6", environment: clock)
    #expect(half.finish() == "end")
    #expect(try Program("commit", folder.store, "121", "12").finish() == "end")
    let store = try ListStore(path: folder.store)
    #expect(try History(seed: 121, versions: 12).problems(in: store) == [])
    let times = try store.changes(of: "home").compactMap(\.time)
    #expect(times.count == 12)
    // The canary: the clock was wrong.
    let jump = times[6].timeIntervalSince(times[5])
    #expect(abs(jump + Double(seconds)) < 3600)
  }
}
