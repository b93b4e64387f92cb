public import ListDiff
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
  /// How the last version came to be shown; `nil` if none was, or the last one failed.
  public private(set) var lastPresentation: Presentation?

  weak var collectionView: (any CollectionView)?
  private let layoutAdapter: CollectionViewLayoutAdapter
  /// What the data source answers from; between the batches of one update, something in between.
  private(set) var shown: VersionedList?
  /// The version whose batches are being performed or animated.
  private var inFlight: VersionedList?
  /// The newest version that waits.
  private var waiting: PresentationRequest?
  private var isDraining = false
  private var isAnswering = false
  private var answers = AnswerQueue()
  private var registration = ReuseRegistration()

  /// Creates an adapter, and makes it the view's data source and delegate.
  public init(
    configuration: CollectionViewAdapterConfiguration = CollectionViewAdapterConfiguration(),
    collectionView: any CollectionView,
    layoutAdapter: CollectionViewLayoutAdapter
  ) {
    self.configuration = configuration
    self.collectionView = collectionView
    self.layoutAdapter = layoutAdapter
    layoutAdapter.dataSource = self
    collectionView.dataSource = self
    collectionView.delegate = self
  }

  deinit {
    answers.decideAll(.failed(.adapterGone))
    while let (completion, outcome) = answers.next() { completion?(outcome) }
  }
}

// MARK: Applying

extension CollectionViewAdapter {
  /// Called once with what became of an `apply`.
  public typealias Completion = (ApplyOutcome) -> Void

  /// The list that is shown; during an update, what the view was told last.
  public func snapshot() -> List? { shown?.list }

  /// The version that is shown; 0 before the first one.
  public var version: Int { shown?.version ?? 0 }

