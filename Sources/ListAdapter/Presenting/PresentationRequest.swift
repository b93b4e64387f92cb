import ListDiff
import ListModel

/// One `apply` on its way to the view.
struct PresentationRequest {
  var target: VersionedList
  /// What leads to the target from the version before it; `nil` if that is to be computed.
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

  /// Leaves settling to someone else.
  func cancel() {
    action = nil
  }
}
