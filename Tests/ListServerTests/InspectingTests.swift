import Foundation
import ListDiff
import ListLayout
import ListModel
import ListPictures
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// What the inspector asks for, beside what the store says.
struct InspectingTests {
  /// A store with a random history of `list`, and the lists of its versions from version 0 on.
  private func history(seed: UInt64, versions: Int) throws -> (ListStore, [List]) {
    let store = try ListStore.inMemory()
    var random = RandomLists(seed: seed)
    var lists = [List()]
    for _ in 0..<versions {
      let next = lists.count == 1 ? random.list() : random.successor(of: lists[lists.count - 1])
      guard next != lists.last else { continue }
      try store.commit(next, to: "list")
      lists.append(next)
    }
    return (store, lists)
  }

  @Test(arguments: 0..<UInt64(Soak.count(6, soak: 200)))
  func `sections and pictures of old versions are those of their whole lists`(seed: UInt64) throws {
    let (store, lists) = try history(seed: seed, versions: 24)
    let screen = PictureScreen(width: 320, height: 400, contentOffset: 120)
    for version in 1..<lists.count {
      let list = lists[version]
      let sections = try store.sections(of: "list", at: version)
      #expect(sections.map(\.section.id) == list.sections.map(\.id), "seed \(seed), \(version)")
      #expect(sections.map(\.section.attributes) == list.sections.map(\.attributes))
      #expect(sections.map(\.cellCount) == list.sections.map(\.cells.count))
      guard let whole = try? StoredPicture.picture(of: list, on: screen) else { continue }
      let stored = try StoredPicture(of: "list", in: store, at: version)
      #expect(try stored.picture(on: screen) == whole, "seed \(seed), \(version)")
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(6, soak: 200)))
  func `rows of a comparison are the cells that differ, each at its place in both lists`(
    seed: UInt64
  ) throws {
    let (store, lists) = try history(seed: seed, versions: 12)
    func places(_ list: List) -> [Cell.ID: CellPath] {
      var places: [Cell.ID: CellPath] = [:]
      for (section, element) in list.sections.enumerated() {
        for (item, cell) in element.cells.enumerated() {
          places[cell.id] = CellPath(section: section, item: item)
        }
      }
      return places
    }
    for (from, to) in [(0, lists.count - 1), (lists.count - 1, 1), (3, 4), (5, 2)] {
      let rows = try ChangedRows(of: "list", in: store, from: from, to: to)
      let (before, after) = (places(lists[from]), places(lists[to]))
      for row in rows.rows {
        #expect(row.from == nil || before[row.id] == row.from, "seed \(seed)")
        #expect(row.at == nil || after[row.id] == row.at, "seed \(seed)")
        #expect(row.marks.contains(.deleted) == (after[row.id] == nil))
        #expect(row.marks.contains(.inserted) == (before[row.id] == nil))
        #expect(rows.rows[try #require(rows.indices[row.id])].id == row.id)
        guard row.at == nil, let old = row.from, row.place.section < lists[to].sections.count
        else { continue }
        // The cells that stay and stood before it in its section stand before its place now.
        let section = lists[to].sections[row.place.section]
        let staying = lists[from].sections[old.section].cells.map(\.id)
        let moved = Set(rows.rows.filter { $0.marks.contains(.moved) }.map(\.id))
        for (item, id) in staying.enumerated() where !moved.contains(id) {
          guard let now = after[id], now.section == row.place.section else { continue }
          #expect((now.item < row.place.item) == (item < old.item), "seed \(seed): \(row.id)")
        }
        #expect(section.cells.count >= row.place.item)
      }
      let differing = before.keys.filter { after[$0] == nil }.count
      #expect(rows.rows.count { $0.at == nil } == differing)
      #expect(rows.rows.count { $0.from == nil } == after.keys.count { before[$0] == nil })
      #expect(rows.sections.reduce(0) { $0 + $1.rows.count } == rows.rows.count, "seed \(seed)")
    }
  }

