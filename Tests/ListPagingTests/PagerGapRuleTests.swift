import ListModel
import ListPaging
import ListTestSupport
import Testing

/// The rules of docs/paging.md for gaps and jumps that a random user seldom comes across.
@Suite struct PagerGapRuleTests {
  private static func key(_ row: Int) -> PageKey { PageKey("0:\(row << 32)") }

  /// A list of 24 rows of which some pages of four are loaded: the first one, and those below some rows.
  private func list(_ rows: Int...) -> HeadlessPager {
    var list = HeadlessPager(rows: 24, size: 4)
    list.step(.refresh)
    for row in rows { list.step(.jump(.end, Self.key(row))) }
    list.requests = []
    return list
  }

  /// What another writer does: some cells go, and the app starts again.
  private func without(_ rows: ClosedRange<Int>, _ list: HeadlessPager) -> HeadlessPager {
    var list = list
    list.stored.ids.removeAll { id in
      RankedServer.rank(of: id).map { rows.contains($0 >> 32) } ?? false
    }
    list.restart()
    return list
  }

  @Test func `a page that ends with a new row is followed by a gap, also if as many rows are gone`()
  {
    var list = list()
    list.step(.reached(.append))
    list.server.delete(1, at: 1)
    list.server.insert(2, at: 3)
    list.step(.refresh)
    #expect(list.state.gaps.count == 1)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a gap with nothing below it is the end of the list, with its key`() {
    var list = without(13...16, list(12))
    #expect(list.rows == [1, 2, 3, 4, 0])
    list.step(.refresh)
    #expect(list.state.gaps.isEmpty)
    #expect(list.loadEverything() == nil)
    #expect(list.rows == Array(1...24))
  }

  @Test func `of two gaps in a row, the key that names the earlier place is used`() {
    var list = without(9...12, list(8, 16))
    #expect(list.rows == [1, 2, 3, 4, 0, 0, 17, 18, 19, 20])
    list.step(.refresh)
    #expect(list.state.gaps.count == 1)
    #expect(list.loadEverything() == nil)
    #expect(list.rows == Array(1...24))
  }

  @Test func `a jump below a gap keeps the gap's key, which names an earlier place`() {
    var list = without(9...12, list(8))
    list.step(.jump(.end, Self.key(16)))
    #expect(list.rows == [1, 2, 3, 4, 0, 17, 18, 19, 20])
    #expect(list.loadEverything() == nil)
    #expect(list.rows == Array(1...24))
  }

  @Test func `a page of a gap with a row from above another gap waits until that gap was filled`()
    throws
  {
    var list = list(8, 16)
    let gaps = list.stored.ids.filter { RankedServer.rank(of: $0) == nil }
    try #require(gaps.count == 2)
    let before = list.stored.ids
    list.holdsAnswers = true
    list.step(.fillGap(gaps[1]))
    let rows = [3, 12, 13, 14].map { RankedServer.cell(list.server.rows[$0]) }
    let request = try #require(list.requests.last)
    list.step(
      .answered(request: request.number, .success(RemotePage(cells: rows, next: Self.key(15))))
    )
    #expect(list.stored.ids.filter(before.contains) == before)
    #expect(!list.stored.ids.contains(list.server.rows[13].id))
    guard case .gap(let gap) = list.requests.last?.kind else {
      Issue.record("\(list.requests)")
      return
    }
    #expect(gap != gaps[1])
  }

  @Test func `what is above all known keys is read with the head of the list`() throws {
    var list = list(8)
    list.holdsAnswers = true
    list.step(.reached(.append))
    list.server.insert(1, at: 0)
    let rows = [0, 1, 13, 14].map { RankedServer.cell(list.server.rows[$0]) }
    let request = try #require(list.requests.last)
    list.step(
      .answered(request: request.number, .success(RemotePage(cells: rows, next: Self.key(15))))
    )
    #expect(list.requests.last?.kind == .refresh)
    #expect(!list.stored.ids.contains(list.server.rows[13].id))
  }

  @Test func `a request on its way to a place is cancelled by another one, unless it is the same`()
  {
    var list = list()
    list.holdsAnswers = true
    for row in [8, 8, 12] { list.step(.jump(.end, Self.key(row))) }
    #expect(list.requests.map(\.key) == [Self.key(8), Self.key(12)])
    #expect(list.cancelled == [list.requests[0].number])
  }
}
