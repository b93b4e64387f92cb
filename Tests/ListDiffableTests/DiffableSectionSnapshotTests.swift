import ListAdapter
import ListDiffable
import ListModel
import Testing

/// Section snapshots in a data source: applying, expanding, collapsing.
@Suite struct DiffableSectionSnapshotTests {
  typealias NumberOutline = DiffableDataSourceSectionSnapshot<Int>

  /// 1 with 10 and 11, and 2.
  private func outline() throws -> NumberOutline {
    var outline = NumberOutline()
    try outline.append([1, 2])
    try outline.append([10, 11], to: 1)
    return outline
  }

  @Test func `the visible items become the section's, and a missing section is appended`() throws {
    let fixture = DiffableFixture()
    fixture.dataSource.apply(try NumberSnapshot(items: [[5]]))
    var outline = try outline()
    try fixture.dataSource.apply(outline, to: 7)
    #expect(fixture.dataSource.snapshot().sectionIdentifiers == [0, 7])
    #expect(fixture.drawn == [["5"], ["1", "2"]])
    outline.expand([1])
    try fixture.dataSource.apply(outline, to: 7, completion: fixture.record("expanded"))
    #expect(fixture.drawn == [["5"], ["1", "10", "11", "2"]])
    #expect(fixture.dataSource.snapshot(for: 7) == outline)
    fixture.view.flush()
    #expect(fixture.answers == [.init(name: "expanded")])
  }

  @Test func `items of other sections are refused`() throws {
    let fixture = DiffableFixture()
    fixture.dataSource.apply(try NumberSnapshot(items: [[11], []]))
    #expect(
      throws: DiffableDataSourceError.itemsOfOtherSections(
        .numbers(11),
        section: DiffableIdentifier(1)
      )
    ) {
      try fixture.dataSource.apply(try outline(), to: 1, completion: fixture.record("refused"))
    }
    #expect(fixture.drawn == [["11"], []])
    #expect(fixture.answers.isEmpty)
  }

  @Test func `a user expands and collapses as the handlers allow`() throws {
    let fixture = DiffableFixture()
    try fixture.dataSource.apply(try outline(), to: 0)
    var events: [String] = []
    fixture.dataSource.sectionSnapshotHandlers.shouldExpandItem = { $0 == 1 }
    fixture.dataSource.sectionSnapshotHandlers.willExpandItem = { events.append("expand \($0)") }
    fixture.dataSource.sectionSnapshotHandlers.willCollapseItem = {
      events.append("collapse \($0)")
    }
    #expect(try !fixture.dataSource.expandItem(2))
    #expect(try !fixture.dataSource.expandItem(99))
    #expect(try fixture.dataSource.expandItem(1))
    #expect(fixture.drawn == [["1", "10", "11", "2"]])
    #expect(try !fixture.dataSource.expandItem(1))
    fixture.dataSource.sectionSnapshotHandlers.shouldCollapseItem = { _ in false }
    #expect(try !fixture.dataSource.collapseItem(1))
    fixture.dataSource.sectionSnapshotHandlers.shouldCollapseItem = nil
    #expect(try fixture.dataSource.collapseItem(1))
    #expect(fixture.drawn == [["1", "2"]])
    #expect(events == ["expand 1", "collapse 1"])
  }

  @Test func `children are loaded when their parent is expanded`() throws {
    let fixture = DiffableFixture()
    var roots = NumberOutline()
    try roots.append([1, 2])
    try fixture.dataSource.apply(roots, to: 0)
    fixture.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = {
      (parent, below) throws(DiffableDataSourceError) in
      guard below.items.isEmpty else { return below }
      var loaded = NumberOutline()
      try loaded.append([parent * 10, parent * 10 + 1])
      return loaded
    }
    try fixture.dataSource.expandItem(2)
    #expect(fixture.drawn == [["1", "2", "20", "21"]])
  }

  @Test func `a whole snapshot keeps the hierarchy of sections whose items it leaves alone`() throws
  {
    let fixture = DiffableFixture()
    var outline = try outline()
    outline.expand([1])
    try fixture.dataSource.apply(outline, to: 0)
    var snapshot = fixture.dataSource.snapshot()
    try snapshot.reconfigureItems([10])
    try snapshot.appendSections([1])
    fixture.dataSource.apply(snapshot)
    #expect(fixture.dataSource.snapshot(for: 0) == outline)
    snapshot.deleteItems([11])
    fixture.dataSource.apply(snapshot)
    #expect(fixture.dataSource.snapshot(for: 0).rootItems == [1, 10, 2])
    #expect(fixture.shows(snapshot))
  }
}

