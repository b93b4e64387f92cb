import ExampleScreens
import Foundation
import ListAdapter
import ListModel
import ListRendering
import Testing

@Suite struct SampleScreenTests {
  @Test func `a page of rows is shown, below a header`() throws {
    let screen = Screen(SampleScreen<PlainRowComponent>())
    #expect(screen.view.numberOfItemsInSections == [100])
    let rows = screen.model.rows
    for view in screen.view.drawnViews.dropFirst() {
      guard case .cell(let path) = view.place else { continue }
      #expect(
        view.text
          == [rows[path.item].title, rows[path.item].subtitle]
          .compactMap { $0 }.joined(separator: " | ")
      )
    }
    #expect(screen.view.drawnViews.first?.text.hasPrefix("Header | ") == true)
  }

  @Test func `a page more is there before the end is reached`() throws {
    let screen = Screen(SampleScreen<PlainRowComponent>())
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    #expect(screen.view.numberOfItemsInSections == [200])
    #expect(screen.adapter.lastPresentation != .reload(.nothingShown))
    // 100 insertions are just not too many for one batch.
    #expect(screen.view.statistics.reloads == 1)
  }

  @Test func `the list ends at ten thousand rows`() {
    var model = SampleScreen<PlainRowComponent>()
    for _ in 0..<120 { _ = model.handle(.reachEnd) }
    #expect(model.rows.count == 10_000)
    #expect(Set(model.rows.map(\.id)).count == 10_000)
  }

  @Test func `pulling down brings other rows and keeps the views`() {
    let screen = Screen(SampleScreen<PlainRowComponent>())
    let first = screen.model.rows[0]
    let contents = screen.view.statistics.createdContents
    screen.perform { $0.pullToRefresh() }
    #expect(!screen.view.isRefreshing)
    #expect(screen.model.rows[0].id != first.id)
    #expect(screen.view.drawnViews.dropFirst().first?.node != nil)
    #expect(screen.view.statistics.createdContents <= 2 * contents + 2)
  }

  @Test func `rows tell when they appear, disappear, are touched and let go`() throws {
    let screen = Screen(
      SampleScreen<PlainRowComponent>(),
      viewport: SimulatedViewport(height: 76),
      layout: .rows
    )
    #expect(screen.model.notes == ["+row-1"])
    screen.perform { $0.tapItem(at: CellPath(section: 0, item: 0)) }
    #expect(screen.model.notes.suffix(2) == ["touched row-1", "let go row-1"])
    try screen.perform { view in
      try view.drag(to: 10)
      try view.lift(velocity: 1, target: 76)
    }
    #expect(screen.model.rests == 1)
    try screen.perform { try $0.scroll(to: 120) }
    #expect(screen.model.notes.contains("-row-2"))
  }

  @Test func `pictures are loaded ahead of the rows, and no longer when they are gone`() throws {
    let loader = PictureLoader()
    let screen = Screen(
      SampleScreen<PlainRowComponent>(),
      viewport: SimulatedViewport(height: 88),
      layout: .rows,
      prefetchingPlugins: [RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)]
    )
    try screen.perform { try $0.scroll(to: 44) }
    #expect(loader.pictures == ["row-4.png", "row-5.png"])
    screen.perform { $0.pullToRefresh() }
    #expect(loader.pictures.isEmpty)
  }

  @Test func `rows that know their height are measured, and forgotten with their row`() throws {
    let screen = Screen(SampleScreen<MeasuredRowComponent>())
    let shown = screen.view.pathsForVisibleItems.count
    // Rows that turned out to be below the screen were measured as well.
    #expect(screen.adapter.sizes.count >= shown)
    let row = screen.model.rows[0]
    let size = screen.adapter.sizes.size(
      of: .cell(Cell.ID(row.id)),
      showing: AnyComponent(MeasuredRowComponent(viewModel: row))
    )
    let content = MeasuredRowComponent(viewModel: row).renderContent(coordinator: ())
    MeasuredRowComponent(viewModel: row).render(in: content, coordinator: ())
    #expect(size == content.sizeThatFits(ContentSize(width: 350, height: .greatestFiniteMagnitude)))
    #expect((size?.height ?? 0) > 36)
    screen.send(.refresh)
    #expect(
      screen.adapter.sizes.size(
        of: .cell(Cell.ID(row.id)),
        showing: AnyComponent(MeasuredRowComponent(viewModel: row))
      ) == nil
    )
  }

  @Test func `both ways to write a row draw the same`() {
    let plain = Screen(SampleScreen<PlainRowComponent>(seed: 9))
    let measured = Screen(SampleScreen<MeasuredRowComponent>(seed: 9))
    #expect(plain.view.screenText == measured.view.screenText)
    #expect(
      plain.view.drawnViews.map(\.node) == measured.view.drawnViews.map(\.node)
    )
  }
}

/// Remembers which pictures are being loaded.
private final class PictureLoader: RemoteImagePrefetching {
  private var loading: [UUID: String] = [:]

  var pictures: Set<String> { Set(loading.values) }

  func prefetchImage(url: URL) -> UUID? {
    let id = UUID()
    loading[id] = url.lastPathComponent
    return id
  }

  func cancelTask(uuid: UUID) { loading[uuid] = nil }
}
