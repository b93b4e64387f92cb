import ListModel
import ListPaging
import ListStorage
import ListTestSupport
import Synchronization
import Testing

/// The first cells of a long stored list are shown while the others are read.
@Suite struct FirstCellsTests {
  /// What is shown first is what a pager shows that has read everything, and both go on alike.
  @Test func `a list whose first cells are shown becomes the list that was read at once`() {
    for seed in 0..<UInt64(Soak.count(60, soak: 2_000)) {
      var random = SeededGenerator(seed: seed)
      let size = Int.random(in: 2...6, using: &random)
      var pager = HeadlessPager(rows: Int.random(in: 30...90, using: &random), size: size) {
        $0.maxSize = size * Int.random(in: 3...6, using: &random)
        $0.start = .refreshIfEmpty
      }
      for _ in 0..<Int.random(in: 4...12, using: &random) { Self.act(&pager, &random) }
      var whole = pager
      whole.restart()
      var parts = pager
      let limit = max(pager.configuration.maxSize ?? 0, size + 2 * size)
      guard pager.stored.ids.count > limit else { continue }
      parts.begin(first: limit)
      let windows = parts.windowCount
      #expect(parts.window == whole.window, "seed \(seed)")
      var state = parts.state
      state.append = whole.state.append
      #expect(state == whole.state, "seed \(seed)")
      parts.step(.opened(parts.stored))
      #expect(parts.windowCount == windows, "seed \(seed): the same window is shown once more")
      for step in 0..<12 {
        var again = random
        Self.act(&whole, &random)
        Self.act(&parts, &again)
        let isSame =
          parts.stored.ids == whole.stored.ids && parts.window == whole.window
          && parts.state == whole.state && parts.requests == whole.requests
        #expect(isSame, "seed \(seed), step \(step)")
        guard isSame else { return }
      }
    }
  }