/// A user moves items.
@Suite struct DiffableReorderingTests {
  private func fixture(_ items: [[Int]]) throws -> DiffableFixture {
    let fixture = DiffableFixture()
    fixture.dataSource.apply(try NumberSnapshot(items: items))
    fixture.dataSource.reorderingHandlers.canReorderItem = { $0 != 0 }
    return fixture
  }

  @Test func `a move is asked for, announced, shown and told, with its transaction`() throws {
    let fixture = try fixture([[0, 1, 2], [3]])
    var events: [String] = []
    fixture.dataSource.reorderingHandlers.willReorder = { _ in events.append("will") }
    fixture.dataSource.reorderingHandlers.didReorder = { transaction in
      events.append("did")
      #expect(transaction.initialSnapshot.itemIdentifiers == [0, 1, 2, 3])
      #expect(transaction.finalSnapshot.itemIdentifiers == [0, 2, 1, 3])
      #expect(Array([0, 1, 2, 3].applying(transaction.difference) ?? []) == [0, 2, 1, 3])
      #expect(transaction.sectionTransactions.map(\.sectionIdentifier) == [0])
      #expect(transaction.sectionTransactions[0].finalSnapshot.items == [0, 2, 1])
    }
    let batches = fixture.view.statistics.batches
    #expect(try !fixture.dataSource.reorderItem(at: CellPath(0, 0), to: CellPath(0, 1)))
    #expect(try !fixture.dataSource.reorderItem(at: CellPath(0, 1), to: CellPath(9, 0)))
    #expect(try !fixture.dataSource.reorderItem(at: CellPath(9, 1), to: CellPath(0, 0)))
    #expect(events == [])
    #expect(
      try fixture.dataSource.reorderItem(
        at: CellPath(0, 1),
        to: CellPath(0, 2),
        completion: fixture.record("moved")
      )
    )
    #expect(events == ["will"])
    #expect(fixture.drawn == [["0", "2", "1"], ["3"]])
    fixture.view.flush()
    #expect(events == ["will", "did"])
    #expect(fixture.answers == [.init(name: "moved")])
    #expect(fixture.view.statistics.batches == batches + 1)
  }

  @Test func `a move to another section has a transaction for each`() throws {
    let fixture = try fixture([[0, 1], [], [2]])
    var sections: [Int] = []
    fixture.dataSource.reorderingHandlers.didReorder = { transaction in
      sections = transaction.sectionTransactions.map(\.sectionIdentifier)
      #expect(transaction.difference.isEmpty)
      #expect(transaction.sectionTransactions[0].difference.insertions.count == 1)
      #expect(transaction.sectionTransactions[1].difference.removals.count == 1)
    }
    try fixture.dataSource.reorderItem(at: CellPath(0, 1), to: CellPath(1, 5))
    fixture.view.flush()
    #expect(sections == [1, 0], "the last section is first")
    #expect(fixture.shows(try NumberSnapshot(items: [[0], [1], [2]])))
  }

  @Test func `an item takes what is below it along, and becomes a sibling`() throws {
    let fixture = try fixture([])
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    try outline.append([1, 2])
    try outline.append([10, 11], to: 1)
    try outline.append([20, 21], to: 2)
    outline.expand([1, 2])
    try fixture.dataSource.apply(outline, to: 0)
    try fixture.dataSource.reorderItem(at: CellPath(0, 0), to: CellPath(0, 2))
    #expect(fixture.drawn == [["2", "20", "1", "10", "11", "21"]])
    #expect(fixture.dataSource.snapshot(for: 0).parent(of: 1) == 2)
    try fixture.dataSource.reorderItem(at: CellPath(0, 2), to: CellPath(0, 9))
    #expect(fixture.drawn == [["2", "20", "21", "1", "10", "11"]])
    #expect(fixture.dataSource.snapshot(for: 0).parent(of: 1) == nil)
  }
}
