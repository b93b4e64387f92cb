import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// What is left when a view refuses a version: all that was there before, and nothing else.
@Suite(.everyView) struct RefusalTests {
  private let recorder = Recorder()

  /// A change that takes five stages.
  private var before: List {
    var list = List(cells: [["a", "b", "c"], ["d", "e"], ["f"]])
    list.sections[0] = list.sections[0].withHeader(TextComponent("header"))
    return list
  }

  private var after: List {
    var list = List(cells: [["x", "c", "b"], ["e"], ["f"]])
    list.sections[0] = list.sections[0].withHeader(TextComponent("header"))
      .withFooter(TextComponent("footer"))
    list.sections[2].cells[0] = Cell("f", text: "new")
    list.sections.insert(Section(id: "t", cells: [Cell("y"), Cell("d")]), at: 0)
    return list
  }

  @Test(arguments: BatchMode.allCases, 1...5)
  func `a selection outlives a version that is refused at any of its batches`(
    mode: BatchMode,
    batch: Int
  ) {
    let fixture = AdapterFixture(.init(batchMode: mode), showing: before)
    fixture.view.selectionMode = .multiple
    for path in [CellPath(0, 0), CellPath(0, 1), CellPath(1, 0), CellPath(2, 0)] {
      fixture.view.tapItem(at: path)
    }
    let selected = fixture.view.pathsForSelectedItems.sorted()
    fixture.view.faults = [.refuse(batch: batch)]
    fixture.apply("refused", after)
    guard fixture.view.faults.isEmpty else { return }
    #expect(fixture.answers.map(\.outcome) == [.failed(.refusedByView(.injectedFault))])
    #expect(fixture.view.pathsForSelectedItems.sorted() == selected)
    #expect(fixture.adapter.selection == ["a", "b", "d", "f"])
    fixture.apply("again", after)
    fixture.view.flush()
    #expect(
      fixture.view.pathsForSelectedItems.sorted() == [
        CellPath(0, 1), CellPath(1, 2), CellPath(3, 0),
      ]
    )
  }

  @Test func `the content stays where it was when a later batch is refused`() throws {
    let fixture = AdapterFixture(
      showing: List(cells: [(0..<40).map(String.init)]),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    try fixture.view.scroll(to: 300)
    fixture.view.faults = [.refuse(batch: 2)]
    fixture.apply("refused", List(cells: [(5..<15).map(String.init) + ["new"]]))
    #expect(fixture.answers.map(\.outcome) == [.failed(.refusedByView(.injectedFault))])
    #expect(fixture.view.contentOffset == 300)
    #expect(fixture.view.pathsForVisibleItems.min() == CellPath(0, 30))
  }

  @Test(.simulatedOnly(.missingViews))
  func `a reload that is refused leaves selection and position`() throws {
    let fixture = AdapterFixture(
      showing: List(cells: [(0..<40).map(String.init)]),
      viewport: SimulatedViewport(height: 100, cellHeight: 10)
    )
    try fixture.view.scroll(to: 300)
    fixture.view.tapItem(at: CellPath(0, 31))
    // A second section would have a header that the list does not declare.
    fixture.view.supplementaryKinds = { $0 == 1 ? [.header] : [] }
    fixture.apply("refused", List(cells: [["1"], ["2"]]), .reloadData)
    #expect(
      fixture.answers.map(\.outcome) == [
        .failed(.refusedByView(.missingView(ofKind: .header, at: CellPath(section: 1, item: 0))))
      ]
    )
    #expect(fixture.view.contentOffset == 300)
    #expect(fixture.view.pathsForSelectedItems == [CellPath(0, 31)])
  }

  @Test func `what is shown again after a refusal has the handlers it had`() throws {
    func list(_ ids: [String], _ name: String) -> List {
      var list = List(cells: [ids])
      list.sections[0].cells = list.sections[0].cells.map { cell in
        cell.willDisplay { [recorder] in recorder.record("\(name) +\($0.id)") }
          .didEndDisplay { [recorder] in recorder.record("\(name) -\($0.id)") }
      }
      return list
    }
    let fixture = AdapterFixture(showing: list(["a", "b"], "old"))
    _ = recorder.take()
    fixture.view.faults = [.refuse(batch: 2)]
    fixture.apply("refused", list(["b", "c"], "new"))
    fixture.view.flush()
    #expect(recorder.take() == ["old -a", "old -b", "old +a", "old +b"])
    fixture.view.reloadData()
    #expect(recorder.take() == ["old -a", "old -b"])
  }

  @Test func `sizes that were measured for a refused version are forgotten`() {
    let fixture = AdapterFixture(showing: measured(["a", "b"]))
    #expect(fixture.adapter.sizes.count == 2)
    var next = measured(["b", "c", "d"])
    next.sections[0] = next.sections[0].withFooter(TextComponent("footer"))
    fixture.view.faults = [.refuse(batch: 3)]
    fixture.apply("refused", next)
    #expect(fixture.answers.map(\.outcome) == [.failed(.refusedByView(.injectedFault))])
    #expect(fixture.adapter.sizes.count == 2)
  }

  private func measured(_ ids: [String]) -> List {
    List(
      sections: [
        Section(
          id: "s",
          cells: ids.map { Cell(id: Cell.ID($0), component: ComponentStub()) }
        )
      ]
    )
  }

  // MARK: Prefetching

  @Test(arguments: [
    CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .reloadData,
  ])
  func `what was announced before a reload is stopped when it is far again`(
    strategy: CollectionViewAdapterUpdateStrategy
  ) throws {
    let loader = RecordingLoader()
    let fixture = PrefetchFixture(
      RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader),
      (0..<100).map(String.init),
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    try fixture.view.scroll(to: 10)
    #expect(fixture.adapter.prefetchingCellIDs == ["3", "4"])
    // With batches, the view refuses, so the list before is shown again by a reload.
    fixture.view.faults = [.refuse(batch: 1)]
    fixture.adapter.apply(
      PrefetchFixture.list((0..<101).map(String.init)),
      updateStrategy: strategy
    )
    try fixture.view.scroll(to: 500)
    #expect(fixture.adapter.prefetchingCellIDs == ["52", "53"])
    #expect(loader.started.filter { !loader.cancelled.contains($0) } == ["52", "53"])
  }

  // MARK: Presentations

  @Test(.simulatedOnly(.missingViews)) func `a version that was refused was not presented`() throws
  {
    let fixture = AdapterFixture(showing: List(cells: [["a"]]))
    #expect(fixture.adapter.lastPresentation == .reload(.nothingShown))
    fixture.apply("twice", List(cells: [["a", "a"]]))
    #expect(fixture.adapter.lastPresentation == nil)

    fixture.apply("b", List(cells: [["b"]]), .reloadData)
    #expect(fixture.adapter.lastPresentation == .reload(.requested))
    fixture.apply("twice", List(cells: [["a", "a"]]), .reloadData)
    #expect(fixture.adapter.lastPresentation == nil)

    fixture.apply("c", List(cells: [["c"]]), .reloadData)
    fixture.adapter.apply(List(cells: [["d"]]), version: 1)
    #expect(fixture.adapter.lastPresentation == nil)

    fixture.apply("e", List(cells: [["e"]]), .reloadData)
    fixture.view.supplementaryKinds = { _ in [.header] }
    fixture.apply("f", List(cells: [["f"]]), .reloadData)
    #expect(fixture.adapter.lastPresentation == nil)
  }

  // MARK: At random

  @Test(arguments: BatchMode.allCases)
  func `any refused version leaves what was there`(mode: BatchMode) throws {
    var refusals = 0
    let count = UInt64(Soak.count(75, soak: 300))
    for seed in 1...count {
      var random = RandomLists(seed: seed)
      let before = random.list()
      let after = random.successor(of: before)
      let fixture = AdapterFixture(
        .init(enablesReconfigureItems: seed.isMultiple(of: 2), batchMode: mode),
        showing: before,
        viewport: SimulatedViewport(height: 200)
      )
      fixture.view.selectionMode = .multiple
      try fixture.view.scroll(to: Double(random.number(0...400)))
      for path in fixture.view.pathsForVisibleItems.sorted() where random.number(0...1) == 0 {
        fixture.view.tapItem(at: path)
      }
      let state = State(fixture)
      let batch = random.number(1...(mode == .staged ? 4 : 2))
      fixture.view.faults = [
        random.number(0...1) == 0 ? .refuse(batch: batch) : .refuseAfterChange(batch: batch)
      ]
      fixture.adapter.apply(
        after,
        anchor: random.number(0...1) == 0 ? .contentOffset : .firstVisibleCell
      )
      guard fixture.view.faults.isEmpty else { continue }
      refusals += 1
      #expect(State(fixture) == state, "seed \(seed)")

      let kept = fixture.adapter.selection.intersection(
        after.sections.flatMap(\.cells).map(\.id)
      )
      fixture.apply("again", after)
      fixture.view.flush()
      #expect(fixture.answers.map(\.outcome) == [.applied(version: 2)], "seed \(seed)")
      #expect(fixture.adapter.selection == kept, "seed \(seed)")
      #expect(
        Set(fixture.view.pathsForSelectedItems.compactMap { after.cell(at: $0)?.id }) == kept,
        "seed \(seed)"
      )
    }
    #expect(refusals > count / 3)
  }

  /// What a user sees, and an adapter says.
  private struct State: Equatable {
    var list: List?
    var version: Int
    var shownIDs: [[String]]
    var screen: [DrawnView]
    var offset: Double
    var selectedPaths: [CellPath]
    var selection: Set<Cell.ID>

    init(_ fixture: AdapterFixture) {
      list = fixture.adapter.snapshot()
      version = fixture.adapter.version
      shownIDs = fixture.shownIDs
      screen = fixture.view.drawnViews
      offset = fixture.view.contentOffset
      selectedPaths = fixture.view.pathsForSelectedItems.sorted()
      selection = fixture.adapter.selection
    }
  }
}