  private static func act(_ pager: inout HeadlessPager, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: pager.step(.reached(.append))
    case 5..<7:
      let place = Int.random(in: 0...(pager.server.rows.count / 2), using: &random)
      pager.server.insert(Int.random(in: 1...9, using: &random), at: place)
      pager.step(.refresh)
    case 7: if let gap = pager.gap { pager.step(.fillGap(gap)) }
    default:
      let last = pager.window.ids.count - 1
      guard last >= 0 else { return }
      let row = Int.random(in: 0...last, using: &random)
      pager.step(.viewed(first: row, last: min(last, row + 2)))
    }
  }

  private static func filled(rows: Int, showing: Int? = nil) -> HeadlessPager {
    var pager = HeadlessPager(rows: rows, size: 4) {
      $0.maxSize = showing
      $0.prefetchDistance = 2
      $0.start = .refreshIfEmpty
    }
    for _ in 0..<rows { pager.step(.reached(.append)) }
    return pager
  }

  @Test func `what the user looks at meanwhile is loaded for when all is read`() {
    var pager = Self.filled(rows: 60, showing: 16)
    pager.begin(first: 16)
    #expect(pager.window.before == 0 && pager.window.ids.count == 16)
    let (before, requests) = (pager.machine.localLoads, pager.requests.count)
    pager.step(.viewed(first: 12, last: 15))
    pager.step(.fillGap("never there"))
    #expect(pager.machine.localLoads == before && pager.requests.count == requests)
    pager.step(.opened(pager.stored))
    #expect(pager.machine.localLoads == before + 1)
  }

  @Test func `nothing is asked of the remote before all is read`() {
    for event: PagerMachine.Event in [
      .jump(.end, "9"), .reached(.append), .reached(.prepend), .refresh, .reread, .retry, .woken,
      .foreground, .refreshAround("r1"), .hidden(.append, pages: 1),
    ] {
      var pager = HeadlessPager(rows: 60, size: 4) {
        $0.maxSize = 16
        $0.start = .refreshIfEmpty
      }
      for _ in 0..<8 { pager.step(.reached(.append)) }
      let requests = pager.requests.count
      #expect(pager.state.append == .notLoading(endOfPaginationReached: false))
      pager.begin(first: 16)
      pager.step(event)
      #expect(pager.requests.count == requests, "\(event)")
    }
  }

  @Test func `a list that others have changed meanwhile is shown once more`() {
    var pager = Self.filled(rows: 60, showing: 16)
    pager.begin(first: 16)
    let windows = pager.windowCount
    pager.step(.viewed(first: 12, last: 15))
    pager.stored.ids.removeFirst(3)
    pager.stored.version += 1
    pager.step(.opened(pager.stored))
    #expect(pager.windowCount == windows + 1)
    #expect(pager.window.ids.first == pager.stored.ids.first)
    #expect(pager.window.version == pager.stored.version)
    var cleared = Self.filled(rows: 60, showing: 16)
    cleared.configuration.start = .never
    cleared.begin(first: 16)
    cleared.step(.opened(StoredPages()))
    #expect(cleared.window.ids.isEmpty)
  }

  @Test func `all cells are shown when all are read, if windows may be of any size`() {
    var pager = Self.filled(rows: 60)
    pager.begin(first: 10)
    // Whole pages only.
    #expect(pager.shownRows == Array(1...8))
    #expect(pager.window.after == pager.stored.ids.count - 8)
    #expect(pager.state.append == .notLoading(endOfPaginationReached: false))
    pager.step(.opened(pager.stored))
    #expect(pager.window.ids == pager.stored.ids)
  }

  /// Placeholders stand for as many items before all cells are read as after it.
  @Test func `missing items are counted at gaps that are not read yet`() throws {
    let ids = (0..<20).map { Cell.ID("\($0)") } + ["gap-30"] + (30..<50).map { Cell.ID("\($0)") }
    let kept = """
      {"format":1,"next":{"key":"50","isEnded":false},"previous":{"isEnded":true},\
      "gaps":{"gap-30":"20"},"generation":1,"notBefore":0,"count":41,"origin":0,\
      "pages":[{"count":10},{"count":11},{"count":20}],\
      "missing":{"before":0,"after":50,"gaps":{"gap-30":10}},"missingOf":41}
      """
    let stored = StoredPages(ids: ids, kept: try Content(parsing: Array(kept.utf8)), version: 3)
    var configuration = PagerConfiguration(pageSize: 10, initialLoadSize: 10, prefetchDistance: 0)
    configuration.maxSize = 20
    configuration.start = .never
    for first in [10, 20, 21, 40] {
      var machine = PagerMachine(configuration: configuration)
      var read = stored
      read.ids = Array(ids.prefix(first))
      read.unread = ids.count - first
      var windows: [PagerWindow] = []
      for event in [PagerMachine.Event.begun(read), .shown, .opened(stored), .shown] {
        for case .show(let window) in machine.step(event, at: 0) { windows.append(window) }
      }
      for window in windows {
        #expect(window.itemsBefore == 0, "\(first) read first")
        #expect(window.itemsAfter == 100 - window.ids.count, "\(first) read first")
      }
      #expect(windows.last?.ids.count == 10 || first > 10)
      #expect(machine.state.gaps.keys.sorted() == ["gap-30"])
    }
  }

  // MARK: The pager

  private static func pager(_ storage: some PagerStorage) -> Pager {
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4, prefetchDistance: 0)
    configuration.maxSize = 12
    configuration.start = .never
    let source = KeysetSource { _ in RemotePage(cells: [], next: nil) }
    return Pager(remote: source, storage: storage, configuration: configuration)
  }

  @Test func `the first cells are shown before the others can be read`() async throws {
    let storage = SlowStorage()
    let pager = Self.pager(storage)
    var updates = pager.updates.makeAsyncIterator()
    try await pager.start()
    let first = try #require(await updates.next())
    #expect(first.window.ids.count == 12 && first.window.after == 88)
    await pager.shown(first)
    #expect(await pager.state.screen == .content)
    // A refresh waits until all is read, and for its own page.
    let refreshed = Task {
      await pager.refresh()
      return storage.readings
    }
    storage.answer(.success(()))
    #expect(await refreshed.value == 1)
    let state = await pager.state
    #expect(state.asOf == 2 && !state.refresh.isLoading)
    await pager.stop()
  }

  /// Without the load, nothing would ever be asked for, and the test would wait for its limit.
  @Test(.timeLimit(.minutes(1)))
  func `placeholders that the user looks at meanwhile are loaded when all is read`() async throws {
    let kept = """
      {"format":1,"next":{"isEnded":true},"previous":{"key":"100","isEnded":false},"gaps":{},\
      "generation":1,"notBefore":0,"count":100,"origin":0,"pages":[{"count":100,"pages":25}],\
      "missing":{"before":100,"after":0,"gaps":{}},"missingOf":100}
      """
    let storage = SlowStorage(kept: try Content(parsing: Array(kept.utf8)))
    let (asked, continuation) = AsyncStream.makeStream(of: Int.self)
    let source = OffsetSource { index, _ in
      continuation.yield(index)
      return NumberedPage(cells: [], isLast: true)
    }
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4, prefetchDistance: 0)
    configuration.maxSize = 12
    configuration.start = .never
    configuration.jumpThreshold = 20
    let pager = Pager(remote: source, storage: storage, configuration: configuration)
    var updates = pager.updates.makeAsyncIterator()
    try await pager.start()
    let first = try #require(await updates.next())
    let cells = first.window.ids.map {
      Cell(id: $0, component: AnyComponent(StoredComponent(type: "Row")))
    }
    let list = List(sections: [Section(id: "feed", cells: cells)]).withPlaceholders(of: first)
    await pager.shown(first, as: list)
    await pager.viewed([PagerPlaceholder.id(20), "0"])
    storage.answer(.success(()))
    // The page before the first cell is asked for, too.
    #expect(await asked.contains(18))
    await pager.stop()
  }

  @Test func `a list that cannot be read further says so, and a retry reads it again`() async throws
  {
    let storage = SlowStorage()
    let pager = Self.pager(storage)
    try await pager.start()
    storage.answer(.failure(SlowStorage.Damaged()))
    await pager.refresh()
    guard case .error(.storage(let reason)) = await pager.state.refresh else {
      Issue.record("the state is \(await pager.state)")
      return
    }
    #expect(reason == "Damaged()")
    storage.answer(.success(()))
    await pager.retry()
    await pager.refresh()
    #expect(storage.readings == 2)
    #expect(await pager.state.refresh.error == nil)
    await pager.stop()
  }

  @Test func `a store gives the first cells of a section that has some thousand more`() async throws
  {
    func cells(_ range: Range<Int>) -> [Cell] {
      range.map {
        Cell(id: Cell.ID("\($0)"), component: AnyComponent(StoredComponent(type: "Row")))
      }
    }
    let store = try ListStore.inMemory()
    let list = List(sections: [
      Section(id: "short", cells: cells(0..<4_030)),
      Section(id: "long", cells: cells(5_000..<9_031)),
    ])
    try await store.commit(
      .list(list).setting(["pager": try Content(parsing: Array("{}".utf8))]),
      to: "home"
    )
    let short = ListStorePages(store: store, list: "home", section: "short")
    #expect(try await short.firstStored(30) == nil)
    let long = ListStorePages(store: store, list: "home", section: "long")
    let first = try #require(try await long.firstStored(30))
    #expect(first.ids == (5_000..<5_030).map { Cell.ID("\($0)") })
    #expect(first.unread == 4_001 && first.version == 1)
    #expect(first.kept?.text == "{}")
    let missing = ListStorePages(store: store, list: "home", section: "missing")
    #expect(try await missing.firstStored(30) == nil)
    let unknown = ListStorePages(store: store, list: "unknown", section: "long")
    #expect(try await unknown.firstStored(30) == nil)
  }
}

