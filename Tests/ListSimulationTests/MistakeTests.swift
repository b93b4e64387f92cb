import Foundation
import ListSimulation
import ListSimulations
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

  private static let page: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try? String(
      contentsOf: root.appendingPathComponent("docs/simulation.md"),
      encoding: .utf8
    )
    return text ?? ""
  }()

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
    #expect(Self.rows.count > 4)
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
    #expect(Self.rows.allSatisfy { $0.steps <= 8 && $0.seed < 2_000 })
  }

  @Test(arguments: rows)
  func `a mistake is found by the seed in the table`(row: Row) throws {
    let mistake = try #require(Mistake(rawValue: row.name))
    var exploration = SimExploration()
    exploration.runsTwice = false
    exploration.shrinkLimit = Self.isSoak ? 1_500 : 0
    let failure = try #require(try exploration.failure(of: row.seed, mistake.subject))
    #expect(failure.violation.invariant.rawValue == row.invariant)
    if Self.isSoak { #expect(failure.trace.script.steps.count == row.steps) }
  }

  @Test(arguments: TurboListKitDefect.allCases)
  func `a defect of TurboListKit's adapter is shown by a few steps`(
    defect: TurboListKitDefect
  ) throws {
    var settings = SimSettings()
    defect.adjust(&settings)
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(settings: settings, defect.subject) { $0 = defect.script }
    }
    #expect(failure?.violation.invariant == defect.invariant)
    #expect(defect.script.steps.count <= 8)
  }
}
