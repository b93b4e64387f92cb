import Foundation
import ListKeeping
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Documents, commits and the past of a list.
struct CommitTests {
  private static let document =
    #"{"sections":[{"id":"s","cells":[{"id":"a","type":"T","content":1}]}]}"#

  @Test func `a list document is put and read, at any version, with its fingerprint as its tag`()
    async throws
  {
    try await RunningServer.with { server in
      let put = try await server.send(
        "PUT",
        "/lists/home?author=anna&message=New",
        body: Self.document
      )
      #expect(put.status == 201)
      #expect(try put.object()["version"] as? Int == 1)
      let head = try await server.send("GET", "/lists/home")
      #expect(head.text == Self.document)
      let fingerprint = try server.store.info(of: "home").fingerprint
      #expect(head["ETag"] == "\"\(fingerprint)\"")
      #expect(head["ETag"] == put["ETag"])
      #expect(head["List-Version"] == "1")
      #expect(head["Stream-Next-Offset"] == put["Stream-Next-Offset"])
      let same = try await server.send("GET", "/lists/home", ["If-None-Match": head["ETag"] ?? ""])
      #expect(same.status == 304)
      #expect(same["Stream-Next-Offset"] == head["Stream-Next-Offset"])
      try server.store.grow("home", by: 1)
      #expect(try await server.send("GET", "/lists/home?at=1").text == Self.document)
      #expect(try await server.send("GET", "/lists/home?at=0").text == #"{"sections":[]}"#)
      let change = try #require(try server.store.changes(of: "home").first)
      #expect(change.author == "anna" && change.message == "New")
      let missing = try await server.send("GET", "/lists/home?at=9")
      #expect(missing.status == 404)
      #expect(try missing.object()["newest"] as? Int == 2)
    }
  }

  @Test func `a document equal to the head makes no version`() async throws {
    try await RunningServer.with { server in
      _ = try await server.send("PUT", "/lists/home", body: Self.document)
      let again = try await server.send("PUT", "/lists/home", body: Self.document)
      #expect(again.status == 200)
      #expect(try again.object()["outcome"] as? String == "unchanged")
    }
  }

