import ListDiff
public import ListModel

/// Shows lists in a collection view: the first one whole, each following one by its differences.
///
/// ```swift
/// let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
/// adapter.apply(list) { outcome in … }
/// adapter.apply(change) { outcome in … }
/// ```
///
/// While a version is being shown, newer versions wait, and only the newest of them is shown next.
/// Every call is answered exactly once, in the order of the calls, and the versions shown only
/// rise, except by ``resynchronize(with:version:completion:)``.
///
/// An adapter belongs to no actor and is not `Sendable`: the compiler keeps it in the isolation in
/// which it was made. In an app that is the main actor, because the view is on it; a simulation
/// runs any number of adapters side by side, each in its own task.
public final class CollectionViewAdapter {
  /// How the adapter behaves.
  public let configuration: CollectionViewAdapterConfiguration
  /// How the version that was applied last was shown; `nil` if there is none, or it was refused.
  public internal(set) var lastPresentation: Presentation?

  weak var collectionView: (any CollectionView)?
  let layoutAdapter: CollectionViewLayoutAdapter
  /// The list that the data source answers from; between two batches, an intermediate list.
  var shown: VersionedList?
  /// The version whose batches are being performed or animated.
  var inFlight: VersionedList?
  /// The newest version that waits.
  var waiting: PresentationRequest?
  /// The version that is shown, without the user's moves; `nil` if the user has moved nothing since.
  var base: VersionedList?
  /// The cell that a user holds; versions wait until it is let go.
  var reordering: ReorderSession?
  /// Whether cells on screen may have older handlers than the list that is being shown.
  var handlersAreStale = false
  private var isDraining = false
  private var isAnswering = false
  var answers = AnswerQueue()
  var registration = ReuseRegistration()
  let prefetchingPlugins: [any CollectionViewPrefetchingPlugin]
  var displays = DisplayRegistry()
  let prefetching = PrefetchRegistry()
  /// Where the selected cells are.
  var selectedPaths: [Cell.ID: CellPath] = [:]
  /// Whether a cell was selected while a version was being shown: its path may be one between two
  /// batches, and not one of the version before.
  var isSelectedMeanwhile = false
  /// The ids of the selected cells.
  public var selection: Set<Cell.ID> { Set(selectedPaths.keys) }
  /// How the adapter kept up with versions that came faster than they could be shown.
  package internal(set) var catchUp = CatchUpStatistics()
  /// The supplementary views of the layout as a whole, by kind.
  ///
  /// Set them before a list is shown; they are part of no list.
  public var supplementaryViews = SupplementaryViews() {
    didSet {
      guard let view = collectionView else { return }
      registration.register(supplementaryViews, in: view)
      view.invalidateLayout()
    }
  }
  /// The measured sizes of cells, headers and footers.
  public var sizes = ComponentSizeStorage()
  var reachEnd = ReachEndTrigger()
  /// The cells that stay in place while a version is being shown.
  var anchoring: AnchoredCells?
  /// The refresh that the user pulled for; `nil` when it has ended.
  var refresh: Refresh?
  var refreshCount = 0

  /// Creates an adapter, and makes it the view's data source and delegate.
  ///
  /// - Parameters:
  ///   - configuration: How the adapter behaves.
  ///   - collectionView: The view; held weakly.
  ///   - layoutAdapter: The object that the view's layout asks about sections.
  ///   - prefetchingPlugins: The plugins that load resources ahead of time.
  public init(
    configuration: CollectionViewAdapterConfiguration = CollectionViewAdapterConfiguration(),
    collectionView: any CollectionView,
    layoutAdapter: CollectionViewLayoutAdapter,
    prefetchingPlugins: [any CollectionViewPrefetchingPlugin] = []
  ) {
    self.configuration = configuration
    self.collectionView = collectionView
    self.layoutAdapter = layoutAdapter
    self.prefetchingPlugins = prefetchingPlugins
    reachEnd.mode = configuration.reachEndMode
    layoutAdapter.dataSource = self
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.refreshControl = configuration.refreshControl
    if !prefetchingPlugins.isEmpty { collectionView.prefetchDataSource = self }
  }

  deinit {
    answers.decideAll(.failed(.adapterGone))
    while let (completion, outcome) = answers.next() { completion?(outcome) }
  }
}

extension CollectionViewAdapter {
  /// The newest version that was asked for and not refused.
  var newest: VersionedList {
    (waiting?.target ?? inFlight ?? base ?? shown ?? .empty).original
  }

  /// What happens to the newest version when the next one is applied: it is replaced at once if it
  /// is shown at rest.
  var succession: VersionedList.Succession {
    let isAtRest =
      waiting == nil && inFlight == nil && base == nil && reordering == nil && !isDraining
    return isAtRest ? .replacing : .besides
  }

  /// The number of operations of the changes that wait to be composed and shown.
  package var waitingOperationCount: Int { waiting?.changes?.operationCount ?? 0 }

  /// Returns the cell as the list that is being shown declares it.
  ///
  /// Between the batches of an update, the list shown may still have older handlers.
  func newest(_ cell: Cell) -> Cell {
    guard handlersAreStale, let list = inFlight?.original.list else { return cell }
    for section in list.sections {
      if let newest = section.cells.first(where: { $0.id == cell.id }) { return newest }
    }
    return cell
  }

  /// The newest version that was asked for and not refused.
  var newestVersion: Int {
    waiting?.target.version ?? inFlight?.version ?? shown?.version ?? 0
  }

  /// Takes a request into the queue; it supersedes the request that waits.
  func submit(_ request: PresentationRequest) {
    var request = request
    if let superseded = waiting {
      answers.decide(superseded.ticket, .superseded(by: request.target.version))
      reachEnd.lose(lastCellID: superseded.target.lastCellID)
      // The new changes start from the superseded version, so they follow its own changes.
      request.changes = request.changes.flatMap {
        superseded.changes?.followed(by: $0, limit: configuration.compositionLimit)
      }
    }
    waiting = request
    proceed()
  }

  /// Presents requests and answers calls as far as possible.
  func proceed() {
    drain()
    answer()
  }

  func refuse(_ error: CollectionViewAdapterError, _ completion: Completion?) {
    let ticket = answers.enter(completion)
    lastPresentation = nil
    answers.decide(ticket, .failed(error))
    endRefresh(answering: ticket)
    answer()
  }

  /// Presents requests until a version is being animated or a user holds a cell.
  private func drain() {
    guard !isDraining else { return }
    // A view that is gone does not report that its user let go.
    if collectionView == nil { reordering = nil }
    guard reordering == nil else { return }
    isDraining = true
    defer { isDraining = false }
    while inFlight == nil, reordering == nil, let request = waiting {
      waiting = nil
      inFlight = request.target
      present(request)
    }
  }

  /// Ends the version in flight.
  func settle(_ ticket: AnswerQueue.Ticket, _ outcome: ApplyOutcome) {
    // The changes that wait may start from the version that was not shown.
    if case .failed = outcome {
      waiting?.changes = nil
      lastPresentation = nil
      if let lost = inFlight { reachEnd.lose(lastCellID: lost.original.lastCellID) }
    }
    inFlight = nil
    answers.decide(ticket, outcome)
    endRefresh(answering: ticket)
    answer()
    proceed()
  }

  private func answer() {
    guard !isAnswering else { return }
    isAnswering = true
    defer { isAnswering = false }
    while let (completion, outcome) = answers.next() { completion?(outcome) }
  }
}
