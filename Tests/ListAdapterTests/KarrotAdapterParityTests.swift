import ListAdapter
import ListLayout
import ListModel
import ListRendering
import ListTestSupport
import Testing

/// The cases of the adapter suite of daangn/KarrotListKit (4.7.0, `CollectionViewAdapterTests`).
///
/// Its numbers and its expectations, in its order. This file has those about creation, applying and
/// data; `KarrotEventParityTests` has those about events.
///
/// There the view is a mock outside any window, so no batch is ever performed; here it is a strict
/// view in a window, and the cases go through it instead of calling the delegate.
@Suite(.everyView) struct KarrotAdapterParityTests {
  private let path = CellPath(0, 0)

  // MARK: Initializes

  @Test func `when initialized then set up delegate`() {
    let fixture = AdapterFixture()
    #expect(fixture.collectionView.delegate === fixture.adapter)
  }

  @Test func `when initialized then set up data source`() {
    let fixture = AdapterFixture()
    #expect(fixture.collectionView.dataSource === fixture.adapter)
  }

  @Test func `when initialized then set up layout adapter data source`() throws {
    let fixture = AdapterFixture {
      $0.withSectionLayout(.vertical(spacing: 7))
    }
    let layout = try fixture.layoutAdapter.sectionLayout(index: 0)?.described()
    #expect(layout == .vertical(spacing: 7))
  }

  @Test func `given prefetching plugins when initialized then set up prefetch data source`() {
    let fixture = PrefetchFixture(CountingPlugin(), [])
    #expect(fixture.collectionView.prefetchDataSource === fixture.adapter)
  }

  @Test func `given no prefetching plugins when initialized then prefetch data source is nil`() {
    #expect(AdapterFixture().collectionView.prefetchDataSource == nil)
  }

  @Test func `given enabled refresh control when initialized then set up refresh control`() {
    let fixture = AdapterFixture(.init(refreshControl: .enabled(tintColor: "clear")))
    #expect(fixture.collectionView.refreshControl == .enabled(tintColor: "clear"))
  }

  @Test func `given disabled refresh control when initialized then refresh control is nil`() {
    #expect(AdapterFixture(.init(refreshControl: .disabled)).view.refreshControl == .disabled)
  }

  // MARK: Applying list

  private func list(_ section: String, _ cell: String) -> List {
    List {
      Section(id: Section.ID(section)) {
        Cell(id: Cell.ID(cell), component: DummyComponent())
      }
    }
  }

  @Test func `when first apply then set up list`() {
    let fixture = AdapterFixture()
    fixture.apply("first", list("Section", "Cell"))
    #expect(fixture.adapter.snapshot() == list("Section", "Cell"))
  }

  @Test func `given applied list when apply then update`() {
    let fixture = AdapterFixture(showing: list("old section", "old cell"))
    fixture.apply("update", list("Section", "Cell"))
    fixture.view.flush()
    #expect(fixture.answers.map(\.outcome) == [.applied(version: 2)])
    #expect(fixture.adapter.snapshot() == list("Section", "Cell"))
    #expect(fixture.view.statistics.batches > 0)
  }

