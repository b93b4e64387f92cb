import ListModel
import ListStorage
import Testing

@testable import ListServer

/// What proxies, caches and returning readers need of the fields of a feed.
struct FeedFieldTests {
  private static let path = "/lists/home/changes"

  @Test func `pages with the same end and other beginnings have other tags`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let first = FeedOffset(try server.store.token(of: "home", at: 1)).text
      let all = try await server.send("GET", Self.path)
      let some = try await server.send("GET", "\(Self.path)?offset=\(first)")
      #expect(all["Stream-Next-Offset"] == some["Stream-Next-Offset"])
      #expect(all["ETag"] != some["ETag"])
    }
  }

  @Test func `a long-poll has its messages whatever tag the reader has`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let path = "\(Self.path)?live=long-poll&offset=-1"
      let poll = try await server.send("GET", path)
      let again = try await server.send("GET", path, ["If-None-Match": try #require(poll["ETag"])])
      #expect(again.status == 200)
      #expect(try again.versions() == [1, 2])
    }
  }

  @Test func `a page is the one of its offset, also for a reader that names its last event`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let second = FeedOffset(try server.store.token(of: "home", at: 2)).text
      let page = try await server.send(
        "GET",
        "\(Self.path)?offset=-1",
        ["Last-Event-ID": second]
      )
      #expect(try page.versions() == [1, 2, 3])
    }
  }

  @Test func `a stream asks proxies to pass it on, and has a cursor above the reader's`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.streamDuration = .zero }) { server in
      try server.store.grow("home", by: 1)
      let stream = try await server.send("GET", "\(Self.path)?live=sse&offset=-1")
      #expect(stream["X-Accel-Buffering"] == "no")
      let cursor = try #require(Self.cursor(of: stream)) + 100
      let next = try await server.send("GET", "\(Self.path)?live=sse&offset=-1&cursor=\(cursor)")
      #expect(try #require(Self.cursor(of: next)) > cursor)
    }
  }

  private static func cursor(of stream: RunningServer.Answer) -> Int? {
    stream.events.last.flatMap { $0.member("streamCursor") as? String }.flatMap { Int($0) }
  }

  @Test func `a live request that is refused is none`() async throws {
    try await RunningServer.with(nil, settings { $0.liveRequests = 1 }) { server in
      try server.store.grow("home", by: 3)
      let old = FeedOffset(try server.store.token(of: "home", at: 1)).text
      try server.store.compact(newest(1))
      for mode in ["sse", "long-poll", "sse", "long-poll"] {
        let gone = try await server.send("GET", "\(Self.path)?live=\(mode)&offset=\(old)")
        #expect(gone.status == 410, "\(mode)")
      }
      #expect(server.metrics.live == 0)
    }
  }
}
