import ListDiff
import ListModel

extension CollectionViewAdapter {
  /// Shows a request: at once, or in batches; the completion of the last batch settles it.
  func present(_ request: PresentationRequest) {
    guard let view = collectionView else {
      settle(request.ticket, .failed(.collectionViewGone))
      return
    }
    let request = projecting(request, in: view)
    inFlight = request.target
    let changeset = composedChangeset(of: request)
    // A recorded change carries no handlers, so the handlers that are shown are still the newest.
    handlersAreStale = changeset == nil
    do {
      registerReuseIdentifiers(for: request, changeset, in: view)
      if let reason = reasonToReload(request, view) {
        try reload(request, changeset, reason, in: view)
      } else {
        try update(request, changeset, in: view)
      }
    } catch {
      handlersAreStale = false
      settle(request.ticket, .failed(error))
    }
  }

  /// Returns the changeset from the list shown to the target, if it is known.
  private func composedChangeset(of request: PresentationRequest) -> Changeset? {
    guard let changes = request.changes, let changeset = changes.composed else { return nil }
    catchUp.count(changes)
    return changeset
  }

  private func update(
    _ request: PresentationRequest,
    _ known: Changeset?,
    in view: any CollectionView
  ) throws(CollectionViewAdapterError) {
    let changeset: Changeset
    // A user's move is in no version, so the recorded change starts from another list.
    if let known, base == nil {
      changeset = known
    } else {
      changeset = try (shown?.list ?? List()).difference(to: request.target.list)
      catchUp.comparisons += 1
    }
    let stages = try stages(of: changeset, to: request.target)
    if let reason = reasonToReload(stages) {
      try reload(request, changeset, reason, in: view)
    } else if stages.isEmpty {
      shown = request.target
      lastPresentation = .unchanged
      conclude(in: view, following: changeset)
      settle(request.ticket, .applied(version: request.target.version))
    } else {
      try perform(stages, of: changeset, request, in: view)
      prefetching.forget(changeset)
      sizes.forget(changeset)
      conclude(in: view, following: changeset)
    }
  }

  private func registerReuseIdentifiers(
    for request: PresentationRequest,
    _ changeset: Changeset?,
    in view: any CollectionView
  ) {
    if let changeset {
      registration.register(changeset, in: view)
    } else {
      registration.register(request.target.list, in: view)
    }
  }

  private func reasonToReload(
    _ request: PresentationRequest,
    _ view: any CollectionView
  ) -> Presentation.ReloadReason? {
    if shown?.shape.sectionCount ?? 0 == 0 { return .nothingShown }
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
    of changeset: Changeset,
    to target: VersionedList
  ) throws(CollectionViewAdapterError) -> [BatchStage] {
    let source = (shown ?? .empty).shape
    let style: CellUpdateStyle = configuration.enablesReconfigureItems ? .reconfigure : .reload
    // Between stages a carousel would not have as many copies as it needs.
    let hasCarousels = shown?.origin != nil || target.origin != nil
    do {
      return switch hasCarousels ? .single : configuration.batchMode {
      case .staged: try changeset.stages(from: source, cellUpdates: style)
      case .single: try changeset.singleBatch(from: source, cellUpdates: style)
      }
    } catch {
      throw .changesetMismatch(error)
    }
  }

  /// Shows everything again; `changeset` leads from the list shown to the target, if it is known.
  private func reload(
    _ request: PresentationRequest,
    _ changeset: Changeset?,
    _ reason: Presentation.ReloadReason,
    in view: any CollectionView
  ) throws(CollectionViewAdapterError) {
    if changeset == nil { try request.target.list.checkIdentities() }
    let before = ShownBefore(shown, in: view)
    let anchored = anchoredCells(for: request, in: view)
    let places = changeset.map { PlaceMap(followingIDsOf: $0) }
    anchoring = anchored
    anchoring?.follow(to: request.target, places)
    defer { anchoring = nil }
    shown = request.target
    view.reloadData()
    do {
      try view.layoutIfNeeded()
      try anchored?.restore(in: view, showing: request.target, places)
    } catch {
      anchoring = nil
      restore(before, in: view)
      throw .refusedByView(error)
    }
    prefetching.forgetOffScreen()
    lastPresentation = .reload(reason)
    if let changeset {
      sizes.forget(changeset)
    } else {
      sizes.keep(only: request.target.list)
    }
    conclude(in: view, following: changeset)
    settle(request.ticket, .applied(version: request.target.version))
  }

