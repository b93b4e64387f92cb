import Foundation
import GRDB
import ListModel
import Synchronization

/// Commits that wait for the writer, which commits as many as have come in one transaction.
///
/// Each commit still makes its own version and gets its own answer; they share the wait for the
/// device. While one caller writes a transaction, the others gather; then one of them writes the next
/// one, for all callers that come before it ends, in the order they come. Callers are threads, which
/// wait, or tasks, which are suspended.
///
/// Callers that were answered together mostly come again together, while the next transaction is
/// being written. If fewer have come than lately, the writer yields for a moment before it ends the
/// transaction: with eight callers, that makes 1.0 to 1.15 × as many commits, on devices that take
/// 0.1 to 1 ms. (Waiting for them for a part of that time, as PostgreSQL's `commit_delay` does, made
/// no more, and took a third more code.)
final class WriteQueue: Sendable {
  /// The most commits in one transaction.
  static let limit = 128

  private struct State {
    var waiting: [WaitingCommit] = []
    /// Whether some caller writes, or was told to.
    var isBeingWritten = false
    /// The number of commits in the transaction that is being written.
    var takenCount = 0
    /// The recent number of callers: those of the last transaction, and those that waited when it
    /// ended.
    var recentCallers = 1
  }

  private let state = Mutex(State())
  /// Writes transactions for tasks, whose own threads must not wait.
  private let writer = WritingThread()

  /// Waits until a commit is answered, or writes transactions until it is.
  ///
  /// - Parameters:
  ///   - commit: The caller's own commit.
  ///   - write: Answers the commits of a group, with one transaction.
  func answer(_ commit: WaitingCommit, writing write: (CommitGroup) -> Void) {
    let thread = WaitingThread()
    commit.caller = thread
    if !enqueue(commit) { thread.wait() }
    if commit.mustWrite { writeTransactions(until: commit, write) }
  }

  /// Suspends the task until a commit is answered; if it is the task's turn to write transactions, a
  /// thread of the queue does.
  ///
  /// If the task is cancelled before the commit was begun, the answer is `CancellationError`.
  ///
  /// - Parameters:
  ///   - commit: The caller's own commit.
  ///   - write: Answers the commits of a group, with one transaction.
  func answer(
    _ commit: WaitingCommit,
    writing write: @escaping @Sendable (CommitGroup) -> Void
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let task = WaitingTask { [self] commit in
          guard commit.mustWrite else { return continuation.resume() }
          writer.run { [self] in
            writeTransactions(until: commit, write)
            continuation.resume()
          }
        }
        commit.caller = task
        if enqueue(commit) { return task.goOn(commit) }
        // The task was cancelled before its commit was queued.
        if Task.isCancelled { withdraw(commit) }
      }
    } onCancel: {
      withdraw(commit)
    }
    // The runtime orders writes before a task is resumed and the task's reads after that, but tells
    // the thread sanitizer so only if the task was suspended by then; the lock always does.
    state.withLock { _ in }
  }

  /// Queues a commit for the next transaction.
  ///
  /// - Returns: Whether its caller must write that transaction, at once.
  private func enqueue(_ commit: WaitingCommit) -> Bool {
    state.withLock { state in
      state.waiting.append(commit)
      commit.mustWrite = !state.isBeingWritten
      state.isBeingWritten = true
      return commit.mustWrite
    }
  }

  /// Withdraws a commit that waits, unless its caller must write.
  private func withdraw(_ commit: WaitingCommit) {
    let isWithdrawn = state.withLock { state in
      guard !commit.mustWrite, let index = state.waiting.firstIndex(where: { $0 === commit })
      else { return false }
      state.waiting.remove(at: index)
      return true
    }
    guard isWithdrawn else { return }
    commit.cancel()
    commit.wake()
  }

  /// Writes transactions until a commit is answered; another caller writes the next one.
  private func writeTransactions(until commit: WaitingCommit, _ write: (CommitGroup) -> Void) {
    while commit.result == nil {
      let group = CommitGroup(of: self, writtenBy: commit)
      write(group)
      answer(group)
    }
  }

  /// Wakes the callers of a transaction except its writer, once, and has another caller write the next
  /// one, unless the writer's own commit is not answered yet.
  ///
  /// The other callers go on while the writer does the rest of the work; their commits must not be used
  /// afterwards.
  func answer(_ group: CommitGroup) {
    guard !group.isAnswered else { return }
    group.isAnswered = true
    let successor = state.withLock { state -> WaitingCommit? in
      state.takenCount = 0
      state.recentCallers = group.commits.count + state.waiting.count
      guard group.own.result != nil else { return nil }
      state.isBeingWritten = !state.waiting.isEmpty
      // The caller that waits longest.
      state.waiting.first?.mustWrite = true
      return state.waiting.first
    }
    for commit in group.commits where commit !== group.own { commit.wake() }
    successor?.wake()
  }

  /// The number of commits that wait for the next transaction.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Takes the oldest commit that waits, for the transaction that is being written.
  fileprivate func take() -> WaitingCommit? {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.takenCount < Self.limit else { return nil }
      state.takenCount += 1
      return state.waiting.removeFirst()
    }
  }

  /// Yields to callers that were here lately and have not come again.
  ///
  /// - Returns: Whether a commit has come meanwhile.
  fileprivate func giveWay() -> Bool {
    let isExpecting = state.withLock { $0.takenCount < min($0.recentCallers, Self.limit) }
    guard isExpecting else { return false }
    sched_yield()
    return state.withLock { !$0.waiting.isEmpty }
  }
}

