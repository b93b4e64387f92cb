import ListModel
import ListPaging
import ListTestSupport
import Testing

/// The place of the key with which a list was begun.
@Suite struct PagerOriginTests {
  @Test
  func `a page that reaches over the place of the key lets the next refresh begin at the start`() {
    var list = HeadlessPager(rows: 12, size: 4) {
      $0.initialKey = PageKey(12 << 32)
      $0.initialLoadSize = 8
    }
    list.step(.refresh)
    #expect(list.rows == [9, 10, 11, 12])
    list.step(.reached(.prepend))
    list.server.insert(1, at: 12)
    list.step(.refreshAround(list.stored.ids[6]))
    #expect(list.stored.ids.last == list.server.rows.last?.id)
    // Row 13 is behind the place of the key, and the page has it: so the list begins nowhere now.
    list.step(.refresh)
    #expect(list.requests.last?.key == nil)
  }

  @Test
  func `a gap above cells that a refresh keeps stays, when nothing is before the list any more`() {
    var list = HeadlessPager(rows: 20, size: 4) { $0.initialKey = PageKey(6 << 32) }
    list.step(.refresh)
    list.step(.reached(.prepend))
    // All that is before the place where the list began is gone; so is much of what is behind.
    list.server.delete(7, at: 0)
    let cell = list.stored.ids[4]
    list.step(.refreshAround(cell))
    list.step(.refresh)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }
}
