import Hummingbird
import ListStorage
import NIOCore
import Synchronization

/// A feed as server-sent events (HTML Living Standard, section 9.2; Durable Streams 1.0, section 5.8).
///
/// Each `data` event has the messages and, as its `id`, the offset after them; a `control` event of its own
/// follows each of them, and has no `id`: only what a reader has can be a position.
struct EventStream: Sendable {
  let service: ListService
  var follower: FeedFollower
  /// The first cursor, which is more than the client's; no later one is less.
  private let cursor: Int

  init(service: ListService, follower: FeedFollower, cursor: Int?) {
    self.service = service
    self.follower = follower
    self.cursor = StreamCursor.next(after: cursor, at: service.configuration.now())
  }

  /// Writes events until the time is over, the server ends, or the feed cannot be continued.
  ///
  /// The reader then comes back with its last offset, and is told what is the matter.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    var follower = follower
    let end = ContinuousClock.now + service.configuration.streamDuration
    try await writer.write(events(of: follower.chunk))
    while true {
      guard follower.chunk.isUpToDate else {
        guard ContinuousClock.now < end else { return }
        do { try await follower.readOn() } catch { return }
        try await writer.write(events(of: follower.chunk))
        continue
      }
      let pause = ContinuousClock.now + service.configuration.keepAliveInterval
      let event: FeedFollower.Event
      do { event = try await follower.wait(until: min(pause, end)) } catch { return }
      switch event {
      case .change:
        if follower.chunk.count > 0 { try await writer.write(events(of: follower.chunk)) }
      case .time:
        if ContinuousClock.now >= end { return }
        try await writer.write(ByteBuffer(string: ":\n\n"))
      case .end: return
      }
    }
  }

  /// Returns messages as events.
  ///
  /// Without messages there is only the control event.
  private func events(of chunk: FeedChunk) -> ByteBuffer {
    var buffer = ByteBuffer()
    if chunk.count > 0 {
      service.metrics.count(messages: chunk.count)
      // The documents are on one line each, so the array is one line, too.
      buffer.writeString("event: data\nid: \(chunk.next.text)\ndata: ")
      buffer.writeImmutableBuffer(chunk.messages)
      buffer.writeString("\n\n")
    }
    let cursor = max(cursor, StreamCursor.next(after: nil, at: service.configuration.now()))
    let end = chunk.isUpToDate ? #","upToDate":true"# : ""
    buffer.writeString(
      "event: control\ndata: {\"streamNextOffset\":\"\(chunk.next.text)\","
        + "\"streamCursor\":\"\(cursor)\"\(end)}\n\n"
    )
    return buffer
  }
}

/// A live request that counts until its answer is written, or was never begun.
final class LiveLease: Sendable {
  private let metrics: ServerMetrics
  private let isOpen = Atomic(true)

  init(_ metrics: ServerMetrics) {
    self.metrics = metrics
  }

  func end() {
    if isOpen.exchange(false, ordering: .relaxed) { metrics.endLive() }
  }

  deinit { end() }
}
