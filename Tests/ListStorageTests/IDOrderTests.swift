import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

@Suite struct IDOrderTests {
  private func order(_ sections: [[String]]) throws -> [(id: Cell.ID, cell: Int)] {
    let component = AnyComponent(StoredComponent(type: "Text"))
    let list = List(
      sections: sections.enumerated().map { index, ids in
        Section(id: "\(index)", cells: ids.map { Cell(id: Cell.ID($0), component: component) })
      }
    )
    return Array(IDOrder(of: try ListProposal(list).sections).cells)
  }

  @Test func `cells come in the order of their ids' bytes`() throws {
    let cells = try order([["b", "a", "ab"], [], ["a\u{0}", "é", "e\u{301}", "z"], ["aa"]])
    #expect(
      cells.map(\.id.rawValue) == ["a", "a\u{0}", "aa", "ab", "b", "e\u{301}", "z", "é"]
    )
    #expect(cells.map(\.cell) == [1, 3, 7, 2, 0, 5, 6, 4])
  }

  @Test func `there may be one cell, or none`() throws {
    #expect(try order([]).isEmpty)
    #expect(try order([[], []]).isEmpty)
    #expect(try order([[], ["only"]]).map(\.cell) == [0])
  }

  @Test(arguments: 0..<200) func `it is that of a sort by whole ids`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let prefix = String(repeating: "p", count: Int.random(in: 0...20, using: &generator))
    let letters = ["a", "b", "\u{0}", "é", "\u{301}", "漢"]
    // Often longer than the eight bytes that are compared first, and often equal in them.
    var ids: Set<Cell.ID> = []
    for _ in 0..<Int.random(in: 1...300, using: &generator) {
      let count = Int.random(in: 0...14, using: &generator)
      let tail = (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
      ids.insert(Cell.ID(prefix + (tail.isEmpty && prefix.isEmpty ? "x" : tail)))
    }
    let shuffled = ids.sorted().shuffled(using: &generator)
    let cut = Int.random(in: 0...shuffled.count, using: &generator)
    let cells = try order([shuffled[..<cut].map(\.rawValue), shuffled[cut...].map(\.rawValue)])
    #expect(cells.map(\.id) == ids.sorted())
    #expect(cells.map { shuffled[$0.cell] } == ids.sorted())
  }
}
