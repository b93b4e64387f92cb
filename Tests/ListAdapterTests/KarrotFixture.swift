import ListAdapter
import ListModel
import ListRendering
import Synchronization

/// A component that shows nothing, and may need something loaded.
struct DummyComponent: ComponentResourcePrefetchable {
  static let componentType = "Dummy"
  var viewModel = true

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }
}

/// A content that counts how often it was drawn, and has a size.
final class StubContent: MeasuredContent, Sendable {
  private let drawings = Mutex(0)
  private let size: ContentSize

  init(size: ContentSize = ContentSize(width: 44, height: 44)) {
    self.size = size
  }

  var drawCount: Int { drawings.withLock { $0 } }

  func draw() { drawings.withLock { $0 += 1 } }

  func sizeThatFits(_ size: ContentSize) -> ContentSize { self.size }
}

/// A component that is given its content.
struct ComponentStub: Component {
  static let componentType = "Stub"
  var viewModel = true
  var content = StubContent()
  var layoutMode: ContentLayoutMode { .fitContainer }

  init(viewModel: Bool = true) { self.viewModel = viewModel }

  init(_ content: StubContent) { self.content = content }

  func renderContent(coordinator: Void) -> StubContent { content }

  func render(in content: StubContent, coordinator: Void) { content.draw() }
}

/// A plugin that loads nothing, and counts what is cancelled.
final class CountingPlugin: CollectionViewPrefetchingPlugin {
  private(set) var begun = 0
  private(set) var cancelled = 0

  func prefetch(with component: any ComponentResourcePrefetchable) -> PrefetchOperation? {
    begun += 1
    return PrefetchOperation { [weak self] in self?.cancelled += 1 }
  }
}

extension AdapterFixture {
  /// Shows one section of a single cell.
  convenience init(cell: Cell, _ change: (Section) -> Section = { $0 }) {
    self.init(showing: List(sections: [change(Section(id: "Section", cells: [cell]))]))
  }

  /// Shows one section without cells.
  convenience init(_ change: (Section) -> Section) {
    self.init(showing: List(sections: [change(Section(id: "Section", cells: []))]))
  }
}
