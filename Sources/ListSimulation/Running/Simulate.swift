import Foundation
public import ListModel

/// The result of a run.
public struct SimulationResult: Sendable {
  /// The ids of the cells that are shown in the end, in order.
  public var shownIDs: [Cell.ID]
  /// The ids at the remote in the end, in order.
  public var remoteIDs: [Cell.ID]
  /// The list that is shown in the end.
  public var list: List
  /// How many requests were sent.
  public var requestCount: Int
  /// The time that has passed, in milliseconds.
  public var duration: Int
  /// The steps and events of the run.
  public var trace: SimTrace
  /// What the kit could not see or compare in this run, in words.
  public var blindSpots: [String]
}

/// An invariant that did not hold, with the shortest script that shows it.
public struct SimulationFailure: Error, Sendable, CustomStringConvertible {
  /// The invariant that did not hold.
  public var violation: SimViolation
  /// The run, to be written to a file and replayed.
  public var trace: SimTrace
  /// How many steps the script had at first.
  public var originalStepCount: Int
  /// What was wrong with the stored list at the first commit after which anything was.
  package var first: SimViolation?

  /// The invariant that did not hold, when that began, and a test that shows it.
  public var description: String {
    let begin =
      first.map { first in
        first.time == violation.time
          ? "" : "\nat first, after step \(first.step), at \(first.time) ms: \(first.message)"
      } ?? ""
    return """
      \(violation)\(begin)
      seed \(trace.settings.seed); \(trace.script.steps.count) of \(originalStepCount) steps are needed:
      \(trace.script.source)
      """
  }
}

/// Runs a script with a list under test, and checks all invariants.
///
/// The run uses no real time, and blocks until it is done. After the script, all faults are
/// switched off and the user scrolls to the end, until everything has settled.
///
/// - Parameters:
///   - settings: The settings of the world.
///   - subject: How the list is made.
///   - script: Adds the steps.
/// - Returns: The list that is shown in the end, and what has happened.
/// - Throws: ``SimulationFailure`` for the first invariant that does not hold; ``SimulationError``.
@discardableResult
public func simulate(
  settings: SimSettings = SimSettings(),
  _ subject: SimSubject,
  _ script: (inout SimScript) -> Void
) throws -> SimulationResult {
  var written = SimScript()
  script(&written)
  return try Simulation(settings, subject).result(of: written)
}

/// Runs a script with a list under test, and checks all invariants.
///
/// - Parameters:
///   - settings: The settings of the world.
///   - make: Makes the list when the app is started.
///   - script: Adds the steps.
/// - Returns: The list that is shown in the end, and what has happened.
/// - Throws: ``SimulationFailure`` for the first invariant that does not hold; ``SimulationError``.
@discardableResult
public func simulate(
  settings: SimSettings = SimSettings(),
  _ make: @escaping SimSubject.Make,
  _ script: (inout SimScript) -> Void
) throws -> SimulationResult {
  try simulate(settings: settings, SimSubject(make), script)
}

/// Runs a trace again.
///
/// - Parameters:
///   - trace: The trace; its events are not needed.
///   - subject: How the list is made.
/// - Returns: The list that is shown in the end, and what has happened.
/// - Throws: ``SimulationFailure`` for the first invariant that does not hold; ``SimulationError``.
@discardableResult
public func replay(_ trace: SimTrace, _ subject: SimSubject) throws -> SimulationResult {
  try Simulation(trace.settings, subject).result(of: trace.script)
}

/// Runs a trace again, and looks at the screen when the app was opened, after each step, and in the end.
///
/// - Parameters:
///   - trace: The trace; its events are not needed.
///   - subject: How the list is made.
///   - look: Called with each moment; the last one has the violation, if there is one.
/// - Returns: The list that is shown in the end, and what has happened.
/// - Throws: ``SimulationFailure`` for the first invariant that does not hold; ``SimulationError``.
@discardableResult
public func replay(
  _ trace: SimTrace,
  _ subject: SimSubject,
  looking look: @escaping (SimMoment) -> Void
) throws -> SimulationResult {
  try Simulation(trace.settings, subject).result(of: trace.script, look: look)
}

