import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListTestSupport
import Testing

/// An adapter with a strict simulated view, and a record of what became of each apply.
final class AdapterFixture {
  let view: SimulatedCollectionView
  let layoutAdapter = CollectionViewLayoutAdapter()
  let adapter: CollectionViewAdapter
  private(set) var answers: [Answer] = []

  struct Answer: Equatable {
    var name: String
    var outcome: ApplyOutcome
  }

  init(
    _ configuration: CollectionViewAdapterConfiguration = .init(),
    showing list: List? = nil,
    viewport: SimulatedViewport = SimulatedViewport(),
    layout: SimulatedLayout = .compositional(LayoutConfiguration()),
    prefetchingPlugins: [any CollectionViewPrefetchingPlugin] = []
  ) {
    view = SimulatedCollectionView(viewport: viewport)
    view.collectionViewLayout = layout
    view.layoutAdapter = layoutAdapter
    adapter = CollectionViewAdapter(
      configuration: configuration,
      collectionView: view,
      layoutAdapter: layoutAdapter,
      prefetchingPlugins: prefetchingPlugins
    )
    if let list { adapter.apply(list) }
  }

  /// Applies a list and records the answer under a name.
  func apply(
    _ name: String,
    _ list: List,
    _ strategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) {
    adapter.apply(list, updateStrategy: strategy) { [weak self] outcome in
      self?.answers.append(Answer(name: name, outcome: outcome))
    }
  }

  /// Applies a changeset and records the answer under a name.
  func apply(
    _ name: String,
    _ changeset: Changeset,
    _ strategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) {
    adapter.apply(changeset, updateStrategy: strategy) { [weak self] outcome in
      self?.answers.append(Answer(name: name, outcome: outcome))
    }
  }

  /// Applies a change and records the answer under its version.
  func apply(_ change: Change) {
    adapter.apply(change) { [weak self] outcome in
      self?.answers.append(Answer(name: "\(change.version)", outcome: outcome))
    }
  }

  /// The ids of the cells, section by section, by the view's own account.
  var shownIDs: [[String]] {
    (view.sectionIDs ?? []).indices.map { section in
      (view.cellIDs(inSection: section) ?? []).map(\.rawValue)
    }
  }
}

extension SimulatedViewport {
  /// A screen with two pixels in a point: halves of points are on pixels.
  static func twoPixels(width: Double = 390, height: Double = 640) -> SimulatedViewport {
    var viewport = SimulatedViewport(width: width, height: height)
    viewport.displayScale = 2
    return viewport
  }

  static var twoPixels: SimulatedViewport { twoPixels() }
}
