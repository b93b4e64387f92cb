import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite(.everyView) struct AdapterEventTests {
  private let recorder = Recorder()

  // MARK: Display

  @Test func `scrolling tells the cells that appear and those that disappear`() throws {
    let fixture = AdapterFixture(
      showing: recorded(["a", "b", "c", "d"]),
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    #expect(recorder.take() == ["+a [0, 0] v1", "+b [0, 1] v1"])
    try fixture.view.scroll(to: 15)
    #expect(recorder.take() == ["-a [0, 0] v1", "+c [0, 2] v1", "+d [0, 3] v1"])
  }

  @Test func `an inserted cell is told its new path, a deleted one its old path`() {
    let fixture = AdapterFixture(showing: recorded(["a", "b"]))
    _ = recorder.take()
    fixture.adapter.apply(recorded(["b", "c"]))
    #expect(recorder.take() == ["+c [0, 1] v2"])
    fixture.view.flush()
    #expect(recorder.take() == ["-a [0, 0] v2"])
  }

  @Test func `a cell that appears between two batches is told by its newest handler`() {
    func list(_ ids: [String], _ name: String) -> List {
      List(
        sections: [
          Section(
            id: "s",
            cells: ids.map { id in
              Cell(id).willDisplay { [recorder] _ in recorder.record("\(name) \(id)") }
            }
          )
        ]
      )
    }
    let fixture = AdapterFixture(
      showing: list(["a", "b", "c"], "old"),
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    _ = recorder.take()
    // The deletion, which is the first batch, brings "c" on screen.
    fixture.adapter.apply(list(["b", "c", "d"], "new"))
    #expect(recorder.take() == ["new c"])
  }

  @Test func `headers and footers are told to the section, in whatever order it was declared`()
    throws
  {
    let section = Section(id: "s", cells: [Cell("a")])
      .willDisplayHeader { [recorder] in recorder.record("+\($0.kind) \($0.sectionID)") }
      .willDisplayFooter { [recorder] in recorder.record("+\($0.kind) \($0.section)") }
      .didEndDisplayHeader { [recorder] in recorder.record("-\($0.kind) \($0.section)") }
      .withHeader(TextComponent("header"))
      .withFooter(TextComponent("footer"))
    let filler = Section(id: "t", cells: (1...9).map { Cell("\($0)") })
    let fixture = AdapterFixture(
      showing: List(sections: [section, filler]),
      viewport: SimulatedViewport(height: 30, cellHeight: 10, supplementaryHeight: 10)
    )
    #expect(recorder.take() == ["+header s", "+footer 0"])
    try fixture.view.scroll(to: 10)
    #expect(recorder.take() == ["-header 0"])
  }

  @Test func `a header is told to its own handler`() {
    let header = SupplementaryView(component: TextComponent("header"), alignment: .top)
      .willDisplay { [recorder] in recorder.record("+\($0.component.type)") }
      .didEndDisplaying { [recorder] in recorder.record("-\($0.section)") }
    var section = Section(id: "s", cells: [Cell("a")])
    section.header = header
    let fixture = AdapterFixture(showing: List(sections: [section]))
    #expect(recorder.take() == ["+Text"])
    fixture.adapter.apply(List(cells: [["b"]]))
    fixture.view.flush()
    #expect(recorder.take() == ["-0"])
  }

  @Test func `a section is visible from its first view to its last`() throws {
    func section(_ id: String) -> Section {
      Section(id: Section.ID(id), cells: [Cell(id + "1"), Cell(id + "2")])
        .didBecomeVisible { [recorder] in recorder.record("+\($0.id)") }
        .didBecomeHidden { [recorder] in recorder.record("-\($0.id)") }
    }
    let fixture = AdapterFixture(
      showing: List(sections: [section("s"), section("t")]),
      viewport: SimulatedViewport(height: 10, cellHeight: 10)
    )
    #expect(recorder.take() == ["+s"])
    try fixture.view.scroll(to: 10)
    #expect(recorder.take() == ["-s", "+s"])
    try fixture.view.scroll(to: 20)
    #expect(recorder.take() == ["-s", "+t"])
  }

  @Test func `a section that is deleted is told that it is hidden`() {
    let section = Section(id: "s", cells: [Cell("a")])
      .didBecomeHidden { [recorder] in recorder.record("-\($0.id)") }
    let fixture = AdapterFixture(showing: List(sections: [section]))
    fixture.adapter.apply(List(sections: [Section(id: "t", cells: [Cell("b")])]))
    fixture.view.flush()
    #expect(recorder.take() == ["-s"])
  }

  @Test func `a cell that moves takes its visibility to its new section`() {
    func list(_ first: [String], _ second: [String]) -> List {
      func section(_ id: String, _ cells: [String]) -> Section {
        Section(id: Section.ID(id), cells: cells.map { Cell($0) })
          .didBecomeVisible { [recorder] in recorder.record("+\($0.id)") }
          .didBecomeHidden { [recorder] in recorder.record("-\($0.id)") }
      }
      return List(sections: [section("s", first), section("t", second)])
    }
    let fixture = AdapterFixture(showing: list(["a"], []))
    #expect(recorder.take() == ["+s"])
    fixture.adapter.apply(list([], ["a"]))
    fixture.view.flush()
    #expect(recorder.take() == ["+t", "-s"])
    fixture.adapter.apply(List(sections: [Section(id: "u", cells: [Cell("b")])]))
    fixture.view.flush()
    #expect(recorder.take() == ["-t"])
  }

  // MARK: Selection

  @Test func `a tap highlights, selects and unhighlights, and ends the selection before`() {
    func cell(_ id: String) -> Cell {
      Cell(id)
        .onHighlight { [recorder] in recorder.record("highlight \($0.id)") }
        .onUnhighlight { [recorder] in recorder.record("unhighlight \($0.id)") }
        .didSelect { [recorder] in recorder.record("select \($0.id) in \($0.sectionID)") }
        .didDeselect { [recorder] in recorder.record("deselect \($0.id)") }
    }
    let list = List(sections: [Section(id: "s", cells: [cell("a"), cell("b")])])
    let fixture = AdapterFixture(showing: list)
    fixture.view.tapItem(at: CellPath(0, 0))
    #expect(recorder.take() == ["highlight a", "select a in s", "unhighlight a"])
    fixture.view.tapItem(at: CellPath(0, 1))
    #expect(
      recorder.take() == ["highlight b", "deselect a", "select b in s", "unhighlight b"]
    )
    #expect(fixture.adapter.selection == ["b"])
  }

  @Test(arguments: [
    CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .reloadData,
  ])
  func `a selection follows its cell through moves, updates and reloads`(
    strategy: CollectionViewAdapterUpdateStrategy
  ) {
    let fixture = AdapterFixture(showing: List(cells: [["a", "b"], ["c"]]))
    fixture.view.tapItem(at: CellPath(0, 1))
    var next = List(cells: [["x", "a"], ["c"]])
    next.sections[1].cells.append(Cell("b", text: "new"))
    fixture.apply("next", next, strategy)
    fixture.view.flush()
    #expect(fixture.view.pathsForSelectedItems == [CellPath(1, 1)])
    fixture.apply("gone", List(cells: [["x"]]), strategy)
    fixture.view.flush()
    #expect(fixture.view.pathsForSelectedItems.isEmpty)
    #expect(fixture.adapter.selection.isEmpty)
  }

  @Test func `cells that the view does not keep selected are not the adapter's either`() {
    let fixture = AdapterFixture(showing: List(cells: [["a", "b", "c"]]))
    fixture.view.selectionMode = .multiple
    fixture.view.tapItem(at: CellPath(0, 0))
    fixture.view.tapItem(at: CellPath(0, 2))
    #expect(fixture.adapter.selection == ["a", "c"])
    fixture.view.selectionMode = .single
    fixture.apply("one", List(cells: [["x", "a", "b", "c"]]), .reloadData)
    fixture.view.flush()
    #expect(fixture.view.pathsForSelectedItems == [CellPath(0, 3)])
    #expect(fixture.adapter.selection == ["c"])
    fixture.view.selectionMode = .none
    fixture.apply("none", List(cells: [["a", "b", "c"]]), .reloadData)
    fixture.view.flush()
    #expect(fixture.view.pathsForSelectedItems.isEmpty)
    #expect(fixture.adapter.selection.isEmpty)
  }

  // MARK: Scrolling

  @Test(arguments: [
    CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .nonanimatedBatchUpdates, .reloadData,
  ])
  func `an offset that the adapter sets is not told as scrolling`(
    strategy: CollectionViewAdapterUpdateStrategy
  ) throws {
    let rows = (0..<50).map(String.init)
    func list(_ rows: [String]) -> List {
      List(cells: [rows]).didScroll { [recorder] _ in recorder.record("scroll") }
    }
    let fixture = AdapterFixture(
      showing: list(rows),
      viewport: SimulatedViewport(height: 600, cellHeight: 50),
      layout: .rows
    )
    try fixture.view.scroll(to: 300)
    #expect(recorder.take() == ["scroll"])
    let older = (0..<20).map { "older \($0)" }
    fixture.adapter.apply(
      list(older + rows),
      updateStrategy: strategy,
      anchor: .firstVisibleCell
    )
    fixture.view.flush()
    #expect(fixture.view.contentOffset == 1_300)
    #expect(recorder.take() == [])
  }

  @Test func `dragging is told from touch to rest, and a handler may say where it ends`() throws {
    let list = recordedScrolling(List(cells: [(0..<100).map(String.init)]))
      .willEndDragging { [recorder] context in
        recorder.record("willEndDragging \(context.velocity)")
        context.targetContentOffset = 70
      }
    let fixture = AdapterFixture(
      showing: list,
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    try fixture.view.drag(to: 50)
    try fixture.view.lift(velocity: 2, target: 60)
    #expect(
      recorder.take() == [
        "willBeginDragging", "didScroll 50.0", "willEndDragging 2.0", "didEndDragging decelerates",
        "willBeginDecelerating", "didScroll 70.0", "didEndDecelerating",
      ]
    )
    try fixture.view.drag(to: 70)
    try fixture.view.lift(target: 70)
    #expect(recorder.take().last == "didEndDragging stops")
  }

  @Test func `a tap on the status bar scrolls to the top unless the list says no`() throws {
    let cells = [(0..<100).map(String.init)]
    let fixture = AdapterFixture(showing: recordedScrolling(List(cells: cells)))
    try fixture.view.scroll(to: 100)
    _ = recorder.take()
    try fixture.view.tapStatusBar()
    #expect(recorder.take() == ["didScroll 0.0", "didScrollToTop"])

    fixture.adapter.apply(recordedScrolling(List(cells: cells)).shouldScrollToTop { _ in false })
    try fixture.view.scroll(to: 100)
    _ = recorder.take()
    try fixture.view.tapStatusBar()
    #expect(recorder.take().isEmpty)
    #expect(fixture.view.contentOffset == 100)
  }

  @Test(arguments: [
    (ReachEndOffset.absolute(100), 199.0, 200.0),
    (.relativeToContainerSize(multiplier: 2), 99, 100),
  ])
  func `the end is near at its offset, and not before`(
    offset: ReachEndOffset,
    before: Double,
    at: Double
  ) throws {
    let list = List(cells: [(0..<100).map(String.init)])
      .onReachEnd(offsetFromEnd: offset) { [recorder] _ in recorder.record("end") }
    let fixture = AdapterFixture(
      showing: list,
      viewport: SimulatedViewport(height: 100, cellHeight: 4)
    )
    try fixture.view.scroll(to: before)
    #expect(recorder.take().isEmpty)
    try fixture.view.scroll(to: at)
    #expect(recorder.take() == ["end"])
  }

  @Test func `the end is told where scrolling is going to end`() throws {
    let list = List(cells: [(0..<100).map(String.init)])
      .onReachEnd(offsetFromEnd: .absolute(100)) { [recorder] _ in recorder.record("end") }
    let fixture = AdapterFixture(
      showing: list,
      viewport: SimulatedViewport(height: 100, cellHeight: 4)
    )
    try fixture.view.drag(to: 10)
    #expect(recorder.take().isEmpty)
    try fixture.view.lift(velocity: 3, target: 250)
    #expect(recorder.take() == ["end"])
  }

  // MARK: Refreshing

  @Test func `only a list applied after the pull ends the refresh`() {
    let fixture = AdapterFixture(
      .init(refreshControl: .enabled(tintColor: "blue")),
      showing: List(cells: [["a"]])
    )
    fixture.apply(
      "before",
      List(cells: [["b"]]).onRefresh { [recorder] _ in recorder.record("pull") }
    )
    fixture.view.pullToRefresh()
    #expect(recorder.take() == ["pull"])
    fixture.view.flush()
    #expect(fixture.view.isRefreshing)
    fixture.apply("after", List(cells: [["c"]]))
    fixture.view.flush()
    #expect(!fixture.view.isRefreshing)
    #expect(!fixture.adapter.isRefreshing)
  }

  @Test func `an indicator keeps what was declared`() {
    let indicator = CollectionViewAdapterConfiguration.RefreshControl.Indicator
      .image("arrow").size(24).tintColor("red").spin()
    #expect(indicator.imageName == "arrow")
    #expect(indicator.size == 24)
    #expect(indicator.tintColor == "red")
    #expect(indicator.spinDuration == .milliseconds(800))
    let control = CollectionViewAdapterConfiguration.RefreshControl.enabled(
      tintColor: "clear",
      text: "Refreshing…",
      textColor: "white",
      appearance: .init(indicator: indicator)
    )
    #expect(AdapterFixture(.init(refreshControl: control)).collectionView.refreshControl == control)
    #expect(control != .enabled(tintColor: "clear", text: "Refreshing…"))
  }

  // MARK: Prefetching

  @Test func `what comes next is loaded ahead, and stopped when it is far again`() throws {
    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    let fixture = PrefetchFixture(
      plugin,
      (0..<100).map(String.init),
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    try fixture.view.scroll(to: 10)
    #expect(loader.started == ["3", "4"])
    try fixture.view.scroll(to: 500)
    #expect(Set(loader.cancelled) == ["3", "4"])
    #expect(fixture.adapter.prefetchingCellIDs == ["52", "53"])
  }

  @Test func `what is loaded for a cell lasts until the cell has been on screen`() throws {
    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    let fixture = PrefetchFixture(
      plugin,
      (0..<100).map(String.init),
      viewport: SimulatedViewport(height: 20, cellHeight: 10)
    )
    try fixture.view.scroll(to: 10)
    try fixture.view.scroll(to: 30)
    #expect(!loader.cancelled.contains("3"))
    try fixture.view.scroll(to: 60)
    #expect(loader.cancelled.contains("3"))
  }

  @Test func `an image that two cells want is loaded once, and stopped by the last of them`() {
    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    let first = plugin.prefetch(with: ImageComponent(viewModel: "same"))
    let second = plugin.prefetch(with: ImageComponent(viewModel: "same"))
    #expect(loader.started == ["same"])
    first?.cancel()
    first?.cancel()
    #expect(loader.cancelled.isEmpty)
    second?.cancel()
    #expect(loader.cancelled == ["same"])
  }

  // MARK: Fixtures

  /// A list whose cells record when they appear (+) and disappear (-).
  private func recorded(_ ids: [String]) -> List {
    List(
      sections: [
        Section(
          id: "s",
          cells: ids.map { id in
            Cell(id)
              .willDisplay { [recorder] in recorder.record("+\($0.id) \($0.path) v\($0.version)") }
              .didEndDisplay { [recorder] in
                recorder.record("-\($0.id) \($0.path) v\($0.version)")
              }
          }
        )
      ]
    )
  }

  /// A list that records how it is scrolled.
  private func recordedScrolling(_ list: List) -> List {
    list
      .didScroll { [recorder] in recorder.record("didScroll \($0.contentOffset)") }
      .willBeginDragging { [recorder] _ in recorder.record("willBeginDragging") }
      .didEndDragging { [recorder] in recorder.record("didEndDragging \($1)") }
      .willBeginDecelerating { [recorder] _ in recorder.record("willBeginDecelerating") }
      .didEndDecelerating { [recorder] _ in recorder.record("didEndDecelerating") }
      .didScrollToTop { [recorder] _ in recorder.record("didScrollToTop") }
  }
}
