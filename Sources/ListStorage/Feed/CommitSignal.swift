import Synchronization

/// Wakes feeds after a commit.
///
/// A notification carries no data: a woken reader reads the log. So notifications may coalesce, and
/// one for another list does no harm; but none is lost, because a reader takes the ``generation``
/// *before* it reads the log, and waits only until that has changed.
final class CommitSignal: Sendable {
  private struct State {
    var generation: UInt64 = 0
    var nextWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// Waiters cancelled before they began to wait.
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())

  /// Counts the notifications.
  var generation: UInt64 {
    state.withLock { $0.generation }
  }

  /// Wakes all waiters.
  func notify() {
    let waiters = state.withLock { state in
      state.generation += 1
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Suspends until there has been a notification after `generation`, or the task is cancelled.
  func wait(past generation: UInt64) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.remove(waiter) != nil || state.generation != generation {
            return true
          }
          state.waiters[waiter] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiters.removeValue(forKey: waiter)
        if continuation == nil { state.cancelled.insert(waiter) }
        return continuation
      }
      continuation?.resume()
    }
    state.withLock { state in _ = state.cancelled.remove(waiter) }
  }
}
