import Foundation
import ListSimulation
import ListSimulations
import ListTestSupport
import Testing

/// Mistakes that are known: each is found, and the table of the documentation says how.
@Suite struct MistakeTests {
  /// A row of a table in docs/simulation.md.
  struct Row: Sendable {
    var name: String
    var invariant: String
    var seed: UInt64
    var steps: Int
  }

  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil

  private static let page = (try? Documentation.page("simulation.md")) ?? ""

  /// The rows `| name | part | what | invariant | seed | steps |`.
  static func rows(named names: Set<String>) -> [Row] {
    page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let name = cells.first?.trimmingCharacters(in: ["`"]),
        names.contains(name), let seed = UInt64(cells[4]), let steps = Int(cells[5])
      else { return nil }
      return Row(
        name: name,
        invariant: cells[3].trimmingCharacters(in: ["`"]),
        seed: seed,
        steps: steps
      )
    }
  }

  static let rows = rows(named: Set(Mistake.allCases.map(\.rawValue)))

  @Test func `no mistake in the table takes more than 8 steps, or 2,000 seeds`() {
    #expect(Set(Self.rows.map(\.name)) == Set(Mistake.allCases.map(\.rawValue)))
    #expect(Self.rows.count >= 15)
    #expect(Set(Mistake.allCases.map(\.part)).count == 4)
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
    #expect(Self.rows.allSatisfy { $0.steps <= 8 && $0.seed < 2_000 })
  }

  @Test(arguments: Soak.some(rows, every: 2))
  func `a mistake is found by the seed in the table`(row: Row) throws {
    let mistake = try #require(Mistake(rawValue: row.name))
    var exploration = SimExploration()
    exploration.repetition = .never
    exploration.adjust = { settings in
      settings.unchecked = ExplorationTests.openFaults.filter { $0.rawValue != row.invariant }
    }
    exploration.shrinkLimit = Self.isSoak ? 1_500 : 0
    let failure = try #require(try exploration.failure(of: row.seed, mistake.subject))
    #expect(failure.violation.invariant.rawValue == row.invariant)
    if Self.isSoak { #expect(failure.trace.script.steps.count == row.steps) }
  }

  @Test(arguments: TurboListKitDefect.allCases)
  func `a defect of TurboListKit's adapter is found, and shown by a few steps`(
    defect: TurboListKitDefect
  ) throws {
    var exploration = SimExploration()
    exploration.faults = .none
    exploration.repetition = .never
    exploration.adjust = { defect.adjust(&$0) }
    exploration.shrinkLimit = Self.isSoak ? 1_500 : 0
    let found = try #require(try exploration.failure(of: defect.seed, defect.subject))
    #expect(found.violation.invariant == defect.invariant)
    if Self.isSoak { #expect(found.trace.script == defect.script) }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(settings: defect.settings, defect.subject) { $0 = defect.script }
    }
    #expect(failure?.violation.invariant == defect.invariant)
    #expect(defect.script.steps.count <= 8)
    let shown = Self.page.components(separatedBy: "**\(defect.rawValue).**").last?
      .components(separatedBy: "```").dropFirst().first
    #expect(shown == "text\n\(failure?.description ?? "")", "\(failure?.description ?? "")")
  }
}
