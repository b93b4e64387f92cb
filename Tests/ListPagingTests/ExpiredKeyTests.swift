import ListModel
import ListPaging
import Testing

/// The table of docs/paging.md: what is done when a key has expired, by the kind of its request.
@Suite struct ExpiredKeyTests {
  @Test func `when the key of the next page has expired, pages are read to the last cell`() {
    var pager = HeadlessPager(rows: 12, size: 3)
    pager.step(.refresh)
    pager.step(.reached(.append))
    pager.expireKeys()
    pager.requests = []
    pager.step(.reached(.append))
    #expect(pager.rows == Array(1...9))
    #expect(pager.requests.map(\.kind) == [.append, .rewalk, .rewalk, .append])
    #expect(pager.loadEverything() == nil)
    #expect(pager.rows == Array(1...12))
  }

  @Test func `when the key of the page before has expired, pages are read to the first cell`() {
    var pager = HeadlessPager(rows: 12, size: 3) { $0.initialKey = PageKey(8 << 32) }
    pager.step(.refresh)
    pager.step(.reached(.prepend))
    #expect(pager.rows == Array(6...11))
    pager.expireKeys()
    pager.step(.reached(.prepend))
    #expect(pager.rows.first == 3)
    #expect(pager.loadEverything() == nil)
    #expect(pager.rows == Array(1...12))
  }

  @Test func `when the key of a gap has expired, pages are read to the gap`() {
    var pager = HeadlessPager(rows: 12, size: 3)
    pager.step(.refresh)
    pager.server.insert(8, at: 0)
    pager.step(.refresh)
    #expect(pager.gap != nil)
    pager.expireKeys()
    if let gap = pager.gap { pager.step(.fillGap(gap)) }
    #expect(pager.state.gaps.values.allSatisfy { $0.error == nil })
    #expect(pager.loadEverything() == nil)
    #expect(pager.stored.ids == pager.server.rows.map(\.id))
  }

  @Test func `when the key of a refresh around a cell has expired, the first page is read`() {
    var pager = HeadlessPager(rows: 12, size: 3)
    pager.step(.refresh)
    pager.step(.reached(.append))
    pager.expireKeys()
    pager.requests = []
    if let cell = pager.stored.ids.last { pager.step(.refreshAround(cell)) }
    #expect(pager.requests.map(\.key) == [PageKey("0:\(3 << 32)"), nil])
    #expect(pager.state.refresh.error == nil)
    #expect(pager.rows == Array(1...6))
  }

  @Test func `when the initialKey has expired, the remote's start is read, and the list stays`() {
    var pager = HeadlessPager(rows: 12, size: 3) { $0.initialKey = PageKey(8 << 32) }
    pager.step(.refresh)
    pager.expireKeys()
    pager.knowsInitialKey = false
    pager.step(.refresh)
    #expect(pager.rows == [1, 2, 3, 0, 9, 10, 11])
    #expect(pager.loadEverything() == nil)
    #expect(pager.rows == Array(1...12))
  }

  @Test func `when the initialKey has expired in an empty list, the list begins at the start`() {
    var pager = HeadlessPager(rows: 12, size: 3) { $0.initialKey = PageKey(8 << 32) }
    pager.knowsInitialKey = false
    pager.step(.refresh)
    #expect(pager.rows == [1, 2, 3])
    #expect(pager.loadEverything() == nil)
    #expect(pager.rows == Array(1...12))
  }

  @Test
  func `when the initialKey has expired as well, the place of a page is sought from the start`() {
    for direction in Pager.Direction.allCases {
      var pager = HeadlessPager(rows: 12, size: 3) { $0.initialKey = PageKey(6 << 32) }
      pager.step(.refresh)
      pager.expireKeys()
      pager.knowsInitialKey = false
      pager.step(.reached(direction))
      #expect(pager.loadEverything() == nil)
      #expect(pager.rows == Array(1...12), "\(direction)")
    }
  }

  @Test func `when the key of the end has expired, it is found again`() {
    var pager = HeadlessPager(rows: 6, size: 3)
    pager.step(.refresh)
    #expect(pager.loadEverything() == nil)
    pager.server.insert(2, at: 6)
    pager.step(.refresh)
    pager.expireKeys()
    #expect(pager.loadEverything() == nil)
    #expect(pager.stored.ids == pager.server.rows.map(\.id))
  }

  @Test
  func `keys that always expire are an error the third time, and a retry reads the first page`() {
    for kind in [Pager.Direction.append, .prepend] {
      var pager = HeadlessPager(rows: 12, size: 3) { $0.initialKey = PageKey(6 << 32) }
      pager.step(.refresh)
      pager.failure = { request in
        request.key == nil ? nil : RemoteFailure(.cursorExpired, reason: "every key is too old")
      }
      for _ in 0..<4 { pager.step(.reached(kind)) }
      let load = kind == .append ? pager.state.append : pager.state.prepend
      #expect(load.error == .cursorLost, "\(kind)")
      #expect(pager.requests.count < 20, "\(kind)")
      pager.failure = { _ in nil }
      pager.requests = []
      pager.step(.retry)
      #expect(pager.requests.first?.kind == .refresh)
      #expect(pager.loadEverything() == nil)
      #expect(pager.rows == Array(1...12), "\(kind)")
    }
  }

  @Test func `a way that has failed begins again when the list has changed since`() {
    var (pager, other) = (HeadlessPager(rows: 12, size: 3), HeadlessPager(rows: 12, size: 3))
    pager.step(.refresh)
    pager.step(.reached(.append))
    pager.expireKeys()
    pager.failure = { request in
      request.kind == .rewalk ? RemoteFailure(.unavailable, reason: "down") : nil
    }
    pager.step(.reached(.append))
    #expect(pager.state.append.error != nil)
    // Another device has read to the end meanwhile, and its list is this device's now.
    other.step(.refresh)
    #expect(other.loadEverything() == nil)
    pager.stored = other.stored
    pager.step(.changed(pager.stored))
    pager.failure = { _ in nil }
    pager.step(.retry)
    #expect(pager.state.append.error == nil)
    #expect(pager.rows == Array(1...12))
  }

  @Test func `with onCursorExpired restart, the first page replaces the list`() {
    var pager = HeadlessPager(rows: 12, size: 3) { $0.onCursorExpired = .restart }
    pager.step(.refresh)
    pager.step(.reached(.append))
    pager.step(.reached(.append))
    pager.expireKeys()
    pager.requests = []
    pager.step(.reached(.append))
    // The end that was reported is still to be loaded.
    #expect(pager.requests.map(\.kind) == [.append, .refresh, .append])
    #expect(pager.rows == Array(1...6))
  }

  @Test func `the key of a jump belongs to the app: that it has expired is an error`() {
    var pager = HeadlessPager(rows: 12, size: 3)
    pager.step(.refresh)
    pager.step(.jump(.end, PageKey(8 << 32)))
    guard case .remote(let failure) = pager.state.append.error else {
      Issue.record("\(pager.state.append)")
      return
    }
    #expect(failure.kind == .cursorExpired)
    #expect(pager.rows == [1, 2, 3])
  }
}
