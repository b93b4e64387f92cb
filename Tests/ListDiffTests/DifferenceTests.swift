import ListDiff
import ListModel
import ListTestSupport
import Testing

struct DifferenceTests {
  /// Checks `count` random pairs, of all shapes in turn; stops at the first failure, shrunk.
  private func check(seed: UInt64, count: Int, cellLimit: Int) throws {
    var lists = RandomLists(seed: seed)
    lists.cellLimit = cellLimit
    for number in 0..<count {
      let shape = DifferenceShape.allCases[number % DifferenceShape.allCases.count]
      let (source, target) = shape.pair(using: &lists)
      let flawOf = { (source: List, target: List) throws -> String? in
        flaw(of: try Changeset(from: source, to: target), from: source, to: target)
      }
      guard let found = try flawOf(source, target) else { continue }
      let (small, smallTarget) = shrink(source, target) { ((try? flawOf($0, $1)) ?? nil) != nil }
      Issue.record(
        """
        seed \(seed), pair \(number) (\(shape)): \(found); for the smallest pair: \
        \(try flawOf(small, smallTarget) ?? "") \(small.outline) -> \(smallTarget.outline)
        """
      )
      return
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a changeset leads to the target and back, with exact operations and fewest moves`(
    seed: UInt64
  ) throws {
    try check(seed: seed, count: Soak.count(40, soak: 10_000), cellLimit: 8)
  }

  @Test(arguments: 101...104 as ClosedRange<UInt64>)
  func `the same holds for longer sections`(seed: UInt64) throws {
    try check(seed: seed, count: Soak.count(20, soak: 500), cellLimit: 120)
  }

  @Test func `the oracle finds the longest increasing subsequence`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let numbers = Array(0..<Int.random(in: 0...9, using: &generator)).shuffled(using: &generator)
      #expect(
        longestIncreasingSubsequence(numbers) == longestIncreasingSubsequenceOfAll(numbers),
        "\(numbers)"
      )
    }
  }

  @Test func `a duplicate id is refused`() {
    let cell = Cell(id: "c", component: TextComponent("c"))
    let list = List(sections: [Section(id: "a", cells: [cell]), Section(id: "b", cells: [cell])])
    #expect(throws: InvalidList.self) { try Changeset(from: list, to: List()) }
    #expect(throws: InvalidList.self) { try Changeset(from: List(), to: list) }
  }

  @Test func `ids that are only canonically equivalent are different cells`() throws {
    let source = List(sections: [
      Section(id: "s", cells: [Cell(id: "\u{e9}", component: TextComponent("e"))])
    ])
    let target = List(sections: [
      Section(id: "s", cells: [Cell(id: "e\u{301}", component: TextComponent("e"))])
    ])
    let changeset = try Changeset(from: source, to: target)
    #expect(changeset.deletedCells.count == 1)
    #expect(changeset.insertedCells.count == 1)
    #expect(try changeset.apply(to: source) == target)
  }
}
