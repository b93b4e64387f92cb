import Foundation
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// The feed of a list by Durable Streams 1.0, sections 5.5, 5.6, 8 and 10.
struct FeedTests {
  @Test func `pages hold every version once, as the command line prints it`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 3 }) { server in
      try server.store.grow("home", by: 8)
      var offset = "-1"
      var bodies: [String] = []
      var ends: [Bool] = []
      repeat {
        let page = try await server.send("GET", "/lists/home/changes?offset=\(offset)")
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "application/json")
        bodies.append(String(page.text.dropFirst().dropLast()))
        ends.append(page["Stream-Up-To-Date"] == "true")
        let next = try #require(page["Stream-Next-Offset"])
        #expect(offset == "-1" || offset < next, "offsets sort as positions do")
        offset = next
      } while ends.last == false
      #expect(ends == [false, false, true])
      let documents = try server.store.changes(of: "home").map {
        String(decoding: try $0.document(), as: UTF8.self)
      }
      #expect("[\(bodies.joined(separator: ","))]" == "[\(documents.joined(separator: ","))]")
      let end = try await server.send("GET", "/lists/home/changes?offset=\(offset)")
      #expect(end.text == "[]")
      #expect(end["Stream-Next-Offset"] == offset)
      #expect(end["Stream-Up-To-Date"] == "true")
    }
  }

  @Test func `a page that ends exactly at the end says so`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 3 }) { server in
      try server.store.grow("home", by: 3)
      let page = try await server.send("GET", "/lists/home/changes")
      #expect(try page.versions() == [1, 2, 3])
      #expect(page["Stream-Up-To-Date"] == "true")
    }
  }

  @Test func `one large change is a page`() async throws {
    try await RunningServer.with(nil, settings { $0.pageBytes = 1000 }) { server in
      try server.store.grow("home", by: 2, content: String(repeating: "x", count: 5000))
      let page = try await server.send("GET", "/lists/home/changes")
      #expect(try page.versions() == [1])
      #expect(page["Stream-Up-To-Date"] == nil)
    }
  }

  @Test func `a 304 repeats the fields of the 200, and a tag knows the end`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 2 }) { server in
      try server.store.grow("home", by: 2)
      let path = "/lists/home/changes?offset=-1"
      let end = try await server.send("GET", path)
      let tag = try #require(end["ETag"])
      let same = try await server.send("GET", path, ["If-None-Match": "\"other\", W/\(tag)"])
      #expect(same.status == 304)
      #expect(same.body.isEmpty)
      for name in [
        "ETag", "Cache-Control", "Stream-Next-Offset", "Stream-Up-To-Date", "Content-Type",
      ] {
        #expect(same[name] == end[name], "\(name)")
      }
      #expect(same["Content-Length"] == nil)
      try server.store.grow("home", by: 1)
      let more = try await server.send("GET", path, ["If-None-Match": tag])
      #expect(more.status == 200, "the same messages, but not the end any more")
      #expect(more["Stream-Next-Offset"] == end["Stream-Next-Offset"])
      #expect(more["Stream-Up-To-Date"] == nil)
      #expect(more["ETag"] != tag)
    }
  }

  @Test func `the end of a feed is asked for again, and a full page may be kept for a minute`()
    async throws
  {
    try await RunningServer.with(
      nil,
      settings {
        $0.pageChanges = 2
        $0.caching = .shared
      }
    ) { server in
      try server.store.grow("home", by: 5)
      let first = try await server.send("GET", "/lists/home/changes?offset=-1")
      #expect(first["Cache-Control"] == "public, max-age=60", "a beginning can be compacted away")
      let offset = try #require(first["Stream-Next-Offset"])
      let second = try await server.send("GET", "/lists/home/changes?offset=\(offset)")
      #expect(second["Cache-Control"] == "public, max-age=60, stale-while-revalidate=300")
      let last = try #require(second["Stream-Next-Offset"])
      let third = try await server.send("GET", "/lists/home/changes?offset=\(last)")
      #expect(third["Cache-Control"] == "public, no-cache")
    }
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let page = try await server.send("GET", "/lists/home/changes")
      #expect(page["Cache-Control"] == "private, no-cache", "nothing is shared unless it is said")
    }
  }

  @Test func `offset=now is empty, has the end, and no tag`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let now = try await server.send("GET", "/lists/home/changes?offset=now")
      #expect(now.status == 200)
      #expect(now.text == "[]")
      #expect(now["Cache-Control"] == "no-store")
      #expect(now["ETag"] == nil)
      #expect(now["Stream-Up-To-Date"] == "true")
      let offset = try #require(now["Stream-Next-Offset"])
      try server.store.grow("home", by: 1)
      let next = try await server.send("GET", "/lists/home/changes?offset=\(offset)")
      #expect(try next.versions() == [3])
    }
  }

  @Test(arguments: ["", "?offset=now", "?offset=-1&live=long-poll", "?offset=now&live=sse"])
  func `a list that does not exist is 404 in every mode`(query: String) async throws {
    try await RunningServer.with { server in
      let answer = try await server.send("GET", "/lists/nowhere/changes\(query)")
      #expect(answer.status == 404)
      #expect(answer["Cache-Control"] == "no-store")
      #expect(answer["Content-Type"] == "application/problem+json")
      #expect(try answer.object()["reason"] as? String == "unknown-list")
    }
  }

  @Test func `HEAD has the end and no body, also if there is no such list`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let head = try await server.send("HEAD", "/lists/home/changes")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head["Content-Type"] == "application/json")
      #expect(head["Cache-Control"] == "no-store")
      #expect(head["Stream-Next-Offset"] == FeedOffset(try server.store.token(of: "home")).text)
      let missing = try await server.send("HEAD", "/lists/nowhere/changes")
      #expect(missing.status == 404)
      #expect(missing.body.isEmpty)
      #expect(missing["Content-Type"] == "application/problem+json")
    }
  }

  @Test(arguments: [
    "offset=", "offset=7", "offset=-2", "offset=0000000000000001", "offset=%FF", "offset=a%00b",
    "offset=1.2.3.4.5", "offset=-1&offset=now", "live=sse", "live=long-poll", "offset=-1&live=yes",
    "offset=-1&live=sse&cursor=-1", "offset=-1&cursor=99999999999999999999", "offset=%",
    "offset=\(String(repeating: "9", count: 5000))",
  ])
  func `a malformed request is 400 and kept by nobody`(query: String) async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      for method in ["GET", "HEAD"] {
        // libcurl is asked for the path as it stands.
        let answer = try await RawClient.send(
          "\(method) /lists/home/changes?\(query) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
          to: server.port
        )
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(method) \(query): \(answer.prefix(200))")
        #expect(answer.lowercased().contains("cache-control: no-store"))
      }
    }
  }

  @Test func `what was acknowledged is in the next answer`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      for version in 2...40 {
        let put = try await server.send(
          "PATCH",
          "/lists/home",
          body: #"{"edits":[{"insert":{"id":"p\#(version)"},"end":"s"}]}"#
        )
        #expect(put["List-Version"] == "\(version)")
        let page = try await server.send("GET", "/lists/home/changes")
        #expect(try page.versions().last == version)
      }
    }
  }

  @Test func `all lists are one feed, in the order of their commits`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 2 }) { server in
      for list in ["a", "b", "a", "c", "b"] { try server.store.grow(List.ID(list), by: 1) }
      var (offset, lists, isEnd) = ("-1", [String](), false)
      while !isEnd {
        let page = try await server.send("GET", "/changes?offset=\(offset)")
        let messages = try #require(
          try JSONSerialization.jsonObject(with: page.body) as? [[String: Any]]
        )
        lists += messages.compactMap { $0["list"] as? String }
        isEnd = page["Stream-Up-To-Date"] == "true"
        offset = try #require(page["Stream-Next-Offset"])
      }
      #expect(lists == ["a", "b", "a", "c", "b"])
      let index = try await server.send("GET", "/lists")
      #expect(index["Stream-Next-Offset"] == offset, "who has read the lists follows from here")
    }
  }

  @Test func `an empty store has a beginning`() async throws {
    try await RunningServer.with { server in
      let page = try await server.send("GET", "/changes?offset=-1")
      let offset = try #require(page["Stream-Next-Offset"])
      #expect(page.text == "[]")
      try server.store.grow("a", by: 1)
      #expect(try await server.send("GET", "/changes?offset=\(offset)").versions() == [1])
    }
  }
}

