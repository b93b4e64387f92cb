import HTTPTypes
import Synchronization

/// What the server counts, as Prometheus reads it.
final class ServerMetrics: Sendable {
  private struct Kind: Hashable, Comparable {
    var method: String
    var status: Int

    static func < (lhs: Kind, rhs: Kind) -> Bool {
      (lhs.method, lhs.status) < (rhs.method, rhs.status)
    }
  }

  private struct State {
    var answers: [Kind: Int] = [:]
    var live = 0
    var waiting = 0
    var messages = 0
    var reads = 0
  }

  private let state = Mutex(State())
  /// Methods that have a count of their own: a client can invent others without end.
  private static let methods: Set<String> = [
    "GET", "HEAD", "PUT", "PATCH", "POST", "DELETE", "OPTIONS",
  ]

  func count(_ method: HTTPRequest.Method, _ status: HTTPResponse.Status) {
    let name = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
    state.withLock { $0.answers[Kind(method: name, status: status.code), default: 0] += 1 }
  }

  /// Counts messages that were sent.
  func count(messages: Int) { state.withLock { $0.messages += messages } }

  /// Counts a read of the log.
  func countRead() { state.withLock { $0.reads += 1 } }

  /// Begins a live request, unless there are too many.
  func beginLive(limit: Int) -> Bool {
    state.withLock { state in
      guard state.live < limit else { return false }
      state.live += 1
      return true
    }
  }

  func endLive() { state.withLock { $0.live -= 1 } }

  /// The number of live requests.
  var live: Int { state.withLock { $0.live } }

  /// Counts a live request as one that has read everything and waits, as long as the closure runs.
  func waiting<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Value
  ) async -> Value {
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    return await body()
  }

  /// The number of live requests that have read everything, and wait.
  var waitingCount: Int { state.withLock { $0.waiting } }

  /// The number of times that the log was read for a request.
  var readCount: Int { state.withLock { $0.reads } }

  /// The text of `/metrics`: the Prometheus exposition format 0.0.4.
  func text() -> String {
    let state = state.withLock { $0 }
    var lines = ["# TYPE liststore_http_answers_total counter"]
    for (kind, count) in state.answers.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "liststore_http_answers_total{method=\"\(kind.method)\",status=\"\(kind.status)\"} \(count)"
      )
    }
    lines += [
      "# TYPE liststore_http_live_requests gauge", "liststore_http_live_requests \(state.live)",
    ]
    lines += [
      "# TYPE liststore_http_waiting_requests gauge",
      "liststore_http_waiting_requests \(state.waiting)",
    ]
    lines += [
      "# TYPE liststore_http_messages_total counter",
      "liststore_http_messages_total \(state.messages)",
      "# TYPE liststore_http_feed_reads_total counter",
      "liststore_http_feed_reads_total \(state.reads)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
