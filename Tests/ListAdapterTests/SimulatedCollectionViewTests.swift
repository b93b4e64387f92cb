import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct SimulatedCollectionViewTests {
  /// A batch that breaks one rule, and the change of the data it comes with.
  struct WrongBatch: Sendable, CustomTestStringConvertible {
    var rule: InvalidBatchUpdate.Rule
    var before: [[String]]
    var batch: BatchUpdate
    var after: [[String]]
    var text: String

    init(
      _ rule: InvalidBatchUpdate.Rule,
      _ before: [[String]],
      _ batch: BatchUpdate,
      _ after: [[String]],
      _ text: String
    ) {
      self.rule = rule
      self.before = before
      self.batch = batch
      self.after = after
      self.text = text
    }

    var testDescription: String { "rule \(rule.rawValue): \(text)" }
  }

  static let wrongBatches: [WrongBatch] = [
    WrongBatch(
      .leavingSectionExists,
      [["a"]],
      BatchUpdate(deletedSections: [1]),
      [["a"]],
      "section 1 leaves, but the view has 1 sections before the update"
    ),
    WrongBatch(
      .leavingItemExists,
      [["a", "b"]],
      BatchUpdate(deletedCells: [CellPath(0, 2)]),
      [["a"]],
      "attempt to delete item 2 from section 0 which only contains 2 items before the update"
    ),
    WrongBatch(
      .leavingItemExists,
      [["a"]],
      BatchUpdate(reloadedCells: [CellPath(3, 0)]),
      [["a"]],
      "item 0 of section 3 leaves, but the view has 1 sections before the update"
    ),
    WrongBatch(
      .deletedSectionIsNotMoved,
      [["a"], ["b"]],
      BatchUpdate(deletedSections: [0], movedSections: [.init(from: 0, to: 0)]),
      [["b"]],
      "section 0 is deleted or reloaded, and moved too"
    ),
    WrongBatch(
      .deletedSectionIsNotMoved,
      [["a"], ["b"]],
      BatchUpdate(
        deletedSections: [0],
        movedCells: [.init(from: CellPath(0, 0), to: CellPath(0, 0))]
      ),
      [["a", "b"]],
      "section 0 is deleted or reloaded, and an item moves out of it"
    ),
    WrongBatch(
      .deletedItemIsNotMoved,
      [["a", "b"]],
      BatchUpdate(
        deletedCells: [CellPath(0, 0)],
        movedCells: [.init(from: CellPath(0, 0), to: CellPath(0, 0))]
      ),
      [["b"]],
      "attempt to perform a delete and a move from the same index path ({length = 2, path = 0 - 0})"
    ),
    WrongBatch(
      .deletedItemIsNotMoved,
      [["a", "b"]],
      BatchUpdate(
        reloadedCells: [CellPath(0, 1)],
        movedCells: [.init(from: CellPath(0, 1), to: CellPath(0, 0))]
      ),
      [["b", "a"]],
      "attempt to perform a delete and a move from the same index path ({length = 2, path = 0 - 1})"
    ),
    WrongBatch(
      .deletedItemIsNotMoved,
      [["a", "b"]],
      BatchUpdate(deletedCells: [CellPath(0, 0)], reloadedCells: [CellPath(0, 0)]),
      [["b"]],
      "attempt to delete and reload the same index path"
    ),
    WrongBatch(
      .insertedSectionExists,
      [["a"]],
      BatchUpdate(insertedSections: [1]),
      [["a"]],
      "attempt to insert section 1 but there are only 1 sections after the update"
    ),
    WrongBatch(
      .insertedItemExists,
      [[]],
      BatchUpdate(insertedCells: [CellPath(0, 0)]),
      [[]],
      "attempt to insert item 0 into section 0, but there are only 0 items in section 0 after the "
        + "update"
    ),
    WrongBatch(
      .insertedItemExists,
      [["a", "b"]],
      BatchUpdate(
        insertedCells: [CellPath(0, 0)],
        movedCells: [.init(from: CellPath(0, 1), to: CellPath(0, 0))]
      ),
      [["b", "a"]],
      "attempt to perform an insert and a move to the same index path ({length = 2, path = 0 - 0})"
    ),
    WrongBatch(
      .movedPlacesExist,
      [["a"]],
      BatchUpdate(movedSections: [.init(from: 1, to: 0)]),
      [["a"]],
      "section 1 moves, but the view has 1 sections before the update"
    ),
    WrongBatch(
      .movedPlacesExist,
      [["a"]],
      BatchUpdate(movedCells: [.init(from: CellPath(0, 0), to: CellPath(0, 1))]),
      [["a"]],
      "item [0, 0] moves to [0, 1], which is not there after the update"
    ),
    WrongBatch(
      .sectionCountAgrees,
      [["a"], ["b"]],
      BatchUpdate(insertedSections: [0, 1]),
      [["x"], ["y"], ["b"]],
      "Invalid update: invalid number of sections.  The number of sections contained in the "
        + "collection view after the update (3) must be equal to the number of sections contained "
        + "in the collection view before the update (2), plus or minus the number of sections "
        + "inserted or deleted (2 inserted, 0 deleted)."
    ),
    WrongBatch(
      .itemCountsAgree,
      [["a", "b", "c"]],
      BatchUpdate(deletedCells: [CellPath(0, 0)]),
      [["c"]],
      "Invalid update: invalid number of items in section 0.  The number of items contained in an "
        + "existing section after the update (1) must be equal to the number of items contained in "
        + "that section before the update (3), plus or minus the number of items inserted or "
        + "deleted from that section (0 inserted, 1 deleted) and plus or minus the number of items "
        + "moved into or out of that section (0 moved in, 0 moved out)."
    ),
    WrongBatch(
      .placesAreDistinct,
      [["a", "b", "c"]],
      BatchUpdate(movedCells: [
        .init(from: CellPath(0, 0), to: CellPath(0, 1)),
        .init(from: CellPath(0, 2), to: CellPath(0, 1)),
      ]),
      [["b", "a"]],
      "attempt to move from or to one place twice"
    ),
    WrongBatch(
      .placesAreDistinct,
      [["a"]],
      BatchUpdate(insertedCells: [CellPath(0, 1), CellPath(0, 1)]),
      [["a", "b"]],
      "attempt to insert at one place twice"
    ),
    WrongBatch(
      .placesAreDistinct,
      [["a"]],
      BatchUpdate(reloadedCells: [CellPath(0, 0), CellPath(0, 0)]),
      [["a"]],
      "attempt to reload one place twice"
    ),
    WrongBatch(
      .survivorsKeepIdentity,
      [["a", "b", "c"]],
      BatchUpdate(deletedCells: [CellPath(0, 0)]),
      [["a", "c"]],
      "the item at [0, 0] is \"a\" after the update, but the view shows \"b\" there"
    ),
    WrongBatch(
      .changedSectionsAreQuiet,
      [["a"], ["b", "c"]],
      BatchUpdate(deletedSections: [0], deletedCells: [CellPath(0, 0)]),
      [["b", "c"]],
      "item operations in section 0, which is deleted, reloaded or moved in the same update"
    ),
    WrongBatch(
      .changedSectionsAreQuiet,
      [["a", "b"]],
      BatchUpdate(
        insertedSections: [0],
        movedCells: [.init(from: CellPath(0, 0), to: CellPath(0, 0))]
      ),
      [["a"], ["b"]],
      "item operations into section 0, which is inserted or moved in the same update"
    ),
    WrongBatch(
      .unmovedMoveIsQuiet,
      [["a", "b"], ["c"]],
      BatchUpdate(
        movedSections: [.init(from: 0, to: 0)],
        movedCells: [.init(from: CellPath(0, 0), to: CellPath(1, 0))]
      ),
      [["b"], ["a", "c"]],
      "attempt to move section 0 to its own place while items move out of it"
    ),
    WrongBatch(
      .deletionsAreDistinct,
      [["a", "b"]],
      BatchUpdate(deletedCells: [CellPath(0, 0), CellPath(0, 0)]),
      [["b"]],
      "attempt to delete one place twice"
    ),
    WrongBatch(
      .reloadedSectionHasItems,
      [["a"], []],
      BatchUpdate(reloadedSections: [1]),
      [["a"], []],
      "attempt to reload section 1, which has 0 items before and 0 after the update"
    ),
  ]

  @Test(arguments: wrongBatches)
  func `a wrong batch is refused with UIKit's text`(wrong: WrongBatch) throws {
    let source = ScriptedDataSource(wrong.before)
    let view = shownView(source)
    var after = List(cells: wrong.after)
    if wrong.batch.deletedSections == [0] { after.sections = after.sections.renamed(from: 1) }
    if wrong.batch.insertedSections == [0] { after.sections = after.sections.renamed(from: -1) }
    let error = #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(wrong.batch, changingData: { source.list = after })
    }
    guard case .invalidBatchUpdate(let refusal) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.rule == wrong.rule)
    #expect(refusal.message == wrong.text)
    #expect(refusal.itemCountsBefore == wrong.before.map(\.count))
    #expect(refusal.itemCountsAfter == wrong.after.map(\.count))
  }

  @Test func `counts that disagree are also told as since the SDK of Xcode 14.3`() throws {
    // roubachof/Sharpnado.CollectionView#98, up to the line that describes the view.
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    let error = #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(insertedCells: [CellPath(0, 0)]),
        changingData: {}
      )
    }
    guard case .invalidBatchUpdate(let refusal) = error else { return }
    #expect(
      refusal.batchMessage
        == """
        Invalid batch updates detected: the number of sections and/or items returned by the data \
        source before and/or after performing the batch updates are inconsistent with the updates.
        Data source before updates = { 1 section with item counts: [1] }
        Data source after updates = { 1 section with item counts: [1] }
        Updates = [
        \tInsert item (0 - 0)
        ]
        """
    )
  }

  @Test func `every kind of operation is named where counts disagree, in one text`() throws {
    let source = ScriptedDataSource([["a", "b", "c"], ["d"]])
    let view = shownView(source)
    let error = #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(
          deletedCells: [CellPath(0, 0)],
          insertedCells: [CellPath(1, 0)],
          movedCells: [.init(from: CellPath(0, 1), to: CellPath(0, 0))]
        ),
        changingData: {}
      )
    }
    guard case .invalidBatchUpdate(let refusal) = error else { return }
    let text = try #require(refusal.batchMessage)
    #expect(text.contains("{ 2 sections with item counts: [3, 1] }"))
    #expect(
      text.hasSuffix(
        "[\n\tDelete item (0 - 0),\n\tInsert item (1 - 0),\n\tMove item (0 - 1) to (0 - 0)\n]"
      )
    )
  }

  @Test func `other content that no operation names is refused`() throws {
    let source = ScriptedDataSource([["a", "b"]])
    let view = shownView(source)
    let error = #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(deletedCells: [CellPath(0, 0)]),
        changingData: { source.list.sections[0].cells = [Cell("b", text: "new")] }
      )
    }
    guard case .invalidBatchUpdate(let refusal) = error else { return }
    #expect(refusal.rule == .contentChangesAreAnnounced)
  }

  @Test func `another header that no operation names is refused`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    let error = #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(),
        changingData: {
          source.list.sections[0] = source.list.sections[0].withHeader(TextComponent("new"))
        }
      )
    }
    guard case .invalidBatchUpdate(let refusal) = error else { return }
    #expect(refusal.rule == .contentChangesAreAnnounced)
  }

  @Test func `every rule is broken by some wrong batch`() {
    let rules = Set(Self.wrongBatches.map(\.rule)).union([.contentChangesAreAnnounced])
    #expect(rules == Set(InvalidBatchUpdate.Rule.allCases))
  }

  @Test func `data changed before the batch is refused when the old counts are not known`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    view.reloadData()
    source.list = List(cells: [["a", "b"]])
    #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(insertedCells: [CellPath(0, 1)]),
        changingData: {}
      )
    }
  }

  @Test func `data changed before the batch is accepted when the old counts are known`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    source.list = List(cells: [["a", "b"]])
    try view.performBatchUpdates(BatchUpdate(insertedCells: [CellPath(0, 1)]), changingData: {})
    #expect(view.cellIDs(inSection: 0) == ["a", "b"])
  }

  @Test func `a view outside its window asks for the old counts again`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    view.isInWindow = false
    source.list = List(cells: [["a", "b"]])
    #expect(throws: CollectionViewError.self) {
      try view.performBatchUpdates(
        BatchUpdate(insertedCells: [CellPath(0, 1)]),
        changingData: {}
      )
    }
  }

  @Test func `lenient mode logs counts that disagree and reloads`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source, strictness: .lenient)
    var finished: Bool?
    try view.performBatchUpdates(
      BatchUpdate(),
      changingData: { source.list = List(cells: [["a", "b"]]) },
      completion: { finished = $0 }
    )
    #expect(view.log.count == 1)
    #expect(view.numberOfItemsInSections == [2])
    #expect(finished == nil)
    view.flush()
    #expect(finished == true)
  }

  @Test func `a batch inside a batch is refused`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    var inner: CollectionViewError?
    try view.performBatchUpdates(
      BatchUpdate(),
      changingData: {
        do throws(CollectionViewError) {
          try view.performBatchUpdates(BatchUpdate(), changingData: {})
        } catch {
          inner = error
        }
      }
    )
    #expect(inner == .nestedBatchUpdates)
  }

  @Test func `a data source that takes two views for one cell is refused`() {
    let source = ScriptedDataSource([["a"]])
    source.dequeuesPerCell = 2
    let view = SimulatedCollectionView()
    view.dataSource = source
    view.registerCell(reuseIdentifier: "Text")
    #expect(throws: CollectionViewError.unexpectedView(at: CellPath(0, 0))) {
      try view.layoutIfNeeded()
    }
  }

  @Test func `a reuse identifier that was not registered is refused`() {
    let source = ScriptedDataSource([["a"]])
    let view = SimulatedCollectionView()
    view.dataSource = source
    #expect(throws: CollectionViewError.unregisteredReuseIdentifier("Text")) {
      try view.layoutIfNeeded()
    }
  }

  @Test func `completions come with the flush, in order`() throws {
    let source = ScriptedDataSource([["a"]])
    let view = shownView(source)
    var completed: [Int] = []
    for number in 1...3 {
      try view.performBatchUpdates(
        BatchUpdate(insertedCells: [CellPath(0, 0)]),
        changingData: { source.list.sections[0].cells.insert(Cell("\(number)"), at: 0) },
        completion: { _ in completed.append(number) }
      )
    }
    #expect(completed.isEmpty)
    view.flush()
    #expect(completed == [1, 2, 3])
  }

  private func shownView(
    _ source: ScriptedDataSource,
    strictness: SimulatedCollectionView.Strictness = .strict
  ) -> SimulatedCollectionView {
    let view = SimulatedCollectionView(strictness: strictness)
    view.dataSource = source
    view.registerCell(reuseIdentifier: "Text")
    do {
      try view.layoutIfNeeded()
    } catch {
      Issue.record(error)
    }
    return view
  }
}

extension [Section] {
  /// The same sections with ids counted from another number.
  fileprivate func renamed(from first: Int) -> [Section] {
    enumerated().map { index, section in
      Section(id: Section.ID("s\(index + first)"), cells: section.cells)
    }
  }
}
