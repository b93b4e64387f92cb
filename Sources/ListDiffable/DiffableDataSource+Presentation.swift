import ListAdapter
import ListDiff
import ListModel

extension DiffableDataSource {
  /// One apply on its way to the view.
  struct Request {
    var target: State
    var style: PresentationStyle
    var ticket: DiffableDataSourceAnswers.Ticket
  }

  /// How a target is shown.
  enum PresentationStyle {
    case differences(UpdateAnimation)
    case reload
  }

  /// Performs a request, after all earlier ones.
  func submit(_ target: State, _ style: PresentationStyle, _ completion: Completion?) {
    requested = target
    waiting.append(Request(target: target, style: style, ticket: answers.enter(completion)))
    guard !isPresenting else { return }
    isPresenting = true
    defer { isPresenting = false }
    while !waiting.isEmpty { present(waiting.removeFirst()) }
  }

  private func present(_ request: Request) {
    do throws(DiffableDataSourceError) {
      guard let view = collectionView else { throw .collectionViewGone }
      try show(request, in: view)
    } catch {
      if waiting.isEmpty { requested = shown }
      answers.decide(request.ticket, .failure(error))
    }
  }

  private func show(
    _ request: Request,
    in view: any CollectionView
  ) throws(DiffableDataSourceError) {
    let before = shown
    let viewBefore = ViewState(of: view)
    do {
      // As in UIKit, nothing is asked for before the first layout pass: not even views of a provider that is
      // set after the snapshot.
      if let view = view as? SimulatedCollectionView, view.isWaitingForFirstLayout {
        shown = request.target.withoutMarks()
        view.reloadData()
        let receipt = DiffableDataSourceReceipt(request.ticket, answers)
        if case .differences(.animated) = request.style {
          view.callInFlush { receipt.confirm() }
        } else {
          receipt.confirm()
        }
      } else if case .differences(let animation) = request.style,
        let batches = DiffableDataSourceBatches(
          from: before.snapshot,
          to: request.target.snapshot
        )
      {
        try perform(batches, animation, request, in: view)
      } else {
        try reload(request, in: view)
      }
    } catch {
      // The previous state is shown again.
      shown = before
      viewBefore.reload(view)
      viewBefore.select(in: view)
      throw .refusedByView(error)
    }
    scrutiny.forget(absentFrom: shown.snapshot)
  }

  /// Hands the batches to the view; the last one's completion answers the request.
  private func perform(
    _ batches: DiffableDataSourceBatches,
    _ animation: UpdateAnimation,
    _ request: Request,
    in view: any CollectionView
  ) throws(CollectionViewError) {
    let receipt = DiffableDataSourceReceipt(request.ticket, answers)
    let isLast = batches.renewal.isEmpty
    do throws(CollectionViewError) {
      try perform(batches.structure, animation, in: view) {
        shown = request.target.withoutMarks()
      } completion: {
        if isLast { receipt.confirm() }
      }
      try perform(batches.renewal, animation, in: view) {
        renewScrutinized(batches.renewal)
      } completion: {
        if !isLast { receipt.confirm() }
      }
    } catch {
      receipt.discard()
      throw error
    }
  }

  /// Hands a batch to the view; for an empty batch, it changes the data and completes at once.
  private func perform(
    _ batch: BatchUpdate,
    _ animation: UpdateAnimation,
    in view: any CollectionView,
    changingData: () -> Void,
    completion: @escaping () -> Void
  ) throws(CollectionViewError) {
    guard !batch.isEmpty else {
      changingData()
      completion()
      return
    }
    try view.performBatchUpdates(
      batch,
      animation: animation,
      changingData: changingData,
      completion: { _ in completion() }
    )
  }

  private func renewScrutinized(_ renewal: BatchUpdate) {
    let paths = renewal.reloadedCells + renewal.reconfiguredCells
    scrutiny.renew(paths.compactMap(shown.snapshot.item))
  }

  private func reload(
    _ request: Request,
    in view: any CollectionView
  ) throws(CollectionViewError) {
    shown = request.target.withoutMarks()
    view.reloadData()
    try view.layoutIfNeeded()
    answers.decide(request.ticket, .success(()))
  }
}
