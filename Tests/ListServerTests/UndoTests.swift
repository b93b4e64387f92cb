import Foundation
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Undo, redo, repeated requests, and the past in numbers.
struct UndoTests {
  @Test
  func `undo goes further back each time, redo goes forward, and a key makes both safe to repeat`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 4)
      let marks = try (0...4).map { try server.store.token(of: "home", at: $0).fingerprint }
      func head() throws -> Fingerprint { try server.store.info(of: "home").fingerprint }
      func post(_ path: String, _ key: String? = nil) async throws -> RunningServer.Answer {
        let fields = key.map { ["Idempotency-Key": $0] } ?? [:]
        return try await server.send("POST", "/lists/home/\(path)", fields)
      }
      #expect(try await post("undo", "a").object()["version"] as? Int == 5)
      #expect(try head() == marks[3])
      #expect(try await post("undo", "a").object()["outcome"] as? String == "duplicate")
      #expect(try head() == marks[3])
      #expect(try await post("undo").status == 200)
      #expect(try head() == marks[2])
      #expect(try await post("redo", "b").status == 200)
      #expect(try await post("redo", "b").object()["outcome"] as? String == "duplicate")
      #expect(try head() == marks[3])
      #expect(try await post("redo").status == 200)
      #expect(try head() == marks[4])
      #expect(try await post("undo?last=3").status == 200)
      #expect(try head() == marks[1])
      let versions = try await server.send("GET", "/lists/home/versions?limit=1").text
      #expect(versions.contains("Undo of the last 3 versions, back to version 1"))
      #expect(try await post("undo?version=1&conflicts=omit").status == 200)
      try server.store.grow("other", by: 1)
      let nothing = try await server.send("POST", "/lists/other/redo")
      #expect(nothing.status == 409)
      #expect(try nothing.object()["reason"] as? String == "nothing-to-redo")
    }
  }

  @Test func `a repeated request with a condition is known by its key`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let tag = "\"\(try server.store.info(of: "home").fingerprint)\""
      let body = #"{"sections":[{"id":"s","cells":[]}]}"#
      func put(_ key: String) async throws -> RunningServer.Answer {
        let fields = ["If-Match": tag, "Idempotency-Key": key]
        return try await server.send("PUT", "/lists/home", fields, body: body)
      }
      #expect(try await put("k").status == 200)
      let again = try await put("k")
      #expect(again.status == 200)
      #expect(try again.object()["outcome"] as? String == "duplicate")
      #expect(try await put("other").status == 412)
      let both = ["If-Match": "\"\(try server.store.info(of: "home").fingerprint)\""]
      #expect(try await server.send("PUT", "/lists/home?expect=1", both, body: body).status == 409)
      #expect(try server.store.info(of: "home").version == 2)
    }
  }

  @Test func `versions are counted by intervals of time, each once`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 9)
      for bins in [1, 3, 1000] {
        let answer = try await server.send("GET", "/lists/home/versions?bins=\(bins)").object()
        let counts = try #require(answer["counts"] as? [[String: Int]])
        #expect(counts.reduce(0) { $0 + ($1["count"] ?? 0) } == 9)
        #expect(counts.allSatisfy { (0..<bins).contains($0["bin"] ?? -1) })
        #expect(counts.first?["first"] == 1 && counts.last?["last"] == 9)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { ($0["last"] ?? 0) + 1 == $1["first"] })
      }
      let past = "from=2001-01-01T00:00:00.000Z&to=2001-01-02T00:00:00.000Z"
      let empty = try await server.send("GET", "/lists/home/versions?bins=5&\(past)").object()
      #expect((empty["counts"] as? [Any])?.isEmpty == true)
      #expect(empty["from"] as? String == "2001-01-01T00:00:00.000Z")
      for bad in ["bins=0", "bins=10001", "bins=5&from=yesterday"] {
        #expect(try await server.send("GET", "/lists/home/versions?\(bad)").status == 400)
      }
    }
  }
}
