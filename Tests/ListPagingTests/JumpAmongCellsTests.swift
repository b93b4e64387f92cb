import ListModel
import ListPaging
import Testing

/// A page that an app jumps to has loaded rows, and new ones between those.
@Suite struct JumpAmongCellsTests {
  private static func key(_ row: Int) -> PageKey { PageKey("0:\(row << 32)") }

  /// What is wrong with a list after everything was loaded: rows that came and are not stored, or are in
  /// another order than at the remote.
  private static func fault(of list: HeadlessPager) -> String? {
    let came = Set(list.server.answers.flatMap(\.rows))
    let stored = list.stored.ids
    let expected = list.server.rows.filter { came.contains($0) }.map(\.id)
    if let lost = expected.first(where: { !stored.contains($0) }) { return "\(lost) is lost" }
    let order = list.server.rows.map(\.id).filter(stored.contains)
    return order == stored ? nil : "\(stored) instead of \(order)"
  }

  /// Rows 7 to 18 of 24 are loaded; some come among them.
  private static func list(_ count: Int, at index: Int) -> HeadlessPager {
    var list = HeadlessPager(rows: 24, size: 4) { $0.initialKey = PageKey(6 << 32) }
    list.step(.refresh)
    for _ in 0..<2 { list.step(.reached(.append)) }
    list.server.insert(count, at: index)
    return list
  }

  @Test(arguments: 1...3) func `new rows above the last loaded one stay above it`(_ count: Int) {
    for index in 14...18 {
      for begin in 13...18 {
        var list = Self.list(count, at: index)
        list.step(.jump(.end, Self.key(begin)))
        #expect(list.loadEverything() == nil)
        #expect(Self.fault(of: list) == nil, "\(count) at \(index), read from \(begin)")
      }
    }
  }

  @Test(arguments: 1...3) func `new rows below the first loaded one stay below it`(_ count: Int) {
    for index in 6...10 {
      for begin in 2...7 {
        var list = Self.list(count, at: index)
        list.step(.jump(.start, Self.key(begin)))
        #expect(list.loadEverything() == nil)
        #expect(Self.fault(of: list) == nil, "\(count) at \(index), read from \(begin)")
      }
    }
  }

  @Test(arguments: 1...3) func `new rows around a gap stay where they are`(_ count: Int) {
    for index in 16...20 {
      for begin in 15...20 {
        var list = HeadlessPager(rows: 32, size: 4) { $0.initialKey = PageKey(6 << 32) }
        list.step(.refresh)
        for _ in 0..<2 { list.step(.reached(.append)) }
        list.step(.jump(.end, Self.key(20)))
        list.server.insert(count, at: index)
        guard let gap = list.gap else {
          Issue.record("no gap: \(list.rows)")
          return
        }
        list.step(.jump(.gap(gap), Self.key(begin)))
        #expect(list.loadEverything() == nil)
        #expect(Self.fault(of: list) == nil, "\(count) at \(index), read from \(begin)")
      }
    }
  }
}
