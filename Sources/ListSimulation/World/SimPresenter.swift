public import ListAdapter
public import ListModel

/// What brings lists into the simulated view: the real adapter, unless a test brings another one.
public protocol SimPresenter: AnyObject {
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
  /// Lets the end be told again.
  func rearmReachEnd()
  /// Looks at the screen anew.
  func viewportDidChange()
  /// Called with each thing that was prefetched and handed to a cell, by the ids of both.
  var onPrefetchHandedOver: ((_ prefetched: Cell.ID, _ cell: Cell.ID) -> Void)? { get set }
}

extension SimPresenter {
  /// By default, nothing is prefetched.
  public var onPrefetchHandedOver: ((Cell.ID, Cell.ID) -> Void)? {
    get { nil }
    set {}
  }
}

/// The real adapter as a presenter.
public final class AdapterPresenter: SimPresenter {
  /// The adapter.
  public let adapter: CollectionViewAdapter

  /// Creates an adapter for a view.
  public init(
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

  /// An adapter with a refresh control that never reloads because a change is large.
  public static var configuration: CollectionViewAdapterConfiguration {
    CollectionViewAdapterConfiguration(
      refreshControl: .enabled(tintColor: "black"),
      batchUpdateInterruptCount: .max
    )
  }

  /// Has the adapter show the list.
  public func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  ) {
    adapter.apply(list, version: version, anchor: anchor, completion: completion)
  }

  /// The list that is shown.
  public var shownList: List? { adapter.snapshot() }
  /// The version that is shown.
  public var shownVersion: Int { adapter.version }

  /// Ends a refresh.
  public func endRefreshing(_ id: RefreshID?) {
    if let id { adapter.endRefreshing(id) } else { adapter.endRefreshing() }
  }

  /// Lets the end be told again.
  public func rearmReachEnd() { adapter.rearmReachEnd() }

  /// Looks at the screen anew.
  public func viewportDidChange() { adapter.viewportDidChange() }
}

/// What presents on the screen of an app that has ended: nobody.
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
