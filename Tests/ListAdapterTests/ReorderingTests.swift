import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Cells that a user moves.
@Suite(.everyView) struct ReorderingTests {
  private let recorder = Recorder()

  private func list(_ cells: [[String]]) -> List {
    List(cells: cells)
      .canReorder { $0.id != "fixed" }
      .willReorder { [recorder] in recorder.record("will \($0.id) \($0.path) v\($0.version)") }
      .didReorder { [recorder] in
        recorder.record("did \($0.cellID) \($0.source) \($0.destination) v\($0.version)")
      }
  }

  private func move(
    _ fixture: AdapterFixture,
    _ source: CellPath,
    _ destination: CellPath
  ) throws {
    #expect(fixture.lift(at: source))
    fixture.view.updateInteractiveMovement(to: destination)
    try fixture.letGo()
  }

  @Test func `a moved cell is shown in its place, and told once`() throws {
    let fixture = AdapterFixture(showing: list([["a", "b", "c"], ["d"]]))
    let cell = fixture.view.visibleCell(at: CellPath(0, 0))
    try move(fixture, CellPath(0, 0), CellPath(1, 1))
    #expect(recorder.take() == ["will a [0, 0] v1", "did a [0, 0] [1, 1] v1"])
    #expect(fixture.shownIDs == [["b", "c"], ["d", "a"]])
    #expect(fixture.adapter.snapshot() == list([["b", "c"], ["d", "a"]]))
    #expect(fixture.view.visibleCell(at: CellPath(1, 1)) === cell)
    #expect(fixture.view.statistics.batches == 1)
    #expect(fixture.adapter.version == 1)
  }

  @Test func `a transaction's changeset leads from what was shown to what is shown`() throws {
    for (source, destination) in [
      (CellPath(0, 0), CellPath(0, 2)), (CellPath(0, 2), CellPath(0, 0)),
      (CellPath(0, 1), CellPath(1, 0)), (CellPath(1, 0), CellPath(0, 3)),
    ] {
      let recorded = Recorder()
      let start = list([["a", "b", "c"], ["d"]]).didReorder { transaction in
        let result = try? transaction.changeset.apply(to: transaction.initialList)
        recorded.record("\(result == transaction.finalList)")
        recorded.record("\(transaction.sourceSectionID) \(transaction.destinationSectionID)")
      }
      let fixture = AdapterFixture(showing: start)
      try move(fixture, source, destination)
      #expect(recorded.take() == ["true", "s\(source.section) s\(destination.section)"])
    }
  }

  @Test func `cells that the list does not let go stay`() throws {
    let fixture = AdapterFixture(showing: list([["fixed", "b"]]))
    #expect(!fixture.lift(at: CellPath(0, 0)))
    #expect(!fixture.lift(at: CellPath(5, 0)))
    let plain = AdapterFixture(showing: List(cells: [["a"]]))
    #expect(!plain.lift(at: CellPath(0, 0)))
    #expect(recorder.take().isEmpty)
  }

  @Test func `a cell that is let go where it was, or not at all, changes nothing`() throws {
    let fixture = AdapterFixture(showing: list([["a", "b"]]))
    try move(fixture, CellPath(0, 0), CellPath(0, 0))
    try move(fixture, CellPath(0, 0), CellPath(7, 0))
    #expect(fixture.lift(at: CellPath(0, 1)))
    fixture.view.updateInteractiveMovement(to: CellPath(0, 0))
    fixture.cancelMove()
    #expect(recorder.take().allSatisfy { $0.hasPrefix("will") })
    #expect(fixture.shownIDs == [["a", "b"]])
    #expect(fixture.view.statistics.batches == 0)
  }

  @Test func `versions wait while a cell is held, and are answered afterwards`() throws {
    let fixture = AdapterFixture(showing: list([["a", "b"]]))
    #expect(fixture.lift(at: CellPath(0, 0)))
    fixture.apply("older", list([["a", "b", "x"]]))
    fixture.apply("newer", list([["a", "b", "c"]]))
    #expect(fixture.shownIDs == [["a", "b"]])
    fixture.view.updateInteractiveMovement(to: CellPath(0, 1))
    try fixture.letGo()
    fixture.view.flush()
    #expect(fixture.shownIDs == [["a", "b", "c"]])
    #expect(fixture.answers.map(\.outcome) == [.superseded(by: 3), .applied(version: 3)])
  }

  @Test func `no cell is lifted while a version is being shown`() {
    let fixture = AdapterFixture(showing: list([["a", "b"]]))
    fixture.apply("next", list([["a", "b", "c"]]))
    #expect(!fixture.lift(at: CellPath(0, 0)))
    fixture.view.flush()
    #expect(fixture.lift(at: CellPath(0, 0)))
  }

