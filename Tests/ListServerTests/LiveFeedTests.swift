import Foundation
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Live reading by Durable Streams 1.0, sections 5.7, 5.8 and 10.
struct LiveFeedTests {
  @Test func `a long-poll that finds messages answers at once, with the end and a cursor`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let poll = try await server.send("GET", "/lists/home/changes?live=long-poll&offset=-1")
      #expect(poll.status == 200)
      #expect(try poll.versions() == [1, 2])
      #expect(poll["Stream-Up-To-Date"] == "true")
      #expect(poll["ETag"] != nil)
      #expect(poll["Cache-Control"] == "private, max-age=20")
      let cursor = try #require(poll["Stream-Cursor"].flatMap { Int($0) })
      let again = try await server.send(
        "GET",
        "/lists/home/changes?live=long-poll&offset=-1&cursor=\(cursor + 7)"
      )
      #expect(try #require(again["Stream-Cursor"].flatMap { Int($0) }) > cursor + 7)
    }
  }

  @Test(arguments: ["now", "end"])
  func `a long-poll that waits is given what is committed then`(place: String) async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      try server.store.grow("other", by: 1)
      let end = FeedOffset(try server.store.token(of: "home")).text
      let offset = place == "now" ? "now" : end
      async let poll = server.send("GET", "/lists/home/changes?live=long-poll&offset=\(offset)")
      try await server.waitForWaitingRequests(1)
      // A commit to another list wakes the reader, which finds nothing and waits on.
      try server.store.grow("other", by: 1)
      try server.store.grow("home", by: 1)
      let answer = try await poll
      #expect(try answer.versions() == [2])
      #expect(answer["Cache-Control"] == (place == "now" ? "no-store" : "private, max-age=20"))
      try await server.waitForLiveRequests(0)
    }
  }

  @Test func `a long-poll without messages in time is 204, with the end and another cursor`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.pollDuration = .milliseconds(20) }) { server in
      try server.store.grow("home", by: 1)
      let end = FeedOffset(try server.store.token(of: "home")).text
      let path = "/lists/home/changes?live=long-poll&offset=\(end)"
      let poll = try await server.send("GET", path)
      #expect(poll.status == 204)
      #expect(poll.body.isEmpty)
      #expect(poll["Stream-Next-Offset"] == end)
      #expect(poll["Stream-Up-To-Date"] == "true")
      #expect(poll["Cache-Control"] == "no-store")
      #expect(poll["Content-Length"] == nil)
      let cursor = try #require(poll["Stream-Cursor"].flatMap { Int($0) })
      let next = try await server.send("GET", "\(path)&cursor=\(cursor)")
      #expect(try #require(next["Stream-Cursor"].flatMap { Int($0) }) > cursor)
    }
  }

  @Test func `every data event has its id and its own control event, which has none`() async throws
  {
    try await RunningServer.with(
      nil,
      settings {
        $0.pageChanges = 2
        $0.keepAliveInterval = .milliseconds(10)
      }
    ) { server in
      // Line ends in contents stay inside one line of the stream.
      try server.store.grow("home", by: 5, content: "a\rb\nc\r\nd\u{2028}e")
      let client = try RawClient(port: server.port)
      client.write("GET /lists/home/changes?live=sse&offset=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      // An idle stream is kept alive by comments.
      let stream = await blocking { client.read(until: "\r\n:\n\n\r\n") }
      #expect(stream.contains("\r\n:\n\n\r\n"), "no comment has come")
      let head = (stream.components(separatedBy: "\r\n\r\n").first ?? "").lowercased()
      #expect(head.contains("content-type: text/event-stream"))
      #expect(head.contains("cache-control: no-cache"))
      #expect(!head.contains("stream-next-offset"), "the fields are sent before it is known")
      let events = RunningServer.Event.events(in: stream)
      #expect(events.map(\.name) == ["data", "control", "data", "control", "data", "control"])
      var versions: [Int] = []
      for (data, control) in zip(
        events.filter { $0.name == "data" },
        events.filter { $0.name != "data" }
      ) {
        #expect(data.lineCount == 3)
        #expect(control.id == nil)
        #expect(control.member("streamNextOffset") as? String == data.id)
        #expect((control.member("streamCursor") as? String).flatMap { Int($0) } != nil)
        let messages = try #require(
          try JSONSerialization.jsonObject(with: Data(data.data.utf8)) as? [[String: Any]]
        )
        #expect(!messages.isEmpty)
        versions += messages.compactMap { $0["version"] as? Int }
      }
      #expect(versions == [1, 2, 3, 4, 5])
      #expect(events.map { $0.member("upToDate") as? Bool } == [nil, nil, nil, nil, nil, true])
    }
  }

  @Test func `a stream at the end begins with a control event, and says upToDate again each time`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let client = try RawClient(port: server.port)
      client.write(
        "GET /lists/home/changes?live=sse&offset=now HTTP/1.1\r\nHost: localhost\r\n\r\n"
      )
      let first = await blocking { client.read(until: "\"upToDate\":true}\n\n") }
      #expect(!first.contains("event: data"))
      for version in 2...4 {
        try server.store.grow("home", by: 1)
        let event = await blocking { client.read(until: "\"upToDate\":true}\n\n") }
        #expect(event.contains("event: data"))
        #expect(event.contains("\"version\":\(version),"))
      }
    }
  }

  @Test func `Last-Event-ID wins over the offset, and what it names is not sent again`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.streamDuration = .zero }) { server in
      try server.store.grow("home", by: 3)
      let second = FeedOffset(try server.store.token(of: "home", at: 2)).text
      let stream = try await server.send(
        "GET",
        "/lists/home/changes?live=sse&offset=-1",
        ["Last-Event-ID": second]
      )
      #expect(stream.events.count { $0.name == "data" } == 1)
      #expect(stream.events.first?.data.contains("\"version\":3,") == true)
      let empty = try await server.send(
        "GET",
        "/lists/home/changes?live=sse&offset=\(second)",
        ["Last-Event-ID": ""]
      )
      // The cursors differ when an interval of theirs ends between the two.
      #expect(empty.events.map(\.id) == stream.events.map(\.id))
      #expect(empty.events.first == stream.events.first)
      let bad = try await server.send(
        "GET",
        "/lists/home/changes?live=sse&offset=-1",
        ["Last-Event-ID": "7"]
      )
      #expect(bad.status == 400)
    }
  }

  @Test func `many readers who are woken together share one reading`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let end = FeedOffset(try server.store.token(of: "home")).text
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<50 {
          group.addTask {
            try await server.send("GET", "/lists/home/changes?live=long-poll&offset=\(end)")
              .versions()
          }
        }
        try await server.waitForWaitingRequests(50)
        let before = server.metrics.readCount
        try server.store.grow("home", by: 1)
        for try await versions in group { #expect(versions == [2]) }
        let after = server.metrics.readCount
        #expect(after - before <= 5, "\(after - before) readings for 50 readers")
      }
    }
  }

  @Test(arguments: ["closed", "half-closed"])
  func `a reader who goes away is forgotten`(way: String) async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let client = try RawClient(port: server.port)
      client.write("GET /changes?live=sse&offset=now HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let first = await blocking { client.read(until: "\n\n") }
      #expect(first.contains("200 OK"))
      try await server.waitForLiveRequests(1)
      if way == "closed" { client.endAll() } else { client.endSending() }
      try await server.waitForLiveRequests(0)
    }
  }

  @Test func `more live requests than allowed are told to come again`() async throws {
    try await RunningServer.with(nil, settings { $0.liveRequests = 2 }) { server in
      try server.store.grow("home", by: 1)
      let path = "/lists/home/changes?live=long-poll&offset=now"
      async let first = server.send("GET", path)
      async let second = server.send("GET", path)
      try await server.waitForWaitingRequests(2)
      for mode in ["long-poll", "sse"] {
        let third = try await server.send("GET", "/lists/home/changes?live=\(mode)&offset=now")
        #expect(third.status == 503)
        #expect(third["Retry-After"] == "5")
        #expect(try third.object()["reason"] as? String == "too-many-streams")
      }
      #expect(try await server.send("GET", "/lists/home/changes").status == 200)
      try server.store.grow("home", by: 1)
      #expect(try await first.versions() == [2])
      #expect(try await second.versions() == [2])
    }
  }

  @Test func `a list that is cleared under its readers ends their streams, and they are told`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.keepAliveInterval = .seconds(600) }) { server in
      try server.store.grow("home", by: 3)
      let client = try RawClient(port: server.port)
      client.write(
        "GET /lists/home/changes?live=sse&offset=now HTTP/1.1\r\nHost: localhost\r\n\r\n"
      )
      let first = await blocking { client.read(until: "\"upToDate\":true}\n\n") }
      let parts = first.components(separatedBy: "\"streamNextOffset\":\"")
      let offset = try #require(parts.last?.prefix { $0 != "\"" })
      try await server.store.commit(.clearing, to: "home")
      let rest = await blocking { client.read() }
      #expect(!rest.contains(":\n\n"), "the stream goes on")
      #expect(
        !rest.contains("event: data"),
        "no change leads from the list before to the cleared one"
      )
      let answer = try await server.send("GET", "/lists/home/changes?live=sse&offset=\(offset)")
      #expect(answer.status == 410)
      #expect(try answer.object()["reason"] as? String == "compacted")
    }
  }

  @Test func `the end of the store ends its live requests`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      async let poll = server.send("GET", "/lists/home/changes?live=long-poll&offset=now")
      try await server.waitForWaitingRequests(1)
      try server.store.close()
      #expect(try await poll.status == 204)
      #expect(try await server.send("GET", "/healthz").status == 500)
    }
  }
}

extension RunningServer {
  /// Waits until as many requests have read everything and wait.
  func waitForWaitingRequests(_ count: Int) async throws {
    try await wait("there never were \(count) waiting requests") { metrics.waitingCount == count }
  }

  /// Waits until as many requests are live.
  func waitForLiveRequests(_ count: Int) async throws {
    try await wait("there never were \(count) live requests") { metrics.live == count }
  }

  private func wait(_ failure: String, until condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !condition() {
      try #require(ContinuousClock.now < end, "\(failure)")
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
