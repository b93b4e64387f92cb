import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// A window made the naive way: of the whole list.
struct NaiveWindow: Equatable {
  var cells: [Cell]
  var before: Int
  var after: Int
  var runs: [WindowExtent.Run]

  init(_ bounds: WindowBounds, of list: List) {
    let all = list.sections.filter { bounds.section == nil || $0.id == bounds.section }
      .flatMap { section in section.cells.map { (section: section.id, cell: $0) } }
    let rows = bounds.rows.clamped(to: all.indices)
    cells = all[rows].map(\.cell)
    before = rows.lowerBound
    after = all.count - rows.upperBound
    runs = []
    for (section, _) in all[rows] {
      if runs.last?.section == section {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(.init(section: section, count: 1))
      }
    }
  }

  init(_ window: ListWindow) {
    cells = window.cells
    before = window.before
    after = window.after
    runs = window.extent.runs
  }

  /// On which side of the window a cell is.
  static func side(
    of cell: Cell.ID,
    _ bounds: WindowBounds,
    of list: List
  ) -> WindowChange.Side {
    let all = list.sections.filter { bounds.section == nil || $0.id == bounds.section }
      .flatMap { $0.cells.map(\.id) }
    guard let row = all.firstIndex(of: cell) else { return .outside }
    return row < bounds.rows.clamped(to: all.indices).lowerBound ? .before : .after
  }
}

/// What a test shows of a window, and checks with every change.
struct ShownWindow {
  var window: ListWindow?
  var bounds: WindowBounds
  private let store: ListStore
  private let note: String
  /// The versions that have been looked at.
  private var past: [Int: List] = [:]
  /// What was seen, for a test to see that it was not nothing.
  private(set) var seen: [String: Int] = [:]

  init(_ bounds: WindowBounds, of store: ListStore, note: String) {
    self.bounds = bounds
    self.store = store
    self.note = note
  }

  /// Takes in what a reader is given; it shows `bounds` from then on.
  mutating func take(_ catchUp: WindowCatchUp, showing next: WindowBounds, in list: List.ID) throws
  {
    switch catchUp {
    case .upToDate:
      Issue.record("nothing to take, \(note)")
    case .contents(let contents, _, let token):
      window = contents
      #expect(contents.version == token.version)
      count("contents")
    case .changes(let changes, let token):
      for change in changes { try apply(change, showing: next, in: list) }
      #expect(window?.version == token.version, "\(note)")
    }
    bounds = next
    let version = try #require(window).version
    try expectSlice(of: self.list(list, at: version))
  }

  private mutating func list(_ id: List.ID, at version: Int) throws -> List {
    if let list = past[version] { return list }
    let list = try store.snapshot(of: id, at: version).list
    past[version] = list
    return list
  }

  /// Takes in what is next for a reader.
  ///
  /// - Returns: Whether there was anything.
  mutating func consume(_ reader: inout WindowReader) throws -> Bool {
    guard let next = try reader.next() else { return false }
    try take(next, showing: bounds, in: reader.list)
    return true
  }

  private mutating func apply(
    _ change: WindowChange,
    showing next: WindowBounds,
    in list: List.ID
  ) throws {
    var shown = try #require(window)
    let old = shown
    try shown.apply(change)
    window = shown
    let before = try self.list(list, at: change.parent)
    let after = try self.list(list, at: change.version)
    for removal in change.removed {
      let side = NaiveWindow.side(of: old.cells[removal.at].id, next, of: after)
      #expect(removal.to == side, "\(note)")
      count("to \(side)")
    }
    for insertion in change.inserted {
      let side = NaiveWindow.side(of: insertion.cell.id, bounds, of: before)
      #expect(insertion.from == side, "\(note)")
      count("from \(side)")
    }
    if !change.moved.isEmpty { count("moves") }
    if !change.updated.isEmpty { count("updates") }
    if change.isEmpty { count("untouched") }
    bounds = next
    try expectSlice(of: after)
  }

  private func expectSlice(of list: List) throws {
    let shown = NaiveWindow(try #require(window))
    #expect(shown == NaiveWindow(bounds, of: list), "\(note)")
  }

  private mutating func count(_ kind: String) {
    seen[kind, default: 0] += 1
  }
}

/// A reader of a window, which keeps its place by itself.
struct WindowReader {
  let store: ListStore
  let list: List.ID
  var bounds: WindowBounds
  /// The version it has; `nil` if it has none.
  var token: CursorToken?
  var limits = CatchUpLimits()
  /// What it shows.
  private(set) var window: ListWindow?

