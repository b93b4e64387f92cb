import Synchronization

/// Receives the answer of a handler: handlers return nothing, so that all have one type.
package final class EventReply<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  /// Creates a reply with the answer that holds without a handler.
  package init(_ value: Value) {
    storage = Mutex(value)
  }

  /// The answer.
  package var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}
