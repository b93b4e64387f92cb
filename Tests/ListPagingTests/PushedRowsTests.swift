import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Rows that come between stored ones push others out of the page that shows them: those are read
/// again, so that nothing between them is lost.
@Suite struct PushedRowsTests {
  @Test func `nothing is lost wherever rows were inserted in the reach of a refreshed page`() {
    for seed in 0..<UInt64(Soak.count(300, soak: 3_000)) {
      var random = SeededGenerator(seed: seed)
      let size = Int.random(in: 2...6, using: &random)
      var list = HeadlessPager(rows: 30, size: size)
      list.step(.refresh)
      for _ in 0..<Int.random(in: 0..<4, using: &random) { list.step(.reached(.append)) }
      if Bool.random(using: &random) { list.restart() }
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        list.server.insert(1, at: Int.random(in: 1..<size, using: &random))
      }
      list.step(.refresh)
      if Bool.random(using: &random) { list.restart() }
      let end = list.loadEverything()
      #expect(end == nil, "seed \(seed)")
      let lost = list.server.rows.map(\.id).filter { !list.stored.ids.contains($0) }
      #expect(lost.isEmpty, "seed \(seed)")
    }
  }

  @Test func `cells that were pushed out of a page are read again at once`() {
    var list = HeadlessPager(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    // The row between the third and fourth one is pushed out of the page by the one above it.
    list.server.insert(1, at: 3)
    list.server.insert(1, at: 1)
    list.step(.refresh)
    #expect(list.stored.ids == list.server.rows.prefix(10).map(\.id))
  }

  @Test func `a page with new rows only above the stored ones is believed to reach them`() {
    var list = HeadlessPager(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    list.server.insert(2, at: 0)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.map(\.kind) == [.refresh])
    #expect(list.stored.ids == list.server.rows.prefix(10).map(\.id))
  }

  @Test func `what follows a page is read again if its last row may have moved down to its place`()
    throws
  {
    var list = HeadlessPager(rows: 12, size: 3)
    list.step(.refresh)
    list.step(.reached(.append))
    // A new row comes below the second one, and the first one moves below both.
    list.server.insert(2, at: 2)
    let rows = list.server.rows
    list.holdsAnswers = true
    list.step(.refresh)
    let page = RemotePage(
      cells: [rows[1], rows[2], rows[0]].map(RankedServer.cell),
      next: PageKey("0:\(rows[2].rank)")
    )
    let refresh = try #require(list.requests.last)
    list.holdsAnswers = false
    list.step(.answered(request: refresh.number, .success(page)))
    #expect(list.requests.last?.key == page.next)
    #expect(Array(list.stored.ids.prefix(4)) == [1, 2, 0, 3].map { rows[$0].id })
  }

  @Test func `after maxEmptyPages pages that were pushed down, a gap waits for the user`() {
    var list = HeadlessPager(rows: 12, size: 4)
    list.step(.refresh)
    list.server.insert(20, at: 3)
    list.server.insert(1, at: 1)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.count == 1 + list.configuration.maxEmptyPages)
    let gaps = list.machine.state.gaps
    #expect(gaps.values.map { $0 } == [.notLoading(endOfPaginationReached: false)])
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a page that ends with a new row leaves a gap for the user, as ever`() {
    var list = HeadlessPager(rows: 12, size: 4)
    list.step(.refresh)
    list.server.insert(40, at: 1)
    list.requests = []
    list.step(.refresh)
    #expect(list.requests.map(\.kind) == [.refresh])
    #expect(list.machine.state.gaps.count == 1)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a gap above pushed cells keeps how far it reaches over a restart`() {
    var list = HeadlessPager(rows: 12, size: 4)
    list.step(.refresh)
    list.step(.reached(.append))
    list.server.insert(1, at: 3)
    list.server.insert(1, at: 1)
    list.failure = {
      $0.kind == .refresh ? nil : RemoteFailure(.unavailable, reason: "offline")
    }
    list.step(.refresh)
    #expect(list.machine.state.gaps.count == 1)
    list.failure = { _ in nil }
    list.restart()
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }
}
