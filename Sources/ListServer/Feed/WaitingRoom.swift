import ListStorage
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Where live readers wait for commits.
///
/// One task waits for the store, and one timer looks at all deadlines, whatever the number of readers: a reader
/// that waits costs a continuation, and no task of its own.
final class WaitingRoom: Sendable {
  private struct Waiter {
    var continuation: CheckedContinuation<FeedFollower.Event, Never>
    var deadline: ContinuousClock.Instant
  }

  private struct State {
    var lastID = 0
    var waiters: [Int: Waiter] = [:]
    /// Readers that were ended before they began to wait.
    var early: Set<Int> = []
    var isTicking = false
    /// The task that waits for the store.
    var watcher: Task<Void, Never>?
    /// Whether the store was closed.
    var isClosed = false
  }

  /// How exact deadlines are.
  private static let tick = TimeAmount.milliseconds(100)

  private let store: ListStore
  private let state = Mutex(State())

  init(of store: ListStore) {
    self.store = store
  }

  /// The number of readers that wait.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  deinit { state.withLock { $0.watcher?.cancel() } }

  /// Waits until readers were woken after the count was `wakeUps`, or until something else ends it.
  func wait(
    past wakeUps: UInt64,
    until deadline: ContinuousClock.Instant
  ) async -> FeedFollower.Event {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    defer { state.withLock { _ = $0.early.remove(id) } }
    return await withTaskCancellationOrGracefulShutdownHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(continuation: continuation, deadline: deadline)
        if let event = add(waiter, id, past: wakeUps) { continuation.resume(returning: event) }
      }
    } onCancelOrGracefulShutdown: { [self] in
      end(id)
    }
  }

  /// Adds a reader; returns the event if it need not wait.
  private func add(_ waiter: Waiter, _ id: Int, past wakeUps: UInt64) -> FeedFollower.Event? {
    state.withLock { state in
      if state.isClosed || state.early.remove(id) != nil { return .end }
      // A commit after this look wakes the watcher, which finds the reader here.
      if store.wakeUps != wakeUps { return .change }
      state.waiters[id] = waiter
      if state.watcher == nil { state.watcher = watcher(past: wakeUps) }
      if !state.isTicking {
        state.isTicking = true
        scheduleTick()
      }
      return nil
    }
  }

  private func end(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.early.insert(id) }
      return waiter
    }
    waiter?.continuation.resume(returning: .end)
  }

  /// Wakes all readers whenever there was a commit.
  private func watcher(past first: UInt64) -> Task<Void, Never> {
    Task { [store, weak self] in
      var wakeUps = first
      while await store.waitsForWakeUp(past: wakeUps) {
        // No reader waits here any more.
        if Task.isCancelled { return }
        wakeUps = store.wakeUps
        self?.wake(.change)
      }
      self?.close()
    }
  }

  private func wake(_ event: FeedFollower.Event) {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.continuation.resume(returning: event) }
  }

  private func close() {
    state.withLock { $0.isClosed = true }
    wake(.end)
  }

  // MARK: Deadlines

  private func scheduleTick() {
    _ = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.tick) { [weak self] in
      self?.passDeadlines()
    }
  }

  private func passDeadlines() {
    let now = ContinuousClock.now
    let over = state.withLock { state in
      let over = state.waiters.filter { $0.value.deadline <= now }
      for id in over.keys { state.waiters[id] = nil }
      state.isTicking = !state.waiters.isEmpty
      if state.isTicking { scheduleTick() }
      return over
    }
    for waiter in over.values { waiter.continuation.resume(returning: .time) }
  }
}