  @Test func `a committed move comes back as nothing to do`() throws {
    let start = list([["a", "b", "c"]])
    let fixture = AdapterFixture(showing: start)
    try move(fixture, CellPath(0, 0), CellPath(0, 2))
    let change = try Change(from: start, version: 1, to: list([["b", "c", "a"]]))
    fixture.apply(change)
    #expect(fixture.answers.map(\.outcome) == [.applied(version: 2)])
    #expect(fixture.adapter.lastPresentation == .unchanged)
    #expect(fixture.view.statistics.batches == 1)
    #expect(fixture.shownIDs == [["b", "c", "a"]])
  }

  @Test func `a version without the move puts the cell where it has it`() throws {
    let start = list([["a", "b", "c"]])
    let fixture = AdapterFixture(showing: start)
    try move(fixture, CellPath(0, 0), CellPath(0, 2))
    try move(fixture, CellPath(0, 0), CellPath(0, 1))
    #expect(fixture.shownIDs == [["c", "b", "a"]])
    let second = list([["x", "a", "b", "c"]])
    fixture.apply(try Change(from: start, version: 1, to: second))
    fixture.view.flush()
    #expect(fixture.shownIDs == [["x", "a", "b", "c"]])
    // From here on, recorded changes are shown as they are again.
    fixture.apply(try Change(from: second, version: 2, to: list([["x", "a"]])))
    fixture.view.flush()
    #expect(fixture.answers.map(\.outcome) == [.applied(version: 2), .applied(version: 3)])
    #expect(fixture.shownIDs == [["x", "a"]])
  }

  @Test func `the list before the move can be shown again`() throws {
    let start = list([["a", "b"]])
    let fixture = AdapterFixture(showing: start)
    try move(fixture, CellPath(0, 0), CellPath(0, 1))
    fixture.adapter.apply(start, version: 1)
    fixture.view.flush()
    #expect(fixture.shownIDs == [["a", "b"]])
    #expect(fixture.adapter.version == 1)
  }

  @Test func `a handler may apply a list of its own`() throws {
    let fixture = AdapterFixture()
    let outcomes = Recorder()
    let start = list([["a", "b"]])
    fixture.adapter.apply(
      start.didReorder { outcomes.record("\($0.finalList.sections[0].cells.map(\.id.rawValue))") }
    )
    try move(fixture, CellPath(0, 1), CellPath(0, 0))
    #expect(outcomes.take() == [#"["b", "a"]"#])
    fixture.apply("own", list([["b", "a", "c"]]))
    fixture.view.flush()
    #expect(fixture.shownIDs == [["b", "a", "c"]])
  }

