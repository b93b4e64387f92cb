import Synchronization

/// Where a handler puts its answer: handlers return nothing, so that all are of one kind.
package final class EventReply<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  /// Creates a reply that holds what is answered without a handler.
  package init(_ value: Value) {
    storage = Mutex(value)
  }

  /// The answer.
  package var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
