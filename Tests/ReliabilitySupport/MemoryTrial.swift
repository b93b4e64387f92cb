import FaultFileSystem
import ListStorage

/// Runs scenarios while allocations of SQLite fail; only in a program of its own.
package struct MemoryTrial {
  private let fixture: FaultFixture
  private let path: String
  package private(set) var points = 0
  package private(set) var failures = 0
  package private(set) var refused = 0

  /// Makes SQLite's memory fail on demand; before SQLite is first used.
  ///
  /// - Parameter path: Where the stores will be, one after another.
  /// - Throws: ``WrongAnswer`` when SQLite is in use already.
  package init(at path: String) throws {
    guard fault_memory_install() else { throw WrongAnswer(text: "SQLite is in use already") }
    fixture = try FaultFixture()
    self.path = path
  }

  /// How many allocations a scenario makes when none fails.
  package func allocationCount(_ scenario: FaultScenario) throws -> Int {
    let folder = try prepare(scenario)
    var session = try begin(scenario, in: folder)
    fault_memory_fail(.max, false)
    try scenario.run(&session)
    fault_memory_heal()
    return Int(fault_memory_allocation_count())
  }

  /// Runs a scenario while an allocation fails.
  ///
  /// - Returns: What is wrong afterwards.
  package mutating func run(
    _ scenario: FaultScenario,
    failing number: Int,
    _ persistence: FaultDisk.Persistence
  ) throws -> [String] {
    let folder = try prepare(scenario)
    var session = try begin(scenario, in: folder)
    fault_memory_fail(Int64(number), persistence == .sticky)
    var answer: (any Error)?
    do { try scenario.run(&session) } catch { answer = error }
    fault_memory_heal()
    points += 1
    failures += Int(fault_memory_failure_count())
    if answer != nil { refused += 1 }
    var problems: [String] = []
    switch answer as? ListStoreError {
    case .outOfMemory, .outcomeUnknown: break
    // What an owner does with the database fails with the owner's errors.
    case .database where scenario.name.contains("owner"): break
    default: if let answer { problems.append("answered \(answer)") }
    }

    let store = try session.opened()
    for history in fixture.histories(after: scenario.start) {
      let head = try history.head(in: store)
      if head < session.acknowledged[history.id] ?? 0 { problems.append("lost \(head + 1)") }
    }
    problems += try scenario.finish(&session, store)
    session.store = nil
    return try problems + scenario.problems(in: ListStore(path: folder.store), fixture)
  }

  private func prepare(_ scenario: FaultScenario) throws -> ScratchFolder {
    let folder = try ScratchFolder(at: path)
    try fixture.prepare(scenario.start, in: folder)
    return folder
  }

  private func begin(_ scenario: FaultScenario, in folder: ScratchFolder) throws -> FaultSession {
    var session = FaultSession(path: folder.store, fixture: fixture, scenario: scenario)
    if scenario.isOpen { session.store = try session.opened() }
    try scenario.prepare(session)
    return session
  }
}
