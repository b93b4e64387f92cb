import ListKeeping
import ListModel
import ListPaging
import ListStorage
import ListTestSupport
import Testing

/// What others store while a pager works: a page that is older than theirs is not stored again, and a
/// version that they have removed ends no loop.
@Suite struct OtherWriterTests {
  private let store: ListStore
  private let pages: ListStorePages
  private let row = AnyComponent(StoredComponent(type: "Row"))

  init() throws {
    store = try ListStore.inMemory()
    pages = ListStorePages(store: store, list: "home", section: "feed")
  }

  private func list(_ ids: ClosedRange<Int>) -> List {
    List(sections: [Section(id: "feed", cells: ids.map { Cell(id: Cell.ID($0), component: row) })])
  }

  private func note(_ number: Int) -> AnyComponent {
    AnyComponent(StoredComponent(type: "Note", content: try? Content(encoding: number)))
  }

  private func update(_ ids: ClosedRange<Int>, version: Int, before: Int = 0) -> PagerUpdate {
    let window = PagerWindow(ids: ids.map { Cell.ID($0) }, before: before, version: version)
    return PagerUpdate(window: window)
  }

  private func ids(_ list: List) -> [Cell.ID] { list.sections.flatMap { $0.cells.map(\.id) } }

  // MARK: Versions that are gone

  @Test func `an update of a list that others have cleared shows that nothing is stored`() throws {
    try store.commit(list(1...5), to: "home")
    try store.commit(.clearing, to: "home")
    #expect(ids(try pages.list(update(1...5, version: 1))) == [])
  }

  @Test func `an update of a list that others have cleared and filled shows its newest cells`()
    throws
  {
    try store.commit(list(1...5), to: "home")
    try store.commit(.clearing, to: "home")
    try store.commit(list(7...9), to: "home")
    #expect(ids(try pages.list(update(1...5, version: 1))) == ids(list(7...9)))
  }

  @Test func `a version that is not retained any more is shown by its cells in the newest one`()
    throws
  {
    for first in (1...9).reversed() { try store.commit(list(first...20), to: "home") }
    var retention = ListStore.Retention()
    (retention.versions, retention.age) = (1, .zero)
    try store.compact(retention)
    // The window was that of the cells 12 to 15; rows have come above them since.
    #expect(ids(try pages.list(update(12...15, version: 1, before: 3))) == ids(list(12...15)))
  }

  @Test func `what is shown after another window is what a first one would show`() throws {
    var random = SeededGenerator(seed: 7)
    try store.commit(list(100...140), to: "home")
    for version in 1...60 {
      let ids = try store.cellIDs(.rows(0..<500, of: "feed"), in: "home")
      let start = Int.random(in: 0..<ids.count, using: &random)
      let end = Int.random(in: start..<ids.count, using: &random)
      let window = PagerWindow(ids: Array(ids[start...end]), before: start, version: version)
      let shown = try pages.list(PagerUpdate(window: window))
      let fresh = ListStorePages(store: store, list: "home", section: "feed")
      #expect(try shown == fresh.list(PagerUpdate(window: window)), "version \(version)")
      #expect(self.ids(shown) == window.ids)
      try store.edit("home") { draft in
        try draft.updateCell(Cell(id: ids[end], component: note(version)))
        try draft.moveCell(ids[start], .end(of: "feed"))
        try draft.insertCell(Cell(id: Cell.ID(1_000 + version), component: row), .start(of: "feed"))
      }
    }
  }

