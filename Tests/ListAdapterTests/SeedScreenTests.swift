import ListAdapter
import ListLayout
import ListModel
import ListTestSupport
import Synchronization
import Testing

/// Screens that others have built with compositional layouts, by their own numbers: an app store
/// (thoonk/compositional-diffable-demo), an article about nested groups, and a carousel.
@Suite(.everyView) struct SeedScreenTests {
  private func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(widthDimension: width, heightDimension: height)
  }

  private var whole: LayoutItem {
    LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
  }

  private func cells(_ prefix: String, _ count: Int, log: DisplayLog? = nil) -> [Cell] {
    (0..<count).map { number in
      Cell(id: Cell.ID("\(prefix)\(number)"), component: TextComponent("\(prefix) \(number)"))
        .willDisplay { log?.appear($0.id.rawValue) }
        .didEndDisplay { log?.disappear($0.id.rawValue) }
    }
  }

  private func boundary(
    _ kind: LayoutElementKind,
    _ height: LayoutDimension,
    _ alignment: LayoutAlignment
  ) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), height),
      elementKind: kind,
      alignment: alignment
    )
  }

  // MARK: The app store

  private func appStore(log: DisplayLog? = nil) -> List {
    var card = whole
    card.contentInsets = DirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)
    let header = boundary("header", .estimated(50), .top)
    let footer = boundary("footer", .absolute(1), .bottom)

    var feature = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(0.9), .fractionalHeight(0.3)),
        subitems: [card]
      )
    )
    feature.orthogonalScrollingBehavior = .groupPagingCentered
    feature.boundarySupplementaryItems = [footer]

    var ranking = LayoutSection(
      group: .vertical(
        layoutSize: size(.fractionalWidth(0.9), .fractionalHeight(1 / 3)),
        subitem: card,
        count: 3
      )
    )
    ranking.orthogonalScrollingBehavior = .groupPagingCentered
    ranking.boundarySupplementaryItems = [header, footer]

    var group = LayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(0.65), .fractionalHeight(0.25)),
      subitems: [card]
    )
    group.contentInsets = DirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 0)
    var theme = LayoutSection(group: group)
    theme.orthogonalScrollingBehavior = .groupPaging
    theme.boundarySupplementaryItems = [header, footer]

    let title = Block(viewModel: Block.ViewModel(height: 60))
    let line = TextComponent("")
    return List(sections: [
      Section(id: "feature", cells: cells("f", 6, log: log))
        .withSectionLayout(.compositional(feature)).withFooter(line),
      Section(id: "ranking", cells: cells("r", 10, log: log))
        .withSectionLayout(.compositional(ranking)).withHeader(title).withFooter(line),
      Section(id: "theme", cells: cells("t", 8, log: log))
        .withSectionLayout(.compositional(theme)).withHeader(title).withFooter(line),
    ])
  }

  @Test func `the app store's three sections stand where its numbers put them`() {
    let fixture = AdapterFixture(
      showing: appStore(),
      viewport: SimulatedViewport.twoPixels(height: 840)
    )
    func frame(_ section: Int, _ item: Int) -> LayoutRect? {
      fixture.view.frame(ofItemAt: CellPath(section: section, item: item))
    }
    // 252 high, a line, a title of 60, 280, a line, a title, 210, a line.
    #expect(fixture.view.contentLength == 252 + 1 + 60 + 280 + 1 + 60 + 210 + 1)
    #expect(frame(0, 0) == LayoutRect(x: 25.5, y: 8, width: 339, height: 236))
    #expect(frame(0, 1) == LayoutRect(x: 376.5, y: 8, width: 339, height: 236))
    // A third of 280 is rounded down to half a point.
    let third = 93.0
    for item in 0..<3 {
      let found = frame(1, item)
      #expect(found?.x == 25.5 && found?.width == 339)
      #expect(abs((found?.y ?? 0) - (313 + Double(item) * third + 8)) < 1e-9)
    }
    #expect(frame(1, 3)?.x == 376.5)
    #expect(frame(2, 0) == LayoutRect(x: 16, y: 662, width: 231.5, height: 194))
    #expect(frame(2, 1)?.x == 16 + 253.5)
  }

  @Test func `the app store's cells show and end display as its sections are paged`() throws {
    let log = DisplayLog()
    let fixture = AdapterFixture(
      showing: appStore(log: log),
      viewport: SimulatedViewport.twoPixels(height: 840)
    )
    let all: Set = ["f0", "f1", "r0", "r1", "r2", "r3", "r4", "r5", "t0", "t1"]
    #expect(Set(log.take().appeared) == all)
    try fixture.view.flingSection(1, by: 60, velocity: 0.5)
    var events = log.take()
    #expect(events.appeared == ["r6", "r7", "r8"])
    #expect(events.disappeared == [])
    #expect(fixture.view.orthogonalOffset(ofSection: 1) == 331.5)
    try fixture.view.flingSection(1, by: 60, velocity: 0.5)
    events = log.take()
    #expect(events.appeared == ["r9"])
    #expect(events.disappeared == ["r0", "r1", "r2"])
    try fixture.view.flingSection(2, by: 60, velocity: 0.5)
    #expect(fixture.view.orthogonalOffset(ofSection: 2) == 253.5)
    events = log.take()
    #expect(events.appeared == ["t2"])
    #expect(events.disappeared == ["t0"])
  }

  @Test func `the app store's cells are announced before they come on screen`() throws {
    let host = PrefetchLog()
    let fixture = AdapterFixture(
      showing: appStore(),
      viewport: SimulatedViewport.twoPixels(height: 200)
    )
    fixture.view.prefetchDataSource = host
    var known = Set(fixture.view.pathsForVisibleItems)
    var announcedFirst = 0
    for step in 1...13 {
      let announced = host.announced
      try fixture.view.scroll(to: Double(step) * 50)
      let shown = Set(fixture.view.pathsForVisibleItems).subtracting(known)
      // The first step is what tells the view which way it is going.
      if step > 1 { #expect(shown.isSubset(of: announced), "step \(step)") }
      if step > 1 { announcedFirst += shown.count }
      known.formUnion(shown)
    }
    // Of a screen of 200 points, whose heights are parts of that, only the last section is below.
    #expect(announcedFirst == 2)
    #expect(known.contains(CellPath(section: 2, item: 0)))
  }

  // MARK: The article

  @Test func `a grid of thirds is as high as it is wide`() {
    let third = LayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
    let row = LayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .fractionalWidth(1 / 3)),
      subitems: [third]
    )
    let section = Section(id: "grid", cells: cells("g", 100))
      .withSectionLayout(.compositional(LayoutSection(group: row)))
    let fixture = AdapterFixture(showing: List(sections: [section]))
    #expect(
      fixture.view.frame(ofItemAt: CellPath(section: 0, item: 4))
        == LayoutRect(x: 130, y: 130, width: 130, height: 130)
    )
    #expect(fixture.view.pathsForVisibleItems.count == 15)
    #expect(fixture.view.contentLength == 34 * 130)
  }

  @Test func `a large card beside two columns of two`() throws {
    let small = LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let column = LayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.25), .fractionalHeight(1)),
      subitems: [small]
    )
    let large = LayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
    let outer = LayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .fractionalWidth(0.5)),
      subitems: [large, column, column]
    )
    let section = Section(id: "nested", cells: cells("n", 40))
      .withSectionLayout(.compositional(LayoutSection(group: outer)))
    let fixture = AdapterFixture(
      showing: List(sections: [section]),
      viewport: SimulatedViewport.twoPixels(width: 400, height: 600)
    )
    let frames = (0..<6).map { fixture.view.frame(ofItemAt: CellPath(section: 0, item: $0)) }
    #expect(
      frames == [
        LayoutRect(x: 0, y: 0, width: 200, height: 200),
        LayoutRect(x: 200, y: 0, width: 100, height: 100),
        LayoutRect(x: 200, y: 100, width: 100, height: 100),
        LayoutRect(x: 300, y: 0, width: 100, height: 100),
        LayoutRect(x: 300, y: 100, width: 100, height: 100),
        LayoutRect(x: 0, y: 200, width: 200, height: 200),
      ]
    )
    try fixture.view.scrollToItem(at: CellPath(section: 0, item: 20), at: .top)
    #expect(fixture.view.contentOffset == 800)
  }

  @Test(.simulatedOnly(.codeOfLayouts)) func `cards are larger the nearer they are to the middle`()
    throws
  {
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(0.5), .absolute(200)),
        subitems: [whole]
      )
    )
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.visibleItemsInvalidationHandler = "zoom"
    let fixture = AdapterFixture(viewport: SimulatedViewport.twoPixels(width: 400, height: 600))
    fixture.view.layoutRegistry.visibleItemsHandlers["zoom"] = { items, offset, environment in
      let width = environment.container.contentSize.width
      for index in items.indices {
        let distance = abs(items[index].contentFrame.center.x - offset.x - width / 2)
        items[index].scale = max(1.1 - distance / width, 0.7)
      }
    }
    fixture.apply(
      "cards",
      List(sections: [
        Section(id: "cards", cells: cells("c", 9)).withSectionLayout(.compositional(section))
      ])
    )
    func scales() -> [Double] {
      fixture.view.visibleAttributes.sorted { $0.frame.x < $1.frame.x }.map(\.scale)
    }
    #expect(scales() == [1.1, 0.7])
    try fixture.view.flingSection(0, by: 30, velocity: 0.4)
    #expect(scales() == [0.7, 1.1, 0.7])
    try fixture.view.scrollSection(0, to: fixture.view.orthogonalOffset(ofSection: 0) + 40)
    #expect(scales().map { ($0 * 10).rounded() } == [7, 10, 7])
  }

  // MARK: The carousel

  private func banners(handler: String?) -> LayoutSection {
    var card = whole
    card.contentInsets = DirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 10)
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(0.9), .fractionalHeight(1)),
        subitems: [card]
      )
    )
    section.orthogonalScrollingBehavior = .groupPagingCentered
    section.contentInsets = DirectionalEdgeInsets(top: 12, leading: 0, bottom: 12, trailing: 0)
    section.visibleItemsInvalidationHandler = handler
    return section
  }

  @Test(.simulatedOnly(.codeOfLayouts))
  func `three times the banners, and a handler that scrolls back, jumps while it is seen`()
    throws
  {
    let fixture = AdapterFixture(viewport: SimulatedViewport.twoPixels(width: 390, height: 124))
    let view = WeakView(fixture.view)
    fixture.view.layoutRegistry.visibleItemsHandlers["jump"] = { items, _, _ in
      // The last one, in the order in which the original happened to be given them.
      switch items.compactMap(\.element.indexPath?.item).max() {
      case 2: try? view.value?.scrollToItem(at: CellPath(section: 0, item: 5), at: .left)
      case 7: try? view.value?.scrollToItem(at: CellPath(section: 0, item: 3), at: .left)
      default: break
      }
    }
    let list = List(sections: [
      Section(id: "banners", cells: cells("b", 9))
        .withSectionLayout(.compositional(banners(handler: "jump")))
    ])
    fixture.apply("banners", list)
    try fixture.view.scrollToItem(at: CellPath(section: 0, item: 3), at: .centeredHorizontally)
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == 3 * 351 - 19.5)
    // Within a point of this offset the seventh banner comes on screen; the jump does not keep the
    // place of what is seen.
    let offset = 7 * 351.0 + 10 - 390 + 1
    try fixture.view.scrollSection(0, to: offset)
    let jumped = fixture.view.orthogonalOffset(ofSection: 0)
    #expect(jumped == 3 * 351 + 10)
    #expect((offset - jumped).truncatingRemainder(dividingBy: 3 * 351) != 0)
  }

  @Test(.simulatedOnly(.infiniteCarousel))
  func `the same banners as an infinite carousel go round without a jump`() throws {
    let fixture = AdapterFixture(
      showing: List(sections: [
        Section(id: "banners", cells: cells("b", 3))
          .withSectionLayout(.compositional(banners(handler: nil).infiniteCarousel()))
      ]),
      viewport: SimulatedViewport.twoPixels(width: 390, height: 124)
    )
    #expect(fixture.view.numberOfItemsInSections == [9])
    for step in 1...7 {
      try fixture.view.flingSection(0, by: 50, velocity: 0.4)
      #expect(fixture.view.centredOriginal(inSection: 0) == step % 3)
      #expect(fixture.view.visibleAttributes.map(\.frame.x).sorted() == [-321.5, 29.5, 380.5])
    }
  }
}

/// The cells that a view has announced.
private final class PrefetchLog: CollectionViewPrefetchDataSource {
  var announced: Set<CellPath> = []

  func collectionView(_ collectionView: any CollectionView, prefetchItemsAt paths: [CellPath]) {
    announced.formUnion(paths)
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  ) {
    announced.subtract(paths)
  }
}
