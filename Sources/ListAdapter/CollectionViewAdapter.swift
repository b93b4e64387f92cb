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
/// While a version is being shown, newer ones wait; of those that wait only the newest is shown.
/// Every call is answered exactly once, in the order of the calls, and the versions shown only
/// rise.
///
/// An adapter belongs to no actor and is not `Sendable`: it lives in whatever isolation it was made
/// in, and the compiler keeps it there. In an app that is the main actor, because the view is on
/// it; a simulation runs any number of adapters beside each other, each in its own task.
public final class CollectionViewAdapter {
  /// How the adapter behaves.
  public let configuration: CollectionViewAdapterConfiguration
  /// How the last version that was applied came to be shown; `nil` if there was none, or it was
  /// refused.
  public internal(set) var lastPresentation: Presentation?

  weak var collectionView: (any CollectionView)?
  let layoutAdapter: CollectionViewLayoutAdapter
  /// What the data source answers from; between the batches of one update, something in between.
  var shown: VersionedList?
  /// The version whose batches are being performed or animated.
  var inFlight: VersionedList?
  /// The newest version that waits.
  var waiting: PresentationRequest?
  /// The version that is shown apart from the user's moves; `nil` if nothing was moved since.
  var base: VersionedList?
  /// The cell a user holds; versions wait for its end.
  var reordering: ReorderSession?
  /// Whether a new list was declared, but is not yet shown whole.
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
  /// Whether a cell was selected while a version was being shown, maybe between two batches: its path
  /// is none of the version before then.
  var isSelectedMeanwhile = false
  /// The selected cells, whatever their paths become.
  public var selection: Set<Cell.ID> { Set(selectedPaths.keys) }
  /// How the adapter kept up with versions that came faster than they could be shown.
  public internal(set) var catchUp = CatchUpStatistics()
  /// What is shown as supplementary views of the layout as a whole, by kind.
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
  /// The refresh that the user pulled for; `nil` when it has ended.
  var refresh: Refresh?
  var refreshCount = 0

  /// Creates an adapter, and makes it the view's data source and delegate.
  ///
  /// - Parameters:
  ///   - configuration: How the adapter behaves.
  ///   - collectionView: The view; held weakly.
  ///   - layoutAdapter: What the view's layout asks for sections.
  ///   - prefetchingPlugins: What loads resources ahead of time.
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

  /// What becomes of the newest version when the next one is asked for: if it is shown at rest, it
  /// is replaced at once.
  var succession: VersionedList.Succession {
    let isAtRest =
      waiting == nil && inFlight == nil && base == nil && reordering == nil && !isDraining
    return isAtRest ? .replacing : .besides
  }

  /// The number of operations of the changes that wait to be composed and shown.
  public var waitingOperationCount: Int { waiting?.changes?.operationCount ?? 0 }

  /// The cell as it is declared in the newest list that is being shown: between the batches of an
  /// update, what is shown may still have older handlers.
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

  /// Takes a request into the queue; one that waits is superseded by it.
  func submit(_ request: PresentationRequest) {
    var request = request
    if let superseded = waiting {
      answers.decide(superseded.ticket, .superseded(by: request.target.version))
      reachEnd.lose(lastCellID: superseded.target.lastCellID)
      // A change follows the superseded version, so it takes along how that is reached.
      request.changes = request.changes.flatMap {
        superseded.changes?.followed(by: $0, limit: configuration.compositionLimit)
      }
    }
    waiting = request
    proceed()
  }

  /// Presents and answers what can be.
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

  /// Presents what waits, until something has to be waited for.
  private func drain() {
    guard !isDraining else { return }
    // A view that is gone does not tell that its user let go.
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
    // What waits may be the change of a version that was not shown after all.
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
