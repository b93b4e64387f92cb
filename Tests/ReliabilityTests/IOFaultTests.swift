import Foundation
import ListModel
import ListStorage
import ListTestSupport
import ReliabilitySupport
import Testing

/// Every input and output operation of every scenario fails, once or from then on.
///
/// After SQLite's I/O error tests: the fault moves on by one operation until the scenario runs
/// clean.
@Suite struct `An I/O fault` {
  private static let fixture = Result { try FaultFixture() }

  @Test(arguments: FaultScenario.all, FaultDisk.Persistence.allCases)
  func `is answered, and harms nothing`(
    scenario: FaultScenario,
    persistence: FaultDisk.Persistence
  ) throws {
    var trial = FaultTrial(scenario: scenario, fixture: try Self.fixture.get())
    let total = try trial.operationCount()
    #expect(total > 0)
    if scenario.name == FaultScenario.checkpointing {
      #expect(try trial.operationCount(.write, on: .database) > 0)
    }
    let stride = max(1, total / Figures.figure("IO_POINTS", small: 2, large: Int.max))
    // Another offset for each scenario and stride, so that the kinds of operations take turns.
    var generator = SeededGenerator(seed: UInt64(total))
    var number = Int.random(in: 0..<stride, using: &generator)
    while number < total {
      for problem in try trial.run(failing: number, persistence) {
        Issue.record("\(scenario.name), operation \(number), \(persistence): \(problem)")
      }
      number += stride
    }
    #expect(trial.points > 0 && trial.failures > 0)
    Figures.report("I/O faults, \(persistence), \(scenario.name): \(trial.summary) of \(total)")
  }

  @Test(arguments: [("full", 13 as Int32, FaultDisk.Operations.write), ("short read", 522, .read)])
  func `of another kind is answered too`(
    name: String,
    code: Int32,
    operations: FaultDisk.Operations
  ) throws {
    // A device that lies while something is written can do any harm: opening may write.
    let reading: Set = ["snapshot", "changes", "verify"]
    let writing: Set = ["commit", "large commit", FaultScenario.checkpointing]
    let names = operations == .read ? reading : writing
    let scenarios = FaultScenario.all.filter { names.contains($0.name) }
    #expect(scenarios.count == names.count)
    for scenario in scenarios {
      var trial = FaultTrial(scenario: scenario, fixture: try Self.fixture.get())
      trial.operations = operations
      trial.code = code
      trial.lies = operations == .read
      let total = try trial.operationCount()
      let stride = max(1, total / Figures.figure("IO_POINTS", small: 2, large: Int.max))
      for number in Swift.stride(from: 0, to: total, by: stride) {
        for problem in try trial.run(failing: number, .once) {
          Issue.record("\(scenario.name), operation \(number), \(name): \(problem)")
        }
      }
      #expect(trial.points > 0 && trial.failures > 0, "\(scenario.name)")
      Figures.report("I/O faults, \(name), \(scenario.name): \(trial.summary) of \(total)")
    }
  }
}

extension FaultScenario: CustomTestStringConvertible {
  /// The name of the scenario.
  public var testDescription: String { name }
}
