import Dispatch
import Foundation
import Synchronization

extension SimExploration {
  /// Runs seeds on all cores, one thread for each, and shrinks the failure of the lowest seed.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - subject: How the list is made.
  ///   - progress: Called with the number of seeds that were run, from any thread.
  /// - Returns: The seed that has failed, and what was run; all that was run holds if it is `nil`.
  /// - Throws: ``SimulationError``.
  package func run(
    _ seeds: Range<UInt64>,
    _ subject: SimSubject,
    progress: (@Sendable (Int) -> Void)? = nil
  ) throws -> (failure: (seed: UInt64, failure: SimulationFailure)?, report: SimReport) {
    let work = SeedQueue(seeds)
    let count = min(max(1, threads), max(1, seeds.count))
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      let thread = Thread {
        defer { group.leave() }
        while let seed = work.next() {
          work.end(seed, Result { try self.check(seed, subject) })
          progress?(work.count)
        }
      }
      // What a run needs is on the stack of its thread.
      thread.stackSize = 16 << 20
      thread.start()
    }
    group.wait()
    let (report, first) = work.result
    guard let first else { return (nil, report) }
    switch first.outcome {
    case .failure(let error): throw error
    case .success(let found):
      guard let violation = found.violation else { return (nil, report) }
      return ((first.seed, try shrunk(violation, first.seed, subject)), report)
    }
  }
}

/// The seeds that threads take one by one, and what has come of them.
private final class SeedQueue: Sendable {
  typealias Outcome = Result<SimExploration.Checked, any Error>

  private struct State {
    var next: UInt64
    var report = SimReport()
    var first: (seed: UInt64, outcome: Outcome)?
  }

  private let end: UInt64
  private let state: Mutex<State>

  init(_ seeds: Range<UInt64>) {
    end = seeds.upperBound
    state = Mutex(State(next: seeds.lowerBound))
  }

  /// Returns the next seed; `nil` at the end, and when a lower one has failed.
  func next() -> UInt64? {
    state.withLock { state in
      guard state.next < min(end, state.first?.seed ?? end) else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func end(_ seed: UInt64, _ outcome: Outcome) {
    state.withLock { state in
      if case .success(let found) = outcome, found.violation == nil {
        state.report.add(found.steps, found.blindSpots)
      } else if seed < state.first?.seed ?? .max {
        state.first = (seed, outcome)
      }
    }
  }

  var count: Int { state.withLock { $0.report.seeds } }

  var result: (report: SimReport, first: (seed: UInt64, outcome: Outcome)?) {
    state.withLock { ($0.report, $0.first) }
  }
}
