import ListModel
import ListPaging
import ListStorage
import ListTestSupport
import Testing

/// What a pager learns late: answers of requests that were cancelled, and looks at a window that was not
/// shown yet.
@Suite struct LateAnswerTests {
  private static func key(_ row: Int) -> PageKey { PageKey("0:\(row << 32)") }

  private let limit = RemoteFailure(.rateLimited, reason: "too many", retryAfter: 5_000)

  @Test
  func `how long the remote does not want to be asked holds also after a request was cancelled`()
    throws
  {
    var list = HeadlessPager(rows: 24, size: 4)
    list.step(.refresh)
    list.holdsAnswers = true
    list.step(.reached(.append))
    let append = try #require(list.requests.last)
    list.step(.jump(.end, Self.key(12)))
    let jump = try #require(list.requests.last)
    #expect(list.cancelled == [append.number])
    list.step(.answered(request: append.number, .failure(limit)))
    list.step(.answered(request: jump.number, list.answer(jump)))
    list.requests = []
    list.step(.reached(.append))
    #expect(list.requests.isEmpty)
    #expect(list.state.append == .waiting(until: 5_000))
  }

  @Test func `how long the remote does not want to be asked holds also after a gap has gone`()
    throws
  {
    var list = HeadlessPager(rows: 24, size: 4) { $0.refreshMode = .replace }
    list.step(.refresh)
    list.step(.jump(.end, Self.key(12)))
    list.holdsAnswers = true
    list.step(.fillGap(try #require(list.gap)))
    let filling = try #require(list.requests.last)
    list.step(.refresh)
    let refresh = try #require(list.requests.last)
    list.step(.answered(request: filling.number, .failure(limit)))
    list.step(.answered(request: refresh.number, list.answer(refresh)))
    #expect(list.rows == [1, 2, 3, 4])
    // It is kept over a restart, too.
    list.restart()
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.isEmpty)
    #expect(list.state.refresh == .waiting(until: 5_000))
  }

  /// The window changes while it is animated: the rows on screen are reported, and then where a movement
  /// that begins will end, before the pager is told that the window is shown.
  @Test func `what is on screen when a movement begins stays, also in a window not shown yet`()
    async throws
  {
    var configuration = PagerConfiguration(
      pageSize: 10,
      initialLoadSize: 10,
      prefetchDistance: 1,
      maxSize: 20
    )
    configuration.start = .refreshIfEmpty
    let source = OffsetSource { index, size in
      let cells = (index..<(index + size)).map {
        Cell(id: Cell.ID($0), component: AnyComponent(StoredComponent(type: "Row")))
      }
      return NumberedPage(cells: cells, isLast: false)
    }
    let storage = ListStorePages(store: try ListStore.inMemory(), list: "home", section: "feed")
    let pager = Pager(remote: source, storage: storage, configuration: configuration)
    try await pager.start()
    var updates = pager.updates.makeAsyncIterator()
    var shown = PagerUpdate()
    /// Shows updates up to one whose window has these rows.
    func show(_ rows: ClosedRange<Int>, isTold: Bool = true) async {
      while shown.window.ids != rows.map({ Cell.ID($0) }), let next = await updates.next() {
        shown = next
        if isTold || shown.window.ids != rows.map({ Cell.ID($0) }) { await pager.shown(next) }
      }
    }
    func look(_ rows: ClosedRange<Int>, isOnScreen: Bool = true) async {
      await pager.viewed(
        VisibleCellsContext(
          firstIndex: rows.lowerBound,
          lastIndex: rows.upperBound,
          ids: rows.map { Cell.ID($0) },
          count: 20,
          version: 0,
          isOnScreen: isOnScreen
        )
      )
    }
    await show(0...9)
    await pager.viewed(["9"])
    await show(0...19)
    await pager.viewed(["19"])
    await show(10...29)
    await pager.viewed(["10"])
    await show(0...19, isTold: false)
    await look(5...7)
    await look(17...19, isOnScreen: false)
    await pager.shown(shown)
    let next = await updates.next()
    #expect(next?.window.ids.first == "0")
    #expect(next?.window.ids.last == "29")
    await pager.stop()
  }
}
