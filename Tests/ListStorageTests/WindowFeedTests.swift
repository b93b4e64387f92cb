import Foundation
import GRDB
import ListDiff
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

  /// Takes in what a consumer is given; it shows `bounds` from then on.
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

  /// Takes in what is next for a consumer.
  ///
  /// - Returns: Whether there was anything.
  mutating func consume(_ consumer: WindowConsumer) throws -> Bool {
    var delivered: WindowCatchUp?
    let isDelivered = try consumer.consume { delivered = $0.catchUp }
    #expect(isDelivered == (delivered != nil))
    if let delivered { try take(delivered, showing: bounds, in: consumer.list) }
    return isDelivered
  }

  /// Shows other cells.
  mutating func show(_ next: WindowBounds, _ consumer: WindowConsumer) throws {
    var delivered: WindowCatchUp?
    try consumer.show(next) { delivered = $0.catchUp }
    try take(try #require(delivered), showing: next, in: consumer.list)
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

/// Windows that follow their list.
@Suite struct WindowFeedTests {
  private struct Refused: Error {}

  /// How many random histories there are; 50 times as many with `LISTSTORE_SOAK=1`.
  private static let seeds: UInt64 =
    ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1" ? 400 : 8

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
    var consumer = try store.consumer("screen", of: "home", showing: shown.bounds)
    for _ in 0..<60 {
      switch lists.number(0...9) {
      case 0...4:
        list = lists.successor(of: list, editLimit: lists.number(0...4) * 4)
        try store.commit(list, to: "home")
      case 5...6:
        consumer.limits.page = lists.number(1...5)
        consumer.limits.exactBytes = lists.number(0...3) == 0 ? 0 : nil
        consumer.limits.mayResync = lists.number(0...1) == 0
        _ = try shown.consume(consumer)
      case 7...8:
        let next = bounds(of: list, &lists, after: shown.bounds)
        try shown.show(next, consumer)
      default:
        // Also who holds nothing but a token is given the same.
        try checkTokens(of: store, &lists)
      }
      #expect(try consumer.bounds() == shown.bounds)
    }
    while try shown.consume(consumer) {}
    #expect(try consumer.position() == store.token(of: "home"))
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
    let next = self.bounds(of: try store.snapshot(of: "home").list, &lists, after: bounds)
    let move = try store.moveWindow(of: "home", from: bounds, to: next, at: token)
    try shown.take(move, showing: next, in: "home")
    let catchUp = try store.catchUp("home", window: next, from: token, limits: .exact)
    if version < head { try shown.take(catchUp, showing: next, in: "home") }
    #expect(catchUp.next.version == head)
  }

  /// Cells 0, 1, 2 … in one section.
  private func numbered(_ count: Int) -> List {
    List(sections: [
      Section(id: "s") { for index in 0..<count { cell(Cell.ID("\(index)")) } }
    ])
  }

  private func consumeOne(_ consumer: WindowConsumer) throws -> WindowChange {
    var changes: [WindowChange] = []
    let isDelivered = try consumer.consume { changes = $0.changes }
    #expect(isDelivered)
    #expect(changes.count == 1)
    return try #require(changes.first)
  }

  private func start(_ consumer: WindowConsumer) throws -> ListWindow {
    var contents: ListWindow?
    _ = try consumer.consume { contents = $0.contents }
    return try #require(contents)
  }

  @Test func `a cell inserted before the window pushes its last one out at the end`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(10..<15))
    let window = try start(consumer)
    #expect(window.cells.map(\.id.rawValue) == ["10", "11", "12", "13", "14"])
    #expect(window.before == 10)
    #expect(window.after == 15)

    try store.edit("home", options: CommitOptions(author: "ann")) {
      try $0.insertCell(cell("new"), .start(of: "s"))
    }
    let change = try consumeOne(consumer)
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
    let consumer = try store.consumer("screen", of: "home", showing: .rows(10..<15))
    _ = try start(consumer)
    try store.edit("home") { try $0.appendCell(cell("new"), to: "s") }
    let change = try consumeOne(consumer)
    #expect(change.isEmpty)
    #expect(change.before == 10)
    #expect(change.after == 16)
  }

  @Test func `showing more is a change at the same version, and what follows fits it`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(50), to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<20))
    var window = try start(consumer)
    // The head is further than the window.
    try store.edit("home") { try $0.deleteCell("25") }
    try store.edit("home") { try $0.updateCell(cell("30", "changed")) }
    var more: [WindowChange] = []
    try consumer.show(.rows(0..<40)) { more = $0.changes }
    #expect(more.map(\.version) == [1])
    #expect(more.map(\.parent) == [1])
    #expect(more.first?.removed == [])
    #expect(more.first?.inserted.map(\.cell.id.rawValue) == (20..<40).map(String.init))
    #expect(more.first?.inserted.allSatisfy { $0.from == .after } == true)
    #expect(more.first?.after == 10)
    for change in more { try window.apply(change) }
    _ = try consumer.consume { for change in $0.changes { try window.apply(change) } }
    #expect(window.version == 3)
    #expect(window == (try store.window(.rows(0..<40), in: "home")))

    try consumer.show(.rows(30..<35)) { for change in $0.changes { try window.apply(change) } }
    #expect(window == (try store.window(.rows(30..<35), in: "home")))
  }

  @Test func `the window of a section that goes is empty until the section comes back`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(1..<5, of: "a"))
    var window = try start(consumer)
    #expect(window.cells.map(\.id) == ["a2", "a3"])
    try store.edit("home") { draft in
      try draft.moveCell("a2", .start(of: "b"))
      try draft.deleteSection("a")
    }
    let gone = try consumeOne(consumer)
    #expect(gone.removed.map(\.to) == [.outside, .outside])
    #expect(gone.extent.cellCount == 0)
    try window.apply(gone)
    try store.commit(.reverting(to: 1), to: "home")
    try window.apply(try consumeOne(consumer))
    #expect(window.cells == (try store.window(.rows(1..<5, of: "a"), in: "home").cells))
    #expect(window.cells.map(\.id) == ["a2", "a3"])
  }

  @Test(arguments: [-5 ..< -1, -2..<1, 0..<0, 29..<40, 30..<31, 1_000..<Int.max, Int.min..<Int.max])
  func `rows at which there is nothing are shown when there is something`(rows: Range<Int>) throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var shown = ShownWindow(.rows(rows), of: store, note: "\(rows)")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(rows))
    for step in 0..<4 {
      _ = try shown.consume(consumer)
      try store.edit("home") { draft in
        try draft.insertCell(cell("n\(step)"), .start(of: "s"))
        try draft.appendCell(cell("e\(step)"), to: "s")
      }
    }
    try shown.show(.rows(0..<3, of: "none"), consumer)
    #expect(shown.window?.cells == [])
  }

  // MARK: - Kept in the store

  @Test func `a window is kept with the position of its consumer`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var window: ListWindow
    do {
      let store = try ListStore(path: path)
      try store.commit(numbered(30), to: "home")
      let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
      window = try start(consumer)
      try consumer.show(.rows(3..<9, of: "s")) {
        for change in $0.changes { try window.apply(change) }
      }
      try consumer.release()
    }
    let store = try ListStore(path: path)
    #expect(try store.consumers(of: "home").map(\.window) == [.rows(3..<9, of: "s")])
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    #expect(try consumer.bounds() == .rows(3..<9, of: "s"))
    try store.edit("home") { try $0.deleteCell("0") }
    try window.apply(try consumeOne(consumer))
    #expect(window == (try store.window(.rows(3..<9, of: "s"), in: "home")))
    withExtendedLifetime(folder) {}
  }

  @Test func `what fails changes neither place nor window`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    consumer.failureLimit = 2
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    var window = try start(consumer)
    #expect(throws: Refused.self) { try consumer.show(.rows(0..<9)) { _ in throw Refused() } }
    #expect(try consumer.bounds() == .rows(0..<5))
    for index in 0..<3 { try store.edit("home") { try $0.deleteCell("\(index)") } }
    // All three fail together, then the first by itself.
    for _ in 0..<3 {
      #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    }
    #expect(throws: ConsumerError.self) { try consumer.consume { _ in } }
    try consumer.retry()
    while try consumer.consume({ for change in $0.changes { try window.apply(change) } }) {}
    #expect(window == (try store.window(.rows(0..<5), in: "home")))
  }

  @Test func `who skips a version, or asks for it, is given the window anew`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    _ = try start(consumer)
    try store.edit("home") { try $0.deleteCell("1") }
    try consumer.skip()
    #expect(try start(consumer) == store.window(.rows(0..<5), in: "home"))
    #expect(try consumer.consume { _ in Issue.record("nothing to do") } == false)
    try consumer.restart()
    #expect(try start(consumer) == store.window(.rows(0..<5), in: "home"))
    try store.edit("home") { try $0.deleteCell("2") }
    try store.skipConsumer("screen", of: "home")
    #expect(try start(consumer).version == 3)
  }

  @Test func `a window that fails is parked, skips what failed, and is given anew`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    var consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    consumer.failureLimit = 1
    // The contents, then a version.
    for cell in ["1", "2"] {
      #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
      #expect(throws: ConsumerError.self) { try consumer.consume { _ in } }
      try store.skipConsumer("screen", of: "home")
      #expect(try start(consumer) == store.window(.rows(0..<5), in: "home"))
      try store.edit("home") { try $0.deleteCell(Cell.ID(cell)) }
    }
  }

  @Test func `a window whose versions are not retained is given anew, and says why`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    _ = try start(consumer)
    let token = try consumer.position()
    for index in 0..<9 { try store.edit("home") { try $0.deleteCell("\(index)") } }
    var limit = ListStore.Retention.newest(2, bytes: 0)
    limit.versions = 2
    try store.compact(limit)
    let head = try store.token(of: "home")
    let window = try store.window(.rows(0..<5), in: "home")
    let anew = WindowCatchUp.contents(window, reason: .compacted, next: head)
    #expect(try store.catchUp("home", window: .rows(0..<5), from: token) == anew)
    let moved = try store.moveWindow(
      of: "home",
      from: .rows(0..<3),
      to: .rows(0..<5),
      at: token
    )
    #expect(moved == anew)
    try consumer.show(.rows(0..<5)) { #expect($0.catchUp == anew) }
    #expect(try consumer.position() == head)
  }

  @Test func `a consumer reads the whole list or shows a window, not both`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.consumer("index", of: "home").release()
    try store.consumer("screen", of: "home", showing: .rows(0..<5)).release()
    #expect(throws: ConsumerError.otherKind(name: "index")) {
      try store.consumer("index", of: "home", showing: .rows(0..<5))
    }
    #expect(throws: ConsumerError.otherKind(name: "screen")) {
      try store.consumer("screen", of: "home")
    }
  }

  @Test(arguments: ["", Section.ID(String(repeating: "x", count: 1025))] as [Section.ID])
  func `a window of a section that cannot be is refused`(section: Section.ID) throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    func isInvalidName(_ error: any Error) -> Bool {
      guard case ListStoreError.invalidName = error else { return false }
      return true
    }
    #expect {
      try store.consumer("window", of: "home", showing: .rows(0..<3, of: section))
    } throws: {
      isInvalidName($0)
    }
    let consumer = try store.consumer("window", of: "home", showing: .rows(0..<3, of: "a"))
    #expect {
      try consumer.show(.rows(0..<3, of: section)) { _ in Issue.record("nothing is shown") }
    } throws: {
      isInvalidName($0)
    }
    #expect(try consumer.bounds() == .rows(0..<3, of: "a"))
    #expect(try store.window(.rows(0..<3, of: section), in: "home").cells.isEmpty)
  }

  @Test func `a new window holds no version back`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 9, seed: 5)
    _ = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    #expect(try store.compact(.newest(1)).removedVersions == 8)
  }

  @Test(arguments: ["", "00", "020000000000000000090000000000000000", "01"])
  func `a stored window that is none is damage`(hex: String) throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    let bytes = hex.isEmpty ? "X''" : "X'\(hex)'"
    try store.write { try $0.execute(sql: "UPDATE liststore_cursor SET window = \(bytes)") }
    #expect(throws: ListStoreError.corrupted(reason: "the window of a consumer is malformed")) {
      try consumer.consume { _ in }
    }
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
    let consumer = try store.consumer("screen", of: "home", showing: shown.bounds)
    for step in 0..<20 {
      list = lists.successor(of: list, editLimit: 30)
      try (step % 3 == 0 ? store : other).commit(list, to: "home")
      if step % 2 == 0 { _ = try shown.consume(consumer) }
    }
    while try shown.consume(consumer) {}
    #expect(try consumer.position() == other.token(of: "home"))
    withExtendedLifetime(folder) {}
  }

  // MARK: - Refusals

  @Test func `a change that does not fit a window is refused and leaves it as it is`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(30), to: "home")
    let consumer = try store.consumer("screen", of: "home", showing: .rows(0..<5))
    let window = try start(consumer)
    try store.edit("home") { try $0.deleteCell("1") }
    let good = try consumeOne(consumer)
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
      let consumer = try store.consumer("screen", of: "home", showing: .rows(10..<20))
      _ = try start(consumer)
      try store.edit("home", edit)
      return try log.statements { _ = try consumeOne(consumer) }
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
    var consumer = try store.consumer("screen", of: "home", showing: .rows(0..<10))
    _ = try start(consumer)
    for step in 0..<100 {
      try store.edit("home") { try $0.insertCell(cell("n\(step)"), .start(of: "s")) }
    }
    consumer.limits = .exact
    consumer.limits.page = 10
    let reads = try log.statements { while try consumer.consume({ _ in }) {} }
      .count { $0.contains("body") && $0.contains("FROM liststore_change") }
    // Ten pages, and for the first all that comes after it: from the head back.
    #expect(reads == 11)
  }

  @Test func `a window pages late is given every version`() throws {
    let store = try ListStore.inMemory()
    try store.commit(numbered(40), to: "home")
    var shown = ShownWindow(.rows(5..<10), of: store, note: "late")
    var consumer = try store.consumer("screen", of: "home", showing: shown.bounds)
    consumer.limits = .exact
    consumer.limits.page = 40
    _ = try shown.consume(consumer)
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
    while try shown.consume(consumer) { pages += 1 }
    #expect(pages == 4)
    #expect(shown.window?.version == (try store.info(of: "home").version))
  }
}
