import ListAdapter
import ListLayout
import ListModel
import ListRendering
import ListTestSupport
import Synchronization
import Testing

/// The simulated view with the geometry of its sections' layouts.
@Suite(.everyView) struct GeometryTests {
  private func blocks(_ heights: [Double], _ prefix: String = "") -> [Cell] {
    heights.enumerated().map { index, height in
      Cell(
        id: Cell.ID("\(prefix)\(index)"),
        component: Block(viewModel: Block.ViewModel(height: height))
      )
    }
  }

  private func section(_ cells: [Cell], _ layout: SectionLayout) -> Section {
    Section(id: "s", cells: cells).withSectionLayout(layout)
  }

  @Test func `a measured cell has the height it wants`() {
    let list = List(sections: [section(blocks([140, 20, 60]), .vertical(spacing: 10))])
    let fixture = AdapterFixture(showing: list)
    let frames = (0..<3).map { fixture.view.frame(ofItemAt: CellPath(0, $0)) }
    #expect(
      frames == [
        LayoutRect(x: 0, y: 0, width: 390, height: 140),
        LayoutRect(x: 0, y: 150, width: 390, height: 20),
        LayoutRect(x: 0, y: 180, width: 390, height: 60),
      ]
    )
    #expect(fixture.view.contentLength == 240)
  }

  @Test func `a horizontal section is as high as its highest card`() throws {
    let cells = blocks((0..<60).map { $0 == 1 ? 120 : 80 })
    let fixture = AdapterFixture(
      showing: List(sections: [section(cells, .horizontal(spacing: 8))])
    )
    #expect(fixture.view.contentLength == 120)
    #expect(fixture.view.pathsForVisibleItems.map(\.item).sorted() == [0, 1, 2, 3])
    try fixture.view.scrollSection(0, to: 216)
    #expect(fixture.view.pathsForVisibleItems.map(\.item).sorted() == [2, 3, 4, 5])
    #expect(fixture.view.contentOffset == 0)
  }

  @Test func `cells that are smaller than estimated bring more on screen, each measured once`() {
    let list = List(sections: [section(blocks(Array(repeating: 10, count: 500)), .vertical())])
    let fixture = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 100))
    #expect(fixture.view.pathsForVisibleItems.count == 10)
    #expect(fixture.view.statistics.dequeuedCells == 10)
  }

  @Test func `cells that turn out to be off screen are never displayed`() {
    let displayed = Mutex<[String]>([])
    let cells = blocks(Array(repeating: 500, count: 20)).map { cell in
      cell.willDisplay { context in displayed.withLock { $0.append(context.id.rawValue) } }
    }
    let list = List(sections: [section(cells, .vertical())])
    _ = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 600))
    #expect(displayed.withLock { $0 } == ["0", "1"])
  }

  @Test func `what is on screen stays while cells above are measured`() throws {
    let heights = (0..<200).map { Double(20 + $0 * 37 % 150) }
    let list = List(sections: [section(blocks(heights), .vertical())])
    let fixture = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 300))
    let view = fixture.view
    try view.scrollToItem(at: CellPath(0, 120), at: .top)
    let start = try #require(view.position(ofItemAt: CellPath(0, 120)))
    #expect(abs(start - view.contentOffset) < 0.01)
    var steps = 0
    while view.contentOffset > 0, steps < 500 {
      let first = try #require(view.pathsForVisibleItems.min())
      let before = try #require(view.position(ofItemAt: first)) - view.contentOffset
      let offset = view.contentOffset
      try view.scroll(to: offset - 25)
      let after = try #require(view.position(ofItemAt: first)) - view.contentOffset
      // The finger moved the content by 25 points; corrections of what came from above are not seen.
      #expect(view.contentOffset == 0 || abs(after - before - 25) < 0.01, "step \(steps)")
      steps += 1
    }
    #expect(view.contentOffset == 0)
    #expect(steps > 100)
  }

  @Test func `a layout change of a section is laid out, and its cells measured again`() {
    let cells = blocks([50, 70, 90, 30])
    let fixture = AdapterFixture(showing: List(sections: [section(cells, .vertical())]))
    #expect(fixture.view.contentLength == 240)
    let grid = SectionLayout.verticalGrid(numberOfItemsInRow: 2, itemSpacing: 10, lineSpacing: 5)
    fixture.apply("grid", List(sections: [section(cells, grid)]))
    fixture.view.flush()
    #expect(fixture.view.contentLength == 70 + 5 + 90)
    #expect(
      fixture.view.frame(ofItemAt: CellPath(0, 1))
        == LayoutRect(x: 200, y: 0, width: 190, height: 70)
    )
  }

  @Test(.simulatedOnly(.layoutErrors))
  func `a section that cannot be laid out is one error, and the list before stays`() throws {
    let cells = blocks([50])
    let fixture = AdapterFixture(showing: List(sections: [section(cells, .vertical())]))
    let bad = SectionLayout.verticalGrid(numberOfItemsInRow: 0)
    fixture.apply("bad", List(sections: [section(cells, bad), Section(id: "t", cells: [])]))
    fixture.view.flush()
    guard case .failed(.refusedByView(.invalidLayout(let error))) = fixture.answers.last?.outcome
    else {
      Issue.record("expected a refusal, got \(fixture.answers)")
      return
    }
    #expect(error.section == 0)
    #expect(error.place == "columns")
    #expect(fixture.shownIDs == [["0"]])
  }

  @Test func `a fling shows each picture on its way and rests where it should`() throws {
    let offsets = Mutex<[Double]>([])
    let list = List(sections: [section(blocks(Array(repeating: 50, count: 300)), .vertical())])
      .didScroll { context in offsets.withLock { $0.append(context.contentOffset) } }
    let fixture = AdapterFixture(showing: list)
    try fixture.view.fling(velocity: 2)
    let seen = offsets.withLock { $0 }
    #expect(seen.count > 50)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    #expect(fixture.view.contentOffset == 998)
  }

  @Test func `a fling in an orthogonal section pages, and tells the section`() async throws {
    let told = Mutex<[String]>([])
    let card = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1)
      )
    )
    var layout = LayoutSection(
      group: .horizontal(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .absolute(200)
        ),
        subitems: [card]
      )
    )
    layout.orthogonalScrollingBehavior = .groupPagingCentered
    let list = List(sections: [
      section(blocks(Array(repeating: 1, count: 5)), .compositional(layout))
        .didSettle { context in
          told.withLock { $0.append("\(context.offset) \(context.page ?? -1)") }
        },
      Section(id: "t", cells: blocks([44], "t")),
    ])
    let fixture = AdapterFixture(showing: list)
    try fixture.view.flingSection(0, by: 40, velocity: 1)
    try fixture.view.flingSection(0, by: 10, velocity: 0)
    try fixture.view.flingSection(0, by: -60, velocity: -0.5)
    await fixture.mainQueueIsFree()
    #expect(told.withLock { $0 } == ["331.5 1", "331.5 1", "-19.5 0"])
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == -19.5)
  }

  @Test func `a section that scrolls freely is told each offset, also after it has moved`()
    async throws
  {
    let told = Mutex<[String]>([])
    func row(_ count: Int) -> Section {
      section(blocks(Array(repeating: 60, count: count)), .horizontal(spacing: 0))
        .didScroll { context in told.withLock { $0.append("\(context.id) \(context.offset)") } }
    }
    let other = Section(id: "t", cells: blocks([44], "t"))
    let fixture = AdapterFixture(showing: List(sections: [row(20), other]))
    await fixture.mainQueueIsFree()
    #expect(told.withLock { $0 } == [])
    try fixture.view.scrollSection(0, to: 100)
    try fixture.view.scrollSection(0, to: 250)
    await fixture.mainQueueIsFree()
    #expect(told.withLock { $0 } == ["s 100.0", "s 250.0"])
    fixture.apply("moved", List(sections: [other, row(20)]))
    fixture.view.flush()
    try fixture.view.scrollSection(1, to: 270)
    await fixture.mainQueueIsFree()
    #expect(told.withLock { $0 } == ["s 100.0", "s 250.0", "s 270.0"])
  }

  @Test func `an orthogonal section keeps its place when sections move`() throws {
    let row = section(blocks(Array(repeating: 60, count: 20)), .horizontal(spacing: 0))
    let other = Section(id: "t", cells: blocks([44], "t"))
    let fixture = AdapterFixture(showing: List(sections: [row, other]))
    try fixture.view.scrollSection(0, to: 250)
    fixture.apply("moved", List(sections: [other, row]))
    fixture.view.flush()
    #expect(fixture.view.orthogonalOffset(ofSection: 1) == 250)
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == 0)
  }

  @Test(
    arguments: [
      (SimulatedCollectionView.ScrollPosition.top, 2000.0),
      (.centeredVertically, 1725.0), (.bottom, 1450.0),
    ]
  )
  func `scrolling to a cell puts it where it is wanted`(
    _ position: SimulatedCollectionView.ScrollPosition,
    _ offset: Double
  ) throws {
    let list = List(sections: [section(blocks(Array(repeating: 50, count: 100)), .vertical())])
    let fixture = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 600))
    for animation in [UpdateAnimation.immediate, .animated] {
      try fixture.view.scroll(to: 0)
      try fixture.view.scrollToItem(at: CellPath(0, 40), at: position, animation: animation)
      let place = try #require(fixture.view.position(ofItemAt: CellPath(0, 40)))
      let expected = place - (600 - 50) * (offset == 2000 ? 0 : offset == 1450 ? 1 : 0.5)
      #expect(abs(fixture.view.contentOffset - expected) < 0.01)
    }
  }

  @Test func `a section of cards that rest in the middle begins with the first one there`() throws {
    let layout = LayoutSection.cards(handler: nil, .groupPagingCentered)
    let list = List(sections: [section(blocks([1, 1, 1]), .compositional(layout))])
    let fixture = AdapterFixture(showing: list)
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == -19.5)
    try fixture.view.resize(to: LayoutExtent(width: 500, height: 600))
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == -25)
    try fixture.view.scrollSection(0, to: 425)
    fixture.apply("fewer", List(sections: [section(blocks([1]), .compositional(layout))]))
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == -25)
  }

  @Test(arguments: [true, false])
  func `a header is pinned where its section's layout says so, a footer where that is said`(
    _ pinsHeader: Bool
  ) throws {
    let layout = SectionLayout.vertical()
      .withHeaderPinToVisibleBounds(pinsHeader)
      .withFooterPinToVisibleBounds(!pinsHeader)
    let rows = section(blocks(Array(repeating: 100, count: 30)), layout)
      .withHeader(Block(viewModel: .init(height: 40)))
      .withFooter(Block(viewModel: .init(height: 40)))
    let fixture = AdapterFixture(showing: List(sections: [rows]))
    try fixture.view.scroll(to: 500)
    let isShown = [SupplementaryKind.header, .footer].map {
      fixture.view.visibleSupplementaryView(ofKind: $0, at: CellPath(section: 0, item: 0)) != nil
    }
    #expect(isShown == [pinsHeader, !pinsHeader])
  }

  @Test func `cells come and go only once while the content gets shorter under them`() throws {
    let log = DisplayLog()
    let cells = blocks(Array(repeating: 100, count: 7) + Array(repeating: 5, count: 40)).map {
      cell in
      cell.willDisplay { log.appear($0.id.rawValue) }
        .didEndDisplay { log.disappear($0.id.rawValue) }
    }
    let list = List(sections: [section(cells, .vertical())])
    let fixture = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 500))
    _ = log.take()
    // By the heights that are estimated there is a screen and more below; in fact there is not.
    try fixture.view.scroll(to: 700)
    let events = log.take()
    #expect(events.disappeared == ["0", "1", "2", "3"])
    #expect(events.appeared.count == 42)
  }

  @Test func `a rotation keeps the first cell on screen`() throws {
    let grid = SectionLayout.adaptive([
      .init(minWidth: 0, layout: .verticalGrid(numberOfItemsInRow: 2)),
      .init(minWidth: 600, layout: .verticalGrid(numberOfItemsInRow: 4)),
    ])
    let list = List(sections: [section(blocks(Array(repeating: 100, count: 400)), grid)])
    let fixture = AdapterFixture(showing: list, viewport: SimulatedViewport(height: 800))
    try fixture.view.scrollToItem(at: CellPath(0, 100), at: .top)
    try fixture.view.resize(to: LayoutExtent(width: 800, height: 390))
    #expect(fixture.view.frame(ofItemAt: CellPath(0, 1))?.x == 200)
    #expect(fixture.view.pathsForVisibleItems.min() == CellPath(0, 100))
  }

  @Test(.simulatedOnly(.codeOfLayouts))
  func `a handler of visible items changes what is seen, for the pass`() throws {
    let layout = LayoutSection.cards(handler: "shrink")
    let fixture = AdapterFixture()
    fixture.view.layoutRegistry.visibleItemsHandlers["shrink"] = { items, offset, environment in
      for index in items.indices {
        let distance = abs(
          items[index].frame.center.x - environment.container.contentSize.width / 2
        )
        items[index].scale = max(0.7, 1 - distance / 1000)
        items[index].alpha = offset.x == 0 ? 1 : 0.5
      }
    }
    fixture.apply("list", List(sections: [section(blocks([1, 1, 1]), .compositional(layout))]))
    #expect(fixture.view.visibleAttributes.map(\.scale).contains(0.7))
    #expect(fixture.view.visibleAttributes.allSatisfy { $0.alpha == 1 })
    try fixture.view.scrollSection(0, to: 10)
    #expect(fixture.view.visibleAttributes.allSatisfy { $0.alpha == 0.5 })
  }

  @Test(.simulatedOnly(.codeOfLayouts)) func `a handler that scrolls in each pass is stopped`()
    throws
  {
    let layout = LayoutSection.cards(handler: "restless")
    let fixture = AdapterFixture()
    let view = WeakView(fixture.view)
    fixture.view.layoutRegistry.visibleItemsHandlers["restless"] = { _, offset, _ in
      try? view.value?.scrollSection(0, to: offset.x == 0 ? 20 : 0)
    }
    let cells = blocks([1, 1, 1, 1])
    fixture.apply("list", List(sections: [section(cells, .compositional(layout))]))
    #expect(fixture.answers.last?.outcome == .failed(.refusedByView(.layoutCycle)))
  }

  @Test(.simulatedOnly(.codeOfLayouts)) func `a handler that is not registered is named`() throws {
    let layout = LayoutSection.cards(handler: "nobody")
    let fixture = AdapterFixture()
    fixture.apply("list", List(sections: [section(blocks([1]), .compositional(layout))]))
    guard case .failed(.refusedByView(.invalidLayout(let error))) = fixture.answers.last?.outcome
    else {
      Issue.record("expected a refusal, got \(fixture.answers)")
      return
    }
    #expect(error.reason == .notRegistered("nobody"))
  }
}

extension LayoutSection {
  fileprivate static func cards(
    handler: String?,
    _ behavior: SectionLayout.OrthogonalScrollingBehavior = .continuous
  ) -> LayoutSection {
    let whole = LayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .absolute(200)
        ),
        subitems: [LayoutItem(layoutSize: whole)]
      )
    )
    section.orthogonalScrollingBehavior = behavior
    section.visibleItemsInvalidationHandler = handler
    return section
  }
}
