import ListAdapter
import ListModel
import ListSimulation
import ListSimulations
import ListStorage
import Testing

@testable import ListstoreCommands

/// Runs of simulations as lists that are looked at.
@Suite struct SimulationHistoryTests {
  @Test
  func `a run has a version for each step, and ends with the invariant that did not hold`() throws {
    let defect = try #require(TurboListKitDefect.allCases.first)
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(settings: defect.settings, defect.subject) { $0 = defect.script }
    }
    let trace = try #require(failure).trace
    let shown = Self.shown(trace, defect.subject)
    for written in [trace, SimTrace(settings: trace.settings, script: trace.script)] {
      let store = try SimulationHistory.store(of: written, defect.subject)
      let versions = try store.changes(of: SimulationHistory.list)
      #expect(versions.map(\.version) == Array(1...shown.count))
      for (step, cells) in shown.enumerated() {
        let list = try store.snapshot(of: SimulationHistory.list, at: step + 1).list
        #expect(list.sections[0].cells.map(\.id) == cells, "after step \(step)")
        #expect(
          list.sections[1].cells.map(\.id.rawValue) == Self.requests(trace, after: step),
          "after step \(step)"
        )
      }
      #expect(versions.first?.author == "app")
      #expect(versions.last?.author == "invariant")
      let violation = try #require(trace.violation)
      let message = "\(violation.invariant.code): \(violation.message)"
      #expect(versions.last?.message?.hasPrefix(message) == true)
      let others = versions.dropFirst().dropLast().map { $0.author ?? "nobody" }
      #expect(Set(others).isSubset(of: ["user", "fault"]), "\(others)")
    }
  }

  @Test func `requests are there from their beginning to their answer`() throws {
    let subject = SimSubject { PagedFeed($0) }
    let result = try simulate(settings: SimSettings(seed: 4), subject) {
      $0 = SimScript([.wait(10), .wait(5_000)])
    }
    let store = try SimulationHistory.store(of: result.trace, subject)
    let counts = try store.changes(of: SimulationHistory.list).map { change in
      try store.snapshot(of: SimulationHistory.list, at: change.version).list.sections[1].cells
        .count
    }
    #expect(counts.contains { $0 > 0 } && counts.last == 0, "\(counts)")
  }

  /// The cells of the view when the app was opened, and after each step.
  private static func shown(_ trace: SimTrace, _ subject: SimSubject) -> [[Cell.ID]] {
    var shown: [[Cell.ID]] = []
    #expect(throws: SimulationFailure.self) {
      try replay(trace, subject) { moment in
        let sections = moment.view.numberOfItemsInSections.indices
        shown.append(sections.flatMap { moment.view.cellIDs(inSection: $0) ?? [] })
      }
    }
    return shown
  }

  /// The requests that have no answer after a step.
  private static func requests(_ trace: SimTrace, after step: Int) -> [String] {
    var open: [Int] = []
    for (_, event) in trace.events.filter({ $0.step <= step }) {
      switch event.k {
      case .launch, .crash: open = []
      case .load: open += [event.n].compactMap(\.self)
      case .page, .failure, .cancel: open.removeAll { $0 == event.n }
      default: continue
      }
    }
    return open.map { "request \($0)" }
  }
}