  @Test func `a view that refuses the move shows the list before, and nothing is told`() throws {
    let fixture = AdapterFixture(showing: list([["a", "b"]]))
    fixture.view.faults = [.refuse(batch: 1)]
    #expect(throws: CollectionViewError.injectedFault) {
      try move(fixture, CellPath(0, 0), CellPath(0, 1))
    }
    #expect(fixture.adapter.snapshot() == list([["a", "b"]]))
    #expect(recorder.take() == ["will a [0, 0] v1"])
    fixture.apply("next", list([["b"]]))
    fixture.view.flush()
    #expect(fixture.shownIDs == [["b"]])
  }

  @Test func `a move that is refused half made leaves list, place, selection and speed`() throws {
    let ids = (0..<40).map(String.init)
    let fixture = AdapterFixture(
      showing: list([ids]),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    try fixture.view.scroll(to: 300)
    fixture.view.tapItem(at: CellPath(0, 31))
    fixture.view.faults = [.refuseAfterChange(batch: 1)]
    #expect(throws: CollectionViewError.injectedFault) {
      try move(fixture, CellPath(0, 31), CellPath(0, 33))
    }
    #expect(fixture.adapter.snapshot() == list([ids]))
    #expect(fixture.shownIDs == [ids])
    #expect(fixture.view.contentOffset == 300)
    #expect(fixture.view.pathsForSelectedItems == [CellPath(0, 31)])
    #expect(fixture.adapter.selection == ["31"])
    // Nothing was moved after all, so the next changes are shown as they were recorded.
    let comparisons = fixture.adapter.catchUp.comparisons
    fixture.apply(
      "next",
      try Changeset(from: List(cells: [ids]), to: List(cells: [Array(ids.dropFirst())]))
    )
    fixture.view.flush()
    #expect(fixture.adapter.catchUp.comparisons == comparisons)
    #expect(fixture.view.pathsForSelectedItems == [CellPath(0, 30)])
  }

  @Test func `what waits for a user's hand is answered when the view is gone`() {
    var outcomes: [ApplyOutcome] = []
    let layoutAdapter = CollectionViewLayoutAdapter()
    var view: SimulatedCollectionView? = SimulatedCollectionView()
    let adapter = view.map {
      CollectionViewAdapter(collectionView: $0, layoutAdapter: layoutAdapter)
    }
    adapter?.apply(list([["a", "b"]]))
    #expect(view?.beginInteractiveMovementForItem(at: CellPath(0, 0)) == true)
    adapter?.apply(list([["a"]])) { outcomes.append($0) }
    #expect(outcomes.isEmpty)
    view = nil
    adapter?.apply(list([["b"]])) { outcomes.append($0) }
    #expect(outcomes == [.superseded(by: 3), .failed(.collectionViewGone)])
  }

  @Test func `a data source that does not make the move is refused`() throws {
    let view = SimulatedCollectionView()
    let source = DeafDataSource()
    view.dataSource = source
    try view.layoutIfNeeded()
    #expect(view.beginInteractiveMovementForItem(at: CellPath(0, 0)))
    view.updateInteractiveMovement(to: CellPath(1, 0))
    #expect(throws: CollectionViewError.self) { try view.endInteractiveMovement() }
  }

  @Test func `a reload takes the cell out of the user's hand`() throws {
    let fixture = AdapterFixture(showing: list([["a", "b"]]))
    #expect(fixture.lift(at: CellPath(0, 0)))
    fixture.view.updateInteractiveMovement(to: CellPath(0, 1))
    fixture.apply("waits", list([["a"]]))
    fixture.collectionView.reloadData()
    fixture.view.flush()
    try fixture.view.layoutIfNeeded()
    try fixture.letGo()
    #expect(fixture.answers.map(\.outcome) == [.applied(version: 2)])
    #expect(fixture.shownIDs == [["a"]])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `any moves and versions in any order end with the newest version`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var lists = RandomLists(seed: seed)
    lists.sectionLimit = 3
    let fixture = AdapterFixture(
      .init(batchMode: seed.isMultiple(of: 2) ? .single : .staged),
      viewport: SimulatedViewport(height: 400)
    )
    var newest = lists.list().canReorder { _ in true }
    var applies = 1
    fixture.apply("\(applies)", newest)
    for _ in 0..<40 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        newest = lists.successor(of: newest).canReorder { _ in true }
        applies += 1
        fixture.apply("\(applies)", newest)
      case 1: fixture.view.flush()
      case 2:
        if let path = fixture.view.pathsForVisibleItems.sorted().randomElement(using: &generator) {
          _ = fixture.lift(at: path)
        }
        let section = Int.random(in: 0..<3, using: &generator)
        let item = Int.random(in: 0..<9, using: &generator)
        fixture.view.updateInteractiveMovement(to: CellPath(section, item))
      default:
        if Bool.random(using: &generator) {
          try fixture.letGo()
        } else {
          fixture.cancelMove()
        }
      }
    }
    fixture.cancelMove()
    applies += 1
    fixture.apply("\(applies)", newest)
    for _ in 0..<3 { fixture.view.flush() }
    #expect(fixture.shownIDs == newest.sections.map { $0.cells.map(\.id.rawValue) }, "seed \(seed)")
    #expect(fixture.answers.map(\.name) == (1...applies).map(String.init), "seed \(seed)")
    for answer in fixture.answers {
      if case .failed(let error) = answer.outcome { Issue.record("seed \(seed): \(error)") }
    }
  }
}

/// Lets cells be moved, but never moves one.
private final class DeafDataSource: CollectionViewDataSource {
  private let source = ScriptedDataSource([["a"], ["b"]])

  func numberOfSections(in collectionView: any CollectionView) -> Int { 2 }

  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { 1 }

  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    collectionView.registerCell(reuseIdentifier: "Text")
    return try source.collectionView(collectionView, cellForItemAt: path)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? { nil }

  func collectionView(
    _ collectionView: any CollectionView,
    canMoveItemAt path: CellPath
  ) -> Bool { true }
}

extension Change {
  /// The change from one version of a list to the next.
  fileprivate init(from source: List, version: Int, to target: List) throws {
    self.init(
      list: "list",
      version: version + 1,
      parent: version,
      parentFingerprint: try source.fingerprint(),
      fingerprint: try target.fingerprint(),
      changeset: try Changeset(from: source, to: target)
    )
  }
}
