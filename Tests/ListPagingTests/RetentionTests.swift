import ListModel
import ListPaging
import ListTestSupport
import Testing

/// How much of a list stays stored.
@Suite struct RetentionTests {
  private func pager(_ configure: (inout PagerConfiguration) -> Void) -> HeadlessPager {
    HeadlessPager(rows: 60, size: 10) { configuration in
      configuration.retention = .lastPages(2)
      configuration.prefetchDistance = 5
      configure(&configuration)
    }
  }

  /// Scrolls to the end, ten rows on screen.
  ///
  /// - Returns: The most rows that were stored.
  private func scroll(_ list: inout HeadlessPager) -> Int {
    let end = LoadState.notLoading(endOfPaginationReached: true)
    var most = 0
    list.step(.refresh)
    for _ in 0..<40 where list.state.append != end {
      let last = list.shownRows.count - 1
      list.step(.viewed(first: max(0, last - 9), last: last))
      most = max(most, list.stored.ids.count)
    }
    return most
  }

  @Test func `retention limits the stored rows also without a limit of the shown ones`() {
    var list = pager { _ in }
    let most = scroll(&list)
    #expect(list.shownRows.last == 60)
    // Two pages, and those that were shown when the last one came.
    #expect(list.stored.ids.count <= 40)
    #expect(most <= 40)
  }

  @Test func `rows that were removed come back when the user returns to them`() {
    var list = pager { _ in }
    _ = scroll(&list)
    for _ in 0..<40 where list.shownRows.first != 1 {
      list.step(.viewed(first: 0, last: 9))
    }
    #expect(list.shownRows.first == 1)
    let rows = list.rows
    #expect(rows == Array(1...(rows.last ?? 0)))
  }

  @Test func `no row above a gap is removed until the gap has closed`() {
    var list = pager { _ in }
    list.step(.refresh)
    list.server.insert(35, at: 0)
    list.step(.refresh)
    for _ in 0..<2 { list.step(.fillGap(list.gap ?? "")) }
    for _ in 0..<4 {
      let last = list.shownRows.count - 1
      list.step(.viewed(first: max(0, last - 9), last: last))
    }
    let above = list.server.rows.prefix(30).map(\.id)
    #expect(Array(list.stored.ids.prefix(30)) == above)
    #expect(list.rows.last ?? 0 > 30)
  }

  @Test func `without a report of what is on screen, nothing that is shown is removed`() {
    var list = pager { $0.prefetchDistance = nil }
    list.step(.refresh)
    for _ in 0..<8 { list.step(.reached(.append)) }
    #expect(list.rows == Array(1...60))
    #expect(list.shownRows == Array(1...60))
  }
}
