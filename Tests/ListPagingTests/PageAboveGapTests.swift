import ListModel
import ListPaging
import ListTestSupport
import Testing

/// The page after the last cell reads items again that stand above a gap.
@Suite struct PageAboveGapTests {
  /// A list whose remote has lost the rows below the gap: 5 to 8 stand above it, 2 to 4 below.
  private static func gapped(_ configure: (inout PagerConfiguration) -> Void = { _ in })
    -> HeadlessPager
  {
    var list = HeadlessPager(rows: 24, size: 4, configure)
    list.step(.refresh)
    list.server.delete(4, at: 0)
    list.step(.refresh)
    return list
  }

  @Test func `the gap is filled first, and the page is asked for again once it has closed`() {
    var list = Self.gapped { $0.maxEmptyPages = 9 }
    #expect(list.rows == [5, 6, 7, 8, 0, 1, 2, 3, 4])
    list.requests = []
    list.step(.reached(.append))
    let kinds = list.requests.map(\.kind)
    #expect(kinds.first == .append)
    #expect(kinds.dropFirst().allSatisfy { if case .gap = $0 { true } else { false } })
    // The remote's list has ended in the gap, so the rows below it are gone.
    #expect(list.rows == Array(5...24))
    #expect(list.state.append == .notLoading(endOfPaginationReached: true))
  }

  @Test func `a page whose cells are all above the gap has new content, and moves nothing`() {
    var list = Self.gapped { $0.maxEmptyPages = 1 }
    let before = list.stored.ids
    list.failure = { request in
      if case .gap = request.kind { RemoteFailure(.unavailable, reason: "offline") } else { nil }
    }
    list.updated = []
    list.step(.reached(.append))
    #expect(list.stored.ids == before)
    #expect(list.updated == Array(before.prefix(4)))
  }

  @Test func `new rows beside rows above a gap stay beside them`() {
    for place in 1...3 {
      var list = Self.gapped()
      list.server.insert(1, at: place)
      list.step(.reached(.append))
      for _ in 0..<9 where list.gap != nil { list.step(.fillGap(list.gap ?? "")) }
      #expect(list.loadEverything() == nil)
      #expect(list.stored.ids == list.server.rows.map(\.id), "inserted at \(place)")
    }
  }

  @Test func `a page that comes again and again waits for the user`() {
    var list = Self.gapped {
      $0.maxEmptyPages = 1
      $0.prefetchDistance = 3
    }
    for _ in 0..<2 { list.step(.viewed(first: 0, last: list.window.ids.count - 1)) }
    #expect(list.state.append == .error(.stalled(pages: 2)))
    list.requests = []
    list.step(.viewed(first: 0, last: list.window.ids.count - 1))
    #expect(list.requests.isEmpty)
    list.step(.retry)
    #expect(list.requests.map(\.kind).first == .append)
  }

  @Test func `the end waits for a gap that cannot be filled, and goes on with it`() {
    var list = Self.gapped { $0.maxEmptyPages = 2 }
    list.failure = { request in
      if case .gap = request.kind { RemoteFailure(.unavailable, reason: "offline") } else { nil }
    }
    list.step(.reached(.append))
    list.requests = []
    list.step(.reached(.append))
    // The gap has failed: the end waits for it, and does not ask in vain.
    #expect(list.requests.isEmpty)
    list.failure = { _ in nil }
    list.step(.retry)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }
}