  /// Shows a list.
  ///
  /// - Parameters:
  ///   - list: The list; its event handlers replace those of the list before.
  ///   - version: The version of a stored list; without it, versions are counted.
  ///   - updateStrategy: How the differences are shown.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ list: List,
    version: Int? = nil,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    completion: Completion? = nil
  ) {
    let newest = newestVersion
    let version = version ?? newest + 1
    guard version >= newest else {
      refuse(.staleVersion(version, shown: newest), completion)
      return
    }
    submit(
      PresentationRequest(
        target: VersionedList(list: list, version: version),
        strategy: updateStrategy,
        ticket: answers.enter(completion)
      )
    )
  }

  /// Shows the next version of a stored list, by the changes its feed recorded.
  ///
  /// Before anything is shown, the change is proved to continue the version and fingerprint shown
  /// (or waiting to be), and to fit the list everywhere.
  ///
  /// - Parameters:
  ///   - change: The change; its parent is the newest version applied so far, 0 for none.
  ///   - updateStrategy: How the changes are shown.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ change: Change,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    completion: Completion? = nil
  ) {
    do {
      let target = try newest.advanced(by: change, configuration.verification)
      submit(
        PresentationRequest(
          target: target,
          changeset: change.changeset,
          strategy: updateStrategy,
          ticket: answers.enter(completion)
        )
      )
    } catch {
      refuse(error, completion)
    }
  }

  /// Shows what a changeset makes of the newest list applied so far.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - updateStrategy: How the changes are shown.
  ///   - completion: Called once, possibly before this method returns.
  public func apply(
    _ changeset: Changeset,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates,
    completion: Completion? = nil
  ) {
    do {
      let base = newest
      let list = try base.list.applying(changeset)
      submit(
        PresentationRequest(
          target: VersionedList(list: list, version: base.version + 1),
          changeset: changeset,
          strategy: updateStrategy,
          ticket: answers.enter(completion)
        )
      )
    } catch {
      refuse(error, completion)
    }
  }

  /// Shows any version of a list by a reload, whatever is shown or waits.
  ///
  /// This is what to do when a change was refused, or a feed says that it cannot continue: unlike
  /// `apply`, it may go back.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - version: Its version.
  ///   - completion: Called once, possibly before this method returns.
  public func resynchronize(with list: List, version: Int, completion: Completion? = nil) {
    submit(
      PresentationRequest(
        target: VersionedList(list: list, version: version),
        strategy: .reloadData,
        ticket: answers.enter(completion)
      )
    )
  }

  /// Shows a list, and returns when it is shown.
  ///
  /// - Returns: What became of it.
  nonisolated(nonsending) public func apply(
    _ list: List,
    version: Int? = nil,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async -> ApplyOutcome {
    await withCheckedContinuation { continuation in
      apply(list, version: version, updateStrategy: updateStrategy) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Shows the next version of a stored list, and returns when it is shown.
  ///
  /// - Returns: What became of it.
  nonisolated(nonsending) public func apply(
    _ change: Change,
    updateStrategy: CollectionViewAdapterUpdateStrategy = .animatedBatchUpdates
  ) async -> ApplyOutcome {
    await withCheckedContinuation { continuation in
      apply(change, updateStrategy: updateStrategy) { continuation.resume(returning: $0) }
    }
  }
}

// MARK: The queue

extension CollectionViewAdapter {
  /// The newest version that was asked for and not refused.
  private var newest: VersionedList {
    waiting?.target ?? inFlight ?? shown ?? .empty
  }

  private var newestVersion: Int {
    waiting?.target.version ?? inFlight?.version ?? shown?.version ?? 0
  }

  /// Takes a request into the queue; one that waits is superseded by it.
  private func submit(_ request: PresentationRequest) {
    var request = request
    if let superseded = waiting {
      answers.decide(superseded.ticket, .superseded(by: request.target.version))
      // The change follows the superseded version, not the one shown.
      request.changeset = nil
    }
    waiting = request
    drain()
    answer()
  }

  private func refuse(_ error: CollectionViewAdapterError, _ completion: Completion?) {
    answers.decide(answers.enter(completion), .failed(error))
    answer()
  }

  /// Presents what waits, until something has to be waited for.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    while inFlight == nil, let request = waiting {
      waiting = nil
      inFlight = request.target
      present(request)
    }
  }

  /// Ends the version in flight.
  private func settle(_ ticket: AnswerQueue.Ticket, _ outcome: ApplyOutcome) {
    // What waits may be the change of a version that was not shown after all.
    if case .failed = outcome { waiting?.changeset = nil }
    inFlight = nil
    answers.decide(ticket, outcome)
    answer()
    drain()
    answer()
  }

  private func answer() {
    guard !isAnswering else { return }
    isAnswering = true
    defer { isAnswering = false }
    while let (completion, outcome) = answers.next() { completion?(outcome) }
  }
}

// MARK: Presenting

extension CollectionViewAdapter {
  /// Shows a request: at once, or by batches whose last completion settles it.
  private func present(_ request: PresentationRequest) {
    guard let view = collectionView else {
      settle(request.ticket, .failed(.collectionViewGone))
      return
    }
    do {
      registerReuseIdentifiers(for: request, in: view)
      if let reason = reasonToReload(request, view) {
        try reload(request, reason, in: view)
        return
      }
      let stages = try stages(of: request)
      if let reason = reasonToReload(stages) {
        try reload(request, reason, in: view)
      } else if stages.isEmpty {
        shown = request.target
        lastPresentation = .unchanged
        settle(request.ticket, .applied(version: request.target.version))
      } else {
        try perform(stages, request, in: view)
      }
    } catch {
      settle(request.ticket, .failed(error))
    }
  }

  private func registerReuseIdentifiers(
    for request: PresentationRequest,
    in view: any CollectionView
  ) {
    if let changeset = request.changeset {
      registration.register(changeset, in: view)
    } else {
      registration.register(request.target.list, in: view)
    }
  }

  private func reasonToReload(
    _ request: PresentationRequest,
    _ view: any CollectionView
  ) -> Presentation.ReloadReason? {
    if shown?.list.sections.isEmpty ?? true { return .nothingShown }
    if request.strategy == .reloadData { return .requested }
    return view.isInWindow ? nil : .outsideWindow
  }