  @Test func `edits are one version, or none`() async throws {
    try await RunningServer.with { server in
      _ = try await server.send("PUT", "/lists/home", body: Self.document)
      let edits = #"""
        {"edits":[{"insert":{"id":"b","type":"T","content":2},"end":"s"},
        {"insert":{"id":"c"},"before":"a"},{"move":"a","after":"b"},
        {"set":{"id":"b","type":"T","content":3}},{"delete":"c"},
        {"insertSection":{"id":"t","cells":[{"id":"d"}]},"before":"s"},
        {"moveSection":"t"},{"insertSection":{"id":"u","cells":[]}},{"deleteSection":"u"}]}
        """#
      let patch = try await server.send("PATCH", "/lists/home", body: edits)
      #expect(patch.status == 200, "\(patch.text)")
      #expect(patch["List-Version"] == "2")
      #expect(
        try await server.send("GET", "/lists/home").text
          == #"{"sections":[{"id":"s","cells":[{"id":"b","type":"T","content":3},"#
          + #"{"id":"a","type":"T","content":1}]},{"id":"t","cells":[{"id":"d"}]}]}"#
      )
      let bad = try await server.send(
        "PATCH",
        "/lists/home",
        body: #"{"edits":[{"delete":"a"},{"delete":"nobody"}]}"#
      )
      #expect(bad.status == 422)
      #expect(try bad.object()["reason"] as? String == "invalid-edit")
      #expect(try server.store.info(of: "home").version == 2)
      let unknown = try await server.send("PATCH", "/lists/nowhere", body: #"{"edits":[]}"#)
      #expect(unknown.status == 404)
    }
  }

  @Test(arguments: [
    (#"{"edits":[{"delete":"a"},{"insert":{"id":""},"end":"s"}]}"#, "edits[1].insert.id"),
    (#"{"edits":[{"insert":{"id":"x"}}]}"#, "edits[0]"),
    (#"{"edits":[{"end":"s"}]}"#, "edits[0]"),
    (#"{"edits":[{"delete":"a","set":{"id":"a"}}]}"#, "edits[0].set"),
    (#"{"edits":[{"insert":{"id":"x"},"end":"s","start":"s"}]}"#, "edits[0].start"),
    (#"{"edits":[{"delete":"a","end":"s"}]}"#, "edits[0].end"),
    (#"{"edits":[{"move":"a","to":"s"}]}"#, "edits[0].to"),
    (#"{"edit":[]}"#, "edit"), (#"{"edits":[{"#, "edits[0]"), ("", ""), ("[]", ""),
  ])
  func `an edit document that cannot be read is 422 with the path of the fault`(
    body: String,
    path: String
  ) async throws {
    try await RunningServer.with { server in
      _ = try await server.send("PUT", "/lists/home", body: Self.document)
      let answer = try await server.send("PATCH", "/lists/home", body: body)
      #expect(answer.status == 422)
      #expect(try answer.object()["path"] as? String == path, "\(answer.text)")
    }
  }

  @Test func `a list document that cannot be read is 422 with the path of the fault`() async throws
  {
    try await RunningServer.with { server in
      let cases = [
        (#"{"sections":[{"id":"s","cells":[{"id":"a"},{"id":"a"}]}]}"#, "sections[0].cells[1].id"),
        (#"{"sections":[{"cells":[]}]}"#, "sections[0].id"),
        (String(repeating: "[", count: 100_000), ""),
      ]
      for (body, path) in cases {
        let answer = try await server.send("PUT", "/lists/home", body: body)
        #expect(answer.status == 422)
        #expect(try answer.object()["path"] as? String == path)
      }
      let deep =
        #"{"sections":[{"id":"s","cells":[{"id":"a","content":"#
        + String(repeating: "[", count: 100_000)
      #expect(try await server.send("PUT", "/lists/home", body: deep).status == 422)
      #expect(try await server.send("GET", "/lists/home").status == 404)
    }
  }

  @Test func `an unexpected version is 409 with what was missed`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let answer = try await server.send("PUT", "/lists/home?expect=1", body: Self.document)
      #expect(answer.status == 409)
      let problem = try answer.object()
      #expect(problem["reason"] as? String == "version-mismatch")
      let missed = try #require(problem["missed"] as? [String: Any])
      #expect(missed["parent"] as? Int == 1)
      #expect(missed["version"] as? Int == 3)
      let change = try server.store.change(of: "home", from: 1, to: 3)
      #expect(answer.text.contains(String(decoding: try change.document(), as: UTF8.self)))
      let next = try await server.send("PUT", "/lists/home?expect=3", body: Self.document)
      #expect(next.status == 200)
    }
  }

  @Test func `If-Match and If-None-Match hold or are 412`() async throws {
    try await RunningServer.with { server in
      let none = ["If-None-Match": "*"]
      #expect(
        try await server.send("PUT", "/lists/home", ["If-Match": "*"], body: Self.document).status
          == 412
      )
      let first = try await server.send("PUT", "/lists/home", none, body: Self.document)
      #expect(first.status == 201)
      #expect(try await server.send("PUT", "/lists/home", none, body: Self.document).status == 412)
      let tag = try #require(first["ETag"])
      let second = try await server.send(
        "PATCH",
        "/lists/home",
        ["If-Match": "\"x\", \(tag)"],
        body: #"{"edits":[{"delete":"a"}]}"#
      )
      #expect(second.status == 200)
      let late = try await server.send("PUT", "/lists/home", ["If-Match": tag], body: Self.document)
      #expect(late.status == 412)
      #expect((try late.object()["newest"] as? [String: Any])?["version"] as? Int == 2)
    }
  }

  @Test func `writers that expect a version make dense versions, and each is acknowledged once`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let versions = try await withThrowingTaskGroup(of: [Int].self) { group in
        for writer in 0..<6 {
          group.addTask {
            var made: [Int] = []
            while made.count < 5 {
              let version = try #require(
                try await server.send("GET", "/lists/home")["List-Version"]
              )
              let body = #"{"edits":[{"insert":{"id":"w\#(writer)-\#(made.count)"},"end":"s"}]}"#
              let answer = try await server.send(
                "PATCH",
                "/lists/home?expect=\(version)",
                body: body
              )
              if answer.status == 409 { continue }
              try #require(answer.status == 200, "\(answer.text)")
              made.append(try #require(try answer.object()["version"] as? Int))
            }
            return made
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(versions.sorted() == Array(2...31))
      #expect(try server.store.snapshot(of: "home").list.cellCount == 31)
    }
  }

  @Test(arguments: ["key-1", "\"key-1\""])
  func `a request with an Idempotency-Key is made once`(key: String) async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      let fields = ["Idempotency-Key": key]
      let body = #"{"edits":[{"insert":{"id":"x"},"end":"s"}]}"#
      let first = try await server.send("PATCH", "/lists/home", fields, body: body)
      let second = try await server.send("PATCH", "/lists/home", fields, body: body)
      #expect(first["List-Version"] == "2" && second["List-Version"] == "2")
      #expect(try second.object()["outcome"] as? String == "duplicate")
      #expect(try server.store.changes(of: "home").last?.key == "key-1")
      let other = try await server.send("PUT", "/lists/home", fields, body: Self.document)
      #expect(other.status == 422)
      #expect(try other.object()["reason"] as? String == "key-reused")
    }
  }

  @Test func `the difference of two versions goes either way`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 4)
      for (from, to) in [(1, 4), (4, 2)] {
        let answer = try await server.send("GET", "/lists/home/difference?from=\(from)&to=\(to)")
        let change = try server.store.change(of: "home", from: from, to: to)
        #expect(answer.text == String(decoding: try change.document(), as: UTF8.self))
      }
      #expect(try await server.send("GET", "/lists/home/difference").status == 400)
      #expect(try await server.send("GET", "/lists/home/difference?from=9").status == 404)
    }
  }

  @Test func `undo and revert make new versions`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 4)
      let fingerprints = try (0...4).map { try server.store.token(of: "home", at: $0).fingerprint }
      let undo = try await server.send("POST", "/lists/home/undo")
      #expect(undo["ETag"] == "\"\(fingerprints[3])\"")
      let revert = try await server.send("POST", "/lists/home/revert?to=2&expect=5")
      #expect(revert["ETag"] == "\"\(fingerprints[2])\"")
      #expect(revert["List-Version"] == "6")
      let middle = try await server.send("POST", "/lists/home/undo?version=1")
      #expect(middle.status == 409, "the section that version 1 made has another cell now")
      #expect(try middle.object()["reason"] as? String == "changed-since")
      #expect(try await server.send("POST", "/lists/home/undo?version=1&last=2").status == 400)
      #expect(try await server.send("POST", "/lists/home/undo?version=1&conflicts=x").status == 400)
      #expect(try await server.send("POST", "/lists/home/revert").status == 400)
      #expect(try await server.send("POST", "/lists/home/revert?to=99").status == 404)
    }
  }

  @Test func `versions come by pages, newest first`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 7)
      var (path, pages) = ("/lists/home/versions?limit=3" as String?, [[Int]]())
      while let next = path {
        let page = try await server.send("GET", next).object()
        let versions = try #require(page["versions"] as? [[String: Any]])
        pages.append(versions.compactMap { $0["version"] as? Int })
        #expect(versions.allSatisfy { ($0["cells"] as? [String: Any])?["inserted"] as? Int == 1 })
        path = page["next"] as? String
      }
      #expect(pages == [[7, 6, 5], [4, 3, 2], [1]])
      var retention = ListStore.Retention()
      retention.versions = 3
      retention.age = .zero
      try server.store.compact(retention)
      let kept = try await server.send("GET", "/lists/home/versions").object()
      let numbers = (kept["versions"] as? [[String: Any]])?.compactMap { $0["version"] as? Int }
      #expect(
        numbers
          == (try server.store.oldestSummary(of: "home")?.version).map {
            Array(($0...7).reversed())
          }
      )
    }
  }

  @Test func `cells, values and consumers of a list`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 9)
      let cells = try await server.send("GET", "/lists/home/cells?first=2&count=3&section=s")
        .object()
      #expect(cells["before"] as? Int == 2 && cells["after"] as? Int == 4)
      #expect(
        (cells["cells"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == [
          "c3", "c4", "c5",
        ]
      )
      #expect(try await server.send("GET", "/lists/home/cells?first=x").status == 400)
      let set = try await server.send(
        "PATCH",
        "/lists/home/values",
        body: #"{"page":{"key":"a"},"none":null}"#
      )
      #expect(set.status == 200, "\(set.text)")
      #expect(try await server.send("GET", "/lists/home/values").text == #"{"page":{"key":"a"}}"#)
      _ = try await server.send("PATCH", "/lists/home/values", body: #"{"page":null}"#)
      #expect(try await server.send("GET", "/lists/home/values").text == "{}")
      #expect(try await server.send("PATCH", "/lists/home/values", body: "[]").status == 422)
      let consumer = try server.store.consumer("index", of: "home")
      _ = try consumer.consume { _ in }
      let list = try await server.send("GET", "/lists/home/consumers").object()
      let first = try #require((list["consumers"] as? [[String: Any]])?.first)
      #expect(first["name"] as? String == "index" && first["lag"] as? Int == 0)
      #expect(try await server.send("DELETE", "/lists/home/consumers/index").status == 204)
      #expect(try await server.send("DELETE", "/lists/home/consumers/index").status == 404)
      #expect(try await server.send("POST", "/lists/home/consumers/index/retry").status == 404)
    }
  }

  @Test(arguments: [
    ("*/*", "application/json"), ("image/svg+xml", "image/svg+xml"),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"),
    ("text/plain, application/json;q=0.5", "text/plain; charset=utf-8"),
    ("text/*", "text/html; charset=utf-8"),
    ("application/json;q=0, */*;q=0.1", "text/html; charset=utf-8"),
  ])
  func `a list is given as JSON or as a picture, as the client likes`(accept: String, type: String)
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 2, content: "<script>alert(1)</script>")
      let fields = ["Accept": accept]
      let answer = try await server.send("GET", "/lists/home?width=200&height=100", fields)
      #expect(answer.status == 200)
      #expect(answer["Content-Type"] == type)
      #expect(answer["Vary"] == "Accept")
      #expect(!type.contains("html") && !type.contains("svg") || !answer.text.contains("<script>"))
      #expect(
        type == "application/json" || answer["Content-Security-Policy"]?.contains("sandbox") == true
      )
      let tag = try #require(answer["ETag"])
      let same = try await server.send(
        "GET",
        "/lists/home?width=200&height=100",
        fields.merging(["If-None-Match": tag]) { $1 }
      )
      #expect(same.status == 304)
    }
  }

  @Test func `a form that a list does not have is 406, and a screen that cannot be is 400`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 1)
      #expect(try await server.send("GET", "/lists/home", ["Accept": "image/png"]).status == 406)
      for query in ["width=0", "height=x", "appearance=blue"] {
        let answer = try await server.send(
          "GET",
          "/lists/home?\(query)",
          ["Accept": "image/svg+xml"]
        )
        #expect(answer.status == 400, "\(query)")
      }
    }
  }
}
