import Foundation
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Tokens, read-only servers, and where a server may listen.
struct AccessTests {
  private static let file = """
    # the shop
    read  0123456789abcdef
    write fedcba9876543210
    """

  @Test func `a request needs a token, and one that may write to write`() async throws {
    try await RunningServer.with(nil, tokens: AccessTokens(parsing: Self.file)) { server in
      try server.store.grow("home", by: 1)
      let body = #"{"sections":[]}"#
      for fields in [
        [:], ["Authorization": "Bearer 0123456789abcdeX"], ["Authorization": "0123456789abcdef"],
        ["Authorization": "Basic 0123456789abcdef"], ["Authorization": "Bearer"],
        ["Authorization": "Bearer 0123456789abcdef0"], ["Authorization": "Bearer 0123456789abcde"],
      ] {
        let answer = try await server.send("GET", "/lists/home", fields)
        #expect(answer.status == 401)
        #expect(answer["WWW-Authenticate"] == "Bearer")
        #expect(answer["Cache-Control"] == "no-store")
      }
      #expect(try await server.send("GET", "/healthz").status == 200)
      let reader = ["Authorization": "Bearer 0123456789abcdef"]
      let writer = ["Authorization": "bearer fedcba9876543210"]
      #expect(try await server.send("GET", "/lists/home", reader).status == 200)
      #expect(try await server.send("PUT", "/lists/home", reader, body: body).status == 403)
      #expect(try server.store.info(of: "home").version == 1)
      #expect(try await server.send("PUT", "/lists/home", writer, body: body).status == 200)
      let named = try await RawClient.send(
        "GET /lists HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer 0123456789abcdef\r\n"
          + "Connection: close\r\n\r\n",
        to: server.port
      )
      #expect(named.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a token for some lists neither reads, writes nor learns of others`() async throws {
    let tokens = try AccessTokens(
      parsing: """
        write 0123456789abcdef home a%2Fb
        read fedcba9876543210
        """
    )
    let own = ["Authorization": "Bearer 0123456789abcdef"]
    try await RunningServer.with(nil, tokens: tokens) { server in
      for name in ["home", "a/b", "other"] { try server.store.grow(List.ID(name), by: 2) }
      let lists = try await server.send("GET", "/lists", own)
      #expect(!lists.text.contains("other") && lists.text.contains("a/b"))
      let changes = try await server.send("GET", "/changes", own)
      #expect(try changes.versions() == [1, 2, 1, 2] && !changes.text.contains("other"))
      #expect(changes["Stream-Up-To-Date"] == "true")
      for (method, path) in [
        ("GET", "/lists/other"), ("GET", "/lists/other/changes"), ("GET", "/lists/other/values"),
        ("GET", "/changes?list=other"), ("PUT", "/lists/other"), ("POST", "/lists/other/undo"),
        ("GET", "/lists/other/consumers"), ("GET", "/lists/never"),
      ] {
        let body = method == "PUT" ? #"{"sections":[]}"# : nil
        let answer = try await server.send(method, path, own, body: body)
        #expect(answer.status == 404, "\(method) \(path)")
        #expect(try answer.object()["reason"] as? String == "unknown-list")
      }
      #expect(try server.store.info(of: "other").version == 2)
      let put = try await server.send("PUT", "/lists/a%2Fb", own, body: #"{"sections":[]}"#)
      #expect(put.status == 200)
      let all = ["Authorization": "Bearer fedcba9876543210"]
      #expect(try await server.send("GET", "/lists/other", all).status == 200)
      #expect(try await server.send("GET", "/liststore.js").status == 200)
    }
  }

  @Test func `a client of HTTP 1.0 is given no chunks, and the end of the connection`() async throws
  {
    try await RunningServer.with(nil, settings { $0.streamDuration = .milliseconds(50) }) {
      server in
      try server.store.grow("home", by: 2)
      for (path, end) in [
        ("/lists/home/changes?live=sse&offset=-1", "\"upToDate\":true}\n\n"),
        ("/lists/home", "]}]}"), ("/lists/none", "}"),
      ] {
        let request = "GET \(path) HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
        let answer = try await RawClient.send(request, to: server.port)
        #expect(answer.hasPrefix("HTTP/1.0 "), "\(answer.prefix(40))")
        #expect(!answer.lowercased().contains("transfer-encoding"))
        #expect(answer.hasSuffix(end), "\(answer.suffix(40))")
        let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        #expect(body.hasPrefix("{") || body.hasPrefix("event: data\nid: "), "\(body.prefix(40))")
      }
      let newer =
        "GET /lists/home/changes?live=sse&offset=-1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let chunked = try await RawClient.send(newer, to: server.port)
      #expect(chunked.lowercased().contains("transfer-encoding: chunked"))
    }
  }

  @Test(arguments: [
    ("", 1), ("read short", 1), ("# a\nwrit fedcba9876543210", 2), ("read a b", 1),
    ("read 0123456789abcdef %ff", 1),
    ("read 0123456789abcdef\nread 0123456789äbcdef", 2),
  ])
  func `a file of tokens that cannot be read names the line and no token`(text: String, line: Int) {
    #expect {
      try AccessTokens(parsing: text)
    } throws: { error in
      guard let error = error as? InvalidTokens else { return false }
      return error.line == line && !error.description.contains("0123")
    }
  }

  @Test func `a read-only server refuses everything that writes`() async throws {
    try await RunningServer.with(nil, settings { $0.access = .readOnly }) { server in
      try server.store.grow("home", by: 2)
      for (method, path) in [
        ("PUT", "/lists/home"), ("PATCH", "/lists/home"), ("POST", "/lists/home/undo"),
        ("POST", "/lists/home/revert?to=1"), ("PATCH", "/lists/home/values"),
        ("DELETE", "/lists/home/consumers/a"),
      ] {
        let answer = try await server.send(method, path, body: "{}")
        #expect(answer.status == 403)
        #expect(try answer.object()["reason"] as? String == "read-only")
      }
      #expect(try server.store.info(of: "home").version == 2)
      #expect(try await server.send("GET", "/lists/home").status == 200)
    }
  }

  @Test func `an address that others can reach needs tokens`() throws {
    let store = try ListStore.inMemory()
    for host in [
      "0.0.0.0", "::", "192.168.0.7", "example.org", "127.0.0.1.example.org", "1127.0.0.1",
    ] {
      #expect(throws: NeedsTokens(host: host)) {
        try StandaloneServer(of: store, at: .init(host: host))
      }
      let tokens = try AccessTokens(parsing: Self.file)
      _ = try StandaloneServer(of: store, at: .init(host: host), tokens: tokens)
    }
    for host in ["127.0.0.1", "localhost", "::1", "127.8.9.10"] {
      _ = try StandaloneServer(of: store, at: .init(host: host))
    }
  }
}
