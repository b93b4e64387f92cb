public import ListPaging

/// The time of a simulation, in milliseconds from 0; it stands still while any job can run.
///
/// Give it to all code that waits. Code that waits by `Task.sleep` waits in real time, on other
/// threads: that counts as an escape (``SimInvariant/deterministic``).
public struct SimClock: PagerClock {
  let executor: SimExecutor

  /// The clock of an executor.
  package init(executor: SimExecutor) { self.executor = executor }

  /// The time, in milliseconds; 0 on another thread, which counts as an escape.
  public var now: Int { executor.isHere("the clock was read") ? executor.now : 0 }

  /// Waits for a time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until time: Int) async throws {
    guard executor.isHere("the clock was asked to wait") else { throw CancellationError() }
    let sleeper = Sleeper(executor)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleeper.wait(until: time, $0) }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// Waits for a number of milliseconds.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(for milliseconds: Int) async throws {
    try await sleep(until: now + milliseconds)
  }
}

/// A task that waits for a time.
///
/// `@unchecked`: it is made and waits on the thread of the simulation. Only ``cancel()`` can be
/// called from another thread, and it touches nothing there.
private final class Sleeper: @unchecked Sendable {
  private let executor: SimExecutor
  private var continuation: UnsafeContinuation<Void, any Error>?
  private var timer = 0
  private var isCancelled = false

  init(_ executor: SimExecutor) { self.executor = executor }

  func wait(until time: Int, _ continuation: UnsafeContinuation<Void, any Error>) {
    guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
    self.continuation = continuation
    timer = executor.at(time) { [self] in
      self.continuation = nil
      continuation.resume()
    }
  }

  func cancel() {
    guard executor.isHere("a task that waits was cancelled") else { return }
    isCancelled = true
    executor.cancel(timer: timer)
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(throwing: CancellationError())
  }
}
