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

  /// A list of 40 rows that was begun at row 20 and read to both ends, four rows a page.
  private func loaded() -> HeadlessPager {
    var list = HeadlessPager(rows: 40, size: 4) { $0.initialKey = PageKey(20 << 32) }
    list.step(.refresh)
    _ = list.loadEverything()
    list.requests = []
    return list
  }

  @Test(arguments: [1, 4, 9], [false, true])
  func `what comes at the start of a list begun in the middle is found after a refresh`(
    count: Int,
    isRestarted: Bool
  ) {
    var list = loaded()
    list.server.insert(count, at: 0)
    if isRestarted { list.restart() }
    list.step(.refresh)
    if isRestarted { list.restart() }
    list.step(.reached(.prepend))
    // The first page is read again, and what is before it.
    #expect(list.requests.map(\.kind).filter { $0 == .prepend }.count <= 2)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `what has changed in the first page is seen when the start is read again`() {
    var list = loaded()
    list.server.delete(1, at: 0)
    list.server.insert(1, at: 1)
    list.server.update(at: 0)
    list.updated = []
    list.step(.refresh)
    list.step(.reached(.prepend))
    #expect(list.stored.ids == list.server.rows.map(\.id))
    #expect(list.updated.contains(list.server.rows[0].id))
  }

  @Test func `a start that has become a new one replaces only the first page`() {
    var list = loaded()
    list.server.delete(4, at: 0)
    list.server.insert(30, at: 0)
    list.step(.refresh)
    list.step(.reached(.prepend))
    #expect(list.stored.ids == list.server.rows.dropFirst(26).map(\.id))
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a list of one page that was emptied shows what has come before its key`() {
    var list = HeadlessPager(rows: 4, size: 4) { $0.initialKey = PageKey(2 << 32) }
    list.step(.refresh)
    #expect(list.loadEverything() == nil)
    list.server.delete(4, at: 0)
    list.server.insert(1, at: 0)
    list.step(.refresh)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `a page that takes the place below the first one lets the start be read again`() {
    var list = loaded()
    list.step(.refresh)
    let cell = list.stored.ids[6]
    list.server.delete(4, at: 0)
    list.step(.refreshAround(cell))
    list.step(.reached(.prepend))
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `an empty page is not the first one when the start is read again`() throws {
    var list = loaded()
    list.server.insert(2, at: 0)
    list.step(.refresh)
    list.holdsAnswers = true
    list.step(.reached(.prepend))
    let request = try #require(list.requests.last)
    #expect(request.kind == .prepend)
    let rank = request.key?.rawValue.split(separator: ":").last.flatMap { Int($0) }
    let key = PageKey("0:\(try #require(rank) - 1)")
    let page = RemotePage(cells: [], next: request.key, previous: key)
    list.step(.answered(request: request.number, .success(page)))
    list.holdsAnswers = false
    let next = try #require(list.requests.last)
    #expect(next.number != request.number)
    list.step(.answered(request: next.number, list.answer(next)))
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids == list.server.rows.map(\.id))
  }

  @Test func `what is stale above a place that is gone goes with the next refresh`() {
    var list = loaded()
    list.step(.refresh)
    let cell = list.stored.ids[5]
    list.server.delete(40, at: 0)
    list.step(.refreshAround(cell))
    list.step(.reached(.prepend))
    list.step(.refresh)
    #expect(list.loadEverything() == nil)
    #expect(list.stored.ids.isEmpty)
  }

  @Test(arguments: 0..<UInt64(Soak.count(60, soak: 4_000)))
  func `whatever is read after a refresh, the start is found at the latest with the next one`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let rows = [8, 12, 40].randomElement(using: &random) ?? 8
    var list = HeadlessPager(rows: rows, size: 4) { $0.initialKey = PageKey(6 << 32) }
    list.server.namesEnd = Bool.random(using: &random)
    list.step(.refresh)
    _ = list.loadEverything()
    if Bool.random(using: &random) {
      // The key of what is before a page is known only where pages came one by one.
      list.step(.reread)
      list.step(.refreshAround(list.stored.ids[Int.random(in: 4..<rows, using: &random)]))
    }
    list.server.insert(Int.random(in: 1...6, using: &random), at: 0)
    let first = try #require(list.server.rows.first)
    list.step(.refresh)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where list.server.rows.count > 6:
        let place = Int.random(in: 1..<list.server.rows.count, using: &random)
        list.server.delete(Int.random(in: 1...5, using: &random), at: place)
      case 1:
        list.server.insert(
          Int.random(in: 1...5, using: &random),
          at: Int.random(in: 1...12, using: &random)
        )
      case 2, 3: list.step(.reached(.append))
      default:
        let place = Int.random(in: 0..<min(30, list.stored.ids.count), using: &random)
        list.step(.refreshAround(list.stored.ids[place]))
      }
    }
    _ = list.loadEverything()
    list.step(.refresh)
    #expect(list.loadEverything() == nil, "seed \(seed)")
    #expect(list.stored.ids.first == first.id, "seed \(seed)")
  }
}
