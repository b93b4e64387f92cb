import Foundation
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Requests that are wrong, rude, or meant for harm: a clear answer, and nobody else is harmed.
struct HostileRequestTests {
  @Test(arguments: [
    "a/b", "..", ".", "%2F", "a b+c", "?#&=", "é", "e\u{301}", "\u{0}", "\u{1}\u{7F}\r\n",
    "\"'\\<>",
    "👩‍👩‍👧", "//", "home#values", String(repeating: "x", count: 1024),
  ])
  func `a name holds every byte`(name: String) async throws {
    try await RunningServer.with { server in
      let path = "/lists/\(RequestTarget.encoded(name))"
      let put = try await server.send("PUT", path, body: #"{"sections":[]}"#)
      #expect(put.status == 201, "\(put.text)")
      #expect(try put.object()["list"] as? String == name)
      #expect(try server.store.lists().map(\.id.rawValue) == [name])
      #expect(try await server.send("GET", "\(path)/changes").versions() == [1])
      let index = try await server.send("GET", "/lists").object()
      let entry = try #require((index["lists"] as? [[String: Any]])?.first)
      #expect(entry["list"] as? String == path)
      #expect(try await server.send("GET", try #require(entry["changes"] as? String)).status == 200)
    }
  }

  @Test func `every byte of a name may be percent-encoded, in either case`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("a/é", by: 1)
      for path in ["/lists/a%2Fé", "/lists/%61%2f%c3%a9", "/lists/a%2F%C3%A9"] {
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawClient.send(request, to: server.port)
        #expect(
          answer.hasPrefix("HTTP/1.1 200") || path.contains("é"),
          "\(path): \(answer.prefix(80))"
        )
      }
      try server.store.grow("a+b", by: 1)
      for (path, status) in [
        ("/lists/a+b", "200"), ("/lists/a%2Bb", "200"), ("/lists/a%20b", "404"),
      ] {
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawClient.send(request, to: server.port)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(path): \(answer.prefix(80))")
      }
    }
  }

  @Test func `names that cannot be are refused`() async throws {
    try await RunningServer.with { server in
      let long = String(repeating: "x", count: 1025)
      let put = try await server.send("PUT", "/lists/\(long)", body: #"{"sections":[]}"#)
      #expect(put.status == 422)
      #expect(try put.object()["reason"] as? String == "invalid-name")
      for path in ["/lists/%FF", "/lists/%", "/lists/%2", "/lists/%zz/changes"] {
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawClient.send(request, to: server.port)
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(path): \(answer.prefix(80))")
      }
      for path in [
        "/index.html", "/list", "/lists/a/b/c", "/lists/../etc/passwd", "//lists", "/lists/",
      ] {
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await RawClient.send(request, to: server.port)
        #expect(answer.hasPrefix("HTTP/1.1 404"), "\(path): \(answer.prefix(80))")
        #expect(answer.lowercased().contains("cache-control: no-store"))
      }
    }
  }

  @Test func `other methods are 405 with those that are allowed`() async throws {
    try await RunningServer.with { server in
      let cases = [
        ("PUT", "/lists/home/changes", "GET, HEAD, POST"), ("POST", "/changes", "GET, HEAD"),
        ("DELETE", "/lists/home", "GET, HEAD, PUT, PATCH"),
        ("PROPFIND", "/lists", "GET, HEAD"), ("OPTIONS", "/changes", "GET, HEAD"),
        ("GET", "/lists/home/undo", "POST"),
      ]
      for (method, path, allowed) in cases {
        let answer = try await server.send(method, path)
        #expect(answer.status == 405)
        #expect(answer["Allow"] == allowed)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
      }
    }
  }

  @Test func `a body above the limit is 413, announced or not`() async throws {
    try await RunningServer.with(nil, settings { $0.largestBody = 1000 }) { server in
      let long = String(repeating: " ", count: 2000)
      let put = try await server.send("PUT", "/lists/home", body: long)
      #expect(put.status == 413)
      #expect(try put.object()["limit"] as? Int == 1000)
      let chunks = String(repeating: "100\r\n\(String(repeating: " ", count: 256))\r\n", count: 8)
      let answer = try await RawClient.send(
        "PUT /lists/home HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n",
        to: server.port
      )
      #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer.prefix(80))")
      #expect(try await server.send("PUT", "/lists/home", body: #"{"sections":[]}"#).status == 201)
    }
  }

  @Test func `requests in one packet are answered in their order`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let answers = try await RawClient.send(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + "GET /lists/home/changes HTTP/1.1\r\nHost: localhost\r\n\r\n"
          + "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        to: server.port
      )
      let statuses = answers.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      #expect(statuses == ["200", "200", "404"])
    }
  }

  @Test(arguments: [
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /lists HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "PUT /lists/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 1_000_000))\r\n\r\n",
    "\u{0}\u{1}\u{2}\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
  ])
  func `a request that cannot be read ends its connection and no other`(request: String)
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let answer = try await RawClient.send(request, to: server.port)
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(80))")
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count <= 2, "one answer at most")
      #expect(try await server.send("GET", "/lists/home").status == 200)
    }
  }

  @Test func `a client that has sent all and says so is answered`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let client = try RawClient(port: server.port)
      let answer = await blocking {
        client.write("GET /lists/home/changes HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.endSending()
        return client.read()
      }
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      #expect(answer.hasSuffix("]"))
    }
  }

  @Test func `readers who do not read, and senders who do not send, hold nobody up`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 20, content: String(repeating: "x", count: 200_000))
      var rude: [RawClient] = []
      for index in 0..<20 {
        let client = try RawClient(port: server.port)
        client.write(
          index % 2 == 0
            ? "GET /lists/home/changes?live=sse&offset=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            : "PUT /lists/home HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
        )
        rude.append(client)
      }
      for version in 21...25 {
        let patch = try await server.send(
          "PATCH",
          "/lists/home",
          body: #"{"edits":[{"insert":{"id":"p\#(version)"},"end":"s"}]}"#
        )
        #expect(patch["List-Version"] == "\(version)")
      }
      withExtendedLifetime(rude) {}
    }
  }

  @Test func `a page of another origin cannot write, and another host's name is refused`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2)
      let foreign = try await server.send(
        "POST",
        "/lists/home/undo",
        ["Origin": "https://evil.example"]
      )
      #expect(foreign.status == 403)
      #expect(foreign["Access-Control-Allow-Origin"] == nil)
      // The name of the server at the end of another one.
      for origin in ["http://evil-127.0.0.1:\(server.port)", "127.0.0.1:\(server.port)", "null"] {
        let answer = try await server.send(
          "PUT",
          "/lists/home",
          ["Origin": origin],
          body: #"{"sections":[]}"#
        )
        #expect(answer.status == 403, "\(origin)")
      }
      let own = try await server.send(
        "POST",
        "/lists/home/undo",
        ["Origin": "http://127.0.0.1:\(server.port)"]
      )
      #expect(own.status == 200)
      let rebound = try await RawClient.send(
        "GET /lists HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        to: server.port
      )
      #expect(rebound.hasPrefix("HTTP/1.1 421"))
    }
    try await RunningServer.with(nil, settings { $0.allowedOrigin = "https://shop.example" }) {
      server in
      try server.store.grow("home", by: 2)
      let preflight = try await server.send(
        "OPTIONS",
        "/lists/home",
        ["Origin": "https://shop.example"]
      )
      #expect(preflight.status == 204)
      #expect(preflight["Access-Control-Allow-Origin"] == "https://shop.example")
      let page = try await server.send("GET", "/lists/home/changes")
      #expect(page["Access-Control-Expose-Headers"]?.contains("Stream-Next-Offset") == true)
      let undo = try await server.send(
        "POST",
        "/lists/home/undo",
        ["Origin": "https://shop.example"]
      )
      #expect(undo.status == 200)
    }
  }
}
