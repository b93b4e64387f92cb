import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Windows that follow windows of earlier versions.
@Suite struct FollowedWindowTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: ListStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    store = try ListStore(path: path)
  }

  /// Cells 0, 1, 2 … in one section, of about 100 bytes each.
  private func numbered(_ count: Int, _ text: String = "text ") -> List {
    List(sections: [
      Section(
        id: "s",
        cells: (0..<count).map { cell(Cell.ID($0), String(repeating: text, count: 20)) }
      )
    ])
  }

  private func ids(_ window: ListWindow) -> [String] { window.cells.map(\.id.rawValue) }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: sql)
      try #require(database.changesCount > 0)
    }
  }

  /// Damages the contents of all cells, so that none can be read.
  private func damageContents() throws {
    try execute("UPDATE liststore_cell SET content = CAST(replace(content, 'te', 'ue') AS BLOB)")
  }

  private func expectRead(_ bounds: WindowBounds, at version: Int? = nil, following old: ListWindow)
    throws
  {
    #expect {
      _ = try store.window(bounds, in: "home", at: version, following: old)
    } throws: { error in
      guard case .corrupted? = error as? ListStoreError else { return false }
      return true
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `it is the slice of the list at its version, whatever it follows`(seed: UInt64) throws {
    var lists = RandomLists(seed: seed)
    lists.cellLimit = seed.isMultiple(of: 4) ? 150 : 12
    var list = lists.list()
    try store.commit(list, to: "home")
    var old: ListWindow?
    var sections: [Section.ID?] = [nil]
    for step in 0..<50 {
      if lists.number(0...3) > 0 {
        list = lists.successor(of: list, editLimit: lists.number(0...4) * 3)
        try store.commit(list, to: "home")
      }
      sections += list.sections.map(\.id)
      let head = try store.info(of: "home").version
      let version = lists.number(0...3) == 0 ? lists.number(0...head) : head
      let bounds: WindowBounds
      if let old = old?.extent.bounds, lists.number(0...2) > 0 {
        let distance = lists.number(-min(3, old.rows.lowerBound)...3)
        let rows = (old.rows.lowerBound + distance)..<(old.rows.upperBound + distance)
        bounds = .rows(rows, of: old.section)
      } else {
        let start = lists.number(0...list.cellCount)
        let rows = start..<(start + lists.number(0...40))
        bounds = .rows(rows, of: sections.randomElement(using: &lists.generator) ?? nil)
      }
      let window = try store.window(bounds, in: "home", at: version, following: old)
      let snapshot = try store.snapshot(of: "home", at: version)
      #expect(
        NaiveWindow(window) == NaiveWindow(bounds, of: snapshot.list),
        "seed \(seed), step \(step)"
      )
      #expect(window.version == version && window.fingerprint == snapshot.fingerprint)
      old = window
    }
  }

  @Test func `what was shown, and what the change holds, is not read again`() throws {
    try store.commit(numbered(40), to: "home")
    let first = try store.window(.rows(0..<20), in: "home")
    try store.edit("home") { draft in
      try draft.deleteCell("3")
      try draft.insertCell(cell("new"), .start(of: "s"))
      try draft.updateCell(cell("5", "other"))
      try draft.moveCell("8", .after("2"))
    }
    try damageContents()
    let next = try store.window(.rows(0..<20), in: "home", at: nil, following: first)
    let expected = ["new", "0", "1", "2", "8", "4", "5", "6", "7"] + (9...19).map(String.init)
    #expect(ids(next) == expected)
    #expect(next.cells[6] == cell("5", "other"))
    #expect(try store.window(.rows(2..<9), in: "home", at: nil, following: next).cells.count == 7)
    // The cell after the last one was never shown.
    try expectRead(.rows(0..<21), following: first)
  }

  @Test func `through long changes, or many versions, it is read`() throws {
    try store.commit(numbered(400), to: "home")
    let few = try store.window(.rows(0..<5), in: "home")
    let many = try store.window(.rows(0..<400), in: "home")
    try store.edit("home") { draft in
      for index in 200..<240 { try draft.updateCell(cell(Cell.ID(index), "other")) }
    }
    try damageContents()
    #expect(try store.window(.rows(0..<400), in: "home", at: 2, following: many).cells.count == 400)
    try expectRead(.rows(0..<5), at: 2, following: few)
    try expectRead(.rows(0..<5), at: 2, following: many)

    for version in 3...257 {
      try store.edit("home") { try $0.insertCell(cell("n\(version)"), .start(of: "s")) }
    }
    let rows = WindowBounds.rows(0..<600)
    #expect(try store.window(rows, in: "home", at: 257, following: many).cells.count == 655 - 55)
    try store.edit("home") { try $0.insertCell(cell("n258"), .start(of: "s")) }
    try expectRead(.rows(0..<600), at: 258, following: many)
  }

  @Test func `a window of another list, or of another past, is not followed`() throws {
    try store.commit(numbered(10), to: "home")
    try store.commit(numbered(10, "note "), to: "other")
    let other = try ListStore.inMemory()
    try other.commit(numbered(10, "note "), to: "home")
    for stranger in [
      try store.window(.rows(0..<5), in: "other"),
      try other.window(.rows(4..<9), in: "home"),
    ] {
      try store.edit("home") { try $0.insertCell(cell("\(stranger.list)"), .start(of: "s")) }
      let window = try store.window(.rows(0..<8), in: "home", at: nil, following: stranger)
      #expect(window == (try store.window(.rows(0..<8), in: "home")))
    }
  }

  @Test func `if the changes between are damaged or not retained, it is read`() throws {
    try store.commit(numbered(30), to: "home")
    let first = try store.window(.rows(0..<5), in: "home")
    for index in 0..<4 { try store.edit("home") { try $0.deleteCell(Cell.ID(index)) } }
    try execute("UPDATE liststore_change SET body = zeroblob(length(body)) WHERE version = 3")
    let window = try store.window(.rows(0..<5), in: "home", at: nil, following: first)
    #expect(ids(window) == ["4", "5", "6", "7", "8"])
    var retention = ListStore.Retention()
    (retention.versions, retention.age) = (1, .zero)
    try store.compact(retention)
    #expect(try store.window(.rows(0..<5), in: "home", at: nil, following: first) == window)
  }
}