  /// There, the updates that another one overtook are never answered (D1), and the queue is never
  /// reached (D13).
  @Test func `when multiple applies then safe update`() {
    let fixture = AdapterFixture()
    var answered: [Int] = []
    for number in 0...100 {
      let list = list("Section-\(number)", "Cell-\(number)")
      fixture.adapter.apply(list) { [adapter = fixture.adapter] outcome in
        answered.append(number)
        if case .applied = outcome { #expect(adapter.snapshot() == list) }
      }
    }
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(answered == Array(0...100))
    #expect(fixture.shownIDs == [["Cell-100"]])
  }

  // MARK: Register reuse identifiers

  @Test func `when apply then can return cell`() {
    let content = StubContent()
    let fixture = AdapterFixture(cell: Cell(id: "Cell", component: ComponentStub(content)))
    #expect(fixture.collectionView.visibleCell(at: path)?.content === content)
  }

  @Test func `when apply then can return header`() {
    let content = StubContent()
    let fixture = AdapterFixture { $0.withHeader(ComponentStub(content)) }
    let header = fixture.collectionView.visibleSupplementaryView(
      ofKind: .header,
      at: CellPath(section: 0, item: 0)
    )
    #expect(header?.content === content)
  }

  @Test func `when apply then can return footer`() {
    let content = StubContent()
    let fixture = AdapterFixture { $0.withFooter(ComponentStub(content)) }
    let footer = fixture.collectionView.visibleSupplementaryView(
      ofKind: .footer,
      at: CellPath(section: 0, item: 0)
    )
    #expect(footer?.content === content)
  }

  // MARK: UICollectionViewDataSourcePrefetching

  @Test func `given prefetchable when prefetch then added`() {
    let plugin = CountingPlugin()
    let fixture = prefetching(plugin)
    fixture.adapter.collectionView(fixture.view, prefetchItemsAt: [path])
    #expect(fixture.adapter.prefetchingCellIDs == ["Cell"])
    #expect(plugin.begun == 1)
  }

  @Test func `given prefetching operation when cancel prefetching then removed`() {
    let plugin = CountingPlugin()
    let fixture = prefetching(plugin)
    fixture.adapter.collectionView(fixture.view, prefetchItemsAt: [path])
    fixture.adapter.collectionView(fixture.view, cancelPrefetchingForItemsAt: [path])
    #expect(fixture.adapter.prefetchingCellIDs.isEmpty)
    #expect(plugin.cancelled == 1)
  }

  /// There the cell is handed the operation, and cancels it when it is used again; here the
  /// operation stays with the cell's id (D8), and ends when the cell has left the screen.
  @Test func `given prefetching operation when set up cell then pass operation`() throws {
    let plugin = CountingPlugin()
    let screen = SimulatedViewport(height: 44)
    let fixture = PrefetchFixture(plugin, ["first", "second"], viewport: screen)
    let second = CellPath(0, 1)
    fixture.adapter.collectionView(fixture.view, prefetchItemsAt: [second])
    try fixture.view.scroll(to: 44)
    fixture.adapter.collectionView(fixture.view, cancelPrefetchingForItemsAt: [second])
    #expect(plugin.cancelled == 0)
    try fixture.view.scroll(to: 0)
    #expect(plugin.cancelled == 1)
  }

  private func prefetching(_ plugin: CountingPlugin) -> PrefetchFixture {
    let fixture = PrefetchFixture(plugin, [])
    fixture.adapter.apply(list("Section", "Cell"))
    return fixture
  }

  // MARK: UICollectionViewDataSource

  @Test func `given applied list when number of items then item count in section`() {
    let list = List {
      Section(id: "Section") {
        (0..<100).map { Cell(id: Cell.ID("\($0)"), component: DummyComponent()) }
      }
    }
    let fixture = AdapterFixture(showing: list)
    #expect(fixture.adapter.collectionView(fixture.view, numberOfItemsInSection: 0) == 100)
    #expect(fixture.view.numberOfItemsInSections == [100])
  }

  @Test func `given applied list when number of sections then section count`() {
    let list = List {
      (0..<100).map { Section(id: Section.ID("\($0)"), cells: []) }
    }
    let fixture = AdapterFixture(showing: list)
    #expect(fixture.adapter.numberOfSections(in: fixture.view) == 100)
    #expect(fixture.view.numberOfItemsInSections.count == 100)
  }

  @Test func `given applied list when dequeue cell then render`() {
    let content = StubContent()
    let fixture = AdapterFixture(cell: Cell(id: "Cell", component: ComponentStub(content)))
    #expect(content.drawCount == 1)
    #expect(fixture.view.statistics.dequeuedCells == 1)
  }

  @Test func `given applied list when dequeue header then render`() {
    let content = StubContent()
    _ = AdapterFixture { $0.withHeader(ComponentStub(content)) }
    #expect(content.drawCount == 1)
  }

  @Test func `given applied list when dequeue footer then render`() {
    let content = StubContent()
    _ = AdapterFixture { $0.withFooter(ComponentStub(content)) }
    #expect(content.drawCount == 1)
  }

  // MARK: Size storage

  private let size = ComponentSizeStorage.Size(width: 44, height: 44)

  @Test func `given dequeued cell when calculate size then store size`() {
    let component = ComponentStub()
    let fixture = AdapterFixture(cell: Cell(id: "Cell", component: component))
    let stored = fixture.adapter.sizes.size(of: .cell("Cell"), showing: AnyComponent(component))
    #expect(stored == size)
  }

  @Test func `given dequeued header when calculate size then store size`() {
    let component = ComponentStub()
    let fixture = AdapterFixture { $0.withHeader(component) }
    let stored = fixture.adapter.sizes.size(
      of: .supplementaryView(.header, "Section"),
      showing: AnyComponent(component)
    )
    #expect(stored == size)
  }

  @Test func `given dequeued footer when calculate size then store size`() {
    let component = ComponentStub()
    let fixture = AdapterFixture { $0.withFooter(component) }
    let stored = fixture.adapter.sizes.size(
      of: .supplementaryView(.footer, "Section"),
      showing: AnyComponent(component)
    )
    #expect(stored == size)
  }
}
