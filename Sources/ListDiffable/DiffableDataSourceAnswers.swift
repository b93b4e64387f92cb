/// The completions of a data source's applies that were not called yet, in the order of the
/// applies.
///
/// An answer that comes early waits for those before it. The queue is an object of its own because
/// it outlives the data source: an apply is answered even if the data source is gone by then.
final class DiffableDataSourceAnswers {
  typealias Answer = Result<Void, DiffableDataSourceError>
  typealias Ticket = Int

  private var calls: [(completion: ((Answer) -> Void)?, answer: Answer?)] = []
  private var firstTicket = 0
  private var isAnswering = false

  /// Adds an apply to the end.
  func enter(_ completion: ((Answer) -> Void)?) -> Ticket {
    calls.append((completion, nil))
    return firstTicket + calls.count - 1
  }

  /// Decides the answer to an apply, and gives all answers that are due; the first decision counts.
  func decide(_ ticket: Ticket, _ answer: Answer) {
    let index = ticket - firstTicket
    guard calls.indices.contains(index), calls[index].answer == nil else { return }
    calls[index].answer = answer
    giveAnswers()
  }

  /// Gives all answers that are due; a completion may apply again and so call this, while the loop
  /// goes on.
  private func giveAnswers() {
    guard !isAnswering else { return }
    isAnswering = true
    defer { isAnswering = false }
    while let call = calls.first, let answer = call.answer {
      calls.removeFirst()
      firstTicket += 1
      call.completion?(answer)
    }
  }
}

/// A receipt that a view holds until it calls a batch's completion; if it drops the completion
/// instead, the apply has failed.
final class DiffableDataSourceReceipt {
  private var answers: DiffableDataSourceAnswers?
  private let ticket: DiffableDataSourceAnswers.Ticket

  init(_ ticket: DiffableDataSourceAnswers.Ticket, _ answers: DiffableDataSourceAnswers) {
    self.ticket = ticket
    self.answers = answers
  }

  func confirm() {
    answers?.decide(ticket, .success(()))
  }

  /// Leaves the answer to someone else.
  func discard() {
    answers = nil
  }

  deinit {
    // Only the first decision counts, so this one counts if there was none.
    answers?.decide(ticket, .failure(.collectionViewGone))
  }
}
