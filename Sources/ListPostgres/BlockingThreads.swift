import Dispatch
import Foundation
import Synchronization

/// Threads for work that blocks: as many as there is work to do at once, up to a limit.
///
/// Dispatch's queues are not for this: they run as much at once as there are processors, and add threads for those
/// that block only slowly. What comes beyond the limit waits in order.
final class BlockingThreads: Sendable {
  typealias Work = @Sendable () -> Void

  /// A thread that waits for work.
  private final class Worker: Sendable {
    let signal = DispatchSemaphore(value: 0)
    let next = Mutex<Work?>(nil)
  }

  private struct State {
    var threads = 0
    /// The one that has worked last comes last, and is taken first.
    var idle: [Worker] = []
    var waiting: [Work] = []
  }

  private let limit: Int
  private let state = Mutex(State())
  /// After how long without work a thread ends.
  private static let patience = DispatchTimeInterval.seconds(10)

  init(limit: Int) {
    self.limit = limit
  }

  /// Does work on a thread of its own.
  func run(_ work: @escaping Work) {
    let (worker, isNew) = state.withLock { state -> (Worker?, Bool) in
      if let worker = state.idle.popLast() { return (worker, false) }
      guard state.threads < limit else {
        state.waiting.append(work)
        return (nil, false)
      }
      state.threads += 1
      return (nil, true)
    }
    if let worker {
      worker.next.withLock { $0 = work }
      worker.signal.signal()
    } else if isNew {
      let thread = Thread { [self] in keepWorking(from: work) }
      thread.name = "liststore.postgres"
      thread.start()
    }
  }

  private func keepWorking(from first: @escaping Work) {
    let worker = Worker()
    var next: Work? = first
    while next != nil {
      // What it holds is not kept while there is nothing to do.
      next.take()?()
      next = takeWaiting(worker) ?? awaitWork(worker)
    }
  }

  /// Takes what waits; if nothing does, the worker is idle.
  private func takeWaiting(_ worker: Worker) -> Work? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.idle.append(worker)
      return nil
    }
  }

  /// Waits for work; `nil` when there was none for long.
  private func awaitWork(_ worker: Worker) -> Work? {
    if worker.signal.wait(timeout: .now() + Self.patience) == .timedOut {
      let hasLeft = state.withLock { state in
        guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
        state.idle.remove(at: place)
        state.threads -= 1
        return true
      }
      if hasLeft { return nil }
      // It was given work in this very moment.
      worker.signal.wait()
    }
    return worker.next.withLock { $0.take() }
  }
}
