import Foundation
import ListAdapter
import ListModel

/// A component that shows the remote image of its name.
struct ImageComponent: ComponentRemoteImagePrefetchable {
  static let componentType = "Image"
  var viewModel: String

  init(viewModel: String) { self.viewModel = viewModel }

  var remoteImageURLs: [URL] {
    URL(string: "https://images.example/\(viewModel)").map { [$0] } ?? []
  }
}

/// Remembers what it was asked to load, and to stop loading.
final class RecordingLoader: RemoteImagePrefetching {
  private(set) var started: [String] = []
  private(set) var cancelled: [String] = []
  private var names: [UUID: String] = [:]

  func prefetchImage(url: URL) -> UUID? {
    let id = UUID()
    names[id] = url.lastPathComponent
    started.append(url.lastPathComponent)
    return id
  }

  func cancelTask(uuid: UUID) {
    cancelled.append(names[uuid] ?? "unknown")
  }
}

/// An adapter with a prefetching plugin, on a view without any height.
final class PrefetchFixture {
  private let fixture: AdapterFixture
  var view: SimulatedCollectionView { fixture.view }
  var adapter: CollectionViewAdapter { fixture.adapter }
  var collectionView: any CollectionView { fixture.collectionView }

  init(
    _ plugin: any CollectionViewPrefetchingPlugin,
    _ names: [String],
    viewport: SimulatedViewport = SimulatedViewport(height: 0)
  ) {
    fixture = AdapterFixture(viewport: viewport, prefetchingPlugins: [plugin])
    show(names)
  }

  /// Shows images of these names, and lets all animations end.
  func show(_ names: [String]) {
    adapter.apply(Self.list(names))
    view.flush()
  }

  /// A list of images of these names.
  static func list(_ names: [String]) -> List {
    let cells = names.map { Cell(id: Cell.ID($0), component: ImageComponent(viewModel: $0)) }
    return List(sections: [Section(id: "s", cells: cells)])
  }
}
