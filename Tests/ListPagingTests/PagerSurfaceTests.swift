import ListModel
import ListPaging
import ListStorage
import ListTestSupport
import Testing

/// What an app may tell and set at any time, and what a screen reports.
@Suite struct PagerSurfaceTests {
  private static func cell(_ id: Cell.ID) -> Cell {
    Cell(id: id, component: AnyComponent(StoredComponent(type: "Row")))
  }

  private static func cells(_ range: Range<Int>) -> [Cell] { range.map { cell(Cell.ID($0)) } }

  private func numbers(_ count: Int) -> OffsetSource {
    OffsetSource { index, size in
      let (start, end) = (min(index, count), min(count, index + size))
      return NumberedPage(cells: Self.cells(start..<end), isLast: end == count)
    }
  }

  private func ids(_ store: ListStore) throws -> [Cell.ID] {
    try store.snapshot(of: "home").list.sections.flatMap { $0.cells.map(\.id) }
  }

  // MARK: Configurations

  /// Any number in any property: the pager loads a list to its end, and no number ends the process.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `every configuration is valid, whatever its properties are set to`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number() -> Int {
      [Int.min, -7, -1, 0, 1, 2, 5, 30, Int.max].randomElement(using: &random) ?? 0
    }
    var configuration = PagerConfiguration()
    configuration.pageSize = number()
    configuration.initialLoadSize = number()
    configuration.prefetchDistance = Bool.random(using: &random) ? number() : nil
    configuration.maxSize = Bool.random(using: &random) ? number() : nil
    configuration.maxEmptyPages = number()
    configuration.maxHiddenPages = number()
    configuration.overlap = number()
    configuration.start = .refreshIfOlder(than: number())
    configuration.retention = Bool.random(using: &random) ? .keepAll : .lastPages(number())
    configuration.refetch = .init(interval: number(), onReturn: .ifOlder(than: number()))
    configuration.retry = .init(limit: number(), base: number(), factor: .nan, longest: number())
    #expect(configuration.pageSize >= 1 && configuration.initialLoadSize >= 1, "seed \(seed)")
    #expect(configuration.prefetchDistance ?? 0 >= 0 && configuration.overlap >= 0, "seed \(seed)")
    var machine = PagerMachine(configuration: configuration)
    var events: [PagerMachine.Event] = [.opened(StoredPages())]
    var (count, version, now) = (0, 0, 0)
    while !events.isEmpty, count < 400 {
      count += 1
      now += 1
      for effect in machine.step(events.removeFirst(), at: now) {
        switch effect {
        case .load(let request):
          let start = max(0, (request.key?.number ?? 0) - request.overlap)
          let end = min(40, start + min(40, request.size))
          let page = RemotePage(
            cells: Self.cells(start..<max(start, end)),
            next: end < 40 ? PageKey(end) : nil
          )
          events.append(.answered(request: request.number, .success(page)))
        case .commit(let commit):
          version += 1
          events.append(.committed(commit: commit.number, version: version))
        case .show:
          let last = machine.windowCount - 1
          events += [.viewed(first: last, last: last), .reached(.append), .shown]
        case .cancel, .wake, .state, .diagnose: break
        }
      }
    }
    #expect(machine.contents.count > 0, "seed \(seed)")
  }

  // MARK: At any time

  @Test func `the list of another writer that is read during an own commit is shown after it`() {
    var machine = PagerMachine(configuration: PagerConfiguration(pageSize: 4, initialLoadSize: 4))
    _ = machine.step(.opened(StoredPages()), at: 0)
    let page = RemotePage(cells: Self.cells(0..<4), next: nil)
    _ = machine.step(.answered(request: 1, .success(page)), at: 1)
    // The own commit makes version 1, another writer makes version 2; both are read before the answer.
    let other = StoredPages(ids: ["x", "0", "1", "2", "3"], version: 2)
    _ = machine.step(.changed(other), at: 2)
    _ = machine.step(.committed(commit: 1, version: 1), at: 3)
    #expect(machine.windowIDs == ["x", "0", "1", "2", "3"])
    #expect(machine.version == 2)
    // What was read before the own commit was made is older than that.
    var late = PagerMachine(configuration: PagerConfiguration(pageSize: 4, initialLoadSize: 4))
    _ = late.step(.opened(StoredPages()), at: 0)
    _ = late.step(.answered(request: 1, .success(page)), at: 1)
    _ = late.step(.changed(StoredPages(ids: ["old"], version: 1)), at: 2)
    _ = late.step(.committed(commit: 1, version: 1), at: 3)
    #expect(late.windowIDs == ["0", "1", "2", "3"])
  }

  @Test func `what is asked before the start is done by the start`() async throws {
    let store = try ListStore.inMemory()
    try await store.commit(
      List(sections: [Section(id: "feed", cells: [Self.cell("old")])]),
      to: "home"
    )
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4)
    configuration.start = .never
    configuration.refreshMode = .replace
    let pager = Pager(
      remote: numbers(3),
      storage: ListStorePages(store: store, list: "home", section: "feed"),
      configuration: configuration
    )
    await pager.retry()
    await pager.refresh()
    try await pager.start()
    await pager.refresh()
    #expect(try ids(store) == ["0", "1", "2"])
    await pager.stop()
  }

  @Test func `a list is refreshed on return, at intervals, and not in the background`() {
    var configuration = PagerConfiguration(pageSize: 4, initialLoadSize: 4)
    configuration.refetch = .init(interval: 1_000, onReturn: .ifOlder(than: 300))
    var machine = PagerMachine(configuration: configuration)
    var loads: [Int] = []
    var wakes: [Int] = []
    func step(_ event: PagerMachine.Event, at now: Int) {
      var events = [event]
      while !events.isEmpty {
        for effect in machine.step(events.removeFirst(), at: now) {
          switch effect {
          case .load(let request):
            loads.append(now)
            let page = RemotePage(cells: Self.cells(0..<4), next: nil)
            events.append(.answered(request: request.number, .success(page)))
          case .commit(let commit):
            events.append(.committed(commit: commit.number, version: 1))
          case .show: events.append(.shown)
          case .wake(let time): wakes.append(time)
          case .cancel, .state, .diagnose: break
          }
        }
      }
    }
    step(.opened(StoredPages()), at: 0)
    step(.woken, at: 999)
    #expect(loads == [0])
    #expect(wakes == [1_000])
    step(.woken, at: 1_000)
    #expect(loads == [0, 1_000])
    #expect(wakes == [1_000, 2_000])
    step(.background, at: 1_100)
    step(.woken, at: 2_000)
    step(.woken, at: 5_000)
    #expect(loads == [0, 1_000])
    step(.foreground, at: 5_001)
    #expect(loads == [0, 1_000, 5_001])
    step(.background, at: 5_002)
    step(.foreground, at: 5_100)
    #expect(loads.count == 3)
    step(.background, at: 5_200)
    step(.foreground, at: 5_301)
    #expect(loads == [0, 1_000, 5_001, 5_301])
  }

  // MARK: Values for tests and previews

  @Test func `an update can be made without a pager`() {
    let window = PagerWindow(ids: ["a", "b"], before: 3, after: 4, version: 7, cause: .append)
    let update = PagerUpdate(serial: 2, window: window, state: PagerState())
    #expect(update.window.ids == ["a", "b"])
    #expect(PagerUpdate().window == PagerWindow())
  }
}
