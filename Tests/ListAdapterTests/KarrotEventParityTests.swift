import ListAdapter
import ListModel
import ListTestSupport
import Testing

/// The cases about events of the adapter suite of daangn/KarrotListKit (4.7.0); see
/// `KarrotAdapterParityTests`.
///
/// There, contexts of scrolling hold the collection view, and the expectation is that it is the one;
/// here they hold its offset and lengths, and the expectation is that these are its.
@Suite(.everyView) struct KarrotEventParityTests {
  private let recorder = Recorder()
  private let path = CellPath(0, 0)

  private var record: @Sendable (CellContext) -> Void {
    { [recorder] in recorder.record("\($0.path)") }
  }

  private var recordView: @Sendable (SupplementaryContext) -> Void {
    { [recorder] in recorder.record("\($0.kind) \($0.section)") }
  }

  private var cell: Cell { Cell(id: "Cell", component: DummyComponent()) }

  // MARK: UICollectionViewDelegate

  @Test func `given selection handler when select cell then handle event`() {
    let fixture = AdapterFixture(cell: cell.didSelect(record))
    fixture.view.tapItem(at: path)
    #expect(recorder.take() == ["[0, 0]"])
  }

  @Test func `given will display handler when will display cell then handle event`() {
    _ = AdapterFixture(cell: cell.willDisplay(record))
    #expect(recorder.take() == ["[0, 0]"])
  }

  @Test func `given did end displaying handler when did end displaying cell then handle event`() {
    let fixture = AdapterFixture(cell: cell.didEndDisplay(record))
    fixture.view.reloadData()
    #expect(recorder.take() == ["[0, 0]"])
  }

  @Test func `given will display handler when will display header then handle event`() {
    _ = AdapterFixture { $0.withHeader(DummyComponent()).willDisplayHeader(recordView) }
    #expect(recorder.take() == ["header 0"])
  }

  @Test func `given will display handler when will display footer then handle event`() {
    _ = AdapterFixture { $0.withFooter(DummyComponent()).willDisplayFooter(recordView) }
    #expect(recorder.take() == ["footer 0"])
  }

  @Test func `given did end display handler when did end displaying header then handle event`() {
    let fixture = AdapterFixture {
      $0.withHeader(DummyComponent()).didEndDisplayHeader(recordView)
    }
    fixture.view.reloadData()
    #expect(recorder.take() == ["header 0"])
  }

  @Test func `given did end display handler when did end displaying footer then handle event`() {
    let fixture = AdapterFixture {
      $0.withFooter(DummyComponent()).didEndDisplayFooter(recordView)
    }
    fixture.view.reloadData()
    #expect(recorder.take() == ["footer 0"])
  }

  @Test func `given highlight handler when highlight cell then handle event`() {
    let fixture = AdapterFixture(cell: cell.onHighlight(record))
    fixture.view.tapItem(at: path)
    #expect(recorder.take() == ["[0, 0]"])
  }

  @Test func `given unhighlight handler when unhighlight cell then handle event`() {
    let fixture = AdapterFixture(cell: cell.onUnhighlight(record))
    fixture.view.tapItem(at: path)
    #expect(recorder.take() == ["[0, 0]"])
  }

  // MARK: UIScrollViewDelegate

  /// Records where the content is, and how long it and the screen are.
  private var recordScroll: @Sendable (ScrollContext) -> Void {
    { [recorder] in
      recorder.record("\($0.contentOffset) of \($0.contentLength) in \($0.viewportLength)")
    }
  }

  /// An adapter that shows a list without sections.
  private func empty(_ list: List) -> AdapterFixture {
    AdapterFixture(showing: list, viewport: SimulatedViewport(height: 100))
  }

  @Test func `given did scroll handler when did scroll then handle event`() throws {
    let fixture = empty(List().didScroll(recordScroll))
    try fixture.view.scroll(to: 0)
    #expect(recorder.take() == ["0.0 of 0.0 in 100.0"])
  }

  @Test func `given will begin dragging handler when will begin dragging then handle event`()
    throws
  {
    let fixture = empty(List().willBeginDragging(recordScroll))
    try fixture.view.drag(to: 0)
    #expect(recorder.take() == ["0.0 of 0.0 in 100.0"])
  }

  @Test func `given will end dragging handler when will end dragging then handle event`() throws {
    let fixture = empty(
      List().willEndDragging { [recorder] in
        recorder.record("\($0.scroll.contentOffset) \($0.velocity) \($0.targetContentOffset)")
      }
    )
    try fixture.view.drag(to: 0)
    try fixture.view.lift(velocity: 100, target: 1000)
    #expect(recorder.take() == ["0.0 100.0 1000.0"])
  }

