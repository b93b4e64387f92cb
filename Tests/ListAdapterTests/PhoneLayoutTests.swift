import ListAdapter
import ListLayout
import ListModel
import ListTestSupport
import Testing

/// Lists as a phone shows them: pixels, order of measuring, direction, rotation.
@Suite(.everyView) struct PhoneLayoutTests {
  private func blocks(_ heights: [Double], width: Double = 100) -> [Cell] {
    heights.enumerated().map { index, height in
      Cell(
        id: Cell.ID("\(index)"),
        component: Block(viewModel: Block.ViewModel(height: height, width: width))
      )
    }
  }

  private func section(_ cells: [Cell], _ layout: SectionLayout) -> List {
    List(sections: [Section(id: "s", cells: cells).withSectionLayout(layout)])
  }

  private func grid(_ columns: Double) -> LayoutSection {
    let item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1 / columns),
        heightDimension: .fractionalHeight(1)
      )
    )
    let size = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40))
    return LayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
  }

  @Test func `frames end on thirds of a point, unless the screen has another scale`() throws {
    let list = section(blocks([1, 1, 1, 1]), .compositional(grid(4)))
    var viewport = SimulatedViewport(width: 393, height: 852)
    #expect(
      AdapterFixture(showing: list, viewport: viewport).view.frame(ofItemAt: CellPath(0, 3))
        == LayoutRect(x: 294, y: 0, width: 98, height: 40)
    )
    viewport.displayScale = 4
    #expect(
      AdapterFixture(showing: list, viewport: viewport).view.frame(ofItemAt: CellPath(0, 3))
        == LayoutRect(x: 294.75, y: 0, width: 98.25, height: 40)
    )
    viewport.displayScale = .nan
    let view = SimulatedCollectionView(viewport: viewport)
    #expect(throws: CollectionViewError.self) { try view.layoutIfNeeded() }
  }

  /// Each size moves the rest before the next cell is asked (R27).
  @Test func `a cell that is pushed off the screen is never asked for`() {
    let heights = (0..<40).map { [31.0, 88, 31, 126, 31][$0 % 5] }
    var row = LayoutGroup.horizontal(
      layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(50)),
      subitem: LayoutItem(
        layoutSize: LayoutSize(
          widthDimension: .fractionalWidth(0.5),
          heightDimension: .estimated(50)
        )
      ),
      count: 2
    )
    row.interItemSpacing = .fixed(5)
    var grid = LayoutSection(group: row)
    grid.interGroupSpacing = 3
    let fixture = AdapterFixture(
      showing: section(blocks(heights), .compositional(grid)),
      viewport: SimulatedViewport(width: 320, height: 480)
    )
    #expect(fixture.view.statistics.dequeuedCells == 12)
    #expect(fixture.view.contentLength == 1304)
  }

  private var cards: SectionLayout {
    let size = LayoutSize(widthDimension: .absolute(100), heightDimension: .fractionalHeight(1))
    return .compositional(
      LayoutSection(
        group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
      )
    )
  }

  /// A list of cards from right to left.
  private func sideways(_ count: Int) -> AdapterFixture {
    var viewport = SimulatedViewport(width: 300, height: 200)
    viewport.layoutDirection = .rightToLeft
    return AdapterFixture(
      showing: section(blocks(Array(repeating: 1, count: count)), cards),
      viewport: viewport,
      layout: .compositional(LayoutConfiguration(scrollDirection: .horizontal))
    )
  }

  @Test func `a sideways list from right to left opens at its first cell and ends at its last`()
    throws
  {
    let fixture = sideways(10)
    let view = fixture.view
    func visible() -> [Int] { view.pathsForVisibleItems.map(\.item).sorted() }
    #expect(visible() == [0, 1, 2])
    #expect(view.frame(ofItemAt: CellPath(0, 0))?.x == 900)
    #expect(view.position(ofItemAt: CellPath(0, 0)) == 0)
    #expect(view.contentOffset == 0 && view.contentOrigin == 700)
    try view.scroll(to: 700)
    #expect(visible() == [7, 8, 9])
    #expect(view.contentOrigin == 0)
    try view.scrollToItem(at: CellPath(0, 4), at: .right)
    #expect(visible() == [4, 5, 6])
    try view.scrollToItem(at: CellPath(0, 4), at: .left)
    #expect(visible() == [2, 3, 4])
    // What is on screen stays when cells come after it, and when they come before it.
    fixture.adapter.apply(section(blocks(Array(repeating: 1, count: 14)), cards))
    view.flush()
    #expect(visible() == [2, 3, 4])
    #expect(view.contentOffset == 200)
  }

  @Test func `a short sideways list from right to left is at the right`() {
    let fixture = sideways(1)
    #expect(fixture.view.contentOffset == 0)
    #expect(fixture.view.contentOrigin == -200)
    #expect(fixture.view.pathsForVisibleItems.map(\.item) == [0])
  }

  @Test(arguments: [
    SectionLayout.OrthogonalScrollingBehavior.groupPaging, .groupPagingCentered, .paging,
  ])
  func `a section of pages rests at its page after a rotation`(
    _ behavior: SectionLayout.OrthogonalScrollingBehavior
  ) throws {
    let item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(1)
      )
    )
    let size = LayoutSize(widthDimension: .fractionalWidth(0.9), heightDimension: .absolute(100))
    var pages = LayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
    pages.orthogonalScrollingBehavior = behavior
    let fixture = AdapterFixture(
      showing: section(blocks(Array(repeating: 1, count: 8)), .compositional(pages)),
      viewport: SimulatedViewport(width: 390, height: 844)
    )
    let view = fixture.view
    let before = try #require(view.orthogonalScroller(inSection: 0))
    try view.scrollSection(0, to: before.stop(3))
    try view.resize(to: LayoutExtent(width: 844, height: 390))
    let after = try #require(view.orthogonalScroller(inSection: 0))
    let offset = view.orthogonalOffset(ofSection: 0)
    #expect(abs(after.stop(3) - offset) < 0.5)
    #expect(view.pathsForVisibleItems.contains(CellPath(section: 0, item: 3)))
  }
}