  init(_ bounds: WindowBounds, of store: ListStore, list: List.ID = "home") {
    (self.bounds, self.store, self.list) = (bounds, store, list)
  }

  /// Takes the next step; `nil` if there is nothing new.
  mutating func next() throws -> WindowCatchUp? {
    let step = try store.catchUp(list, window: bounds, from: token, limits: limits)
    switch step {
    case .upToDate: return nil
    case .contents(let contents, _, _): window = contents
    case .changes(let changes, _): for change in changes { try window?.apply(change) }
    }
    token = step.next
    return step
  }

  /// Takes all steps.
  mutating func catchUp() throws {
    while try next() != nil {}
  }

  /// Takes the next step, which must be one change.
  mutating func change() throws -> WindowChange {
    guard case .changes(let changes, _) = try next(), changes.count == 1 else {
      throw NoSingleChange()
    }
    return changes[0]
  }

  struct NoSingleChange: Error {}
}

/// Windows that follow their list.
@Suite struct WindowFeedTests {
  /// How many random histories there are; 50 times as many with `LISTSTORE_SOAK=1`.
  private static let seeds: UInt64 =
    ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1" ? 400 : 6

  @Test func `a window is the slice of the list at its version, after every change`() throws {
    var seen: [String: Int] = [:]
    for seed in 1...Self.seeds { seen.merge(try follow(seed: seed), uniquingKeysWith: +) }
    for kind in ["moves", "updates", "untouched"] { #expect(seen[kind] != nil, "\(seen)") }
    for way in ["from", "to"] {
      #expect(seen.keys.count { $0.hasPrefix(way + " ") } >= 3, "\(seen)")
    }
  }

  /// Shows windows of a random history.
  ///
  /// - Returns: How often each kind of change was seen.
  private func follow(seed: UInt64) throws -> [String: Int] {
    var lists = RandomLists(seed: seed)
    lists.cellLimit = seed.isMultiple(of: 6) ? 150 : 8
    let store = try ListStore.inMemory()
    var list = lists.list()
    try store.commit(list, to: "home")
    var shown = ShownWindow(
      bounds(of: list, &lists),
      of: store,
      note: "seed \(seed)"
    )
    var reader = WindowReader(shown.bounds, of: store)
    for _ in 0..<60 {
      switch lists.number(0...9) {
      case 0...4:
        list = lists.successor(of: list, editLimit: lists.number(0...4) * 4)
        try store.commit(list, to: "home")
      case 5...6:
        reader.limits.page = lists.number(1...5)
        reader.limits.exactBytes = lists.number(0...3) == 0 ? 0 : nil
        reader.limits.mayResync = lists.number(0...1) == 0
        _ = try shown.consume(&reader)
      case 7...8:
        // Other rows begin with their cells.
        shown.bounds = bounds(of: list, &lists, after: shown.bounds)
        reader = WindowReader(shown.bounds, of: store)
        _ = try shown.consume(&reader)
      default:
        // A reader that begins at an old version is given the same.
        try checkTokens(of: store, &lists)
      }
    }
    while try shown.consume(&reader) {}
    #expect(try reader.token == store.token(of: "home"))
    return shown.seen
  }

  /// Rows near those before, or anywhere; of the list, or a section that is or was there.
  private func bounds(
    of list: List,
    _ lists: inout RandomLists,
    after old: WindowBounds? = nil
  ) -> WindowBounds {
    if let old, lists.number(0...3) > 0 {
      let start = max(0, old.rows.lowerBound + lists.number(-3...3))
      let end = max(start, old.rows.upperBound + lists.number(-3...6))
      return .rows(start..<end, of: old.section)
    }
    let start = lists.number(0...max(1, list.cellCount))
    let rows = start..<(start + lists.number(0...12))
    guard lists.number(0...2) == 0,
      let section = list.sections.randomElement(using: &lists.generator)
    else { return .rows(rows) }
    return .rows(rows, of: section.id)
  }

  private func checkTokens(of store: ListStore, _ lists: inout RandomLists) throws {
    let head = try store.info(of: "home").version
    let version = lists.number(0...head)
    let bounds = bounds(of: try store.snapshot(of: "home").list, &lists)
    let token = try store.token(of: "home", at: version)
    var shown = ShownWindow(bounds, of: store, note: "token of \(version)")
    let start = try store.window(bounds, in: "home", at: version)
    try shown.take(.contents(start, reason: nil, next: token), showing: bounds, in: "home")
    let catchUp = try store.catchUp("home", window: bounds, from: token, limits: .exact)
    if version < head { try shown.take(catchUp, showing: bounds, in: "home") }
    #expect(catchUp.next.version == head)
  }

  /// Cells 0, 1, 2 … in one section.
  private func numbered(_ count: Int) -> List {
    List(sections: [
      Section(id: "s") { for index in 0..<count { cell(Cell.ID("\(index)")) } }
    ])
  }

  @Test func `a cell inserted before the window pushes its last one out at the end`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var reader = WindowReader(.rows(10..<15), of: store)
    try reader.catchUp()
    let window = try #require(reader.window)
    #expect(window.cells.map(\.id.rawValue) == ["10", "11", "12", "13", "14"])
    #expect(window.before == 10)
    #expect(window.after == 15)

    try store.edit("home", options: CommitOptions(author: "ann")) {
      try $0.insertCell(cell("new"), .start(of: "s"))
    }
    let change = try reader.change()
    #expect(change.removed == [.init(at: 4, to: .after)])
    #expect(change.inserted.map(\.at) == [0])
    #expect(change.inserted.map(\.from) == [.before])
    #expect(change.inserted.map(\.cell.id) == ["9"])
    #expect(change.before == 10)
    #expect(change.after == 16)
    #expect(change.version == 2)
    #expect(change.author == "ann")
  }