  @Test func `given did end dragging handler when did end dragging then handle event`() throws {
    let fixture = empty(
      List().didEndDragging { [recorder] in recorder.record("\($0.contentOffset) \($1)") }
    )
    try fixture.view.drag(to: 0)
    try fixture.view.lift(target: 1000)
    #expect(recorder.take() == ["0.0 decelerates"])
  }

  @Test func `given did scroll to top handler when did scroll to top then handle event`() throws {
    let fixture = empty(List().didScrollToTop(recordScroll))
    try fixture.view.tapStatusBar()
    #expect(recorder.take() == ["0.0 of 0.0 in 100.0"])
  }

  @Test
  func `given will begin decelerating handler when will begin decelerating then handle event`()
    throws
  {
    let fixture = empty(List().willBeginDecelerating(recordScroll))
    try fixture.view.drag(to: 0)
    try fixture.view.lift(target: 10)
    #expect(recorder.take() == ["0.0 of 0.0 in 100.0"])
  }

  @Test func `given did end decelerating handler when did end decelerating then handle event`()
    throws
  {
    let fixture = empty(List().didEndDecelerating(recordScroll))
    try fixture.view.drag(to: 0)
    try fixture.view.lift(target: 10)
    #expect(recorder.take() == ["0.0 of 0.0 in 100.0"])
  }

  @Test func `given refresh control enabled and handler when pull to refresh then handle event`() {
    let list = List().onRefresh { [recorder] in recorder.record("refresh v\($0.version)") }
    let fixture = AdapterFixture(
      .init(refreshControl: .enabled(tintColor: "clear")),
      showing: list
    )
    fixture.view.pullToRefresh()
    #expect(recorder.take() == ["refresh v1"])

    let disabled = AdapterFixture(showing: list)
    disabled.view.pullToRefresh()
    #expect(recorder.take().isEmpty)
    #expect(!disabled.view.isRefreshing)
  }

  @Test(arguments: [true, false])
  func `given scroll to top value when try scroll to top then handle should scroll to top event`(
    value: Bool
  ) {
    let fixture = empty(
      List().shouldScrollToTop { [recorder] _ in
        recorder.record("asked")
        return value
      }
    )
    #expect(fixture.view.delegate?.collectionViewShouldScrollToTop(fixture.view) == value)
    #expect(recorder.take() == ["asked"])
  }

  // MARK: Reached end event trigger

  /// A screen of 100 points with content of 400 or 99, and a finger that lets go towards a target.
  private func endings(
    _ offsetFromEnd: ReachEndOffset,
    target: Double,
    contentLength: Double = 400
  ) throws -> Int {
    let list = List(cells: [["only"]])
      .onReachEnd(offsetFromEnd: offsetFromEnd) { [recorder] _ in recorder.record("end") }
    let fixture = AdapterFixture(
      showing: list,
      viewport: SimulatedViewport(height: 100, cellHeight: contentLength)
    )
    try fixture.view.drag(to: 0)
    fixture.adapter.collectionViewWillEndDragging(fixture.view, at: target)
    return recorder.take().count
  }

  @Test(arguments: [
    (ReachEndOffset.absolute(100), 0.0),
    (.absolute(100), 199),
    (.relativeToContainerSize(multiplier: 1), 199),
    (.relativeToContainerSize(multiplier: 2), 99),
  ])
  func `given not triggerable offset when will end dragging then not triggered`(
    offset: ReachEndOffset,
    target: Double
  ) throws {
    #expect(try endings(offset, target: target) == 0)
  }

  @Test(arguments: [
    (ReachEndOffset.absolute(100), 200.0),
    (.absolute(100), 201),
    (.relativeToContainerSize(multiplier: 1), 200),
    (.relativeToContainerSize(multiplier: 2), 100),
  ])
  func `given triggerable offset when will end dragging then triggered`(
    offset: ReachEndOffset,
    target: Double
  ) throws {
    #expect(try endings(offset, target: target) == 1)
  }

  /// There it is the finger that triggers it; here a list that does not fill the screen has told
  /// when it was shown, and tells no second time (D9).
  @Test func `given content shorter than the screen when will end dragging then triggered`() throws
  {
    let offset = ReachEndOffset.relativeToContainerSize(multiplier: 2)
    #expect(try endings(offset, target: 0, contentLength: 99) == 1)
  }
}

extension CollectionViewAdapter {
  /// The finger is lifted without velocity, and scrolling is going to end at `target`.
  fileprivate func collectionViewWillEndDragging(_ view: SimulatedCollectionView, at target: Double)
  {
    var target = target
    collectionView(view, willEndDraggingWithVelocity: 0, target: &target)
  }
}
