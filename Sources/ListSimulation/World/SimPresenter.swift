package import ListAdapter
package import ListModel

/// Shows lists in the simulated view: the real adapter, unless a test brings another one.
package protocol SimPresenter: AnyObject {
  /// Shows a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - version: Its version; `nil` if versions are counted.
  ///   - anchor: What stays in its place.
  ///   - completion: Called once.
  func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  )
  /// The list that is shown.
  var shownList: List? { get }
  /// The version that is shown.
  var shownVersion: Int { get }
  /// Ends a refresh; the newest one if `nil`.
  func endRefreshing(_ id: RefreshID?)
  /// Lets the end be reported again.
  func rearmReachEnd()
  /// Checks the screen again.
  func viewportDidChange()
  /// Called when prefetched data is handed to a cell, with the id it was loaded for and the cell's.
  var onPrefetchHandedOver: ((_ prefetched: Cell.ID, _ cell: Cell.ID) -> Void)? { get set }
}

extension SimPresenter {
  /// By default, nothing is prefetched.
  package var onPrefetchHandedOver: ((Cell.ID, Cell.ID) -> Void)? {
    get { nil }
    set {}
  }
}

/// The real adapter as a presenter.
package final class AdapterPresenter: SimPresenter {
  /// The adapter.
  package let adapter: CollectionViewAdapter

  /// Creates an adapter for a view.
  package init(
    _ view: SimulatedCollectionView,
    _ layoutAdapter: CollectionViewLayoutAdapter,
    configuration: CollectionViewAdapterConfiguration = AdapterPresenter.configuration
  ) {
    adapter = CollectionViewAdapter(
      configuration: configuration,
      collectionView: view,
      layoutAdapter: layoutAdapter
    )
  }

  /// A configuration with a refresh control, which never reloads because a change is large.
  package static var configuration: CollectionViewAdapterConfiguration {
    CollectionViewAdapterConfiguration(
      refreshControl: .enabled(tintColor: "black"),
      batchUpdateInterruptCount: .max
    )
  }

  /// Shows the list with the adapter.
  package func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  ) {
    adapter.apply(list, version: version, anchor: anchor, completion: completion)
  }

  /// The list that is shown.
  package var shownList: List? { adapter.snapshot() }
  /// The version that is shown.
  package var shownVersion: Int { adapter.version }

  /// Ends a refresh.
  package func endRefreshing(_ id: RefreshID?) {
    if let id { adapter.endRefreshing(id) } else { adapter.endRefreshing() }
  }

  /// Lets the end be reported again.
  package func rearmReachEnd() { adapter.rearmReachEnd() }

  /// Checks the screen again.
  package func viewportDidChange() { adapter.viewportDidChange() }
}

/// The presenter of an app that has ended: it shows nothing.
final class ClosedPresenter: SimPresenter {
  var shownList: List? { nil }
  var shownVersion: Int { 0 }

  func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  ) {
    completion(.failed(.adapterGone))
  }

  func endRefreshing(_ id: RefreshID?) {}
  func rearmReachEnd() {}
  func viewportDidChange() {}
}