  @Test func `what happens after the window changes nothing but the number of cells there`() throws
  {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var reader = WindowReader(.rows(10..<15), of: store)
    try reader.catchUp()
    try store.edit("home") { try $0.appendCell(cell("new"), to: "s") }
    let change = try reader.change()
    #expect(change.isEmpty)
    #expect(change.before == 10)
    #expect(change.after == 16)
  }

  @Test func `the window of a section that goes is empty until the section comes back`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var reader = WindowReader(.rows(1..<5, of: "a"), of: store)
    try reader.catchUp()
    #expect(reader.window?.cells.map(\.id) == ["a2", "a3"])
    try store.edit("home") { draft in
      try draft.moveCell("a2", .start(of: "b"))
      try draft.deleteSection("a")
    }
    let gone = try reader.change()
    #expect(gone.removed.map(\.to) == [.outside, .outside])
    #expect(gone.extent.cellCount == 0)
    try store.commit(.reverting(to: 1), to: "home")
    _ = try reader.change()
    #expect(reader.window == (try store.window(.rows(1..<5, of: "a"), in: "home")))
    #expect(reader.window?.cells.map(\.id) == ["a2", "a3"])
  }

  @Test(arguments: [-5 ..< -1, -2..<1, 0..<0, 29..<40, 30..<31, 1_000..<Int.max, Int.min..<Int.max])
  func `rows at which there is nothing are shown when there is something`(rows: Range<Int>) throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var shown = ShownWindow(.rows(rows), of: store, note: "\(rows)")
    var reader = WindowReader(.rows(rows), of: store)
    for step in 0..<4 {
      _ = try shown.consume(&reader)
      try store.edit("home") { draft in
        try draft.insertCell(cell("n\(step)"), .start(of: "s"))
        try draft.appendCell(cell("e\(step)"), to: "s")
      }
    }
    #expect(try store.window(.rows(0..<3, of: "none"), in: "home").cells == [])
  }

  @Test func `a window whose versions are not retained is given again, and says why`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var reader = WindowReader(.rows(0..<5), of: store)
    try reader.catchUp()
    let token = reader.token
    for index in 0..<9 { try store.edit("home") { try $0.deleteCell("\(index)") } }
    var limit = ListStore.Retention.newest(2, bytes: 0)
    limit.versions = 2
    try store.compact(limit)
    let head = try store.token(of: "home")
    let window = try store.window(.rows(0..<5), in: "home")
    let again = WindowCatchUp.contents(window, reason: .compacted, next: head)
    #expect(try store.catchUp("home", window: .rows(0..<5), from: token) == again)
  }

  @Test func `what another store of the file commits reaches the window`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    let other = try ListStore(path: folder.file("lists.db"))
    var lists = RandomLists(seed: 72)
    lists.cellLimit = 100
    var list = lists.list()
    try store.commit(list, to: "home")
    var shown = ShownWindow(.rows(60..<100), of: store, note: "two stores")
    var reader = WindowReader(shown.bounds, of: store)
    for step in 0..<20 {
      list = lists.successor(of: list, editLimit: 30)
      try (step % 3 == 0 ? store : other).commit(list, to: "home")
      if step % 2 == 0 { _ = try shown.consume(&reader) }
    }
    while try shown.consume(&reader) {}
    #expect(try reader.token == other.token(of: "home"))
    withExtendedLifetime(folder) {}
  }

  // MARK: - Refusals

  @Test func `a change that does not fit a window is refused and leaves it as it is`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var reader = WindowReader(.rows(0..<5), of: store)
    try reader.catchUp()
    let window = try #require(reader.window)
    try store.edit("home") { try $0.deleteCell("1") }
    let good = try reader.change()
    var changes = Array(repeating: good, count: 8)
    changes[0].parent = 0
    changes[1].list = "other"
    changes[2].parentFingerprint = .empty
    changes[3].removed[0].at = 5
    changes[4].removed.append(changes[4].removed[0])
    changes[5].inserted[0].at = 9
    changes[6].moved = [.init(from: -1, to: 2)]
    changes[7].updated = [.init(from: 0, at: 0, cell: cell("other"))]
    for (index, change) in changes.enumerated() {
      var copy = window
      #expect(throws: WindowDivergence.self, "\(index)") { try copy.apply(change) }
      #expect(copy == window)
    }
    var copy = window
    try copy.apply(good)
    #expect(copy == (try store.window(.rows(0..<5), in: "home")))
  }

  // MARK: - Cost

  @Test func `the length of the list does not matter to what a window reads`() throws {
    let chunkHeaders = "FROM liststore_chunk WHERE section"
    func statements(_ count: Int, _ edit: (inout ListDraft) throws -> Void) throws -> [String] {
      let log = StatementLog()
      let store = try log.store()
      try store.commit(numbered(count), to: "home")
      var reader = WindowReader(.rows(10..<20), of: store)
      try reader.catchUp()
      try store.edit("home", edit)
      return try log.statements { _ = try reader.change() }
    }
    let edits: [(inout ListDraft) throws -> Void] = [
      { try $0.appendCell(cell("new"), to: "s") },
      { try $0.insertCell(cell("new"), .start(of: "s")) },
      { try $0.moveCell("12", .end(of: "s")) },
      { try $0.deleteCell("15") },
    ]
    for edit in edits {
      let few = try statements(300, edit)
      #expect(!few.isEmpty)
      #expect(try statements(3_000, edit) == few)
      #expect(few.allSatisfy { !$0.contains(chunkHeaders) })
    }
    // Who reads the whole list does read them.
    let log = StatementLog()
    let store = try log.store()
    try store.commit(numbered(300), to: "home")
    let all = try log.statements { _ = try store.snapshot(of: "home") }
    #expect(all.contains { $0.contains(chunkHeaders) })
  }

  @Test func `who is pages late reads each change once when no cell has to be read`() throws {
    let log = StatementLog()
    let store = try log.store()
    try store.commit(numbered(40), to: "home")
    var reader = WindowReader(.rows(0..<10), of: store)
    try reader.catchUp()
    for step in 0..<100 {
      try store.edit("home") { try $0.insertCell(cell("n\(step)"), .start(of: "s")) }
    }
    reader.limits = .exact
    reader.limits.page = 10
    let reads = try log.statements { try reader.catchUp() }
      .count { $0.contains("body") && $0.contains("FROM liststore_change") }
    // Ten pages, and for the first all that comes after it: from the head back.
    #expect(reads == 11)
  }

  @Test func `a window pages late is given every version`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(40), to: "home")
    var shown = ShownWindow(.rows(5..<10), of: store, note: "late")
    var reader = WindowReader(shown.bounds, of: store)
    reader.limits = .exact
    reader.limits.page = 40
    _ = try shown.consume(&reader)
    var generator = SeededGenerator(seed: 71)
    for step in 0..<130 {
      try store.edit("home") { draft in
        let cells = try draft.cellIDs(in: "s") ?? []
        let one = try #require(cells.randomElement(using: &generator))
        switch step % 4 {
        case 0: try draft.insertCell(cell("n\(step)"), .before(one))
        case 1: try draft.deleteCell(one)
        case 2: try draft.moveCell(one, .start(of: "s"))
        default: try draft.updateCell(cell(one, "step \(step)"))
        }
      }
    }
    var pages = 0
    while try shown.consume(&reader) { pages += 1 }
    #expect(pages == 4)
    #expect(shown.window?.version == (try store.info(of: "home").version))
  }
}
