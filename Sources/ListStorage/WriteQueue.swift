import Foundation
import GRDB
import ListModel
import Synchronization

/// Commits that wait for the writer, which commits as many as there are in one transaction.
///
/// Each still makes its own version and gets its own answer; what they share is the wait for the
/// device. While one caller writes a transaction, the others gather; then one of them writes the
/// next one, for all who come before it ends, in the order they come. Callers are threads, which wait,
/// or tasks, which are suspended.
///
/// Callers that were answered together mostly come again together, while the next transaction is being
/// written. As long as fewer have come than lately, it gives way for a moment before it ends: with eight
/// callers, that makes 1.0 to 1.15 × as many commits, on devices that take 0.1 to 1 ms. (To wait for them for
/// a part of that time, as PostgreSQL's `commit_delay` does, made no more, and took a third more code.)
final class WriteQueue: Sendable {
  /// The most commits in one transaction.
  static let limit = 128

  private struct State {
    var waiting: [WaitingCommit] = []
    /// Whether some caller writes, or was told to.
    var isBeingWritten = false
    /// The number of commits in the transaction that is being written.
    var takenCount = 0
    /// The number of callers there were lately: those of the last transaction, and those that had come
    /// when it ended.
    var recentCallers = 1
  }

  private let state = Mutex(State())
  /// Writes transactions for tasks, which must not wait on threads of theirs.
  private let writer = WritingThread()

  /// Waits until a commit is answered, or writes transactions until it is.
  ///
  /// - Parameters:
  ///   - commit: The caller's own commit.
  ///   - write: Answers the commits of a batch, with one transaction.
  func answer(_ commit: WaitingCommit, writing write: (CommitBatch) -> Void) {
    let thread = WaitingThread()
    commit.caller = thread
    if !enqueue(commit) { thread.wait() }
    if commit.mustWrite { writeTransactions(until: commit, write) }
  }

  /// Suspends the task until a commit is answered; when it is its turn to write transactions, a thread
  /// of the queue's does.
  ///
  /// When the task is cancelled before anybody has begun with the commit, that is the answer.
  ///
  /// - Parameters:
  ///   - commit: The caller's own commit.
  ///   - write: Answers the commits of a batch, with one transaction.
  func answer(
    _ commit: WaitingCommit,
    writing write: @escaping @Sendable (CommitBatch) -> Void
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
        // It was cancelled before there was something to withdraw.
        if Task.isCancelled { withdraw(commit) }
      }
    } onCancel: {
      withdraw(commit)
    }
    // The runtime orders what was written before a task was resumed and what the task reads then, but
    // tells the thread sanitizer of it only where the task was suspended by that time; the lock does always.
    state.withLock { _ in }
  }

  /// Has a commit wait for the next transaction.
  ///
  /// - Returns: Whether its caller is to write that, at once.
  private func enqueue(_ commit: WaitingCommit) -> Bool {
    state.withLock { state in
      state.waiting.append(commit)
      commit.mustWrite = !state.isBeingWritten
      state.isBeingWritten = true
      return commit.mustWrite
    }
  }

  /// Takes back a commit that waits, unless its caller is to write.
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
  private func writeTransactions(until commit: WaitingCommit, _ write: (CommitBatch) -> Void) {
    while commit.result == nil {
      let batch = CommitBatch(of: self, writtenBy: commit)
      write(batch)
      batch.answer()
    }
  }

  /// Wakes the callers of a transaction but the one who has written it, and has another caller write
  /// the next one, unless the one who writes is not answered yet.
  fileprivate func answer(_ batch: CommitBatch) {
    let successor = state.withLock { state -> WaitingCommit? in
      state.takenCount = 0
      state.recentCallers = batch.commits.count + state.waiting.count
      guard batch.own.result != nil else { return nil }
      state.isBeingWritten = !state.waiting.isEmpty
      // The caller that waits longest.
      state.waiting.first?.mustWrite = true
      return state.waiting.first
    }
    for commit in batch.commits where commit !== batch.own { commit.wake() }
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

  /// Gives way to callers who were here lately and have not come again.
  ///
  /// - Returns: Whether somebody has come meanwhile.
  fileprivate func giveWay() -> Bool {
    let isExpecting = state.withLock { $0.takenCount < min($0.recentCallers, Self.limit) }
    guard isExpecting else { return false }
    sched_yield()
    return state.withLock { !$0.waiting.isEmpty }
  }
}