/// The commits of one transaction, as they come while it is being written: a group commit.
final class CommitGroup {
  private let queue: WriteQueue
  /// The commit of the caller that writes.
  fileprivate let own: WaitingCommit
  /// The commits that have come so far.
  private(set) var commits: [WaitingCommit] = []
  fileprivate var isAnswered = false

  fileprivate init(of queue: WriteQueue, writtenBy own: WaitingCommit) {
    self.queue = queue
    self.own = own
  }

  /// Returns the next commit; `nil` when there are no more, and the transaction must end.
  func next() -> WaitingCommit? {
    var next = queue.take()
    while next == nil, !commits.isEmpty, queue.giveWay() { next = queue.take() }
    if let next { commits.append(next) }
    return next
  }

  /// Makes the store forget what the commits have made: the transaction is undone.
  func undo() {
    for commit in commits { commit.undo() }
  }

  /// Turns all answers into an error; also those of the waiting commits if none has run yet.
  func fail(_ error: any Error) {
    if commits.allSatisfy({ $0.result == nil }) {
      while let commit = queue.take() { commits.append(commit) }
    }
    var hasMadeVersions = false
    for commit in commits {
      let succeeded = commit.hasSucceeded
      commit.fail(error, havingSeenOthers: hasMadeVersions)
      hasMadeVersions = hasMadeVersions || succeeded
    }
  }
}

/// A commit that waits for the writer.
// @unchecked: the compiler cannot know that only one thread at a time uses the fields. `caller` is
// set before the commit is queued. `mustWrite` is written under the queue's lock before the caller is
// woken, or by the caller itself. `result` is written only by the thread that writes the transaction,
// or by the one that has taken the commit out of the queue, before it wakes the caller; only the
// woken caller or the writer reads them. (The next writer may have begun to wait for the database's
// writer while the one before moves the log; that one has answered, and no longer uses its commits.)
// Another thread may use what `work` and `undo` capture, but only while the caller waits: the caller
// does not return before, and `work` runs at most once.
final class WaitingCommit: @unchecked Sendable {
  /// The work of a commit inside a transaction: returns its answer, then what was committed with it.
  typealias Work = (Database) throws -> [Commit]

  /// The commit key.
  let key: String?
  /// Released when it has run: it may capture values that end with its caller.
  private var work: Work?
  /// Forgets what the work made, on the thread that writes, before anything else is written.
  fileprivate let undo: () -> Void
  private(set) var result: Result<[Commit], any Error>?
  /// Whether the caller must write the next transaction.
  fileprivate var mustWrite = false
  /// The caller that waits for the answer.
  fileprivate var caller: (any WaitingCaller)?