  private func reasonToReload(_ stages: [BatchStage]) -> Presentation.ReloadReason? {
    let counts = stages.map(\.update.operationCount)
    let limit = configuration.batchUpdateInterruptCount
    if let largest = counts.max(), largest > limit {
      return .largeBatch(operations: largest, limit: limit)
    }
    let total = counts.reduce(0, +)
    if let limit = configuration.totalUpdateInterruptCount, total > limit {
      return .largeUpdate(operations: total, limit: limit)
    }
    return nil
  }

  private func stages(
    of request: PresentationRequest
  ) throws(CollectionViewAdapterError) -> [BatchStage] {
    let source = shown?.list ?? List()
    let style: CellUpdateStyle = configuration.enablesReconfigureItems ? .reconfigure : .reload
    let changeset: Changeset
    if let known = request.changeset {
      changeset = known
    } else {
      changeset = try source.difference(to: request.target.list)
    }
    do {
      return switch configuration.batchMode {
      case .staged: try changeset.stages(from: source, cellUpdates: style)
      case .single: try changeset.singleBatch(from: source, cellUpdates: style)
      }
    } catch {
      throw .changesetMismatch(error)
    }
  }

  private func reload(
    _ request: PresentationRequest,
    _ reason: Presentation.ReloadReason,
    in view: any CollectionView
  ) throws(CollectionViewAdapterError) {
    if request.changeset == nil { try request.target.list.checkIdentities() }
    let before = shown
    shown = request.target
    view.reloadData()
    do {
      try view.layoutIfNeeded()
    } catch {
      restore(before, in: view)
      throw .refusedByView(error)
    }
    lastPresentation = .reload(reason)
    settle(request.ticket, .applied(version: request.target.version))
  }

  /// Hands all batches to the view; only the last one's completion settles the request.
  private func perform(
    _ stages: [BatchStage],
    _ request: PresentationRequest,
    in view: any CollectionView
  ) throws(CollectionViewAdapterError) {
    let before = shown
    lastPresentation = .batches(
      count: stages.count,
      operations: stages.reduce(0) { $0 + $1.update.operationCount }
    )
    let settlement = Settlement { [weak self] in self?.settle(request.ticket, $0) }
    do {
      for stage in stages.dropLast() {
        var next = VersionedList(list: shown?.list ?? List(), version: request.target.version)
        try stage.applyToShown(&next.list, request.target.list)
        try perform(stage, next, request.strategy, in: view) {}
      }
      for stage in stages.suffix(1) {
        try perform(stage, request.target, request.strategy, in: view) {
          settlement.settle(.applied(version: request.target.version))
        }
      }
    } catch {
      settlement.cancel()
      restore(before, in: view)
      throw error
    }
  }

  private func perform(
    _ stage: BatchStage,
    _ next: VersionedList,
    _ strategy: CollectionViewAdapterUpdateStrategy,
    in view: any CollectionView,
    completion: @escaping () -> Void
  ) throws(CollectionViewAdapterError) {
    do {
      try view.performBatchUpdates(
        stage.update,
        animation: strategy == .nonanimatedBatchUpdates ? .immediate : .animated,
        changingData: { shown = next },
        completion: { _ in completion() }
      )
    } catch {
      throw .refusedByView(error)
    }
    redraw(stage.update.reconfiguredSections, in: view)
  }

  /// Draws headers and footers anew in the views they have.
  private func redraw(_ sections: [Int], in view: any CollectionView) {
    guard !sections.isEmpty else { return }
    for section in sections {
      for kind in SupplementaryKind.allCases {
        guard let model = self.section(at: section)?.supplementaryView(ofKind: kind) else {
          continue
        }
        view.visibleSupplementaryView(ofKind: kind, inSection: section)?.render(model.component)
      }
    }
    view.invalidateLayout()
  }

  /// Shows what was shown before a version that failed.
  private func restore(_ before: VersionedList?, in view: any CollectionView) {
    shown = before
    lastPresentation = nil
    view.reloadData()
    // The version before was laid out when it was shown; a view that refuses it now cannot be
    // helped, and asks again in its next layout pass.
    try? view.layoutIfNeeded()
  }
}
