import Foundation
import ListTestSupport
import ReliabilitySupport
import Testing

@Suite struct `A process that is killed while it keeps house` {
  @Test(arguments: Chore.allCases)
  func `leaves all that was there, and no half`(chore: Chore) throws {
    let household = try Household(chore)
    var victim = Victim(chore)
    var figures = (kills: 0, inside: 0, lifetimes: 0)
    var (folder, progress) = (try household.folder(), Household.Progress())
    let count = Figures.figure("HOUSE_KILLS", small: 3, large: 1_000)
    // A few may all have come between two rounds.
    while figures.kills < count || figures.inside == 0 && figures.lifetimes < 10 * count {
      let isKilled = try victim.live(in: folder.path, &progress, number: figures.lifetimes)
      figures.lifetimes += 1
      if isKilled { figures.kills += 1 }
      if isKilled, progress.isInside { figures.inside += 1 }
      let problems = try household.problems(in: folder, after: &progress)
      #expect(problems == [], "lifetime \(figures.lifetimes)")
      // A store that is compacted goes on as it is; copies are made again.
      if chore == .compact, isKilled { continue }
      (folder, progress) = (try household.folder(), Household.Progress())
    }
    #expect(figures.inside > 0 && victim.rounds > 0)
    Figures.report(
      "kill -9, \(chore.rawValue): \(figures.kills) kills, \(figures.inside) in the middle, "
        + "\(victim.rounds) rounds done"
    )
  }
}

/// A process that does a chore until it is killed.
private struct Victim {
  private let chore: Chore
  private var generator = SeededGenerator(seed: 172)
  /// How long a round takes, as far as is known.
  private var duration = Duration.milliseconds(5)
  private var start = ContinuousClock.now
  private(set) var rounds = 0

  init(_ chore: Chore) {
    self.chore = chore
  }

  /// Lets a process go on until it is killed: by turns at some moment, and before some change of a
  /// file.
  ///
  /// - Returns: Whether it was killed before it had done all.
  mutating func live(
    in folder: String,
    _ progress: inout Household.Progress,
    number: Int
  ) throws -> Bool {
    progress.begun = progress.done
    return try number.isMultiple(of: 2)
      ? liveForAWhile(in: folder, &progress) : liveForSomeChanges(in: folder, &progress)
  }

  private mutating func liveForAWhile(
    in folder: String,
    _ progress: inout Household.Progress
  ) throws -> Bool {
    let program = try Program("keep", folder, chore.rawValue)
    var remaining = Int.random(in: 0...3, using: &generator)
    while remaining >= 0, let line = program.readLine() {
      note(line, &progress)
      if line.hasPrefix("begin ") { remaining -= 1 }
    }
    // Any moment of the round, and some after it.
    let end = start + duration * Double.random(in: 0...1.2, using: &generator)
    while .now < end {}
    program.kill()
    while let line = program.readLine() { note(line, &progress) }
    program.wait()
    return program.died
  }

  private mutating func liveForSomeChanges(
    in folder: String,
    _ progress: inout Household.Progress
  ) throws -> Bool {
    // Some rounds have so many.
    let change = Int.random(in: 0..<300, using: &generator)
    let program = try Program("keep", folder, chore.rawValue, "\(change)")
    while let line = program.readLine() { note(line, &progress) }
    program.wait()
    return program.died
  }

  private mutating func note(_ line: String, _ progress: inout Household.Progress) {
    let words = line.split(separator: " ")
    switch (words.first, words.last.flatMap { Int($0) }) {
    case ("begin", let number?):
      progress.begun = number
      start = .now
    case ("committed", let number?): progress.committed = number
    case ("done", let number?):
      progress.done = number
      duration = start.duration(to: .now)
      rounds += 1
    case ("end", _): break
    default: Issue.record("\(line)")
    }
  }
}
