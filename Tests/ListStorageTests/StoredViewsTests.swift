import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Supplementary views of all kinds, stored with their cells and sections.
@Suite struct StoredViewsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
  }

  private static func badged(_ id: Cell.ID, _ badge: String?) -> Cell {
    cell(id).supplementary("badge") { if let badge { TextComponent(badge) } }
  }

  private static func list(_ badge: String?, index: String? = "index") -> List {
    List {
      Section(id: "a") {
        badged("a1", badge).supplementary("pin") { TextComponent("pin") }
        cell("a2")
      }
      .withHeader(TextComponent("header"))
      .supplementary("index") { if let index { TextComponent(index) } }
      Section(id: "b") { cell("b1") }
    }
  }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: sql)
      try #require(database.changesCount > 0)
    }
  }

  private func needed() throws -> [Int] {
    try DatabaseQueue(path: path).read { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT format, min_reader, min_writer FROM liststore")
      )
      return (0..<3).map { row[$0] }
    }
  }

  private func isCorrupted(_ error: any Error) -> Bool {
    guard case .corrupted? = error as? ListStoreError else { return false }
    return true
  }

  /// Five versions: views that come, change, move with their cell, and go.
  private func filled() throws -> (store: ListStore, lists: [List]) {
    let store = try ListStore(path: path)
    var lists = [List()]
    func commit(_ list: List) throws {
      try store.commit(list, to: "home")
      lists.append(list)
    }
    try commit(Self.list("1"))
    try commit(Self.list("2", index: "other"))
    var moved = Self.list("2", index: nil)
    moved.sections[1].cells.append(moved.sections[0].cells.removeFirst())
    try commit(moved)
    moved.sections[1].cells[1] = cell("a1")
    try commit(moved)
    try commit(Self.list("3"))
    return (store, lists)
  }

  @Test(arguments: StoreKind.allCases)
  func `a list comes back with its views, at every version`(kind: StoreKind) throws {
    try kind.withStore { store in
      try store.commit(Self.list("1"), to: "home")
      try store.commit(Self.list("2"), to: "home")
      #expect(try store.snapshot(of: "home").list == Self.list("2"))
      #expect(try store.snapshot(of: "home", at: 1).list == Self.list("1"))
      #expect(
        try store.snapshot(of: "home").fingerprint == Self.list("2").fingerprint()
      )
      #expect(try store.verify().problems == [])
      #expect(try store.commit(Self.list("2"), to: "home").outcome == .unchanged)
    }
  }

  @Test func `a change of a badge is one update of its cell, of an index one of its section`()
    throws
  {
    let (store, _) = try filled()
    let change = try #require(try store.changes(of: "home", after: 1).first).changeset
    #expect(change.updatedCells.map(\.id) == ["a1"])
    #expect(change.updatedSections.map(\.id) == ["a"])
    #expect(change.operationCount == 2)
    let decoded = try Changeset(encoded: try change.encoded())
    #expect(decoded == change)
    #expect(try change.encoded().first == 2)
  }

  @Test func `every version is replayed from the feed, undone and exported`() throws {
    let (store, lists) = try filled()
    var replica = Replica(of: "home")
    for change in try store.changes(of: "home") {
      try replica.apply(change)
      #expect(replica.list == lists[change.version])
      let document = try change.document(including: .replacedValues)
      #expect(try Change(document: document) == change)
    }
    let other = try ListStore.inMemory()
    try store.export("home") { document in
      try other.apply(try Change(document: document))
    }
    #expect(try other.snapshot(of: "home").list == lists[5])
    #expect(try other.snapshot(of: "home", at: 2).list == lists[2])
    try store.commit(.reverting(to: 2), to: "home")
    #expect(try store.snapshot(of: "home").list == lists[2])
    try store.commit(.undoing(version: 6), to: "home")
    #expect(try store.snapshot(of: "home").list == lists[5])
    #expect(try store.verify().problems == [])
  }

  @Test func `edits, windows and copies carry views`() throws {
    let (store, lists) = try filled()
    try store.edit("home") { try $0.updateCell(Self.badged("a2", "new")) }
    var expected = lists[5]
    expected.sections[0].cells[1] = Self.badged("a2", "new")
    #expect(try store.snapshot(of: "home").list == expected)
    try store.edit("home") { draft in
      try draft.updateSection("b") { $0.views["index"] = AnyComponent(TextComponent("b")) }
      try draft.moveCell("a1", .end(of: "b"))
    }
    expected.sections[1].views["index"] = AnyComponent(TextComponent("b"))
    expected.sections[1].cells.append(expected.sections[0].cells.removeFirst())
    #expect(try store.snapshot(of: "home").list == expected)
    let window = try store.window(.rows(0..<2), in: "home")
    #expect(window.cells == [expected.sections[0].cells[0], expected.sections[1].cells[0]])
    let copy = folder.file("copy.db")
    try store.backup(to: copy)
    #expect(try ListStore(path: copy).snapshot(of: "home").list == expected)
    #expect(try store.verify().problems == [])
  }

  @Test func `older software reads a store until it has views`() throws {
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    #expect(try needed() == [7, 1, 7])
    try store.edit("home") { try $0.updateCell(Self.badged("a1", "1")) }
    #expect(try needed() == [7, 5, 7])
    try store.commit(sample, to: "home")
    #expect(try needed() == [7, 5, 7])
  }

  @Test func `a commit that is refused leaves a store to older software`() throws {
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    #expect(throws: (any Error).self) {
      try store.edit("home") { draft in
        try draft.updateCell(Self.badged("a1", "1"))
        try draft.deleteCell("nobody")
      }
    }
    #expect(try needed() == [7, 1, 7])
  }

  @Test func `what has no views is stored as ever`() throws {
    let store = try ListStore(path: path)
    try store.commit(sample, to: "home")
    let change = try #require(try store.changes(of: "home").first)
    #expect(try change.changeset.encoded().first == 1)
    try DatabaseQueue(path: path).read { database in
      let count = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM liststore_cell WHERE views IS NOT NULL)
            + (SELECT count(*) FROM liststore_section WHERE views IS NOT NULL)
            + (SELECT count(*) FROM liststore_change WHERE substr(body, 1, 1) != x'01')
          """
      )
      #expect(count == 0)
    }
  }

  @Test(arguments: ["header", "", "UICollectionElementKindSectionFooter"])
  func `a kind that is none is refused, and nothing is committed`(kind: String) throws {
    let store = try ListStore(path: path)
    let list = List {
      Section(id: "a") {
        cell("a1").supplementary(SupplementaryKind(rawValue: kind)) { TextComponent("x") }
      }
    }
    let error = #expect(throws: (any Error).self) { try store.commit(list, to: "home") }
    #expect("\(error as Any)".contains("sections[0].cells[0]"))
    #expect(try store.lists() == [])
  }

  @Test(arguments: ["cell", "section"])
  func `a flipped bit in views is noticed by whoever reads them, and repaired`(table: String) throws
  {
    let lists = try filled().lists
    let old = table == "cell" ? "3" : "index"
    let new = table == "cell" ? "7" : "jndex"
    try execute(
      """
      UPDATE liststore_\(table) SET views = CAST(replace(views, '"\(old)"', '"\(new)"') AS BLOB)
      WHERE id IN (CAST('a1' AS BLOB), CAST('a' AS BLOB))
      """
    )
    do {
      let store = try ListStore(path: path)
      #expect { try store.snapshot(of: "home") } throws: { isCorrupted($0) }
      #expect { try store.commit(List(), to: "home") } throws: { isCorrupted($0) }
      #expect(try store.verify().problems != [])
      #expect(try store.info(of: "home").version == 5)
    }
    let target = folder.file("repaired.db")
    let report = try ListStore.repair(path, to: target)
    #expect(report.lists.map(\.saved) == [0...5])
    let repaired = try ListStore(path: target)
    #expect(try repaired.verify().problems == [])
    for version in 0...5 {
      #expect(try repaired.snapshot(of: "home", at: version).list == lists[version])
    }
  }

  @Test(arguments: ["x'00'", "x'0500000062'", "x'ffffffff'", "x'01000000620000000001000000'"])
  func `views that are malformed are damage, not a trap`(bytes: String) throws {
    _ = try filled()
    try execute("UPDATE liststore_cell SET views = \(bytes) WHERE id = CAST('a1' AS BLOB)")
    let store = try ListStore(path: path)
    #expect { try store.snapshot(of: "home") } throws: { isCorrupted($0) }
    #expect(try store.verify().problems != [])
  }

  @Test func `spans carry views a long way`() throws {
    let store = try ListStore(path: path)
    func list(_ version: Int) -> List {
      Self.list("\(version)", index: version % 3 == 0 ? nil : "\(version % 5)")
    }
    for version in 1...300 { try store.commit(list(version), to: "home") }
    try store.compact(.unlimited)
    for version in [1, 17, 255, 256, 257, 300] {
      #expect(try store.snapshot(of: "home", at: version).list == list(version))
    }
    #expect(try store.verify().problems == [])
  }
}