/// A stored list of which the first cells are read at once, and the others when the test says so.
private final class SlowStorage: PagerStorage {
  struct Damaged: Error {}

  private struct State {
    var answers: [Result<Void, any Error>] = []
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var readings = 0
  }

  private let state = Mutex(State())
  private let ids = (0..<100).map { Cell.ID("\($0)") }
  private let kept: Content?

  init(kept: Content? = nil) { self.kept = kept }

  var readings: Int { state.withLock { $0.readings } }

  /// Answers a reading, which may come later.
  func answer(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      if state.waiting.isEmpty { state.answers.append(result) }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    waiting?.resume(with: result)
  }

  func firstStored(_ count: Int) async throws -> StoredPages? {
    StoredPages(
      ids: Array(ids.prefix(count)),
      kept: kept,
      version: 1,
      unread: ids.count - count
    )
  }

  func stored() async throws -> StoredPages {
    try await withCheckedThrowingContinuation { waiting in
      let result: Result<Void, any Error>? = state.withLock { state in
        state.readings += 1
        if !state.answers.isEmpty { return state.answers.removeFirst() }
        state.waiting.append(waiting)
        return nil
      }
      if let result { waiting.resume(with: result) }
    }
    return StoredPages(ids: ids, kept: kept, version: 1)
  }

  func commit(_ commit: PageCommit) async throws -> PageCommitAnswer { .committed(version: 2) }
}
