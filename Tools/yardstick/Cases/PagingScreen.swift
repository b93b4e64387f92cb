import ListAdapter
import ListLayout
import ListModel

/// One column of equal cells in a simulated view, shown by the real adapter.
final class PagingScreen {
  let view: SimulatedCollectionView
  let adapter: CollectionViewAdapter
  private let layoutAdapter = CollectionViewLayoutAdapter()
  private let counters: Counters
  private let reachEndOffset: ReachEndOffset?

  init(_ settings: JSONValue, points: JSONValue, counters: Counters) {
    self.counters = counters
    view = SimulatedCollectionView(
      viewport: SimulatedViewport(
        height: settings["height"]?.number ?? 600,
        cellHeight: settings["cellHeight"]?.number ?? 50
      )
    )
    view.collectionViewLayout = .rows
    view.layoutAdapter = layoutAdapter
    var configuration = CollectionViewAdapterConfiguration(batchUpdateInterruptCount: .max)
    configuration.reachEndMode = settings["reachEnd"]?.text == "compat" ? .compatible : .edge
    adapter = CollectionViewAdapter(
      configuration: configuration,
      collectionView: view,
      layoutAdapter: layoutAdapter
    )
    reachEndOffset =
      if let distance = points["points"]?.number {
        .absolute(distance)
      } else {
        points["containers"]?.number.map { .relativeToContainerSize(multiplier: $0) }
      }
  }

  var ids: [String] {
    (adapter.snapshot()?.sections ?? []).flatMap { $0.cells.map(\.id.rawValue) }
  }

  var visibleItems: [Int] { view.pathsForVisibleItems.map(\.item).sorted() }

  func clamped(_ offset: Double) -> Double {
    min(max(0, offset), max(0, view.contentLength - view.viewportLength))
  }

  func scroll(to offset: Double) throws { try view.scroll(to: offset) }

  func resize(width: Double?, height: Double?) throws {
    try view.resize(
      to: LayoutExtent(
        width: width ?? view.viewport.width,
        height: height ?? view.viewport.height
      )
    )
    adapter.viewportDidChange()
  }

  func show(
    _ cells: [Cell],
    version: Int,
    isPrepend: Bool,
    completion: @escaping () -> Void
  ) {
    let counted = cells.map { [counters] cell in
      cell.willDisplay { _ in counters.count(\.willDisplay) }
        .didEndDisplay { _ in counters.count(\.didEndDisplay) }
    }
    var list = List(sections: [Section(id: "items", cells: counted)])
      .onVisibleCells { [counters] in
        counters.mailbox.put(.viewed(first: $0.firstIndex, last: $0.lastIndex))
      }
    if let reachEndOffset {
      list = list.onReachEnd(offsetFromEnd: reachEndOffset) { [counters] _ in
        counters.count(\.reachEndCalls)
        counters.mailbox.put(.reachedEnd)
      }
    }
    adapter.apply(
      list,
      version: version,
      // The top stays in view, unless cells are inserted before it.
      anchor: isPrepend || view.contentOffset > 0 ? .firstVisibleCell : .contentOffset
    ) { _ in completion() }
  }
}
