import Foundation
import ListKeeping
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// Positions that cannot be continued: never a gap, and never an answer that only looks like the beginning.
struct GoneTests {
  /// A way to a position that cannot be continued.
  enum Case: String, CaseIterable {
    case compacted, beginning, otherList, forked, future, cleared

    var reason: String {
      switch self {
      case .compacted, .beginning, .cleared: "compacted"
      case .otherList: "other-list"
      case .forked: "forked"
      case .future: "from-the-future"
      }
    }

    /// Prepares a store, and returns the offset.
    func offset(in store: ListStore) throws -> String {
      try store.grow("home", by: 6)
      let token = try store.token(of: "home")
      switch self {
      case .compacted:
        let second = try store.token(of: "home", at: 2)
        try store.compact(newest(2))
        return FeedOffset(second).text
      case .beginning:
        try store.compact(newest(2))
        return "-1"
      case .otherList:
        try store.grow("other", by: 1)
        return FeedOffset(try store.token(of: "other")).text
      case .forked:
        let other = try store.token(of: "home", at: 3).fingerprint
        return FeedOffset(token.token(of: 5, other)).text
      case .future: return FeedOffset(token.token(of: 7, token.fingerprint)).text
      case .cleared:
        try store.commit(.clearing, to: "home")
        return "-1"
      }
    }
  }

  @Test(arguments: Case.allCases, ["", "&live=long-poll", "&live=sse"])
  func `it is 410 before any stream, says why, and names a start that works`(
    kind: Case,
    mode: String
  ) async throws {
    try await RunningServer.with { server in
      let offset = try kind.offset(in: server.store)
      let answer = try await server.send("GET", "/lists/home/changes?offset=\(offset)\(mode)")
      #expect(answer.status == 410)
      #expect(answer["Content-Type"] == "application/problem+json")
      #expect(answer["Cache-Control"] == "no-store")
      let problem = try answer.object()
      #expect(problem["reason"] as? String == kind.reason)
      #expect(problem["status"] as? Int == 410)
      let newest = try server.store.info(of: "home").version
      #expect((problem["newest"] as? [String: Any])?["version"] as? Int == newest)
      let start = try #require(problem["start"] as? String)
      let snapshot = try await server.send("GET", start)
      #expect(snapshot.status == 200)
      let next = try #require(snapshot["Stream-Next-Offset"])
      try await server.store.commit(
        .edit { try $0.appendSection(Section(id: "more")) },
        to: "home"
      )
      let page = try await server.send("GET", "/lists/home/changes?offset=\(next)")
      #expect(try page.versions() == [newest + 1], "the changes go on where the snapshot ends")
    }
  }

  @Test func `no offset on a list whose beginning is gone is 410, and HEAD still has the end`()
    async throws
  {
    try await RunningServer.with { server in
      _ = try Case.beginning.offset(in: server.store)
      #expect(try await server.send("GET", "/lists/home/changes").status == 410)
      #expect(try await server.send("HEAD", "/lists/home/changes").status == 200)
      #expect(try await server.send("GET", "/lists/home/changes?offset=now").status == 200)
    }
  }

  @Test func `a restored store tells its readers, and a cached page of it has another tag`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["store.db", "backup.db", "restored.db"].map {
      folder.appendingPathComponent($0).path
    }
    let store = try ListStore(path: paths[0])
    try store.grow("home", by: 3)
    try store.backup(to: paths[1])
    let (offset, tag, all) = (Value<String>(), Value<String>(), Value<String>())
    try await RunningServer.with(store) { server in
      let page = try await server.send("GET", "/lists/home/changes?offset=-1")
      offset.set(try #require(page["Stream-Next-Offset"]))
      tag.set(try #require(page["ETag"]))
      all.set(try #require(try await server.send("GET", "/changes")["Stream-Next-Offset"]))
    }
    try ListStore.restore(paths[1], to: paths[2])
    let restored = try ListStore(path: paths[2])
    try await RunningServer.with(restored) { server in
      let gone = try await server.send("GET", "/lists/home/changes?offset=\(offset.value ?? "")")
      #expect(gone.status == 410)
      #expect(try gone.object()["reason"] as? String == "restored")
      let page = try await server.send(
        "GET",
        "/lists/home/changes?offset=-1",
        ["If-None-Match": tag.value ?? ""]
      )
      #expect(page.status == 200)
      let everything = try await server.send("GET", "/changes?offset=\(all.value ?? "")")
      #expect(everything.status == 410)
      #expect(try everything.object()["reason"] as? String == "restored")
      #expect(try everything.object()["start"] as? String == "/lists")
    }
  }

  @Test func `an offset that was handed out is taken by the next process that serves the file`()
    async throws
  {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
    defer {
      for end in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: path + end)
      }
    }
    let offsets = Value<[String]>()
    try await RunningServer.with(try ListStore(path: path), settings { $0.pageChanges = 2 }) {
      server in
      try server.store.grow("home", by: 5)
      var seen: [String] = []
      for _ in 0..<3 {
        let page = try await server.send("GET", "/lists/home/changes?offset=\(seen.last ?? "-1")")
        seen.append(try #require(page["Stream-Next-Offset"]))
      }
      offsets.set(seen)
      try server.store.close()
    }
    try await RunningServer.with(try ListStore(path: path)) { server in
      for (offset, versions) in zip(offsets.value ?? [], [[3, 4, 5], [5], []]) {
        let page = try await server.send("GET", "/lists/home/changes?offset=\(offset)")
        #expect(try page.versions() == versions)
      }
    }
  }
}
