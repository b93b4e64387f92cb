import Synchronization

/// A value that a closure leaves behind.
final class Value<Kept: Sendable>: Sendable {
  private let state = Mutex<Kept?>(nil)

  var value: Kept? { state.withLock { $0 } }

  func set(_ value: Kept) { state.withLock { $0 = value } }
}
