import Foundation
import ListDiff
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Changes that were decided elsewhere, appended as they are.
struct AppendTests {
  /// Changes of a list that another store has made, long ago.
  private static func past(_ count: Int, of list: List.ID = "home") throws -> [Change] {
    let source = try ListStore.inMemory()
    try source.grow(list, by: count)
    return try source.changes(of: list).map { change in
      var change = change
      change.time = Date(timeIntervalSince1970: 1_000_000_000 + Double(change.version))
      (change.author, change.key, change.message) = ("ann", "k\u{0}\(change.version)", "a \u{1} b")
      return change
    }
  }

  private static func body(_ change: Change) throws -> String {
    String(decoding: try change.document(including: .replacedValues), as: UTF8.self)
  }

  @Test func `a change is recorded as it is, with its time; other commits have the server's time`()
    async throws
  {
    try await RunningServer.with { server in
      let past = try Self.past(3)
      for change in past {
        let path = "/lists/home/changes"
        let answer = try await server.send("POST", path, body: try Self.body(change))
        #expect(answer.status == (change.version == 1 ? 201 : 200), "\(answer.text)")
        #expect(try answer.object()["outcome"] as? String == "committed")
        #expect(try answer.object()["fingerprint"] as? String == change.fingerprint.description)
        #expect(answer["List-Version"] == "\(change.version)")
        let again = try await server.send("POST", path, body: try Self.body(change))
        #expect(try again.object()["outcome"] as? String == "duplicate")
        #expect(try again.object()["version"] as? Int == change.version)
      }
      for (own, sent) in zip(try server.store.changes(of: "home"), past) {
        #expect(own.time == sent.time && own.key == sent.key)
        #expect(own.author == sent.author && own.message == sent.message)
        #expect(own.fingerprint == sent.fingerprint)
      }
      let began = Date(timeIntervalSinceNow: -1)
      let edit = #"{"edits":[{"delete":"c1"}]}"#
      for path in ["/lists/home", "/lists/home?time=2001-09-09T01:46:40.000Z"] {
        _ = try await server.send("PATCH", path, body: edit)
      }
      let last = try #require(try server.store.changes(of: "home").last?.time)
      #expect(last >= began)
    }
  }

  @Test func `a list that is not what the change starts from is a conflict, with what was missed`()
    async throws
  {
    try await RunningServer.with { server in
      let past = try Self.past(3)
      for change in past.dropLast() { _ = try await server.store.append(change) }
      var late = past[0]
      late.key = nil
      late.fingerprint = past[2].fingerprint
      for (change, missed) in [(late, 2), (past[2], 0)] {
        // Another writer was faster.
        if missed == 0 { try server.store.grow("home", by: 1, content: "other") }
        let answer = try await server.send(
          "POST",
          "/lists/home/changes",
          body: try Self.body(change)
        )
        #expect(answer.status == 409, "\(answer.text)")
        let problem = try answer.object()
        #expect(problem["reason"] as? String == "version-mismatch")
        let head = try server.store.info(of: "home")
        let newest = problem["newest"] as? [String: Any]
        #expect(newest?["version"] as? Int == head.version)
        #expect(newest?["fingerprint"] as? String == head.fingerprint.description)
        let change = problem["missed"] as? [String: Any]
        #expect(change?["version"] as? Int == head.version)
      }
    }
  }

  @Test func `what is no change of that list, or does not fit it, changes nothing`() async throws {
    try await RunningServer.with { server in
      let past = try Self.past(2)
      _ = try await server.store.append(past[0])
      var untrue = past[1]
      untrue.fingerprint = past[0].fingerprint
      untrue.key = nil
      let other = try Self.past(1, of: "other")[0]
      let cases = [
        (try Self.body(untrue), "change-refused"), (try Self.body(other), "other-list"),
        (#"{"list":"home"}"#, "invalid-document"), ("", "invalid-document"),
      ]
      for (body, reason) in cases {
        let answer = try await server.send("POST", "/lists/home/changes", body: body)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(try answer.object()["reason"] as? String == reason)
      }
      #expect(try server.store.info(of: "home").version == 1)
    }
    let readOnly = settings { $0.access = .readOnly }
    try await RunningServer.with(nil, readOnly) { server in
      let body = try Self.body(try Self.past(1)[0])
      #expect(try await server.send("POST", "/lists/home/changes", body: body).status == 403)
    }
  }
}