struct FeedOffsetTests {
  @Test func `offsets sort by version, have no forbidden character, and lead back to the token`()
    throws
  {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 12)
    let tokens = try (0...12).map { try store.token(of: "home", at: $0) }
    let offsets = tokens.map { FeedOffset($0).text }
    #expect(offsets == offsets.sorted())
    #expect(Set(offsets).count == offsets.count)
    for (offset, token) in zip(offsets, tokens) {
      #expect(!offset.contains { ",&=?/".contains($0) })
      #expect(offset.utf8.count < 256)
      #expect(FeedOffset.token(offset, as: CursorToken.self) == token)
      #expect(FeedOffset.token(token.description, as: CursorToken.self) == token)
    }
    let token = try store.token()
    #expect(FeedOffset.token(FeedOffset(token).text, as: StoreToken.self) == token)
  }

  @Test func `a cursor is always more than the client's, and never less than the time's`() throws {
    // 100 intervals of 20 seconds after the protocol's epoch.
    let now = Date(timeIntervalSince1970: 1_728_432_000 + 2000)
    #expect(StreamCursor.next(after: nil, at: now) == 100)
    #expect(StreamCursor.next(after: 99, at: now) == 100)
    #expect(StreamCursor.next(after: 99, at: now, past: 7) == 100)
    for client in [100, 101, 5000] {
      #expect(StreamCursor.next(after: client, at: now) == client + 1)
    }
    // Whatever cursors readers came with: after messages they have the same, and it is more than before.
    var cursors = [100, 150, 3_000_000]
    for version in [7, 8, 9, 1 << 35] {
      let next = Set(cursors.map { StreamCursor.next(after: $0, at: now, past: version) })
      #expect(next.count == 1)
      #expect(cursors.allSatisfy { $0 < next.first ?? 0 })
      // One waits for a day, one comes again, and one goes on.
      cursors = [(next.first ?? 0) + 4000, 101, next.first ?? 0]
    }
    let far = StreamCursor.next(after: 101, at: now, past: 1 << 53)
    #expect(try StreamCursor.read(String(far)) == far)
  }
}