  init(key: String?, undo: @escaping () -> Void = {}, _ work: @escaping Work) {
    self.key = key
    self.undo = undo
    self.work = work
  }

  /// Wakes the caller.
  fileprivate func wake() {
    caller?.wake(from: self)
  }

  /// Answers that the caller's task was cancelled before anything was done.
  fileprivate func cancel() {
    work = nil
    result = .failure(CancellationError())
  }

  /// Does the work inside the current transaction.
  ///
  /// - Returns: Whether it has succeeded so far: the transaction is still to be committed.
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

  /// Whether it has failed for want of room.
  var hasMetFullDisk: Bool {
    guard case .failure(let error) = result else { return false }
    if case ListStoreError.diskFull = error { return true }
    return (error as? DatabaseError)?.resultCode == .SQLITE_FULL
  }

  /// The error for the other commits of a transaction that this commit has ended.
  var errorForOthers: any Error {
    // The error of a caller's closure is for that caller.
    if case .failure(let error) = result, !(error is CallerError) { return error }
    return ListStoreError.database(reason: "the commit of another caller has ended the transaction")
  }

  /// Whether the commit has made its version, or found that there is nothing to make.
  fileprivate var hasSucceeded: Bool {
    if case .success = result { true } else { false }
  }

  /// Turns the answer into an error, unless it is one already.
  ///
  /// - Parameters:
  ///   - error: Why the transaction failed.
  ///   - hasSeenOthers: Whether others had succeeded before in the same transaction: then this commit
  ///     may have failed because of versions that are undone now.
  fileprivate func fail(_ error: any Error, havingSeenOthers hasSeenOthers: Bool) {
    work = nil
    undo()
    if case .failure(let own) = result, !hasSeenOthers || own is CallerError { return }
    if case ListStoreError.outcomeUnknown(_, let reason) = error {
      // Each caller retries with its own key.
      result = .failure(ListStoreError.outcomeUnknown(key: key, reason: reason))
    } else {
      result = .failure(error)
    }
  }
}

// MARK: - Callers

/// A caller that waits for the answer of a commit.
private protocol WaitingCaller: Sendable {
  /// Wakes the caller that waits for a commit, once.
  func wake(from commit: WaitingCommit)
}

/// A thread that waits.
private final class WaitingThread: WaitingCaller {
  private let woken = DispatchSemaphore(value: 0)

  func wait() {
    woken.wait()
  }

  func wake(from commit: WaitingCommit) {
    woken.signal()
  }
}

/// A thread that writes for tasks, one transaction after the other; it starts when it is needed.
///
/// A dispatch queue would not do: it would wait for one of a limited number of threads, and all of
/// these may wait for the very transaction it must write.
private final class WritingThread: Sendable {
  /// The orders that the thread shares with its ``WritingThread``, which it does not keep alive.
  private final class Orders: Sendable {
    let next = Mutex<(@Sendable () -> Void)?>(nil)
    let given = DispatchSemaphore(value: 0)

    /// Runs each order, until one is empty.
    func follow() {
      while true {
        given.wait()
        guard let work = next.withLock({ $0.take() }) else { return }
        work()
      }
    }
  }

  private let orders = Mutex<Orders?>(nil)

  deinit {
    orders.withLock { _ = $0?.given.signal() }
  }

  /// Gives the thread work; it has begun the work it was given before.
  func run(_ work: @escaping @Sendable () -> Void) {
    let orders = orders.withLock { orders in
      if let orders { return orders }
      let new = Orders()
      let thread = Thread { new.follow() }
      thread.name = "ListStore"
      thread.start()
      orders = new
      return new
    }
    orders.next.withLock { $0 = work }
    orders.given.signal()
  }
}

/// A task that is suspended.
private struct WaitingTask: WaitingCaller {
  /// Gives the task its answer, or begins its turn to write.
  let goOn: @Sendable (WaitingCommit) -> Void

  func wake(from commit: WaitingCommit) {
    goOn(commit)
  }
}
