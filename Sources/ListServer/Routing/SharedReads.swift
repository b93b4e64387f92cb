import Synchronization

/// Reads whose answer is the same for all that ask: each is made once, for all requests that wait for it.
///
/// A key says everything that an answer depends on; so an answer that is kept can never be too old.
final class SharedReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var reads: [Key: Task<Value, any Error>] = [:]
    /// The keys of finished reads, oldest first.
    var finished: [Key] = []
  }

  private let capacity: Int
  private let keeps: @Sendable (Value) -> Bool
  private let state = Mutex(State())

  /// Keeps at most `capacity` answers after they were given, of those that `keeps` chooses.
  init(capacity: Int, keeping keeps: @escaping @Sendable (Value) -> Bool = { _ in true }) {
    self.capacity = capacity
    self.keeps = keeps
  }

  /// Returns the answer to a key, and reads it if no other request does so yet.
  ///
  /// The read goes on when a task that waits for it is cancelled: others may wait for it.
  func value(
    for key: Key,
    _ read: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if let task = state.reads[key] { return task }
      let task = Task { [weak self] in
        let result: Result<Value, any Error>
        do { result = .success(try await read()) } catch { result = .failure(error) }
        self?.finish(key, result)
        return try result.get()
      }
      state.reads[key] = task
      return task
    }
    return try await task.value
  }

  /// Forgets a read that has failed or is not kept, or the oldest that is kept.
  private func finish(_ key: Key, _ result: Result<Value, any Error>) {
    let isKept = (try? result.get()).map(keeps) ?? false
    state.withLock { state in
      if isKept { state.finished.append(key) } else { state.reads[key] = nil }
      if state.finished.count > capacity { state.reads[state.finished.removeFirst()] = nil }
    }
  }
}
