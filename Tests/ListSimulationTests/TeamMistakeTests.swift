import Foundation
import ListSimulation
import ListSimulations
import Testing

/// Mistakes of a team's own code: each is found.
@Suite struct TeamMistakeTests {
  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
  /// Mistakes that need more seeds than the others.
  private static let rare: Set<TeamMistake> = [
    .lateAnswersWin, .showsOnlyLongerLists, .looksOnlyWhileScrolling, .failureEndsTheList,
    .retryDoesNothing,
  ]

  @Test(arguments: TeamMistake.allCases.filter { isSoak || !rare.contains($0) })
  func `a mistake of a team is found`(mistake: TeamMistake) throws {
    var exploration = SimExploration()
    exploration.runsTwice = false
    exploration.shrinkLimit = 0
    for seed: UInt64 in 0..<(Self.isSoak ? 200 : 12)
    where try exploration.failure(of: seed, mistake.subject) != nil {
      return
    }
    Issue.record("\(mistake) was not found")
  }

  @Test func `right code with separators, stories above and hidden posts raises no alarm`() throws {
    let report = try explore(TeamMistake.rightSubject, seeds: 0..<20, steps: 60)
    #expect(report.seeds == 20)
    #expect(report.notes.contains { $0.contains("what is stored") })
  }
}
