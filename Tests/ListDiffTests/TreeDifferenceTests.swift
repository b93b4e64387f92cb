import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct TreeDifferenceTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `500 pairs of versions that share nodes have the difference of the whole lists`(
    seed: UInt64
  ) {
    check(seed: seed, pairs: Soak.count(500)) { $0 }
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func `500 pairs built apart from each other have the difference of the whole lists`(
    seed: UInt64
  ) {
    check(seed: seed, pairs: Soak.count(500)) { tree in
      ListTree(
        sections: tree.sections.map {
          ListTree.Section(key: $0.key, attributes: $0.attributes, cells: Array($0.cells))
        }
      )
    }
  }

  /// Compares random lists with their successors, each prepared before it is compared.
  private func check(seed: UInt64, pairs: Int, prepare: (ListTree) -> ListTree) {
    var trees = RandomTrees(seed: seed)
    var scratch = TreeDifferenceScratch()
    var flatScratch = DifferenceScratch()
    var source = trees.tree()
    for pair in 0..<pairs {
      if pair.isMultiple(of: 25) { source = trees.tree() }
      let target = trees.successor(of: source)
      let difference = TreeDifference(from: source, to: prepare(target), using: &scratch)
      let flat = SectionedDifference(from: source.columns, to: target.columns, using: &flatScratch)
      if difference.changes != flat {
        Issue.record(
          """
          seed \(seed), pair \(pair): \(difference.changes.movedCells) instead of \
          \(flat.movedCells), or something else
          """
        )
        return
      }
      let updated = flat.matchedSections.filter {
        source.sections[$0.from].attributes != target.sections[$0.to].attributes
      }
      if difference.updatedSections != updated {
        Issue.record("seed \(seed), pair \(pair): other sections are updated")
        return
      }
      source = target
    }
  }

  // MARK: Counted work

  private func tree(_ count: Int) -> ListTree {
    let cells = (0..<count).map { ListTree.Cell(key: UInt64($0), content: 0) }
    return ListTree(sections: [ListTree.Section(key: 1, cells: cells)])
  }

  private func difference(_ source: ListTree, _ target: ListTree) -> TreeDifference {
    var scratch = TreeDifferenceScratch()
    return TreeDifference(from: source, to: target, using: &scratch)
  }

  @Test(arguments: [1_000, 10_000, 100_000])
  func `one change is found by looking into two nodes a level`(count: Int) {
    let source = tree(count)
    let path = CellPath(section: 0, item: count / 2)
    // The level of the sections, and those of the cells.
    let levels = [1_000: 3, 10_000: 4, 100_000: 5][count] ?? 0

    var target = source
    target[path].content = 1
    let update = difference(source, target)
    #expect(update.changes.updatedCells == [Match(from: path, to: path)])
    #expect(update.visitedNodeCount == 2 * levels)

    target = source
    target.insert(ListTree.Cell(key: .max, content: 0), at: path)
    let insertion = difference(source, target)
    #expect(insertion.changes.insertedCells == [path])
    #expect(insertion.visitedNodeCount == 2 * levels)

    target = source
    target.removeCell(at: path)
    let deletion = difference(source, target)
    #expect(deletion.changes.deletedCells == [path])
    #expect(deletion.visitedNodeCount == 2 * levels)
  }

  @Test func `a cell that goes far is one move, and what it passes is not looked at`() {
    let source = tree(100_000)
    var target = source
    let cell = target.removeCell(at: CellPath(section: 0, item: 10))
    target.insert(cell, at: CellPath(section: 0, item: 99_000))
    let move = difference(source, target)
    #expect(
      move.changes.movedCells == [
        Match(from: CellPath(section: 0, item: 10), to: CellPath(section: 0, item: 99_000))
      ]
    )
    #expect(move.visitedNodeCount <= 16)
  }

  @Test func `a block that goes past fewer cells than it has lets those move`() {
    let source = tree(10_000)
    var target = source
    target.sections.update(at: 0) { section in
      let block = Array(section.cells[1_000..<1_400])
      section.cells.replaceSubrange(1_000..<1_400, with: [])
      section.cells.replaceSubrange(1_300..<1_300, with: block)
    }
    #expect(difference(source, target).changes.movedCells.count == 300)
  }

  @Test func `a leaf that is split or joined does not make the rest differ`() {
    let source = tree(100_000)
    var longer = source
    for _ in 0..<200 {
      longer.insert(
        ListTree.Cell(key: UInt64(longer.cellCount), content: 0),
        at: CellPath(section: 0, item: 50_000)
      )
    }
    #expect(difference(source, longer).visitedNodeCount < 300)
    #expect(difference(longer, source).visitedNodeCount < 300)
    #expect(difference(source, longer).changes.insertedCells.count == 200)
    #expect(difference(longer, source).changes.deletedCells.count == 200)
  }

  @Test func `equal lists that were built apart are told by their fingerprints`() {
    let difference = difference(tree(100_000), tree(100_000))
    #expect(difference.changes.operations.isEmpty)
    #expect(difference.visitedNodeCount == 0)
  }

  @Test func `a section of many is the only one that is looked into`() {
    let sections = (0..<1_000).map { section in
      ListTree.Section(
        key: UInt64(section),
        cells: (0..<100).map { ListTree.Cell(key: UInt64(section * 100 + $0), content: 0) }
      )
    }
    let source = ListTree(sections: sections)
    var target = source
    target[CellPath(section: 500, item: 50)].content = 1
    target.sections.update(at: 700) { $0.attributes = 1 }
    let difference = difference(source, target)
    #expect(difference.changes.updatedCells.map(\.to) == [CellPath(section: 500, item: 50)])
    #expect(difference.updatedSections == [Match(from: 700, to: 700)])
    #expect(difference.visitedNodeCount <= 16)
  }
}

extension SectionedDifference {
  /// Where something happens.
  fileprivate var operations: [CellPath] {
    deletedCells + insertedCells + movedCells.map(\.to) + updatedCells.map(\.to)
  }
}
