import Foundation
import ListSimulation
import ListSimulations
import ListTestSupport
import Testing

/// Mistakes of a team's own code: each is found.
@Suite struct TeamMistakeTests {
  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil
  /// Mistakes that need more seeds than the others: only the soak looks for them.
  private static let rare: Set<TeamMistake> = [.lateAnswersWin, .showsOnlyLongerLists]

  /// The five mistakes of public issues about load-more code, each with a seed and the words that name
  /// its cause.
  @Test(arguments: [
    (TeamMistake.nothingGuardsTheTrigger, 0, "of the same kind was on its way"),
    (.endSurvivesThePull, 0, "asks for nothing; request"),
    (.countsToATotal, 1, "which was not asked for since"),
    (.looksOnlyWhileScrolling, 0, "the list does not fill the screen, and asks for nothing"),
    (.countsInTheFullList, 0, "were never loaded"),
    (.retryDoesNothing, 3, "retry offers to go on, was tapped 8 times, and nothing was asked for"),
    (.failureEndsTheList, 10, "asks for nothing"),
  ])
  func `what is wrong is named`(mistake: TeamMistake, seed: UInt64, words: String) throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.shrinkLimit = 0
    let found = try #require(try exploration.failure(of: seed, mistake.subject))
    #expect(found.violation.message.contains(words), "\(found.violation)")
    #expect(try exploration.failure(of: seed, TeamMistake.rightSubject) == nil)
  }

  @Test(
    arguments: Soak.some(TeamMistake.allCases.filter { isSoak || !rare.contains($0) }, every: 3)
  )
  func `a mistake of a team is found`(mistake: TeamMistake) throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.shrinkLimit = 0
    for seed: UInt64 in 0..<(Self.isSoak ? 200 : 30)
    where try exploration.failure(of: seed, mistake.subject) != nil {
      return
    }
    Issue.record("\(mistake) was not found")
  }

  @Test(arguments: [50, 51] as [UInt64])
  func `right code that reads on through many empty pages raises no alarm`(seed: UInt64) throws {
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.shrinkLimit = 0
    #expect(try exploration.failure(of: seed, TeamMistake.rightSubject) == nil)
  }

  @Test func `right code with separators, stories above and hidden posts raises no alarm`() throws {
    let report = try explore(TeamMistake.rightSubject, seeds: 0..<8, steps: 60)
    #expect(report.seeds == 8)
    #expect(report.notes.contains { $0.contains("what is stored") })
  }
}
