import ListModel
import ListPaging
import ListTestSupport
import Testing

/// Rows that an app leaves out, changes, and puts between the cells of a pager.
@Suite struct PagerRowsTransformationTests {
  private static func cell(_ id: String, _ type: String = "Row") -> Cell {
    Cell(id: Cell.ID(id), component: AnyComponent(StoredComponent(type: type)))
  }

  private static func state(start: Bool, end: Bool) -> PagerState {
    var state = PagerState()
    state.prepend = .notLoading(endOfPaginationReached: start)
    state.append = .notLoading(endOfPaginationReached: end)
    return state
  }

  private static let tens = PagerRows()
    .separated { above, below in
      guard let below, above?.id.rawValue.first != below.id.rawValue.first else { return nil }
      return cell("head-\(below.id.rawValue.prefix(1))")
    }

  private func ids(_ rows: PagerRows, _ ids: [String], _ state: PagerState) -> [Cell.ID] {
    rows.rows(of: ids.map { Self.cell($0) }, in: state).map(\.id)
  }

  @Test func `rows at the ends come once the ends are known`() {
    let rows = Self.tens.footed { Self.cell("foot") }.headed { Self.cell("top") }
    let cells = ["a1", "a2", "b1"]
    #expect(
      ids(rows, cells, Self.state(start: false, end: false)) == ["a1", "a2", "head-b", "b1"]
    )
    #expect(
      ids(rows, cells, Self.state(start: true, end: false))
        == ["top", "head-a", "a1", "a2", "head-b", "b1"]
    )
    #expect(
      ids(rows, cells, Self.state(start: false, end: true))
        == ["a1", "a2", "head-b", "b1", "foot"]
    )
    #expect(ids(rows, [], Self.state(start: true, end: false)) == [])
    #expect(ids(rows, [], Self.state(start: true, end: true)) == ["top"])
    var loading = Self.state(start: true, end: true)
    loading.append = .loading
    #expect(ids(rows, cells, loading).last == "b1")
  }

  @Test func `nothing is put beside a gap, and a gap is neither filtered nor mapped`() {
    let gap = Self.cell("gap-b1", PagerGap.componentType)
    let rows = Self.tens.filter { _ in true }.map { Self.cell("other", "Big-\($0.id)") }
    let result = rows.rows(
      of: [Self.cell("a1"), gap, Self.cell("b1"), Self.cell("c1")],
      in: Self.state(start: true, end: true)
    )
    #expect(result.map(\.id) == ["head-a", "a1", "gap-b1", "b1", "head-c", "c1"])
    #expect(result[1].component.type == "Big-a1")
    #expect(result[2].component.type == PagerGap.componentType)
    let none = PagerRows().filter { _ in false }.rows(of: [gap], in: PagerState())
    #expect(none.map(\.id) == ["gap-b1"])
  }

  @Test func `a row whose id is there already is left out`() {
    let rows = PagerRows().separated { above, below in
      above == nil || below == nil ? nil : Self.cell("line")
    }
    #expect(ids(rows, ["a", "b", "c"], PagerState()) == ["a", "line", "b", "c"])
  }

  /// Without the added rows, the cells are those that a plain filter and map give, in their order; and
  /// between each two of them is a row exactly if the rule says so.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `rows are the cells, and between them what the rule says`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = (0..<Int.random(in: 0...30, using: &random)).map { number in
      Self.cell("\(Int.random(in: 0...4, using: &random))\(number)")
    }
    let keeps = Int.random(in: 1...5, using: &random)
    func isKept(_ cell: Cell) -> Bool {
      cell.id.rawValue.utf8.reduce(0) { $0 + Int($1) } % 5 < keeps
    }
    let state = Self.state(
      start: Bool.random(using: &random),
      end: Bool.random(using: &random)
    )
    let rows = PagerRows().filter { $0.id.rawValue.utf8.reduce(0) { $0 + Int($1) } % 5 < keeps }
      .separated { above, below in
        guard above?.id.rawValue.first != below?.id.rawValue.first else { return nil }
        return Self.cell("-\(above?.id.rawValue ?? "start")-\(below?.id.rawValue ?? "end")")
      }
    let kept = cells.filter(isKept).map(\.id)
    let result = rows.rows(of: cells, in: state).map(\.id)
    #expect(result.filter { !$0.rawValue.hasPrefix("-") } == kept, "seed \(seed)")
    var expected: [Cell.ID] = []
    for index in 0...kept.count {
      let above = index > 0 ? kept[index - 1] : nil
      let below = index < kept.count ? kept[index] : nil
      let isKnown =
        (above != nil || state.prepend != .notLoading(endOfPaginationReached: false))
        && (below != nil || state.append != .notLoading(endOfPaginationReached: false))
      if isKnown, above?.rawValue.first != below?.rawValue.first {
        expected.append(Cell.ID("-\(above?.rawValue ?? "start")-\(below?.rawValue ?? "end")"))
      }
      if let below { expected.append(below) }
    }
    #expect(result == expected, "seed \(seed)")
  }
}
