import ListDiff
import ListModel

/// One `apply` on its way to the view.
struct PresentationRequest {
  var target: VersionedList
  /// The changes from the previous version to the target; `nil` if they have to be computed.
  var changes: PendingChanges?
  var strategy: CollectionViewAdapterUpdateStrategy
  var anchor = ScrollAnchor.contentOffset
  var ticket: AnswerQueue.Ticket
}

/// Settles a request exactly once, even if the view goes away without calling a completion.
final class Settlement {
  private var action: ((ApplyOutcome) -> Void)?

  init(_ action: @escaping (ApplyOutcome) -> Void) {
    self.action = action
  }

  deinit {
    action?(.failed(.collectionViewGone))
  }

  func settle(_ outcome: ApplyOutcome) {
    let action = action
    self.action = nil
    action?(outcome)
  }

  /// Drops the action; the caller settles the request.
  func cancel() {
    action = nil
  }
}
