import Dispatch
import Foundation
import ListAdapter
import ListAdapterUIKit
import ListDiff
import ListLayout
import ListModel
import ListTestSupport
import ListUIKit
import Testing

/// An adapter with a strict simulated view, and a record of what became of each apply.
///
/// In a test that runs for every view, the simulated view is that of a `UICollectionView`.
final class AdapterFixture {
  let view: SimulatedCollectionView
  /// The view with UIKit's name, if there is one.
  let screen: HostedScreen?
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
    if ViewKind.current == .hosted {
      nonisolated(unsafe) let (layoutAdapter, plugins) = (layoutAdapter, prefetchingPlugins)
      let made = MainActor.assumeIsolated {
        let screen = HostedScreen(viewport, layout, layoutAdapter)
        let adapter = CollectionViewAdapter(
          configuration: configuration,
          collectionView: screen.hosted,
          layoutAdapter: layoutAdapter,
          prefetchingPlugins: plugins
        )
        return OnMainThread((screen, screen.collectionView.simulation, adapter))
      }
      (screen, view, adapter) = made.value
    } else {
      screen = nil
      view = SimulatedCollectionView(viewport: viewport)
      view.collectionViewLayout = layout
      view.layoutAdapter = layoutAdapter
      adapter = CollectionViewAdapter(
        configuration: configuration,
        collectionView: view,
        layoutAdapter: layoutAdapter,
        prefetchingPlugins: prefetchingPlugins
      )
    }
    if let list { adapter.apply(list) }
  }

  /// The view that the adapter was given.
  var collectionView: any CollectionView {
    guard let screen else { return view }
    return MainActor.assumeIsolated { OnMainThread(screen.hosted as any CollectionView) }.value
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

  /// Lifts a cell, as an app's gesture recognizer does.
  func lift(at path: CellPath) -> Bool {
    guard let screen else { return view.beginInteractiveMovementForItem(at: path) }
    return MainActor.assumeIsolated {
      screen.hosted.beginInteractiveMovementForItem(at: IndexPath(path))
    }
  }

  /// Lets go of the cell.
  func letGo() throws {
    guard let screen else { return try view.endInteractiveMovement() }
    try MainActor.assumeIsolated { try screen.hosted.endInteractiveMovement() }
  }

  /// Ends the movement where it began.
  func cancelMove() {
    guard let screen else { return view.cancelInteractiveMovement() }
    MainActor.assumeIsolated { screen.hosted.cancelInteractiveMovement() }
  }

  /// Lets the main queue do what it was given; a view with UIKit's name tells there how sections scroll.
  func mainQueueIsFree() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
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
