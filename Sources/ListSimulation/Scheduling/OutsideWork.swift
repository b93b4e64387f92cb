import Dispatch
import Foundation
import Synchronization

/// Work outside of a simulation, on a thread of its own, for which the simulation's thread waits.
///
/// The shared threads of Swift's tasks do not serve: when several tests wait for their simulations, they
/// occupy all of these threads.
enum OutsideWork {
  private static let patience = 30.0

  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let box = Box(Result.self)
    let executor = OutsideExecutor()
    // A task that is made on the simulation's thread would run there.
    Thread.detachNewThread {
      Task.detached(executorPreference: executor) {
        do { box.put(.success(try await work())) } catch { box.put(.failure(error)) }
        executor.end()
      }
      executor.runUntilEnd()
    }
    guard box.done.wait(timeout: .now() + patience) == .success, let found = box.take() else {
      throw SimulationError.outsideWorkHangs(seconds: Int(patience))
    }
    return try found.get()
  }

  /// The outcome of the work.
  private final class Box<Result: Sendable>: Sendable {
    let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)

    init(_ type: Result.Type) {}

    func put(_ result: Swift.Result<Result, any Error>) {
      outcome.withLock { $0 = result }
      done.signal()
    }

    func take() -> Swift.Result<Result, any Error>? { outcome.withLock { $0 } }
  }
}

/// Runs the jobs of one task on one thread.
private final class OutsideExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    news.signal()
  }

  func runUntilEnd() {
    while true {
      news.wait()
      let (job, isEnd) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.hasEnded)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if isEnd {
        return
      }
    }
  }
}