/// How seeds are explored.
package struct SimExploration: Sendable {
  /// How many steps a script has.
  package var steps = 100
  /// The faults that may happen.
  package var faults = SimUser.Faults.all
  /// Changes the settings that a seed has drawn.
  package var adjust: @Sendable (inout SimSettings) -> Void = { _ in }
  /// Which seeds are run twice, to check that both runs are the same.
  package enum Repetition: Hashable, Sendable {
    /// None.
    case never
    /// Those that eight divides.
    case everyEighth
    /// All.
    case always
  }

  /// Which seeds are run twice, to check that both runs are the same.
  package var repetition = Repetition.everyEighth
  /// How many threads run seeds; as many as there are cores.
  package var threads = ProcessInfo.processInfo.activeProcessorCount
  /// How many runs may be spent on shrinking a failing script; 0 for none.
  package var shrinkLimit = 1_500

  /// Creates an ordinary exploration.
  package init() {}
}

/// Runs random users with a list under test, one for each seed, and shrinks the failure of the lowest
/// seed that fails.
///
/// - Parameters:
///   - seeds: The seeds, which are run on all cores.
///   - steps: How many steps each takes.
///   - faults: The faults that may happen.
///   - adjust: Changes the settings that a seed has drawn.
///   - make: Makes the list when the app is started.
/// - Returns: What was run, and what could not be checked.
/// - Throws: ``SimulationFailure`` of the lowest seed that fails, shrunk; ``SimulationError``.
@discardableResult
public func explore(
  seeds: Range<UInt64>,
  steps: Int = 100,
  faults: SimUser.Faults = .all,
  adjust: @escaping @Sendable (inout SimSettings) -> Void = { _ in },
  _ make: @escaping SimSubject.Make
) throws -> SimReport {
  try explore(SimSubject(make), seeds: seeds, steps: steps, faults: faults, adjust: adjust)
}

/// Runs random users with a subject, one for each seed, and shrinks the failure of the lowest seed that
/// fails.
///
/// - Parameters:
///   - subject: The list under test, with its server, steps, faults and rules.
///   - seeds: The seeds, which are run on all cores.
///   - steps: How many steps each takes.
///   - faults: The faults that may happen.
///   - adjust: Changes the settings that a seed has drawn.
/// - Returns: What was run, and what could not be checked.
/// - Throws: ``SimulationFailure`` of the lowest seed that fails, shrunk; ``SimulationError``.
@discardableResult
public func explore(
  _ subject: SimSubject,
  seeds: Range<UInt64>,
  steps: Int = 100,
  faults: SimUser.Faults = .all,
  adjust: @escaping @Sendable (inout SimSettings) -> Void = { _ in }
) throws -> SimReport {
  var exploration = SimExploration()
  exploration.steps = steps
  exploration.faults = faults
  exploration.adjust = adjust
  let (failure, report) = try exploration.run(seeds, subject)
  if let failure { throw failure.failure }
  return report
}

extension SimExploration {
  /// Runs one seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - subject: How the list is made.
  /// - Returns: The failure, shrunk; `nil` if everything held.
  /// - Throws: ``SimulationError``.
  package func failure(of seed: UInt64, _ subject: SimSubject) throws -> SimulationFailure? {
    guard let violation = try check(seed, subject).violation else { return nil }
    return try shrunk(violation, seed, subject)
  }

  /// Runs one seed, and shrinks nothing.
  package func violation(of seed: UInt64, _ subject: SimSubject) throws -> SimViolation? {
    try check(seed, subject).violation
  }

  /// What has come of a seed.
  struct Checked: Sendable {
    var violation: SimViolation?
    var steps: Int
    var blindSpots: [String]
  }

  /// Runs one seed, twice if it is one of those (``repetition``).
  func check(_ seed: UInt64, _ subject: SimSubject) throws -> Checked {
    let (settings, script) = draw(seed, subject)
    let first = try Simulation(settings, subject).run(script)
    var checked = Checked(
      violation: first.violation,
      steps: script.steps.count,
      blindSpots: first.blindSpots
    )
    guard first.violation == nil, repetition.contains(seed) else { return checked }
    let second = try Simulation(settings.withStore, subject).run(script)
    checked.violation = second.violation
    if second.violation == nil, second.hash != first.hash {
      checked.violation = SimViolation(
        .deterministic,
        "seed \(seed) has done two things: \(String(first.hash, radix: 16)) and "
          + String(second.hash, radix: 16)
          + (settings.storage == .model ? ", the second time with the real store" : "")
      )
    }
    return checked
  }

