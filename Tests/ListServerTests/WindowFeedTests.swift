import Foundation
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// Feeds of some rows of a list, and of some lists.
struct WindowFeedTests {
  /// Cells as a reader of the interface keeps them: only what documents say.
  private struct Rows {
    var cells: [String]
    var version: Int
    var offset: String

    init(_ answer: RunningServer.Answer) throws {
      cells = try (answer.object()["cells"] as? [[String: Any]] ?? []).compactMap(Self.text)
      version = try #require(try answer.object()["version"] as? Int)
      offset = try #require(answer["Stream-Next-Offset"])
    }

    static func text(_ cell: Any?) throws -> String? {
      guard let cell else { return nil }
      let data = try JSONSerialization.data(withJSONObject: cell, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }

    /// Applies changes as a batch update.
    mutating func apply(_ answer: RunningServer.Answer) throws {
      let changes = try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]] ?? []
      for change in changes {
        func operations(_ name: String) -> [[String: Any]] {
          change[name] as? [[String: Any]] ?? []
        }
        func place(_ operation: [String: Any], _ name: String) -> Int {
          operation[name] as? Int ?? -1
        }
        #expect(change["parent"] as? Int == version)
        let old = cells
        let leaving =
          operations("removed").map { place($0, "at") }
          + operations("moved").map { place($0, "from") }
        cells = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
        var arriving = operations("moved").map { (place($0, "to"), old[place($0, "from")]) }
        for insertion in operations("inserted") {
          arriving.append((place(insertion, "at"), try Self.text(insertion["cell"]) ?? ""))
        }
        for (at, cell) in arriving.sorted(by: { $0.0 < $1.0 }) { cells.insert(cell, at: at) }
        for update in operations("updated") {
          cells[place(update, "at")] = try Self.text(update["cell"]) ?? ""
        }
        version = try #require(change["version"] as? Int)
      }
      offset = try #require(answer["Stream-Next-Offset"])
    }
  }

  @Test func `rows that are followed are the rows that are read, at every version`() async throws {
    try await RunningServer.with(nil, settings { $0.pageChanges = 3 }) { server in
      var random = RandomLists(seed: 5)
      var list = random.list()
      while try server.store.lists().first?.version ?? 0 < 20 {
        try await server.store.commit(list, to: "home")
        list = random.successor(of: list)
      }
      let section = try #require(
        try server.store.snapshot(of: "home", at: 9).list.sections.first?.id
      )
      for query in ["0,4", "3,6", "2,3&section=\(RequestTarget.encoded(section.rawValue))"] {
        let (first, count) = (query.prefix { $0 != "," }, query.drop { $0 != "," }.dropFirst())
        let cells = "/lists/home/cells?first=\(first)&count=\(count)"
        var rows = try Rows(try await server.send("GET", "\(cells)&at=2"))
        repeat {
          let path = "/lists/home/changes?window=\(query)&offset=\(rows.offset)"
          let answer = try await server.send("GET", path)
          try #require(answer.status == 200, "\(answer.text)")
          try rows.apply(answer)
          let expected = try Rows(try await server.send("GET", "\(cells)&at=\(rows.version)"))
          #expect(rows.cells == expected.cells, "\(query) at \(rows.version)")
        } while rows.version < 20
      }
      // From the empty list on, and live.
      var all = try Rows(try await server.send("GET", "/lists/home/cells?count=5&at=0"))
      try all.apply(try await server.send("GET", "/lists/home/changes?window=0,5"))
      #expect(all.version == 3)
      let end = FeedOffset(try server.store.token(of: "home")).text
      async let poll = server.send(
        "GET",
        "/lists/home/changes?window=0,5&live=long-poll&offset=\(end)"
      )
      try await server.waitForWaitingRequests(1)
      try server.store.grow("home", by: 1)
      #expect(try await poll.versions() == [21])
    }
  }

  @Test func `a window that cannot go on begins again with its rows`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 5)
      let old = FeedOffset(try server.store.token(of: "home", at: 1)).text
      try server.store.compact(newest(2))
      for offset in [old, "-1"] {
        let path = "/lists/home/changes?window=1,3&section=s&offset=\(offset)"
        let gone = try await server.send("GET", path)
        #expect(gone.status == 410)
        let start = try #require(try gone.object()["start"] as? String)
        #expect(start == "/lists/home/cells?first=1&count=3&section=s")
        #expect(try await server.send("GET", start).status == 200)
      }
      for bad in [
        "window=1", "window=-1,2", "window=0,0", "window=0,1001", "window=a,b", "section=s",
      ] {
        #expect(try await server.send("GET", "/lists/home/changes?\(bad)").status == 400, "\(bad)")
      }
    }
  }

  @Test
  func `one stream has the changes of the lists that are named, also of those that come later`()
    async throws
  {
    try await RunningServer.with(nil, settings { $0.pageChanges = 2 }) { server in
      for _ in 0..<3 {
        for name in ["a", "b", "c"] { try server.store.grow(List.ID(name), by: 1) }
      }
      var (offset, found, isUpToDate) = ("-1", [String](), false)
      while !isUpToDate {
        let page = try await server.send("GET", "/changes?list=a&list=c&list=late&offset=\(offset)")
        let changes = try JSONSerialization.jsonObject(with: page.body) as? [[String: Any]] ?? []
        found += changes.map { "\($0["list"] ?? "")\($0["version"] ?? "")" }
        offset = try #require(page["Stream-Next-Offset"])
        isUpToDate = page["Stream-Up-To-Date"] != nil
      }
      #expect(found == ["a1", "c1", "a2", "c2", "a3", "c3"])
      async let poll = server.send("GET", "/changes?list=late&live=long-poll&offset=\(offset)")
      try await server.waitForWaitingRequests(1)
      // So many changes of another list that they are passed over in several steps.
      try server.store.grow("b", by: 100)
      try server.store.grow("late", by: 1)
      #expect(try await poll.text.contains("\"list\":\"late\""))
      #expect(try await server.send("GET", "/changes?list=a&offset=-1&offset=-1").status == 400)
      #expect(try await server.send("GET", "/changes?list=").status == 400)
    }
  }
}
