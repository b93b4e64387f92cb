/// The completions that are still to be called, in the order of their calls.
///
/// An answer that comes early waits for the answers before it, so every call is answered once and
/// in order.
struct AnswerQueue {
  /// Names one call.
  typealias Ticket = Int

  private var calls: [(completion: CollectionViewAdapter.Completion?, outcome: ApplyOutcome?)] = []
  private var firstTicket = 0

  /// The ticket of the next call.
  var nextTicket: Ticket { firstTicket + calls.count }

  /// Adds a call to the end.
  mutating func enter(_ completion: CollectionViewAdapter.Completion?) -> Ticket {
    defer { calls.append((completion, nil)) }
    return nextTicket
  }

  /// Decides the answer to a call; the first decision counts.
  mutating func decide(_ ticket: Ticket, _ outcome: ApplyOutcome) {
    let index = ticket - firstTicket
    guard calls.indices.contains(index), calls[index].outcome == nil else { return }
    calls[index].outcome = outcome
  }

  /// Takes the call at the front, if its answer is decided.
  mutating func next() -> (completion: CollectionViewAdapter.Completion?, outcome: ApplyOutcome)? {
    guard let call = calls.first, let outcome = call.outcome else { return nil }
    calls.removeFirst()
    firstTicket += 1
    return (call.completion, outcome)
  }

  /// Decides every call that has no answer.
  mutating func decideAll(_ outcome: ApplyOutcome) {
    for index in calls.indices where calls[index].outcome == nil {
      calls[index].outcome = outcome
    }
  }
}