/// The commits of one transaction, as they come while it is being written.
final class CommitBatch {
  private let queue: WriteQueue
  /// That of the caller who writes.
  fileprivate let own: WaitingCommit
  /// Those that have come so far.
  private(set) var commits: [WaitingCommit] = []
  private var isAnswered = false

  fileprivate init(of queue: WriteQueue, writtenBy own: WaitingCommit) {
    self.queue = queue
    self.own = own
  }

  /// The next commit; `nil` when there are no more, and the transaction is to end.
  func next() -> WaitingCommit? {
    var next = queue.take()
    while next == nil, !commits.isEmpty, queue.giveWay() { next = queue.take() }
    if let next { commits.append(next) }
    return next
  }

  /// Whether one of the commits has found no room.
  var hasMetFullDisk: Bool { commits.contains { $0.hasMetFullDisk } }

  /// Tells all callers their answers, once; nothing is to be done with the commits afterwards.
  ///
  /// The others go on while the one who has written does what is left to do.
  func answer() {
    guard !isAnswered else { return }
    isAnswered = true
    queue.answer(self)
  }

  /// Forgets what the commits have made known to the store: the transaction is undone.
  func undo() {
    for commit in commits { commit.undo() }
  }

  /// Turns all answers into an error; those of the commits that wait as well if none has run yet.
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
// @unchecked: the compiler cannot know that the fields are handed from thread to thread, one at a
// time. `caller` is set before the commit is in the queue. `mustWrite` is written under the queue's
// lock, before the caller is woken, or by the caller itself. `result` is written only
// by the one thread that writes at the time, or by the one that has taken the commit out of the queue,
// before it wakes the caller; who is woken, or writes, reads them. (The next writer may have
// begun to wait for the database's writer while the one before moves the log; that one has answered,
// and has done with its commits.) What `work` and `undo` capture may be
// used by another thread than the caller's, but only while the caller waits: it does not return before,
// and `work` runs at most once.
final class WaitingCommit: @unchecked Sendable {
  /// The steps of a commit, inside a transaction: its answer, and what was committed with it.
  typealias Work = (Database) throws -> [Commit]

  /// What makes the commit safe to repeat.
  let key: String?
  /// Let go of when it has run: it may capture what ends with its caller.
  private var work: Work?
  /// Forgets what the work made, on the thread that writes, before anything else is written.
  fileprivate let undo: () -> Void
  private(set) var result: Result<[Commit], any Error>?
  /// Whether the caller is to write the next transaction.
  fileprivate var mustWrite = false
  /// Who waits for the answer.
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

  /// Whether it has failed for want of room.
  fileprivate var hasMetFullDisk: Bool {
    guard case .failure(let error) = result else { return false }
    if case ListStoreError.diskFull = error { return true }
    return (error as? DatabaseError)?.resultCode == .SQLITE_FULL
  }

  /// What the other commits of a transaction are told that this one has ended.
  var errorForOthers: any Error {
    // What a caller's closure throws is for that caller.
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
  ///   - hasSeenOthers: Whether others had succeeded before in the same transaction: what the store
  ///     found wrong with this commit then may be because of what is not there any more.
  fileprivate func fail(_ error: any Error, havingSeenOthers hasSeenOthers: Bool) {
    work = nil
    undo()
    if case .failure(let own) = result, !hasSeenOthers || own is CallerError { return }
    if case ListStoreError.outcomeUnknown(_, let reason) = error {
      // Each caller has its own key to ask again with.
      result = .failure(ListStoreError.outcomeUnknown(key: key, reason: reason))
    } else {
      result = .failure(error)
    }
  }
}

// MARK: - Callers

/// Who waits for the answer of a commit.
private protocol WaitingCaller: Sendable {
  /// Wakes the one who waits for a commit, once.
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

/// A thread that writes for tasks, one transaction after the other; there is none until it is needed.
///
/// A queue of libdispatch does not do: it would wait for one of so many threads, and all of these may
/// wait for the very transaction it is to write.
private final class WritingThread: Sendable {
  /// What the thread shares with who tells it what to do, and keeps no longer than that.
  private final class Orders: Sendable {
    let next = Mutex<(@Sendable () -> Void)?>(nil)
    let given = DispatchSemaphore(value: 0)

    /// Does what it is told, until nothing is.
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

  /// Has the thread do something; it has begun with what it was told before.
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
  /// Lets the task have its answer, or has its turn to write begin.
  let goOn: @Sendable (WaitingCommit) -> Void

  func wake(from commit: WaitingCommit) {
    goOn(commit)
  }
}