  @Test func `other errors of the store are thrown as ever`() throws {
    #expect(throws: ListStoreError.unknownList("home")) {
      _ = try pages.list(update(1...5, version: 1))
    }
  }

  // MARK: Pages that are older than what others have stored

  /// A pager with the cells 1 to 4 of which a request is answered with some cells, while others commit.
  private func conflict(
    _ event: PagerMachine.Event,
    _ ids: [Int],
    next: PageKey?,
    found: [Int]
  ) throws -> (loads: [RemoteRequest], commits: [PageCommit]) {
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4, prefetchDistance: nil)
    configuration.start = .never
    var machine = PagerMachine(configuration: configuration)
    var stored = StoredPages()
    _ = machine.step(.opened(stored), at: 0)
    func answer(_ ids: [Int], next: PageKey?, _ effects: [PagerMachine.Effect]) throws
      -> PageCommit
    {
      let page = RemotePage(cells: ids.map { Cell(id: Cell.ID($0), component: row) }, next: next)
      let request = try #require(effects.compactMap(\.request).first)
      let answered = machine.step(.answered(request: request.number, .success(page)), at: 0)
      return try #require(answered.compactMap(\.commit).first)
    }
    let first = try answer([1, 2, 3, 4], next: 4, machine.step(.refresh, at: 0))
    _ = machine.step(.committed(commit: first.number, version: 1), at: 0)
    _ = machine.step(.shown, at: 0)
    stored = StoredPages(ids: found.map { Cell.ID($0) }, kept: first.kept, version: 2)
    let second = try answer(ids, next: next, machine.step(event, at: 0))
    let effects = machine.step(.overtaken(commit: second.number, stored), at: 0)
    return (effects.compactMap(\.request), effects.compactMap(\.commit))
  }

  @Test func `a refresh that others have overtaken asks again and stores no older page`() throws {
    let again = try conflict(.refresh, [1, 2, 3, 4], next: 4, found: [1, 2, 4])
    #expect(again.commits.isEmpty)
    #expect(again.loads.map(\.kind) == [.refresh])
  }

  @Test func `a page with cells that others have stored by now is asked for again`() throws {
    let again = try conflict(.reached(.append), [5, 6, 7], next: 7, found: [1, 2, 6, 3, 4])
    #expect(again.commits.isEmpty)
    #expect(again.loads.map(\.kind) == [.append])
    #expect(again.loads.map(\.key) == [4])
  }

  @Test func `a page that has nothing in common with what others have stored is stored`() throws {
    let again = try conflict(.reached(.append), [5, 6, 7], next: 7, found: [1, 2, 3, 4, 99])
    #expect(again.loads.isEmpty)
    #expect(again.commits.count == 1)
  }

  // MARK: Places that are gone

  @Test
  func `a page on its way to a list that others empty is cancelled, and the first one is loaded`()
    throws
  {
    var pager = HeadlessPager(rows: 30, size: 10) { $0.start = .refreshIfEmpty }
    pager.holdsAnswers = true
    pager.step(.reached(.append))
    let append = try #require(pager.requests.last)
    let page = pager.answer(append)
    pager.stored = StoredPages(ids: [], kept: pager.stored.kept, version: 7)
    pager.step(.changed(pager.stored))
    #expect(pager.cancelled == [append.number])
    pager.step(.answered(request: append.number, page))
    let refresh = try #require(pager.requests.last)
    #expect(refresh.kind == .refresh)
    pager.step(.answered(request: refresh.number, pager.answer(refresh)))
    #expect(pager.rows == Array(1...10))
  }

  @Test func `a retry reads on where the list ends by now, not where others have read already`() {
    var (pager, other) = (HeadlessPager(rows: 30, size: 10), HeadlessPager(rows: 30, size: 10))
    pager.step(.refresh)
    pager.failure = { _ in RemoteFailure(.unavailable, reason: "down") }
    pager.step(.reached(.append))
    other.step(.refresh)
    other.step(.reached(.append))
    pager.stored = other.stored
    pager.step(.changed(pager.stored))
    pager.failure = { _ in nil }
    pager.step(.retry)
    #expect(pager.requests.last?.key == other.machine.contents.nextKey)
    #expect(pager.rows == Array(1...30))
  }

  @Test func `a refresh that found empty pages only does not keep an emptied list empty`() throws {
    var pager = HeadlessPager(rows: 60, size: 10) { $0.start = .refreshIfEmpty }
    #expect(pager.rows == Array(1...10))
    pager.holdsAnswers = true
    pager.step(.refresh)
    while case .loading = pager.state.refresh, let request = pager.requests.last {
      var page = try pager.answer(request).get()
      page.cells = []
      pager.step(.answered(request: request.number, .success(page)))
    }
    guard case .stalled = pager.state.refresh.error else {
      Issue.record("\(pager.state.refresh)")
      return
    }
    pager.holdsAnswers = false
    pager.stored = StoredPages(ids: [], kept: pager.stored.kept, version: 7)
    pager.step(.changed(pager.stored))
    #expect(pager.rows == Array(1...10))
  }

  @Test func `an end that was reported is read on after a refresh, also if its page was empty`()
    throws
  {
    var pager = HeadlessPager(rows: 30, size: 10)
    pager.step(.refresh)
    pager.holdsAnswers = true
    pager.step(.reached(.append))
    let append = try #require(pager.requests.last)
    var empty = try pager.answer(append).get()
    empty.cells = []
    pager.step(.answered(request: append.number, .success(empty)))
    #expect(pager.requests.last?.key == empty.next)
    pager.step(.refresh)
    let refresh = try #require(pager.requests.last)
    pager.step(.answered(request: refresh.number, pager.answer(refresh)))
    #expect(pager.requests.last?.kind == .append)
  }
}

extension PagerMachine.Effect {
  fileprivate var request: RemoteRequest? {
    if case .load(let request) = self { request } else { nil }
  }
  fileprivate var commit: PageCommit? { if case .commit(let commit) = self { commit } else { nil } }
}
