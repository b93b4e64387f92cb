import Hummingbird
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
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

  @Test func `pages that bytes limit follow each other without a gap`() async throws {
    try await RunningServer.with(nil, settings { $0.pageBytes = 700 }) { server in
      try server.store.grow("home", by: 12)
      var (offset, versions, pages) = ("-1", [Int](), 0)
      while versions.last != 12, pages < 20 {
        let page = try await server.send("GET", "\(Self.path)?offset=\(offset)")
        versions += try page.versions()
        offset = try #require(page["Stream-Next-Offset"])
        pages += 1
      }
      #expect(versions == Array(1...12))
      #expect(pages > 2)
    }
  }

  @Test func `a position that is gone has its start below the path of the routes`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 3)
    let old = FeedOffset(try store.token(of: "home", at: 1)).text
    try store.compact(newest(1))
    let router = Router()
    router.add(middleware: ListRoutes(of: store, under: "/lists-api"))
    let (ports, announcement) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { announcement.yield($0.localAddress?.port ?? 0) }
    )
    let server = Task {
      defer { announcement.finish() }
      try await application.run()
    }
    defer { server.cancel() }
    let port = try #require(await ports.first { _ in true }, "the server does not listen")
    func get(_ path: String) async throws -> String {
      let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      return try await RawClient.send(request, to: port)
    }
    let gone = try await get("/lists-api/lists/home/changes?offset=\(old)")
    #expect(gone.hasPrefix("HTTP/1.1 410"))
    #expect(gone.contains(#""start":"/lists-api/lists/home""#), "\(gone)")
    #expect(try await get("/lists-api/lists/home").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a commit between a reader's last look and its waiting is not missed`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 1)
    let room = WaitingRoom(of: store)
    let old = store.wakeUps
    // Another reader waits already, and is woken by the same commit.
    async let other = room.wait(past: old, until: .now + .seconds(60))
    try await wait(until: "the other reader waits") { room.waitingCount > 0 }
    try store.grow("home", by: 1)
    #expect(await other == .change)
    #expect(await room.wait(past: old, until: .now + .seconds(2)) == .change)
  }

  @Test func `a version that is named may be kept, the newest one only after asking`() async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      for path in ["/lists/home", "/lists/home/cells"] {
        let newest = try await server.send("GET", path)
        #expect(newest["Cache-Control"] == "private, no-cache", "\(path)")
        let named = try await server.send("GET", "\(path)?at=1")
        #expect(named["Cache-Control"] == "private, max-age=60", "\(path)")
      }
      // Rows are a part of the list: its tag is not theirs.
      #expect(try await server.send("GET", "/lists/home/cells")["ETag"] == nil)
      #expect(try await server.send("GET", "/lists/home")["Vary"] == "Accept")
    }
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