  /// Hands all batches to the view; only the last one's completion settles the request.
  private func perform(
    _ stages: [BatchStage],
    of changeset: Changeset,
    _ request: PresentationRequest,
    in view: any CollectionView
  ) throws(CollectionViewAdapterError) {
    let before = ShownBefore(shown, in: view)
    lastPresentation = .batches(
      count: stages.count,
      operations: stages.reduce(0) { $0 + $1.update.operationCount }
    )
    let anchored = anchoredCells(for: request, in: view)
    anchoring = anchored
    defer { anchoring = nil }
    let settlement = Settlement { [weak self] in self?.settle(request.ticket, $0) }
    do {
      for stage in stages.dropLast() {
        try perform(stage, try intermediate(after: stage, request), request.strategy, in: view) {}
      }
      for stage in stages.suffix(1) {
        try perform(stage, request.target, request.strategy, in: view) {
          settlement.settle(.applied(version: request.target.version))
        }
      }
      redrawViews(of: changeset.updatedCells, in: view)
      try anchored?.restoreOrRefuse(
        in: view,
        showing: request.target,
        PlaceMap(followingIDsOf: changeset)
      )
    } catch {
      settlement.cancel()
      anchoring = nil
      restore(before, in: view)
      throw error
    }
  }

  /// Returns the list that is shown between a stage and the next one.
  private func intermediate(
    after stage: BatchStage,
    _ request: PresentationRequest
  ) throws(CollectionViewAdapterError) -> VersionedList {
    try VersionedList(after: stage, of: shown ?? .empty, target: request.target)
  }

  private func perform(
    _ stage: BatchStage,
    _ next: VersionedList,
    _ strategy: CollectionViewAdapterUpdateStrategy,
    in view: any CollectionView,
    completion: @escaping () -> Void
  ) throws(CollectionViewAdapterError) {
    if anchoring != nil {
      anchoring?.follow(PathMapping(stage.update, of: shown?.shape.sectionCount ?? 0))
    }
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

  /// Draws the supplementary views of sections again, in the views that they have.
  private func redraw(_ sections: [Int], in view: any CollectionView) {
    guard !sections.isEmpty else { return }
    let sections = Set(sections)
    for kind in registration.supplementaryKinds {
      for path in view.pathsForVisibleSupplementaryViews(ofKind: kind)
      where sections.contains(path.section) {
        guard let carried = supplementaryView(ofKind: kind, at: path), carried.cell == nil else {
          continue
        }
        view.visibleSupplementaryView(ofKind: kind, at: path)?.render(carried.component)
      }
    }
    view.invalidateLayout()
  }

  /// Draws the views of reconfigured cells again, because reconfiguring does not touch them.
  private func redrawViews(of updates: [Changeset.CellUpdate], in view: any CollectionView) {
    guard configuration.enablesReconfigureItems else { return }
    for update in updates where update.new.hasViews {
      for carried in update.new.views {
        view.visibleSupplementaryView(ofKind: carried.kind, at: update.at)?
          .render(carried.component)
      }
    }
  }

  /// Brings displays, selection and the end of the list up to date with the list shown.
  private func conclude(in view: any CollectionView, following changeset: Changeset?) {
    base = nil
    handlersAreStale = false
    renewDisplayed(in: view)
    restoreSelection(
      in: view,
      selectedPaths.isEmpty ? nil : changeset.map { PlaceMap(followingIDsOf: $0) }
    )
    checkReachEnd(on: .shown, at: view.contentOffset, in: view)
  }

  /// Returns the cells to keep in place, if a request wants that and no finger holds the content.
  private func anchoredCells(
    for request: PresentationRequest,
    in view: any CollectionView
  ) -> AnchoredCells? {
    guard request.anchor == .firstVisibleCell, !view.isDragging, let shown else { return nil }
    return AnchoredCells(view, showing: shown.indexed)
  }

  /// Shows the list from before a failed version again, with its scroll position, handlers and
  /// selection.
  ///
  /// - Complexity: O(views on screen), and O(cells) if anything is selected or measured.
  func restore(_ before: ShownBefore, in view: any CollectionView) {
    shown = before.list
    handlersAreStale = false
    before.view.reload(view)
    prefetching.forgetOffScreen()
    if sizes.count > 0 { sizes.keep(only: shown?.list ?? List()) }
    restoreSelection(in: view, nil)
  }
}

/// The list and the state of the view before an operation that the view may refuse.
struct ShownBefore {
  let list: VersionedList?
  let view: ViewState

  init(_ list: VersionedList?, in view: any CollectionView) {
    self.list = list
    self.view = ViewState(of: view)
  }
}
