import ListModel
import ListPaging
import ListTestSupport
import Testing

/// The rules of docs/paging.md that say what a page does to the stored cells, one by one.
@Suite struct PagerRuleTests {
  /// A list of which three pages of four rows are loaded.
  private func loaded(_ rows: Int = 20) -> HeadlessPager {
    var list = HeadlessPager(rows: rows, size: 4)
    list.step(.refresh)
    for _ in 0..<2 { list.step(.reached(.append)) }
    list.requests = []
    list.updated = []
    return list
  }

  // MARK: What is below a page

  @Test func `below a page that ends the remote's list, all stored cells go`() {
    var list = loaded()
    list.server.delete(18, at: 2)
    list.step(.refresh)
    #expect(list.rows == [1, 2])
    #expect(list.state.append == .notLoading(endOfPaginationReached: true))
  }

  @Test
  func `a page that ends with a stored cell replaces those up to it, and the others stay below`() {
    var list = loaded()
    list.server.delete(1, at: 1)
    list.step(.refresh)
    #expect(list.rows == [1] + Array(3...12))
    #expect(list.state.gaps.isEmpty)
    // The list goes on where it had come to.
    list.step(.reached(.append))
    #expect(list.rows == [1] + Array(3...16))
  }

  @Test func `below a page that ends with a cell that is not stored, there is a gap`() throws {
    var list = loaded()
    list.server.insert(6, at: 0)
    list.step(.refresh)
    #expect(list.rows.count == 4 + 1 + 12)
    let gap = try #require(list.gap)
    #expect(list.stored.ids[4] == gap)
    #expect(gap == Cell.ID("gap-\(list.stored.ids[5])"))
    #expect(Array(list.rows.suffix(12)) == Array(1...12))
  }

  @Test func `what is below a page stays as it was read, until everything is read again`() {
    var list = loaded()
    list.server.update(at: 9)
    list.server.delete(1, at: 10)
    list.step(.refresh)
    #expect(list.rows == Array(1...12))
    #expect(!list.updated.contains(list.stored.ids[9]))
    list.step(.reread)
    #expect(list.updated.contains(list.stored.ids[9]))
    #expect(!list.rows.contains(11))
  }

  @Test func `a cell that a page contains again has its new content`() {
    var list = loaded()
    list.server.update(at: 1)
    list.step(.refresh)
    #expect(list.updated.contains(list.stored.ids[1]))
  }

  @Test
  func `if more cells were to go before common ones than there are, there is a gap instead`() {
    var list = loaded()
    // Row 12 comes to the head: eleven rows would go before one that both have.
    list.server.delete(11, at: 0)
    list.server.insert(3, at: 0)
    list.step(.refresh)
    #expect(list.state.gaps.count == 1)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  // MARK: Gaps

  @Test func `a gap that is filled has the key of the page that was read, and closes at the end`() {
    var list = loaded()
    list.server.insert(10, at: 0)
    list.step(.refresh)
    var pages = 0
    while let gap = list.gap, pages < 9 {
      list.step(.fillGap(gap))
      pages += 1
    }
    #expect(pages == 2)
    #expect(list.requests.map(\.kind).filter { $0 != .refresh }.count == 2)
    #expect(list.stored.ids == list.server.rows.prefix(22).map(\.id))
  }

  // MARK: Refreshing

  @Test func `a refresh around a cell reads its page, from the nearest place whose key is known`() {
    var list = loaded()
    let key = list.stored.ids[7]
    list.server.update(at: 9)
    list.step(.refreshAround(list.stored.ids[9]))
    #expect(list.requests.map(\.kind) == [.refresh])
    #expect(list.requests[0].key == RankedServer.rank(of: key).map { PageKey("0:\($0)") })
    #expect(list.updated.contains(list.stored.ids[9]))
    #expect(list.rows == Array(1...12))
  }

  @Test func `what is read again is one version`() {
    var list = loaded(12)
    let commits = list.commits
    list.server.delete(2, at: 0)
    list.server.delete(2, at: 7)
    list.step(.reread)
    #expect(list.commits == commits + 1)
  }

  @Test func `with refreshMode replace, the page becomes the whole list`() {
    var list = HeadlessPager(rows: 20, size: 4) {
      $0.refreshMode = .replace
      $0.prefetchDistance = 1
    }
    list.step(.refresh)
    list.step(.reached(.append))
    list.step(.refresh)
    #expect(list.rows == [1, 2, 3, 4])
  }

  // MARK: Remotes that lie

  @Test func `an item that comes twice stays where it is, and the diagnostic says so`() {
    var list = loaded()
    // The page after the third one begins with a row that is stored.
    list.server.insert(1, at: 12)
    let twice = list.server.rows[2]
    list.holdsAnswers = true
    list.step(.reached(.append))
    let cells = [twice, list.server.rows[12]].map(RankedServer.cell)
    let page = RemotePage(cells: cells, next: nil)
    list.step(.answered(request: list.requests.last?.number ?? 0, .success(page)))
    #expect(Array(list.stored.ids.prefix(12)) == list.server.rows.prefix(12).map(\.id))
    #expect(list.stored.ids.count == 13)
    #expect(list.diagnostics.contains { if case .duplicates(_, 1) = $0 { true } else { false } })
  }

  @Test func `nothing depends on the total that the remote says`() {
    for total in [-1, 0, 3, 1_000_000] {
      var list = loaded()
      list.holdsAnswers = true
      list.step(.reached(.append))
      var page = RemotePage(cells: [RankedServer.cell(list.server.rows[12])], next: "0:1")
      page.total = total
      list.step(.answered(request: list.requests.last?.number ?? 0, .success(page)))
      #expect(list.rows == Array(1...13))
      #expect(list.state.append == .notLoading(endOfPaginationReached: false))
    }
  }

  // MARK: Failures

  @Test func `a retry of the user waits, too, until the remote wants to be asked`() {
    var list = loaded()
    list.failure = { _ in RemoteFailure(.rateLimited, reason: "slow", retryAfter: 500) }
    list.step(.reached(.append))
    #expect(list.state.append.error != nil)
    let count = list.requests.count
    list.step(.retry)
    #expect(list.state.append == .waiting(until: 500))
    #expect(list.requests.count == count)
  }

  @Test func `a failed refresh leaves the list as it is`() {
    var list = loaded()
    list.server.delete(3, at: 0)
    list.failure = { _ in RemoteFailure(.unavailable, reason: "offline") }
    list.step(.refresh)
    #expect(list.rows == Array(1...12))
    #expect(list.state.refresh.error != nil)
  }

  // MARK: When a page is loaded

  @Test func `while a refresh is running, no other request is sent`() {
    var list = loaded()
    list.holdsAnswers = true
    list.step(.refresh)
    list.step(.reached(.append))
    #expect(list.requests.map(\.kind) == [.refresh])
  }

  @Test func `a direction that has failed is not asked again by its end alone`() {
    var list = loaded()
    list.failure = { _ in RemoteFailure(.unavailable, reason: "offline") }
    list.step(.reached(.append))
    list.step(.reached(.append))
    #expect(list.requests.count == 1)
    list.failure = { _ in nil }
    list.step(.retry)
    #expect(list.rows == Array(1...16))
  }
}
