import ListAdapter
import ListLayout
import ListModel
import ListRendering
import ListTestSupport
import Testing

/// A line of text.
private struct Label: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var text: String
  }

  static let componentType = "Label"
  var viewModel: ViewModel

  init(viewModel: ViewModel) { self.viewModel = viewModel }
  init(_ text: String) { viewModel = ViewModel(text: text) }

  func renderContent(coordinator: Void) -> TextContent { TextContent() }
  func render(in content: TextContent, coordinator: Void) { content.text = viewModel.text }
}

/// Supplementary views of all kinds and decorations, on screen.
@Suite(.everyView) struct SupplementaryViewTests {
  private func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(widthDimension: width, heightDimension: height)
  }

  private func attached(_ kind: LayoutElementKind, _ side: Double) -> LayoutSupplementaryItem {
    LayoutSupplementaryItem(
      layoutSize: size(.absolute(side), .absolute(side)),
      elementKind: kind,
      containerAnchor: LayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: LayoutPoint(x: -0.1, y: 0.1)
      )
    )
  }

  /// Rows of three squares of 100 points, each with a badge; rows with a mark, the section with a header,
  /// an index, and a background.
  private var grid: LayoutSection {
    var item = LayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
    item.contentInsets = DirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
    item.supplementaryItems = [attached("badge", 20)]
    var row = LayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)),
      subitems: [item]
    )
    row.supplementaryItems = [attached("mark", 10)]
    var section = LayoutSection(group: row)
    func boundary(_ kind: LayoutElementKind, _ height: LayoutDimension, _ edge: LayoutAlignment)
      -> LayoutBoundarySupplementaryItem
    {
      LayoutBoundarySupplementaryItem(
        layoutSize: size(.fractionalWidth(1), height),
        elementKind: kind,
        alignment: edge
      )
    }
    section.boundarySupplementaryItems = [
      boundary("UICollectionElementKindSectionHeader", .absolute(30), .top),
      boundary("index", .estimated(10), .bottom),
    ]
    section.decorationItems = [.background(elementKind: "background")]
    return section
  }

  private func cell(_ number: Int, badge: String?, log: Recorder? = nil) -> Cell {
    Cell(id: Cell.ID("c\(number)"), component: Label("cell \(number)"))
      .supplementary("badge") { if let badge { Label(badge) } }
      .willDisplaySupplementaryView {
        log?.record("+\($0.kind) \($0.cellID?.rawValue ?? "") \($0.path)")
      }
      .didEndDisplayingSupplementaryView {
        log?.record("-\($0.kind) \($0.cellID?.rawValue ?? "") \($0.path)")
      }
  }

  private func section(_ cells: [Cell], log: Recorder? = nil) -> Section {
    Section(id: "grid", cells: cells)
      .withSectionLayout(.compositional(grid))
      .withHeader(Label("title"))
      .supplementary("mark") { Label("row") }
      .supplementary("index") { Block(viewModel: Block.ViewModel(height: 24)) }
      .willDisplaySupplementaryView { log?.record("+\($0.kind) \($0.path)") }
      .didEndDisplayingSupplementaryView { log?.record("-\($0.kind) \($0.path)") }
  }

  private func cells(_ count: Int, log: Recorder? = nil) -> [Cell] {
    (0..<count).map { cell($0, badge: $0 % 2 == 0 ? "\($0)" : nil, log: log) }
  }

  private func fixture(_ list: List, reconfigures: Bool = false) -> AdapterFixture {
    var configuration = CollectionViewAdapterConfiguration()
    configuration.enablesReconfigureItems = reconfigures
    let fixture = AdapterFixture(
      configuration,
      viewport: SimulatedViewport(width: 300, height: 240)
    )
    fixture.view.register(Label("back"), forDecorationViewOfKind: "background")
    fixture.apply("list", list)
    fixture.view.flush()
    return fixture
  }

  @Test(.simulatedOnly(.missingViews))
  func `views of cells, groups and sections, and decorations, are where the layout has them`() {
    let fixture = fixture(List(sections: [section(cells(4))]))
    #expect(fixture.answers.map(\.outcome) == [.applied(version: 1)])
    // 30 of header, two rows of 100, and an index that turned out to be 24 high.
    #expect(fixture.view.contentLength == 254)
    let drawn = fixture.view.drawnViews.map {
      "\($0.place) \($0.text) \($0.frame.x),\($0.frame.y) \($0.frame.width)x\($0.frame.height)"
    }
    #expect(
      drawn == [
        "background [0] back 0.0,0.0 300.0x254.0",
        "header [0] title 0.0,0.0 300.0x30.0",
        "mark [0] 0 row 289.0,31.0 10.0x10.0",
        "[0, 0] cell 0 5.0,35.0 90.0x90.0",
        "[0, 1] cell 1 105.0,35.0 90.0x90.0",
        "[0, 2] cell 2 205.0,35.0 90.0x90.0",
        "badge [0, 0] 0 73.0,37.0 20.0x20.0",
        "badge [0, 2] 2 273.0,37.0 20.0x20.0",
        "mark [0] 1 row 289.0,131.0 10.0x10.0",
        "[0, 3] cell 3 5.0,135.0 90.0x90.0",
        "index [0] Block 0.0,230.0 300.0x24.0",
      ]
    )
  }

  @Test func `a view is found by its kind and path`() {
    let fixture = fixture(List(sections: [section(cells(4))]))
    func paths(_ kind: SupplementaryKind) -> [CellPath] {
      fixture.collectionView.pathsForVisibleSupplementaryViews(ofKind: kind).sorted()
    }
    #expect(paths("badge") == [CellPath(section: 0, item: 0), CellPath(section: 0, item: 2)])
    #expect(paths("mark") == [CellPath(section: 0, item: 0), CellPath(section: 0, item: 1)])
    #expect(paths(.header) == [CellPath(section: 0, item: 0)])
    #expect(paths("background") == [])
    let badge = fixture.collectionView.visibleSupplementaryView(
      ofKind: "badge",
      at: CellPath(section: 0, item: 2)
    )
    #expect((badge?.content as? TextContent)?.text == "2")
    #expect(
      fixture.collectionView.visibleSupplementaryView(
        ofKind: "badge",
        at: CellPath(section: 0, item: 1)
      )
        == nil
    )
  }

  @Test func `views of every kind are told of as they come and go`() throws {
    let log = Recorder()
    let fixture = fixture(List(sections: [section(cells(30, log: log), log: log)]))
    #expect(
      Set(log.take()) == [
        "+header [0, 0]", "+mark [0, 0]", "+mark [0, 1]", "+mark [0, 2]", "+badge c0 [0, 0]",
        "+badge c2 [0, 2]", "+badge c4 [0, 4]", "+badge c6 [0, 6]", "+badge c8 [0, 8]",
      ]
    )
    // The first row of badges ends at 57, the second mark begins at 131; the fourth row is not near.
    try fixture.view.scroll(to: 60)
    #expect(
      Set(log.take()) == [
        "-header [0, 0]", "-mark [0, 0]", "-badge c0 [0, 0]", "-badge c2 [0, 2]",
      ]
    )
    try fixture.view.scroll(to: fixture.view.contentLength - 240)
    #expect(log.take().contains("+index [0, 0]"))
    fixture.apply("nothing", List())
    fixture.view.flush()
    let left = log.take()
    #expect(left.filter { $0.hasPrefix("-") }.count == left.count)
    #expect(left.contains("-index [0, 0]"))
  }

  @Test(arguments: [false, true])
  func `another badge is an update of its cell, and is drawn`(reconfigures: Bool) {
    let fixture = fixture(List(sections: [section(cells(4))]), reconfigures: reconfigures)
    let path = CellPath(section: 0, item: 2)
    let before = fixture.collectionView.visibleSupplementaryView(ofKind: "badge", at: path)
    var changed = cells(4)
    changed[2] = cell(2, badge: "new")
    fixture.apply("new", List(sections: [section(changed)]))
    fixture.view.flush()
    let after = fixture.collectionView.visibleSupplementaryView(ofKind: "badge", at: path)
    #expect((after?.content as? TextContent)?.text == "new")
    #expect((after === before) == reconfigures)
    #expect(fixture.adapter.lastPresentation == .batches(count: 1, operations: 1))
  }

  @Test(.simulatedOnly(.missingViews), arguments: [false, true])
  func `a badge comes and goes with its cell's content`(reconfigures: Bool) {
    let fixture = fixture(List(sections: [section(cells(4))]), reconfigures: reconfigures)
    var changed = cells(4)
    changed[1] = cell(1, badge: "one")
    changed[2] = cell(2, badge: nil)
    fixture.apply("new", List(sections: [section(changed)]))
    fixture.view.flush()
    #expect(
      fixture.collectionView.pathsForVisibleSupplementaryViews(ofKind: "badge").sorted() == [
        CellPath(section: 0, item: 0), CellPath(section: 0, item: 1),
      ]
    )
  }

  @Test func `badges move with their cells`() {
    let log = Recorder()
    let fixture = fixture(List(sections: [section(cells(4, log: log), log: log)]))
    _ = log.take()
    let badge = fixture.collectionView.visibleSupplementaryView(
      ofKind: "badge",
      at: CellPath(section: 0, item: 0)
    )
    var moved = cells(4, log: log)
    moved.append(moved.removeFirst())
    fixture.apply("moved", List(sections: [section(moved, log: log)]))
    fixture.view.flush()
    #expect(
      fixture.collectionView.visibleSupplementaryView(
        ofKind: "badge",
        at: CellPath(section: 0, item: 3)
      )
        === badge
    )
    #expect(log.take() == [])
    fixture.apply("gone", List(sections: [section(Array(moved.dropLast()), log: log)]))
    fixture.view.flush()
    #expect(log.take().sorted() == ["-badge c0 [0, 3]", "-mark [0, 1]"])
  }

  @Test func `a section's view is drawn again where it stands`() {
    let fixture = fixture(List(sections: [section(cells(4))]))
    let first = CellPath(section: 0, item: 0)
    let mark = fixture.collectionView.visibleSupplementaryView(ofKind: "mark", at: first)
    fixture.apply(
      "marked",
      List(sections: [section(cells(4)).supplementary("mark") { Label("line") }])
    )
    fixture.view.flush()
    #expect(fixture.collectionView.visibleSupplementaryView(ofKind: "mark", at: first) === mark)
    #expect((mark?.content as? TextContent)?.text == "line")
    // Without it, the section is shown again.
    fixture.apply("plain", List(sections: [section(cells(4)).supplementary("mark") {}]))
    fixture.view.flush()
    #expect(fixture.collectionView.pathsForVisibleSupplementaryViews(ofKind: "mark") == [])
  }

  @Test func `views of the whole layout have an index of their own`() {
    var configuration = LayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        layoutSize: size(.fractionalWidth(1), .estimated(10)),
        elementKind: "banner",
        alignment: .top
      )
    ]
    let fixture = AdapterFixture(
      viewport: SimulatedViewport(width: 300, height: 240),
      layout: .compositional(configuration)
    )
    fixture.view.register(Label("back"), forDecorationViewOfKind: "background")
    fixture.adapter.supplementaryViews["banner"] = AnyComponent(
      Block(viewModel: Block.ViewModel(height: 50))
    )
    fixture.apply("list", List(sections: [section(cells(4))]))
    fixture.view.flush()
    let banner = fixture.view.drawnViews.first { $0.place.description == "banner 0" }
    #expect(banner?.frame == LayoutRect(x: 0, y: 0, width: 300, height: 50))
    #expect(
      fixture.view.frame(ofItemAt: CellPath(section: 0, item: 0))
        == LayoutRect(x: 5, y: 85, width: 90, height: 90)
    )
    // The index below the screen still has the height that was estimated.
    #expect(fixture.view.contentLength == 290)
  }

  @Test func `a list opens at its start, however high its header turns out to be`() {
    let cell = Cell(id: "a", component: Block(viewModel: Block.ViewModel(height: 900)))
    let section = Section(id: "s", cells: [cell])
      .withHeader(Block(viewModel: Block.ViewModel(height: 80)))
    let fixture = AdapterFixture(showing: List(sections: [section]))
    #expect(fixture.view.contentOffset == 0)
    #expect(fixture.view.position(ofItemAt: CellPath(section: 0, item: 0)) == 80)
  }

  @Test func `a decoration of a kind that nothing is registered for is refused, as UIKit does`() {
    let fixture = AdapterFixture(viewport: SimulatedViewport(width: 300, height: 240))
    fixture.apply("list", List(sections: [section(cells(4))]))
    #expect(
      fixture.answers.map(\.outcome)
        == [.failed(.refusedByView(.unregisteredDecoration(ofKind: "background")))]
    )
  }

  @Test(.simulatedOnly(.infiniteCarousel))
  func `the badges of a carousel are those of its originals`() throws {
    let log = Recorder()
    var item = LayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    item.supplementaryItems = [attached("badge", 20)]
    var banners = LayoutSection(
      group: .horizontal(
        layoutSize: size(.fractionalWidth(0.9), .absolute(100)),
        subitems: [item]
      )
    )
    banners.orthogonalScrollingBehavior = .groupPagingCentered
    banners.decorationItems = [.background(elementKind: "background")]
    let cells = (0..<3).map { cell($0, badge: "badge \($0)", log: log) }
    let fixture = fixture(
      List(sections: [
        Section(id: "banners", cells: cells)
          .withSectionLayout(.compositional(banners.infiniteCarousel()))
      ])
    )
    func badges() -> [String] {
      fixture.view.drawnViews
        .filter { $0.place.description.hasPrefix("badge") && $0.frame.x < 300 && $0.frame.maxX > 0 }
        .sorted { $0.frame.x < $1.frame.x }.map(\.text)
    }
    #expect(fixture.view.drawnViews.contains { $0.place.description == "background [0]" })
    #expect(log.take().contains("+badge c0 [0, 0]"))
    for step in 1...7 {
      try fixture.view.flingSection(0, by: 50, velocity: 0.4)
      #expect(fixture.view.centredOriginal(inSection: 0) == step % 3)
      #expect(badges().contains("badge \(step % 3)"))
      // Paths are those of the originals.
      let paths = ["[0, 0]", "[0, 1]", "[0, 2]"]
      #expect(log.take().allSatisfy { line in paths.contains { line.hasSuffix($0) } })
    }
  }

  @Test(.simulatedOnly(.missingViews))
  func `views on screen are those that a naive account has, whatever is done`() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let log = Recorder()
      var shown: [String: Int] = [:]
      func follow() {
        for line in log.take() {
          let name = line.dropFirst().split(separator: " ").prefix(2).joined(separator: " ")
          shown[name, default: 0] += line.hasPrefix("+") ? 1 : -1
          if shown[name] == 0 { shown[name] = nil }
        }
      }
      var numbers = Array(0..<12)
      let fixture = fixture(List(), reconfigures: seed % 2 == 0)
      for step in 0..<12 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: numbers.shuffle(using: &random)
        case 1: numbers.append(100 + step)
        case 2: if numbers.count > 3 { numbers.removeFirst(2) }
        default:
          let end = max(0, fixture.view.contentLength - 240)
          try fixture.view.scroll(to: Double.random(in: 0...end, using: &random))
        }
        var cells: [Cell] = []
        for number in numbers {
          let badge = Bool.random(using: &random) ? "\(number)" : nil
          cells.append(cell(number, badge: badge, log: log))
        }
        fixture.apply("step", List(sections: [section(cells)]))
        fixture.view.flush()
        follow()
        // The engine's own list of what is on screen, less what nobody carries.
        let expected = fixture.view.visibleAttributes.compactMap { attributes -> String? in
          guard case .itemSupplementary("badge", let path) = attributes.element,
            !cells[path.item].views.isEmpty
          else { return nil }
          return "badge \(cells[path.item].id.rawValue)"
        }
        #expect(Set(shown.keys) == Set(expected), "seed \(seed), step \(step)")
        #expect(shown.values.allSatisfy { $0 == 1 }, "seed \(seed), step \(step)")
        for path in fixture.collectionView.pathsForVisibleSupplementaryViews(ofKind: "badge") {
          let view = fixture.collectionView.visibleSupplementaryView(ofKind: "badge", at: path)
          let text = (view?.content as? TextContent)?.text
          #expect(text == String(cells[path.item].id.rawValue.dropFirst()), "seed \(seed)")
        }
      }
    }
  }
}
