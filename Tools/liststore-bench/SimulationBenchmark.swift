import Foundation
import ListSimulation

/// Random users of a paged feed in one kind of world, with all checks.
struct SimulationBenchmark {
  /// The kinds of worlds.
  enum World: String, CaseIterable {
    /// All kinds of faults happen.
    case allFaults = "all faults"
    /// Nothing goes wrong.
    case noFaults = "no faults"
    /// Nothing goes wrong, and the user only scrolls; this measures the screen alone.
    case scrolling = "no faults, scrolling only"
  }

  /// The measurements.
  struct Result: Encodable {
    var world: String
    var seeds: Int
    /// The steps of each seed.
    var steps: Int
    /// The steps of all users per second on one core; the median of the rounds.
    var stepsPerSecond: Double
    /// The number of requests of all runs.
    var requests: Int
    /// The number of task jobs of all runs.
    var jobs: Int
    /// The time that passed in the simulated worlds, in seconds.
    var simulatedSeconds: Double
  }

  let world: World
  let seeds: Int
  let steps: Int

  /// Runs all seeds `rounds` times.
  ///
  /// - Throws: ``SimViolation`` of the first seed that broke an invariant.
  func run(rounds: Int) throws -> Result {
    let runs = (0..<UInt64(seeds)).map(draw)
    let subject = SimSubject { PagedFeed($0) }
    var rates: [Double] = []
    var result = Result(
      world: world.rawValue,
      seeds: seeds,
      steps: steps,
      stepsPerSecond: 0,
      requests: 0,
      jobs: 0,
      simulatedSeconds: 0
    )
    for round in 0..<rounds {
      let start = Self.processorTime()
      for (settings, script) in runs {
        let outcome = try Simulation(settings, subject).run(script)
        if let violation = outcome.violation { throw violation }
        guard round == 0 else { continue }
        result.requests += outcome.requestCount
        result.jobs += outcome.jobCount
        result.simulatedSeconds += Double(outcome.duration) / 1_000
      }
      let seconds = (Self.processorTime() - start) / .seconds(1)
      rates.append(Double(seeds * steps) / seconds)
    }
    result.stepsPerSecond = RoundRobin.median(rates)
    return result
  }

  private func draw(_ seed: UInt64) -> (settings: SimSettings, script: SimScript) {
    var exploration = SimExploration()
    exploration.steps = steps
    exploration.faults = world == .allFaults ? .all : .none
    var drawn = exploration.draw(seed)
    if world == .scrolling {
      drawn.script.steps = drawn.script.steps.map { step in
        switch step {
        case .scroll, .fling, .jump: step
        default: .scroll(by: 150)
        }
      }
    }
    return drawn
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension SimulationBenchmark.Result {
  /// One line.
  var table: String {
    let name = "\(world), \(steps) steps".padding(toLength: 40, withPad: " ", startingAt: 0)
    return "\(name) \(Int(stepsPerSecond)) steps/s; \(requests) requests, \(jobs) jobs, "
      + "\(Int(simulatedSeconds)) s of \(seeds) worlds"
  }
}
