import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Rows that have moved across a gap, and pages that were asked for where a gap was.
@Suite struct GapMovesTests {
  private static func key(_ row: Int) -> PageKey { PageKey("0:\(row << 32)") }

  /// A list of 24 rows of which some pages are loaded: the first one, and those below some rows.
  private func list(_ rows: Int..., size: Int = 4) -> HeadlessPager {
    var list = HeadlessPager(rows: 24, size: size) { $0.overlap = 0 }
    list.step(.refresh)
    for row in rows { list.step(.jump(.end, Self.key(row))) }
    list.requests = []
    return list
  }

  /// Answers the newest request with some rows.
  private func answer(_ list: inout HeadlessPager, _ rows: [Int], next: Int) throws {
    let request = try #require(list.requests.last)
    try answer(request, &list, rows, next: next)
  }

  private func answer(
    _ request: RemoteRequest,
    _ list: inout HeadlessPager,
    _ rows: [Int],
    next: Int
  ) throws {
    let cells = rows.map { RankedServer.cell(list.server.rows[$0 - 1]) }
    let page = RemotePage(cells: cells, next: Self.key(next))
    list.step(.answered(request: request.number, .success(page)))
  }

  @Test func `a row that has moved up into a gap, alone at the end of a page, does not close it`()
    throws
  {
    var list = list(8)
    #expect(list.rows == [1, 2, 3, 4, 0, 9, 10, 11, 12])
    list.holdsAnswers = true
    list.step(.fillGap(list.gap ?? ""))
    list.holdsAnswers = false
    // Row 9 stood below row 6 when this page was read.
    try answer(&list, [5, 6, 9], next: 6)
    #expect(list.loadEverything() == nil)
    // It stays where it came, and nothing below it is lost.
    #expect(list.rows == Array(1...6) + [9, 7, 8] + Array(10...24))
  }

  @Test func `a page with two stored rows at its end closes a gap, as ever`() throws {
    var list = list(8)
    list.holdsAnswers = true
    list.step(.fillGap(list.gap ?? ""))
    try answer(&list, [5, 6, 9, 10], next: 10)
    #expect(list.state.gaps.isEmpty)
  }

  @Test func `a page that waits is asked for again when the gap above it was filled`() throws {
    var list = list()
    list.step(.reached(.append))
    list.step(.jump(.end, Self.key(12)))
    #expect(list.rows == Array(1...8) + [0, 13, 14, 15, 16])
    list.requests = []
    list.holdsAnswers = true
    list.step(.reached(.append))
    list.holdsAnswers = false
    // Row 6 has moved to the end of the list, with new rows below it.
    try answer(&list, [6, 17, 18], next: 18)
    let asked = list.requests.map(\.key)
    #expect(asked.prefix(3) == [Self.key(16), Self.key(4), Self.key(8)])
    #expect(asked.last == Self.key(16))
    #expect(list.rows == Array(1...20))
  }

  @Test func `a jump that finds loaded rows only is followed by the page of its place`() throws {
    var list = list(8)
    let gap = try #require(list.gap)
    // By the numbers of another list, the rows below the gap were missing there.
    list.step(.jump(.gap(gap), Self.key(8)))
    #expect(list.requests.map(\.kind) == [.jump(.gap(gap)), .gap(gap)])
    #expect(list.rows == Array(1...8) + [0, 9, 10, 11, 12])
    list.requests = []
    list.step(.jump(.end, Self.key(8)))
    #expect(list.requests.map(\.kind) == [.jump(.end), .append])
    #expect(list.rows == Array(1...8) + [0] + Array(9...16))
  }

  @Test func `a gap that opens while a page is on its way is no shift of the rows`() throws {
    var list = HeadlessPager(rows: 24, size: 3) { $0.overlap = 3 }
    list.holdsAnswers = true
    list.step(.refresh)
    try answer(&list, [1, 2, 3], next: 3)
    list.step(.jump(.end, Self.key(8)))
    try answer(&list, [9, 10, 11], next: 11)
    list.step(.fillGap(try #require(list.gap)))
    let filling = try #require(list.requests.last)
    list.step(.reached(.append))
    let append = try #require(list.requests.last)
    try answer(filling, &list, [1, 2, 3, 4, 5, 9], next: 9)
    try #require(list.rows == [1, 2, 3, 4, 5, 9, 0, 10, 11])
    try answer(append, &list, [9, 10, 11, 12, 13, 14], next: 14)
    // The page waits for the gap: a row of it stands above.
    #expect(list.rows == [1, 2, 3, 4, 5, 9, 0, 10, 11])
    #expect(!list.requests.contains { $0.kind == .reread })
  }
}
