import ListModel
import ListTestSupport
import Testing

@testable import ListPaging

/// Where a screen stands in a pager's window, whatever else it shows and leaves out.
@Suite struct ScreenRowsTests {
  /// A list with headers, separators and hidden cells, and a screen anywhere in it: what is left on both
  /// sides is counted by hand.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `only cells of the window that are shown are left to see`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let window = (0..<Int.random(in: 1...40, using: &random)).map { Cell.ID($0) }
    var rows: [Cell.ID] = (0..<Int.random(in: 0...3, using: &random)).map { Cell.ID("head\($0)") }
    for id in window {
      if Int.random(in: 0..<3, using: &random) == 0 { rows.append(Cell.ID("line\(id)")) }
      if Int.random(in: 0..<4, using: &random) > 0 { rows.append(id) }
    }
    if Bool.random(using: &random) { rows.append("foot") }
    let cut = Int.random(in: 0...rows.count, using: &random)
    let sections = [rows[..<cut], rows[cut...]].enumerated().map { number, ids in
      Section(
        id: Section.ID("s\(number)"),
        cells: ids.map { Cell(id: $0, component: AnyComponent(StoredComponent(type: "Row"))) }
      )
    }
    let screen = ScreenRows(PagerWindow(ids: window), in: List(sections: sections))
    let known = Set(window)
    #expect(screen.count == rows.count(where: known.contains), "seed \(seed)")
    guard !rows.isEmpty else { return }
    let first = Int.random(in: 0..<rows.count, using: &random)
    let last = min(rows.count - 1, first + Int.random(in: 0...8, using: &random))
    let before = rows[..<first].count(where: known.contains)
    let after = rows[(last + 1)...].count(where: known.contains)
    // Cells of an older list are not understood as others.
    let seen = Array(rows[first...last]) + ["gone"]
    for look in [
      ScreenRows.Look.cells(seen.shuffled(using: &random)), .range(first: first, last: last),
    ] {
      let beyond = screen.beyond(look)
      #expect(beyond?.before == before && beyond?.after == after, "seed \(seed), \(look)")
    }
    #expect(screen.beyond(.cells(["gone"])) == nil)
    // An app that does not give its list: no more can be left than rows are.
    let blind = ScreenRows(PagerWindow(ids: window), in: nil)
    if rows[first...last].contains(where: known.contains) {
      let left = blind.beyond(.cellsBefore(seen, end: rows.count - 1 - last))?.after
      #expect(left.map { $0 >= after && $0 <= rows.count - 1 - last } == true, "seed \(seed)")
    }
  }
}
