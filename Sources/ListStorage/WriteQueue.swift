import GRDB
import ListModel
import Synchronization

/// Commits that wait for the writer, which commits as many as there are in one transaction.
///
/// Each still makes its own version and gets its own answer; what they share is the wait for the
/// device. Whoever gets the writer first commits for all who have come by then, in the order they
/// came; the others find their commits done.
final class WriteQueue: Sendable {
  /// The most commits in one transaction.
  static let limit = 128

  private let waiting = Mutex<[WaitingCommit]>([])

  func append(_ commit: WaitingCommit) {
    waiting.withLock { $0.append(commit) }
  }

  /// The commits that go into the next transaction, oldest first.
  func next() -> [WaitingCommit] {
    waiting.withLock { waiting in
      defer { waiting.removeFirst(min(Self.limit, waiting.count)) }
      return Array(waiting.prefix(Self.limit))
    }
  }
}

/// A commit that waits for the writer.
// @unchecked: `work` runs at most once and `result` is written only by the one thread that has
// taken the commit out of the queue, which holds the database's writer. The thread that waits for
// the result reads it when it holds the writer itself: before or after, never at the same time.
// That thread does not return before, so what `work` captures is alive when it runs.
final class WaitingCommit: @unchecked Sendable {
  /// The steps of a commit, inside a transaction.
  typealias Work = (Database) throws -> Commit

  /// What makes the commit safe to repeat.
  let key: String?
  /// Let go of when it has run: it may capture what ends with its caller.
  private var work: Work?
  private(set) var result: Result<Commit, any Error>?
  /// Whether the transaction failed, with everything it had made so far.
  private(set) var transactionFailed = false

  init(key: String?, _ work: @escaping Work) {
    self.key = key
    self.work = work
  }

  /// Does the work inside the current transaction.
  ///
  /// - Returns: Whether it has succeeded, so far: the transaction is still to be committed.
  func run(in database: Database) -> Bool {
    defer { work = nil }
    do {
      result = try work.map { .success(try $0(database)) }
      return true
    } catch {
      result = .failure(error)
      return false
    }
  }

  /// Turns the answer into an error, unless it is one already.
  func fail(_ error: any Error) {
    work = nil
    transactionFailed = true
    if case .failure = result { return }
    if case ListStoreError.outcomeUnknown(_, let reason) = error {
      // Each caller has its own key to ask again with.
      result = .failure(ListStoreError.outcomeUnknown(key: key, reason: reason))
    } else {
      result = .failure(error)
    }
  }
}
