import ListStorage

/// Runs one scenario again and again, each time with another operation that fails.
package struct FaultTrial {
  private let scenario: FaultScenario
  private let fixture: FaultFixture
  /// What is made to fail.
  package var operations = FaultDisk.Operations.all
  /// The result code it fails with; 0 for the usual one.
  package var code: Int32 = 0
  /// Whether what fails is a read that says the file ends: SQLite has to believe it, and to
  /// remember what it read.
  package var lies = false

  /// How many operations have been made to fail, each in a run of its own.
  package private(set) var points = 0
  /// How many failures there were, those that follow a first one included.
  package private(set) var failures = 0
  private var refused = 0
  private var unknown = 0

  package init(scenario: FaultScenario, fixture: FaultFixture) {
    self.scenario = scenario
    self.fixture = fixture
  }

  /// What was done, for a report.
  package var summary: String {
    "\(points) points, \(failures) failures, \(refused) refused, \(unknown) unknown"
  }

  /// How many operations the scenario makes when nothing fails.
  package func operationCount(
    _ operations: FaultDisk.Operations? = nil,
    on files: FaultDisk.Files = .any
  ) throws -> Int {
    let disk = try prepare()
    var session = try begin(on: disk)
    disk.fail(operations ?? self.operations, on: files, number: Int(Int32.max))
    try scenario.run(&session)
    disk.heal()
    return disk.operationCount
  }

  /// Runs the scenario while an operation fails.
  ///
  /// - Returns: What is wrong afterwards.
  package mutating func run(
    failing number: Int,
    _ persistence: FaultDisk.Persistence
  ) throws -> [String] {
    let disk = try prepare()
    var session = try begin(on: disk)
    disk.fail(operations, number: number, persistence, code: code)
    var answer: (any Error)?
    do { try scenario.run(&session) } catch { answer = error }
    let failed = disk.failureCount
    disk.heal()
    points += 1
    failures += failed

    var problems: [String] = []
    if let answer { problems += judge(answer, failed: failed) }
    problems += check(disk, session, after: answer).map { "\($0), after \(describe(answer))" }
    return problems
  }

  private func prepare() throws -> FaultDisk {
    let disk = try FaultDisk(try ScratchFolder())
    try fixture.prepare(scenario.start, in: disk.folder)
    try disk.startRecording()
    return disk
  }

  private func begin(on disk: FaultDisk) throws -> FaultSession {
    var session = FaultSession(path: disk.folder.store, fixture: fixture, scenario: scenario)
    if scenario.isOpen { session.store = try session.opened() }
    try scenario.prepare(session)
    return session
  }

  private func describe(_ answer: (any Error)?) -> String {
    answer.map { "\"\($0)\"" } ?? "success"
  }

  /// Whether an error is one a caller can act upon, and true.
  private mutating func judge(_ answer: any Error, failed: Int) -> [String] {
    guard let error = answer as? ListStoreError else { return ["answered \(answer)"] }
    if failed == 0 { return ["answered \(error), although nothing had failed"] }
    switch error {
    case .outcomeUnknown:
      unknown += 1
      return []
    case .database, .diskFull, .corrupted, .busy:
      refused += 1
      return []
    // What a lying device gives of a database or of its log is that of another file, or of one that was cut.
    case .notAListStore where lies, .fileReplaced where lies:
      refused += 1
      return []
    default:
      return ["answered \"\(error)\", which is not what happened"]
    }
  }
}

// MARK: - What is there afterwards

extension FaultTrial {
  private func check(
    _ disk: FaultDisk,
    _ session: FaultSession,
    after answer: (any Error)?
  ) -> [String] {
    do {
      var problems = try checkCrash(of: disk, session, after: answer)
      // The same store goes on, and so does one that is opened now.
      var session = session
      if lies { session.store = nil }
      let store = try session.opened()
      problems += try scenario.finish(&session, store).map { "going on: \($0)" }
      problems += try verify(store) { _ in [] }.map { "going on: \($0)" }
      problems += try checkCrash(of: disk, finished: session).map { "crashed later: \($0)" }
      return problems
    } catch {
      return ["afterwards: \(error)"]
    }
  }

  /// What a crash right now leaves has all that was promised, and nothing that was refused.
  private func checkCrash(
    of disk: FaultDisk,
    _ session: FaultSession,
    after answer: (any Error)?
  ) throws -> [String] {
    try withCrashed(disk) { store in
      try verify(store) { history in
        var problems: [String] = []
        let head = try history.head(in: store)
        let acknowledged = session.acknowledged[history.id] ?? 0
        var attempted = session.attempted[history.id] ?? 0
        if let error = answer as? ListStoreError, !error.leavesOpen { attempted = acknowledged }
        if head < acknowledged { problems.append("lost \(history.id) \(acknowledged)") }
        if head > attempted { problems.append("\(history.id) has \(head), which was refused") }
        return problems.map { "after a crash: \($0)" }
      }
    }
  }

  private func checkCrash(of disk: FaultDisk, finished session: FaultSession) throws -> [String] {
    try withCrashed(disk) { store in
      try verify(store) { history in
        let head = try history.head(in: store)
        return head == session.attempted[history.id] ?? 0 ? [] : ["\(history.id) is at \(head)"]
      }
    }
  }

  private func verify(
    _ store: ListStore,
    _ check: (History) throws -> [String]
  ) throws -> [String] {
    try scenario.problems(in: store, fixture)
      + fixture.histories(after: scenario.start).flatMap(check)
  }

  private func withCrashed<Value>(
    _ disk: FaultDisk,
    _ body: (ListStore) throws -> Value
  ) throws -> Value {
    let image = try ScratchFolder()
    try disk.crash(into: image)
    return try withExtendedLifetime(image) { try body(try ListStore(path: image.store)) }
  }
}

extension ListStoreError {
  /// Whether a commit may have happened although this was thrown.
  fileprivate var leavesOpen: Bool {
    if case .outcomeUnknown = self { return true }
    return false
  }
}
