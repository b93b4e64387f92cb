import ArgumentParser
import ListSimulation
import ListSimulations
import Synchronization

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Lets random users loose on a paged feed, and checks everything that must hold.",
    discussion: """
      Each seed is a world (a screen, a remote, a store), a user with habits of its own, and what \
      goes wrong. The pager, the adapter, the layout and the store are the real ones; time, \
      chance, the network and the user are not. After each step the invariants of \
      docs/simulation.md are checked. When one does not hold, the script is made as short as it \
      can be with the same invariant failing, and printed as a test in Swift.

      The feed is the one of docs/paging.md. With --mistake it is wrong in one way, to see how that \
      is found. A trace says which feed was run; --replay runs that one, unless another is named. \
      Exits with 1 when something did not hold, and when a run differs from its trace.

      EXAMPLES
        liststore simulate --seeds 200
        liststore simulate --seed 17 --trace run.jsonl
        liststore simulate --replay run.jsonl --film run.html
        liststore simulate --seeds 2000 --mistake losesLastCells

      MISTAKES
        none: the feed as it is, also for a trace of a mistake
      \(Mistake.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      MISTAKES OF A TEAM'S OWN FEED
        right: none
      \(TeamMistake.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      DEFECTS OF TURBOLISTKIT
      \(TurboListKitDefect.allCases.map { "  \($0.rawValue): \($0.summary)" }
        .joined(separator: "\n"))
      """
  )

  @Option(help: ArgumentHelp("The first seed.", valueName: "N"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("How many seeds.", valueName: "N"))
  var seeds = 1

  @Option(help: ArgumentHelp("How many steps each user takes.", valueName: "N"))
  var steps = 100

  @Option(help: ArgumentHelp("What may go wrong: none, remote, or all.", valueName: "kind"))
  private var faults = FaultKind.all

  @Option(
    help: ArgumentHelp(
      "A rule that is not checked, because it is known not to hold; may be given several times.",
      valueName: "rule"
    )
  )
  var except: [RuleName] = []

  @Option(
    help: ArgumentHelp(
      "How many runs a script that fails may be made shorter with.",
      valueName: "N"
    )
  )
  var shrink = 1_500

  @Option(help: ArgumentHelp("A mistake that the feed has.", valueName: "name"))
  var mistake: MistakeSubject?

  @Option(
    help: ArgumentHelp(
      "Instead, a team's own feed without a pager, with a mistake; or right, to see that it holds.",
      valueName: "name"
    )
  )
  var team: TeamSubject?

  @Option(
    help: ArgumentHelp(
      "Instead, a model of TurboListKit's adapter, checked for one of its defects.",
      valueName: "defect"
    )
  )
  var turbolistkit: TurboListKitDefect?

  @Option(help: ArgumentHelp("Run a trace again; - is standard input.", valueName: "file"))
  var replay: String?

  @Option(
    help: ArgumentHelp(
      "Write what has happened: in the run that failed, or the last one.",
      valueName: "file"
    )
  )
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Film the same run: a page (.html), a drawing (.svg) or text (.txt).",
      valueName: "file"
    )
  )
  var film: String?

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let film { try FilmFile.check(film) }
    if shrink < 0 { throw ValidationError("--shrink \(shrink): expected 0 or more") }
    if seeds < 1 { throw ValidationError("--seeds \(seeds): expected 1 or more") }
    if !(1...1_000_000).contains(steps) {
      throw ValidationError("--steps \(steps): expected 1 to 1000000")
    }
    if [mistake != nil, turbolistkit != nil, team != nil].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--mistake, --team and --turbolistkit are of different feeds: expected one of them"
      )
    }
    if seed.addingReportingOverflow(UInt64(seeds)).overflow {
      throw ValidationError("--seed \(seed): there are not so many seeds after it")
    }
  }

  func run() throws {
    let recorded = try replay.map { try Self.readTrace($0) }
    let feed =
      isNamed
      ? SimulatedFeed(mistake: mistake, team: team, turbolistkit: turbolistkit)
      : try recorded.map { try Self.recordedFeed($0, named: replay ?? "") } ?? SimulatedFeed()
    let subject = feed.subject
    let start = ContinuousClock.now
    var account = Account()
    account.feed = feed.name
    account.isPlanted = feed.hasMistake
    var failure: SimulationFailure?
    if let recorded {
      account.recordedFeed = recorded.subject
      failure = try run(again: recorded, subject, &account)
    } else {
      failure = try explore(subject, &account)
    }
    failure?.trace.subject = feed.name
    account.last?.subject = feed.name
    account.seconds = (ContinuousClock.now - start) / .seconds(1)
    account.invariant = failure?.violation.invariant.rawValue
    account.failure = failure?.violation.description
    account.script = failure?.trace.script
    account.settings = failure?.trace.settings
    if let shown = failure?.trace ?? account.last {
      if let trace { try OutputFile.write(Array(try shown.text().utf8), to: trace) }
      if let film { try FilmFile.write(SimulationFilm.film(shown, subject), to: film) }
    }
    try output.print([account]) { text in
      for line in account.lines(failure) { try text.line(plain: line) }
    }
    if failure != nil || account.isSame == false { throw Refusal() }
  }

  /// Whether a feed is named on the command line.
  private var isNamed: Bool { mistake != nil || team != nil || turbolistkit != nil }

  /// Returns the feed that a trace names; the right one, if it names none.
  static func recordedFeed(_ trace: SimTrace, named file: String) throws -> SimulatedFeed {
    guard let name = trace.subject else { return SimulatedFeed() }
    guard let feed = SimulatedFeed(name: name) else {
      throw RefusedTrace(
        name: file,
        reason: "the run is of \"\(name)\", which this program does not have; expected a feed such "
          + "as \"--team right\", or name one to run instead, such as --mistake none"
      )
    }
    return feed
  }

  private func explore(
    _ subject: SimSubject,
    _ account: inout Account
  ) throws -> SimulationFailure? {
    var exploration = SimExploration()
    exploration.steps = steps
    exploration.faults = faults.faults
    exploration.shrinkLimit = shrink
    exploration.adjust = { [rules = except.map(\.invariant)] in $0.unchecked = rules }
    if let turbolistkit { exploration.adjust = { turbolistkit.adjust(&$0) } }
    let meter = SimulationMeter(total: seeds)
    defer { meter.clear() }
    let (failure, report) = try exploration.run(seed..<seed + UInt64(seeds), subject) {
      meter.update($0)
    }
    if let failure {
      account.seed = failure.seed
      account.seeds = Int(failure.seed - seed) + 1
      return failure.failure
    }
    account.seeds = report.seeds
    account.steps = report.steps
    account.notes = report.notes
    if trace != nil || film != nil {
      let (settings, script) = exploration.draw(seed + UInt64(seeds - 1), subject)
      let last = SimTrace(settings: settings, script: script)
      account.last = try ListSimulation.replay(last, subject).trace
    }
    return nil
  }

  private func run(
    again recorded: SimTrace,
    _ subject: SimSubject,
    _ account: inout Account
  ) throws -> SimulationFailure? {
    account.seed = recorded.settings.seed
    account.seeds = 1
    account.steps = recorded.script.steps.count
    do {
      let result = try ListSimulation.replay(recorded, subject)
      account.isSame = recorded.hash.map { $0 == result.trace.hash }
      account.last = result.trace
      return nil
    } catch let failure as SimulationFailure {
      account.isSame = recorded.hash.map { $0 == failure.trace.hash }
      return failure
    }
  }

  /// Reads a trace.
  static func readTrace(_ path: String) throws -> SimTrace {
    let source = try DocumentSource(path: path)
    let text = String(decoding: try source.bytes(), as: UTF8.self)
    do {
      return try SimTrace(parsing: text)
    } catch let error as SimulationError {
      throw RefusedTrace(name: source.name, reason: "\(error)")
    }
  }
}

