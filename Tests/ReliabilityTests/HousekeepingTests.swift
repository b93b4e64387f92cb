import Foundation
import ListTestSupport
import ReliabilitySupport
import Testing

@Suite struct `A process that is killed while it keeps house` {
  @Test(arguments: Chore.allCases)
  func `leaves all that was there, and no half`(chore: Chore) throws {
    let household = try Household(chore)
    var generator = SeededGenerator(seed: 172)
    var figures = (kills: 0, inside: 0, rounds: 0)
    var duration = Duration.milliseconds(5)
    var (folder, progress) = (try household.folder(), Household.Progress())
    while figures.kills < Figures.figure("HOUSE_KILLS", small: 12, large: 1_000) {
      let program = try Program("keep", folder.path, chore.rawValue)
      let rounds = program.killed(in: &progress, duration: &duration, generator: &generator)
      figures.rounds += rounds
      if program.died { figures.kills += 1 }
      if program.died, progress.isInside { figures.inside += 1 }
      let place = "kill \(figures.kills)"
      #expect(try household.problems(in: folder, after: &progress) == [], "\(place)")
      // A store that is compacted goes on as it is; copies are made anew.
      if chore == .compact, program.died { continue }
      (folder, progress) = (try household.folder(), Household.Progress())
    }
    #expect(figures.inside > 0 && figures.rounds > 0)
    Figures.report(
      "kill -9, \(chore.rawValue): \(figures.kills) kills, \(figures.inside) in the middle, "
        + "\(figures.rounds) rounds done"
    )
  }
}

extension Program {
  /// Lets it go on for some rounds and into another one, and kills it.
  ///
  /// - Parameters:
  ///   - progress: What it says.
  ///   - duration: How long a round takes, as far as is known.
  ///   - generator: Decides when.
  /// - Returns: How many rounds it has done.
  fileprivate func killed(
    in progress: inout Household.Progress,
    duration: inout Duration,
    generator: inout SeededGenerator
  ) -> Int {
    var rounds = 0
    var start = ContinuousClock.now
    progress.begun = progress.done
    func note(_ line: String) {
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
    var remaining = Int.random(in: 0...3, using: &generator)
    while remaining >= 0, let line = readLine() {
      note(line)
      if line.hasPrefix("begin ") { remaining -= 1 }
    }
    // Any moment of the round, and some after it.
    let end = start + duration * Double.random(in: 0...1.2, using: &generator)
    while .now < end {}
    kill()
    while let line = readLine() { note(line) }
    wait()
    return rounds
  }
}
