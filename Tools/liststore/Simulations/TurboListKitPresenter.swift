import ListAdapter
import ListModel
import ListSimulation

/// Shows lists as TurboListKit 1.0.2 does, as far as its behaviour can be seen
/// (`CollectionViewAdapter.swift`, which it shares with KarrotListKit 4.7.0).
///
/// The batches are those of the real adapter. The rest is TurboListKit's: a waiting list has one slot,
/// which a newer list overwrites together with the completion; a list stays in the slot while the view
/// is in no window; any shown list ends the refresh; the end is reported in every frame without a
/// finger, and never after an update; prefetched resources are kept by index path.
final class TurboListKitPresenter: SimPresenter {
  private let adapter: AdapterPresenter
  private let view: SimulatedCollectionView
  private var spy: PathSpy?
  private var isUpdating = false
  private var queued: Request?
  private var shown: (list: List, version: Int)?
  var onPrefetchHandedOver: ((Cell.ID, Cell.ID) -> Void)?

  private struct Request {
    var list: List
    var version: Int
    var completion: (ApplyOutcome) -> Void
  }

  init(_ view: SimulatedCollectionView, _ layoutAdapter: CollectionViewLayoutAdapter) {
    self.view = view
    var configuration = AdapterPresenter.configuration
    configuration.reachEndMode = .compatible
    adapter = AdapterPresenter(view, layoutAdapter, configuration: configuration)
    spy = PathSpy(adapter.adapter) { [unowned self] in onPrefetchHandedOver?($0, $1) }
    view.delegate = spy
    view.prefetchDataSource = spy
  }

  func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  ) {
    let version = version ?? (queued?.version ?? shown?.version ?? 0) + 1
    apply(Request(list: list, version: version, completion: completion))
  }

  private func apply(_ request: Request) {
    if isUpdating {
      queued = request
      return
    }
    isUpdating = true
    shown = (request.list, request.version)
    adapter.show(request.list, version: nil, anchor: .contentOffset) { [weak self] outcome in
      guard let self else { return request.completion(outcome) }
      finish(request, outcome)
    }
  }

  private func finish(_ request: Request, _ outcome: ApplyOutcome) {
    adapter.endRefreshing(nil)
    if case .applied = outcome {
      request.completion(.applied(version: request.version))
    } else {
      request.completion(outcome)
    }
    isUpdating = false
    guard view.isInWindow, let next = queued else { return }
    queued = nil
    apply(next)
  }

  var shownList: List? { adapter.shownList }
  var shownVersion: Int { shown?.version ?? 0 }
  func endRefreshing(_ id: RefreshID?) { adapter.endRefreshing(nil) }
  func rearmReachEnd() {}
  func viewportDidChange() {}
}

/// Keeps prefetched resources by index path, and passes them to the cell that appears there, which may
/// be another one.
private final class PathSpy: ForwardingDelegate, CollectionViewPrefetchDataSource {
  private var prefetched: [CellPath: Cell.ID] = [:]
  private let handOver: (Cell.ID, Cell.ID) -> Void

  init(_ adapter: CollectionViewAdapter, _ handOver: @escaping (Cell.ID, Cell.ID) -> Void) {
    self.handOver = handOver
    super.init(adapter)
  }

  func collectionView(_ collectionView: any CollectionView, prefetchItemsAt paths: [CellPath]) {
    for path in paths { prefetched[path] = cell(at: path) }
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  ) {
    for path in paths { prefetched[path] = nil }
  }

  override func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {
    if let id = prefetched.removeValue(forKey: path), let shown = self.cell(at: path) {
      handOver(id, shown)
    }
    super.collectionView(collectionView, willDisplay: cell, at: path)
  }

  private func cell(at path: CellPath) -> Cell.ID? {
    guard let sections = adapter?.snapshot()?.sections, sections.indices.contains(path.section),
      sections[path.section].cells.indices.contains(path.item)
    else { return nil }
    return sections[path.section].cells[path.item].id
  }
}