/// The progress of threads that run seeds.
private final class SimulationMeter: Sendable {
  private let meter: Mutex<ProgressMeter>

  init(total: Int) { meter = Mutex(ProgressMeter("simulate", total: total)) }

  func update(_ count: Int) { meter.withLock { $0.update(count) } }
  func clear() { meter.withLock { $0.clear() } }
}

/// A trace that cannot be run again.
struct RefusedTrace: Error, CustomStringConvertible {
  var name: String
  var reason: String

  var description: String { "\(name): \(reason)" }
}

/// The kinds of faults.
private enum FaultKind: String, CaseIterable, ExpressibleByArgument {
  case none, remote, all

  var faults: SimUser.Faults {
    switch self {
    case .none: .none
    case .remote: .remote
    case .all: .all
    }
  }
}

/// A rule, by its name.
struct RuleName: ExpressibleByArgument {
  let invariant: SimInvariant

  init?(argument: String) {
    guard let invariant = SimInvariant(rawValue: argument) else { return nil }
    self.invariant = invariant
  }

  static var allValueStrings: [String] { SimInvariant.allCases.map(\.rawValue) }
}

/// The result for machines.
private struct Account: Encodable {
  var seeds = 0
  var steps = 0
  var seconds = 0.0
  var seed: UInt64?
  var isSame: Bool?
  /// The options that name the feed that was run, and those of the trace; `nil` for the feed as it is.
  var feed: String?
  var recordedFeed: String?
  var isPlanted = false
  var invariant: String?
  var failure: String?
  var settings: SimSettings?
  var script: SimScript?
  /// What could not be checked.
  var notes: [String] = []
  /// The run to write, if no run broke an invariant.
  var last: SimTrace?

  private enum CodingKeys: String, CodingKey {
    case seeds, steps, seconds, seed, isSame, feed, invariant, failure, settings, script
    case notes
  }

  /// Returns the result for people.
  func lines(_ failure: SimulationFailure?) -> [String] {
    var lines: [String] = []
    if isSame == false {
      lines.append(
        "the run differs from the one that was recorded"
          + (feed == recordedFeed
            ? "" : ": that is of \(Self.words(recordedFeed)), this one of \(Self.words(feed))")
      )
    }
    if isSame == true { lines.append("the run is the one that was recorded") }
    guard let failure else {
      let rate = seconds > 0 ? Int(Double(steps) / seconds) : 0
      return lines + [
        "\(seeds.counting("seed")), \(steps.counting("step")): "
          + (isPlanted ? "the planted mistake was not found" : "everything holds")
          + " (\(rate.grouped) steps/s)"
      ] + notes
    }
    return lines + failure.description.split(separator: "\n").map(String.init)
  }

  private static func words(_ feed: String?) -> String { feed ?? "the feed as it is" }
}
