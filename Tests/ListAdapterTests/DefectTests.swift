import Foundation
import ListAdapter
import ListDiff
import ListModel
import ListRendering
import ListTestSupport
import Testing

/// The thirteen defects of the originals, each shown on a model of the original, and gone here.
@Suite(.everyView) struct DefectTests {
  @Test func `D1: every apply of a burst is answered`() {
    let lists = (0...5).map { List(cells: [["\($0)"]]) }
    var answered: [Int] = []
    let legacy = LegacyAdapter()
    for (number, list) in lists.enumerated() {
      legacy.apply(list) { answered.append(number) }
    }
    for _ in lists { legacy.flush() }
    #expect(answered == [0, 1, 5])

    let fixture = AdapterFixture()
    for (number, list) in lists.enumerated() { fixture.apply("\(number)", list) }
    for _ in lists { fixture.view.flush() }
    #expect(fixture.answers.map(\.name) == ["0", "1", "2", "3", "4", "5"])
    #expect(
      fixture.answers.map(\.outcome) == [
        .applied(version: 1), .applied(version: 2), .superseded(by: 4), .superseded(by: 5),
        .superseded(by: 6), .applied(version: 6),
      ]
    )
    #expect(fixture.shownIDs == [["5"]])
  }

  @Test func `D2: a list that waited while the window was lost never replaces a newer one`() {
    let start = List(cells: [["0"]])
    let legacy = LegacyAdapter(showing: start)
    legacy.apply(List(cells: [["a"]]))
    legacy.apply(List(cells: [["b"]]))
    legacy.hasWindow = false
    legacy.flush()
    legacy.hasWindow = true
    legacy.apply(List(cells: [["c"]]))
    legacy.flush()
    legacy.flush()
    #expect(legacy.list == List(cells: [["b"]]))

    let fixture = AdapterFixture(showing: start)
    fixture.apply("a", List(cells: [["a"]]))
    fixture.apply("b", List(cells: [["b"]]))
    fixture.view.isInWindow = false
    fixture.view.flush()
    #expect(fixture.shownIDs == [["b"]])
    fixture.view.isInWindow = true
    fixture.apply("c", List(cells: [["c"]]))
    fixture.view.flush()
    #expect(fixture.shownIDs == [["c"]])
    #expect(fixture.answers.map(\.name) == ["a", "b", "c"])
  }

  @Test func `D3: the list's handlers are those of the newest list`() throws {
    let recorder = Recorder()
    func list(_ name: String) -> List {
      List(cells: [[name]]).didScroll { _ in recorder.record(name) }
    }
    let legacy = LegacyAdapter()
    legacy.apply(list("first"))
    legacy.apply(list("second"))
    legacy.flush()
    legacy.list?.handlers.fire(ListEvent.DidScroll.self, anyScroll)
    #expect(recorder.take() == ["first"])

    let fixture = AdapterFixture(showing: list("first"))
    fixture.adapter.apply(list("second"))
    fixture.view.flush()
    try fixture.view.scroll(to: 0)
    #expect(recorder.take() == ["second"])
  }

  @Test func `D4: an equal list still brings its handlers`() {
    let recorder = Recorder()
    func list(_ name: String) -> List {
      List(
        sections: [
          Section(id: "s", cells: [Cell("a").didSelect { _ in recorder.record(name) }])
        ]
      )
    }
    let legacy = LegacyAdapter()
    legacy.apply(list("old"))
    legacy.apply(list("new"))
    legacy.list?.sections[0].cells[0].handlers.fire(CellEvent.DidSelect.self, anyCell)
    #expect(recorder.take() == ["old"])

    let fixture = AdapterFixture(showing: list("old"))
    fixture.adapter.apply(list("new"))
    fixture.view.tapItem(at: CellPath(0, 0))
    #expect(recorder.take() == ["new"])
  }

  @Test func `D5: the end of a display is told to the cell that was displayed`() {
    let recorder = Recorder()
    func list(_ ids: [String]) -> List {
      List(
        sections: [
          Section(
            id: "s",
            cells: ids.map { id in
              Cell(id).didEndDisplay { recorder.record("\($0.id) at \($0.path)") }
            }
          )
        ]
      )
    }
    // The original looks the old path up in the new list.
    let legacyNeighbour = list(["b", "c"]).cell(at: CellPath(0, 0))
    #expect(legacyNeighbour?.id == "b")

    let fixture = AdapterFixture(showing: list(["a", "b", "c"]))
    fixture.adapter.apply(list(["b", "c"]))
    #expect(recorder.take().isEmpty)
    fixture.view.flush()
    #expect(recorder.take() == ["a at [0, 0]"])
  }

  @Test func `D6: a component of another type is a change, though its content is equal`() throws {
    #expect(
      LegacyComponent(type: "A", viewModel: "same") == LegacyComponent(type: "B", viewModel: "same")
    )

    let text = List(sections: [Section(id: "s", cells: [Cell("a")])])
    var image = text
    image.sections[0].cells[0].component = AnyComponent(OtherTextComponent("a"))
    let fixture = AdapterFixture(.init(enablesReconfigureItems: true), showing: text)
    fixture.adapter.apply(image)
    #expect(fixture.adapter.lastPresentation == .batches(count: 1, operations: 1))
    #expect(fixture.view.visibleCell(at: CellPath(0, 0))?.reuseIdentifier == "OtherText")
  }

  @Test func `D7: copies of a cell have handlers of their own`() {
    var called: [String] = []
    let legacy = LegacyCell().didSelect { called.append("first") }
    _ = legacy.didSelect { called.append("second") }
    legacy.storage.didSelect?()
    #expect(called == ["second"])

    let recorder = Recorder()
    let cell = Cell("a").didSelect { _ in recorder.record("first") }
    _ = cell.didSelect { _ in recorder.record("second") }
    cell.handlers.fire(CellEvent.DidSelect.self, anyCell)
    #expect(recorder.take() == ["first"])
  }

  @Test func `D8: what is prefetched stays with its cell when paths change`() {
    let before = List(cells: [["a", "b"]])
    let after = List(cells: [["x", "a", "b"]])
    var legacy = LegacyPrefetching()
    legacy.prefetch(CellPath(0, 1), in: before)
    // After an insertion above, the cell "a" gets what was loaded for "b".
    #expect(after.cell(at: CellPath(0, 1))?.id == "a")
    #expect(legacy.take(CellPath(0, 1)) == "b")

    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    let fixture = PrefetchFixture(plugin, ["a", "b"])
    fixture.adapter.collectionView(fixture.view, prefetchItemsAt: [CellPath(0, 1)])
    fixture.show(["x", "a", "b"])
    #expect(fixture.adapter.prefetchingCellIDs == ["b"])
    #expect(loader.cancelled.isEmpty)
    fixture.adapter.collectionView(fixture.view, cancelPrefetchingForItemsAt: [CellPath(0, 1)])
    #expect(fixture.adapter.prefetchingCellIDs == ["b"])
    fixture.show(["x", "a"])
    #expect(fixture.adapter.prefetchingCellIDs.isEmpty)
    #expect(loader.cancelled == ["b"])
  }

  @Test func `D9: the end is told once, also when the list does not fill the screen`() throws {
    let fired = (0..<3).filter { _ in
      legacyReachesEnd(offset: 0, contentLength: 300, viewportLength: 100)
    }
    #expect(fired.count == 3)

    let recorder = Recorder()
    func list(_ ids: [String]) -> List {
      List(cells: [ids]).onReachEnd { recorder.record("end \($0.lastCellID?.rawValue ?? "")") }
    }
    let fixture = AdapterFixture(showing: list(["a"]))
    #expect(recorder.take() == ["end a"])
    for offset in [1.0, 2, 3] { try fixture.view.scroll(to: offset) }
    #expect(recorder.take().isEmpty)
    fixture.adapter.apply(list(["a", "b"]))
    fixture.view.flush()
    #expect(recorder.take() == ["end b"])
    fixture.adapter.rearmReachEnd()
    try fixture.view.scroll(to: 0)
    #expect(recorder.take() == ["end b"])
  }

  @Test func `D10: sizes are forgotten with their cells`() {
    var legacy = LegacySizeStorage()
    legacy.store(10, cell: "a", section: "s")
    legacy.store(20, cell: "a", section: "t")
    #expect(legacy.cellSizes == ["a": 20])

    let fixture = AdapterFixture(showing: List(cells: [["a", "b"]]))
    let size = ComponentSizeStorage.Size(width: 1, height: 2)
    let shown = AnyComponent(TextComponent("a"))
    fixture.adapter.sizes.store(size, of: .cell("a"), showing: shown)
    #expect(fixture.adapter.sizes.size(of: .cell("a"), showing: shown) == size)
    let other = AnyComponent(TextComponent("other"))
    #expect(fixture.adapter.sizes.size(of: .cell("a"), showing: other) == nil)
    fixture.adapter.apply(List(cells: [["b"]]))
    #expect(fixture.adapter.sizes.count == 0)
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `D11: another header text draws the header again, and no cell`() {
    func list(_ title: String) -> List {
      List(
        sections: [Section(id: "s", cells: [Cell("a")]).withHeader(TextComponent(title))]
      )
    }
    // The original compares sections with their headers, and reloads those that differ.
    #expect(list("old").sections[0] != list("new").sections[0])

    let fixture = AdapterFixture(showing: list("old"))
    let cell = fixture.view.visibleCell(at: CellPath(0, 0))
    let header = fixture.view.visibleSupplementaryView(
      ofKind: .header,
      at: CellPath(section: 0, item: 0)
    )
    fixture.adapter.apply(list("new"))
    fixture.view.flush()
    #expect(fixture.view.visibleCell(at: CellPath(0, 0)) === cell)
    #expect(
      fixture.view.visibleSupplementaryView(ofKind: .header, at: CellPath(section: 0, item: 0))
        === header
    )
    let shown = try? (header as? SimulatedReusableView)?.component?.as(TextComponent.self)
    #expect(shown?.viewModel == TextComponent("new").viewModel)
    #expect((cell as? SimulatedReusableView)?.renderCount == 1)
  }

  @Test func `D12: one row from head to tail is one move`() {
    let before = Array(0..<102)
    let after = Array(1..<102) + [0]
    #expect(legacyMoveCount(from: before, to: after) == 101)

    let fixture = AdapterFixture(showing: List(cells: [before.map(String.init)]))
    fixture.adapter.apply(List(cells: [after.map(String.init)]))
    #expect(fixture.adapter.lastPresentation == .batches(count: 1, operations: 1))
  }

  @Test func `D13: the tests of the queue reach the queue`() {
    let legacy = LegacyAdapter(showing: List(cells: [["0"]]))
    // The mock of the original's tests has no window.
    legacy.hasWindow = false
    for number in 1...3 { legacy.apply(List(cells: [["\(number)"]])) }
    #expect(legacy.batches == 0)

    let fixture = AdapterFixture(showing: List(cells: [["0"]]))
    for number in 1...3 { fixture.apply("\(number)", List(cells: [["\(number)"]])) }
    #expect(fixture.view.hasPendingCompletions)
    #expect(fixture.answers.isEmpty)
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(fixture.view.statistics.batches == 4)
    #expect(fixture.view.statistics.reloads == 1)
  }

  private var anyScroll: ScrollContext {
    ScrollContext(contentOffset: 0, contentLength: 0, viewportLength: 0, version: 0)
  }

  private var anyCell: CellContext {
    CellContext(
      id: "a",
      sectionID: "s",
      path: CellPath(0, 0),
      component: AnyComponent(TextComponent("a")),
      version: 0
    )
  }
}

/// A component with the content of a ``TextComponent``, but another type.
struct OtherTextComponent: Component {
  static let componentType = "OtherText"
  var viewModel: TextComponent.ViewModel

  init(viewModel: TextComponent.ViewModel) { self.viewModel = viewModel }

  init(_ text: String) { self.init(viewModel: .init(text: text)) }
}
