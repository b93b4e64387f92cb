import Synchronization

/// The values found most recently for some keys; a forgotten value is found again.
///
/// Keys are positions in a feed: a reader that reads page by page comes back with the end of the
/// last page, and need not begin again from the head for each.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: [Key: Value] = [:]
    /// The keys in the order they came, as a ring.
    var keys: [Key] = []
    var oldest = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Keeps at most `capacity` values: about as many readers can go on at once.
  init(capacity: Int) {
    self.capacity = capacity
  }

  subscript(key: Key) -> Value? {
    state.withLock { $0.values[key] }
  }

  /// Keeps a value, in place of the oldest when there are too many.
  func set(_ value: Value, for key: Key) {
    state.withLock { state in
      guard state.values.updateValue(value, forKey: key) == nil else { return }
      if state.keys.count < capacity {
        state.keys.append(key)
      } else {
        state.values[state.keys[state.oldest]] = nil
        state.keys[state.oldest] = key
        state.oldest = (state.oldest + 1) % capacity
      }
    }
  }
}
