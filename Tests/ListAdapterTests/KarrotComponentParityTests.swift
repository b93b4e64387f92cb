import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListRendering
import ListTestSupport
import Testing

/// The other suites of daangn/KarrotListKit (4.7.0) that can run without UIKit: `AnyComponentTests`,
/// `ComponentTests`, `CollectionViewLayoutAdapterTests` and `RemoteImagePrefetchingPluginTest`.
@Suite(.everyView) struct KarrotComponentParityTests {
  // MARK: AnyComponent

  @Test func `properties`() {
    let component = DummyComponent()
    let erased = AnyComponent(component)
    #expect(erased.layoutMode == component.layoutMode)
    #expect(erased.reuseIdentifier == component.reuseIdentifier)
  }

  @Test func `render content`() {
    let content = StubContent()
    let rendered = AnyComponent(ComponentStub(content)).renderContent(coordinator: ())
    #expect(rendered === content)
  }

  @Test func `render`() {
    let content = StubContent()
    #expect(AnyComponent(ComponentStub()).render(in: content, coordinator: ()))
    #expect(content.drawCount == 1)
  }

  @Test func `type`() throws {
    let component = ComponentStub()
    #expect(try AnyComponent(component).as(ComponentStub.self).content === component.content)
    #expect((try? AnyComponent(component).as(DummyComponent.self)) == nil)
  }

  /// There, a coordinator of another type ends the process.
  @Test func `render content with another coordinator`() {
    let card = AnyComponent(CardComponent(viewModel: "a"))
    #expect(card.renderContent(coordinator: ()) == nil)
    #expect(card.renderContent(coordinator: card.makeCoordinator()) != nil)
  }

  // MARK: Component

  @Test func `given same type when compare reuse identifier then equal`() {
    #expect(DummyComponent().reuseIdentifier == DummyComponent().reuseIdentifier)
  }

  @Test func `given other type when compare reuse identifier then not equal`() {
    #expect(DummyComponent().reuseIdentifier != ComponentStub().reuseIdentifier)
  }

  // MARK: CollectionViewLayoutAdapter

  @Test func `given no setup when section layout then return nil`() {
    #expect(CollectionViewLayoutAdapter().sectionLayout(index: 0) == nil)
  }

  @Test func `given nil section when section layout then return nil`() {
    #expect(AdapterFixture().layoutAdapter.sectionLayout(index: 0) == nil)
  }

  @Test func `given section without layout when section layout then return nil`() {
    #expect(AdapterFixture { $0 }.layoutAdapter.sectionLayout(index: 0) == nil)
  }

  /// There, nothing is returned, so that header and footer of an empty section vanish.
  @Test func `given section with empty cell when section layout then return section layout`() {
    let fixture = AdapterFixture {
      $0.withSectionLayout(.vertical()).withHeader(DummyComponent())
    }
    #expect(fixture.layoutAdapter.sectionLayout(index: 0) != nil)
    #expect(
      fixture.view.visibleSupplementaryView(ofKind: .header, at: CellPath(section: 0, item: 0))
        != nil
    )
  }

  @Test func `given valid section when section layout then return section layout`() {
    let cell = Cell(id: "Cell", component: DummyComponent())
    let fixture = AdapterFixture(cell: cell) { $0.withSectionLayout(.vertical()) }
    #expect(fixture.layoutAdapter.sectionLayout(index: 0) != nil)
  }

  // MARK: RemoteImagePrefetchingPlugin

  @Test func `given image prefetchable when prefetch then fetch image`() {
    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    let operation = plugin.prefetch(with: ImageComponent(viewModel: "one"))
    #expect(operation != nil)
    #expect(loader.started == ["one"])
  }

  @Test func `given task cancellable when cancel prefetch then cancel task`() {
    let loader = RecordingLoader()
    let plugin = RemoteImagePrefetchingPlugin(remoteImagePrefetcher: loader)
    plugin.prefetch(with: ImageComponent(viewModel: "one"))?.cancel()
    #expect(loader.cancelled == ["one"])
  }
}