  /// Makes the script of a seed that has failed as short as it can be.
  func shrunk(
    _ violation: SimViolation,
    _ seed: UInt64,
    _ subject: SimSubject
  ) throws -> SimulationFailure {
    var (settings, script) = draw(seed, subject)
    if try Simulation(settings, subject).run(script).violation?.invariant != violation.invariant {
      // Only the second run, with the real store, has failed.
      settings = violation.invariant == .deterministic ? settings : settings.withStore
    }
    var shrinker = Shrinker(subject: subject, invariant: violation.invariant, limit: shrinkLimit)
    let shrunk = try shrinker.shrink(settings, script, failingAt: violation.step)
    let final = try Simulation(shrunk.settings, subject).run(
      shrunk.script,
      keepsEvents: true,
      looksClosely: true
    )
    return SimulationFailure(
      violation: final.violation ?? violation,
      trace: final.trace,
      originalStepCount: script.steps.count,
      first: final.first
    )
  }

  /// Returns the world and the script of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - subject: The list under test, which may have steps of its own.
  /// - Returns: The world and the script.
  package func draw(
    _ seed: UInt64,
    _ subject: SimSubject? = nil
  ) -> (settings: SimSettings, script: SimScript) {
    var settings = SimSettings.random(seed: seed)
    adjust(&settings)
    var user = SimUser(seed: seed, settings: settings, faults: faults, subject: subject)
    return (settings, user.script(steps: steps))
  }
}

extension SimExploration.Repetition {
  /// Whether a seed is run twice.
  func contains(_ seed: UInt64) -> Bool {
    switch self {
    case .never: false
    case .everyEighth: seed.isMultiple(of: 8)
    case .always: true
    }
  }
}

/// Runs of one list in one world.
package struct Simulation {
  private let settings: SimSettings
  private let subject: SimSubject

  package init(_ settings: SimSettings, _ subject: SimSubject) {
    self.settings = settings
    self.subject = subject
  }

  /// The outcome of one run, whether or not everything held.
  package struct Outcome {
    package var violation: SimViolation?
    package var hash: UInt64
    package var trace: SimTrace
    package var list: List
    package var remoteIDs: [Cell.ID]
    package var requestCount: Int
    package var duration: Int
    package var jobCount: Int
    package var blindSpots: [String]
    package var first: SimViolation?

    var result: SimulationResult {
      SimulationResult(
        shownIDs: list.sections.flatMap { $0.cells.map(\.id) },
        remoteIDs: remoteIDs,
        list: list,
        requestCount: requestCount,
        duration: duration,
        trace: trace,
        blindSpots: blindSpots
      )
    }
  }

  package func run(
    _ script: SimScript,
    keepsEvents: Bool = false,
    looksClosely: Bool = false,
    look: ((SimMoment) -> Void)? = nil
  ) throws -> Outcome {
    let settings = subject.storeNeed.isKnown ? self.settings.withStore : self.settings
    let run = try SimRun(
      settings,
      subject,
      keepsEvents: keepsEvents,
      looksClosely: looksClosely,
      look: look
    )
    try run.run(script)
    let list = run.screen?.list ?? List()
    run.checkAfterSeed(list)
    run.close()
    if run.needsStore, settings.storage == .model {
      subject.storeNeed.learn()
      return try self.run(script, keepsEvents: keepsEvents, looksClosely: looksClosely, look: look)
    }
    return Outcome(
      violation: run.violation,
      hash: run.hash.value,
      trace: SimTrace(
        settings: settings,
        script: script,
        events: run.events,
        hash: run.hash.value,
        violation: run.violation
      ),
      list: list,
      remoteIDs: run.truth.items.map(\.id),
      requestCount: run.requestCount ?? run.ownServer?.requestCount ?? run.traffic.serials,
      duration: run.now,
      jobCount: run.executor.jobCount,
      blindSpots: run.blindSpots.sorted(),
      first: run.first
    )
  }

  func result(
    of script: SimScript,
    look: ((SimMoment) -> Void)? = nil
  ) throws -> SimulationResult {
    let outcome = try run(script, keepsEvents: true, look: look)
    if let violation = outcome.violation {
      throw SimulationFailure(
        violation: violation,
        trace: outcome.trace,
        originalStepCount: script.steps.count
      )
    }
    return outcome.result
  }
}