  @Test func `a screen marks what was changed on it, and counts what was changed around it`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 40)
      try await server.store.edit("home") { draft in
        try draft.deleteCell("c1")
        try draft.deleteCell("c12")
        try draft.deleteCell("c40")
      }
      let path = "/lists/home/screen?width=300&height=220&from=40&anchor=10,c10"
      let screen = try await server.send("GET", path).object()
      let changes = try #require(screen["changes"] as? [String: Any])
      #expect(changes["above"] as? [String: Int] == ["deleted": 1])
      #expect(changes["shown"] as? [String: Int] == ["deleted": 1])
      #expect(changes["below"] as? [String: Int] == ["deleted": 1])
      #expect(changes["up"] as? [Int] == [0, 0])
      #expect(changes["down"] as? [Int] == [0, 37])
      let figures = try #require(screen["figures"] as? [[String: Any]])
      let first = try #require(figures.first { $0["id"] as? String == "c10" })
      #expect(first["y"] as? Double == 10)
      let ghosts = try #require(screen["ghosts"] as? [[String: Any]])
      #expect(ghosts.map { $0["id"] as? String } == ["c12"])
      #expect(ghosts.first?["place"] as? [Int] == [0, 10])
      // The version before says what will be deleted.
      let before = try await server.send(
        "GET",
        "/lists/home/screen?at=40&to=41&height=220&anchor=0,nobody&anchor=30,c12"
      ).object()
      let marked = (before["figures"] as? [[String: Any]])?.first { $0["id"] as? String == "c12" }
      #expect(marked?["marks"] as? [String] == ["deleted"])
      #expect(marked?["y"] as? Double == 30)
      for bad in ["anchor=c1", "row=0,1", "row=-1,0,0", "from=1&to=2", "at=99"] {
        let answer = try await server.send("GET", "/lists/home/screen?\(bad)")
        #expect(answer.status == (bad == "at=99" ? 404 : 400), "\(bad): \(answer.text)")
      }
    }
  }

  @Test func `versions are found by author, cell, kind, text and time, page by page`() async throws
  {
    try await RunningServer.with { server in
      let store = server.store
      try store.grow("home", by: 3)
      var options = CommitOptions(author: "Änne", message: "Away with it")
      try await store.edit("home", options: options) { try $0.deleteCell("c2") }
      options = CommitOptions(author: "ben")
      try await store.edit("home", options: options) { draft in
        let component = StoredComponent(type: "Text", content: try Content(encoding: "Needle"))
        try draft.updateCell(Cell(id: "c3", component: AnyComponent(component)))
      }
      func found(_ query: String) async throws -> [Int] {
        let answer = try await server.send("GET", "/lists/home/versions?\(query)").object()
        return try #require(answer["versions"] as? [[String: Any]]).compactMap {
          $0["version"] as? Int
        }
      }
      #expect(try await found("author=%C3%A4nn") == [4])
      #expect(try await found("cell=c2") == [4, 2])
      #expect(try await found("cell=c2&kind=deleted") == [4])
      #expect(try await found("kind=updated") == [5])
      #expect(try await found("kind=inserted&limit=2") == [3, 2])
      #expect(try await found("text=needle") == [5])
      #expect(try await found("text=c2&kind=deleted") == [4])
      #expect(try await found("text=away") == [4])
      #expect(try await found("text=AWAY%20WITH%20IT") == [4])
      #expect(try await found("text=away%20with%20its") == [])
      #expect(try await found("text=%C3%A4NNE") == [4])
      #expect(try await found("until=1999-01-01T00:00:00.000Z") == [])
      #expect(try await found("until=2999-01-01T00:00:00.000Z&limit=1") == [5])
      let page = try await server.send("GET", "/lists/home/versions?kind=inserted&limit=2").object()
      let next = try #require(page["next"] as? String)
      let rest = try await server.send("GET", next).object()
      #expect((rest["versions"] as? [[String: Any]])?.compactMap { $0["version"] as? Int } == [1])
      let cell = try await server.send("GET", "/lists/home/versions?cell=c3&limit=1").object()
      let change = (cell["versions"] as? [[String: Any]])?.first?["change"] as? [String: Any]
      let updated = (change?["cells"] as? [String: [[String: Any]]])?["updated"]?.first
      #expect(updated?["content"] as? String == "Needle")
      #expect((updated?["was"] as? [String: Any])?["content"] as? String == "text")
      #expect(try await server.send("GET", "/lists/home/versions?kind=lost").status == 400)
    }
  }

  @Test func `density counts each version once, also those made later and after a restoration`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 10)
      func bins(_ query: String = "") async throws -> [[Int]] {
        let answer = try await server.send("GET", "/lists/home/density?\(query)").object()
        return try #require(answer["bins"] as? [[Int]])
      }
      #expect(try await bins().count == 10)
      try await server.store.edit("home") { try $0.deleteCell("c4") }
      #expect(try await bins().map { $0[0] } == Array(repeating: 0, count: 10) + [1])
      // The first version inserts a section too.
      #expect(try await bins("bins=2") == [[0, 7, 0, 0], [1, 4, 0, 0]])
      #expect(try await bins("first=10&last=11") == [[0, 1, 0, 0], [1, 0, 0, 0]])
      try await server.store.commit(.clearing, to: "home")
      try server.store.grow("home", by: 1)
      let after = try await bins()
      #expect(after.last == [0, 2, 0, 0])
      #expect(after.count < 5)
    }
  }

  @Test func `a cell says where it is, where it was, and why`() async throws {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 5)
      try await server.store.edit("home") { try $0.moveCell("c1", .end(of: "s")) }
      let cell = try await server.send("GET", "/lists/home/cells/c1?from=5").object()
      #expect((cell["now"] as? [String: Any])?["at"] as? [Int] == [0, 4])
      #expect((cell["before"] as? [String: Any])?["at"] as? [Int] == [0, 0])
      #expect((cell["frame"] as? [String: Any])?["height"] as? Double == 44)
      #expect((cell["steps"] as? [Any])?.isEmpty == false)
      let gone = try await server.send("GET", "/lists/home/cells/nobody")
      #expect(gone.status == 200)
      #expect(try gone.object()["now"] == nil)
    }
  }

  @Test func `lists are found at a glance, newest first, as far as the reader may see them`()
    async throws
  {
    let store = try ListStore.inMemory()
    for name in ["a", "b", "Ab"] { try store.grow(List.ID(name), by: 2) }
    try store.grow("a", by: 1)
    let consumer = try store.consumer("reader", of: "a")
    _ = try consumer.position()
    let tokens = try AccessTokens(parsing: "read all-lists-token-1\nread one-list-token-22 b\n")
    try await RunningServer.with(store, tokens: tokens) { server in
      func names(_ query: String, _ token: String = "all-lists-token-1") async throws -> [String] {
        let fields = ["Authorization": "Bearer \(token)"]
        let answer = try await server.send("GET", "/overview?\(query)", fields).object()
        return try #require(answer["page"] as? [[String: Any]]).compactMap { $0["name"] as? String }
      }
      #expect(try await names("") == ["Ab", "a", "b"])
      #expect(try await names("text=a") == ["Ab", "a"])
      #expect(try await names("order=newest").count == 3)
      #expect(try await names("first=1&count=1") == ["a"])
      #expect(try await names("", "one-list-token-22") == ["b"])
      // The page itself says nothing of the lists.
      let page = try await server.send("GET", "/")
      #expect(page.status == 200)
      #expect(page["Content-Security-Policy"]?.contains("script-src 'self'") == true)
      #expect(page.text.contains("all-lists") == false)
    }
  }
}
