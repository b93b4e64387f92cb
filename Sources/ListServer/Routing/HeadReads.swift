import ListModel
import ListStorage
import NIOPosix
import Synchronization

/// The newest versions of lists, read once for all who have asked before the reading begins.
///
/// Who asks while a reading is under way waits for the next one: a commit that was acknowledged to the asker, also one of
/// another process, may have come after the reading began.
final class HeadReads: Sendable {
  private typealias Waiter = CheckedContinuation<CursorToken, any Error>

  private struct State {
    var waiting: [List.ID: [Waiter]] = [:]
    /// Whether a thread reads, and will look for those who wait.
    var isReading = false
  }

  private let read: @Sendable (List.ID) throws -> CursorToken
  private let state = Mutex(State())

  /// Creates the readings of a store.
  ///
  /// - Parameter read: Reads the token of the newest version of a list; it may block.
  init(_ read: @escaping @Sendable (List.ID) throws -> CursorToken) {
    self.read = read
  }

  /// Returns the token of the newest version of a list.
  ///
  /// - Throws: `ListStoreError`.
  func token(of list: List.ID) async throws -> CursorToken {
    try await withCheckedThrowingContinuation { continuation in
      let begins = state.withLock { state in
        state.waiting[list, default: []].append(continuation)
        defer { state.isReading = true }
        return !state.isReading
      }
      if begins { begin() }
    }
  }

  /// The number of those who wait for the next reading.
  var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  private func begin() {
    NIOThreadPool.singleton.submit { [self] poolState in
      let goesOn: Bool
      switch poolState {
      case .active: goesOn = answerAll { list in Result { try read(list) } }
      case .cancelled: goesOn = answerAll { _ in .failure(CancellationError()) }
      }
      // Other reads have their turn between two readings.
      if goesOn { begin() }
    }
  }

  /// Answers all who wait now; returns whether there are others by then.
  private func answerAll(_ read: (List.ID) -> Result<CursorToken, any Error>) -> Bool {
    let batch = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (list, waiters) in batch {
      let result = read(list)
      for waiter in waiters { waiter.resume(with: result) }
    }
    return state.withLock { state in
      state.isReading = !state.waiting.isEmpty
      return state.isReading
    }
  }
}
