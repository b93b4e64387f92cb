import Synchronization

/// The events of a screen, counted and passed on.
final class Counters: Sendable {
  private let state = Mutex(Counts())
  let mailbox = Mailbox()

  var counts: Counts { state.withLock { $0 } }

  func count(_ path: any (WritableKeyPath<Counts, Int> & Sendable)) {
    state.withLock { $0[keyPath: path] += 1 }
  }
}

/// The number of events of each kind on a screen.
struct Counts: Sendable {
  var willDisplay = 0
  var didEndDisplay = 0
  var reachEndCalls = 0
  var completions = 0
}

/// The messages of a screen to its pager, in order.
final class Mailbox: Sendable {
  enum Message: Sendable {
    case viewed(first: Int, last: Int)
    case reachedEnd
    case shown
  }

  private let messages = Mutex<[Message]>([])

  func put(_ message: Message) { messages.withLock { $0.append(message) } }

  func takeFirst() -> Message? {
    messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
