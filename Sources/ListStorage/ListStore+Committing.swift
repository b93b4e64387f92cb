import Dispatch
import GRDB
public import ListModel

// The forms of a commit: `commit` takes a whole list or any other proposal, `edit` a closure. Each
// has a blocking and an awaited form; the forms with `in: database` are part of a transaction of the
// caller's, see `ListStore+SharedDatabase.swift`.
//
// An awaiting task is suspended until its version is there, because tasks share few threads. All
// awaited forms throw `CancellationError` if the task is cancelled while others are before it, and
// then nothing has changed. A commit whose turn has come is answered, even if it waits for another
// process's lock.

extension ListStore {
  /// Makes `list` the next version of a list.
  ///
  /// A list equal to the head makes no version, unless it is the first. Blocks until the commit is
  /// as durable as the configuration asks.
  ///
  /// - Parameters:
  ///   - list: The whole list. Only its differences from the head are written.
  ///   - id: The name of the list; committing to a new name creates the list.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  /// - Returns: The version that has this content, and whether it is new.
  /// - Throws: ``ListStoreError``.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) throws -> Commit {
    try commit(CommitCall(.list(list), to: id, options, knowing: heads))
  }

  /// Makes a proposal the next version of a list.
  ///
  /// No other commit comes between reading the head for the proposal and making its version. A
  /// proposal that changes nothing makes no version, unless it is a list's first. Blocks until the
  /// commit is as durable as the configuration asks.
  ///
  /// - Parameters:
  ///   - proposal: A list, edits, a changeset or an older version: see ``Proposal``.
  ///   - id: The name of the list, which must exist unless the proposal is a whole list or the
  ///     expected version is 0.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  /// - Returns: The version that has the proposed content, and whether it is new.
  /// - Throws: ``ListStoreError``, and what the proposal's closures throw.
  @discardableResult
  public func commit(
    _ proposal: Proposal,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) throws -> Commit {
    let call = try CommitCall(proposal, to: id, options, knowing: heads)
    do {
      return try commit(call)
    } catch ListStoreError.diskFull where proposal.isClearing {
      // The failed attempt has moved the log and made room.
      return try commit(call)
    }
  }

  /// Changes the head of a list and makes the result its next version.
  ///
  /// All edits of one call make one version. The closure runs inside the write transaction, so no
  /// other commit can come between. Use only the draft in it: writing to the store (in memory, also
  /// reading) throws ``ListStoreError/invalidEdit(reason:)``. If the closure throws, nothing changes.
  /// It may run on the thread of another caller that commits at the same time: it must not depend on
  /// the current thread, actor or task.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless the expected version is 0.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  ///   - body: The edits.
  /// - Returns: The version the edits lead to, and whether it is new.
  /// - Throws: ``ListStoreError`` and what `body` throws.
  @discardableResult
  public func edit(
    _ id: List.ID,
    options: CommitOptions = CommitOptions(),
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    try withoutActuallyEscaping(body) {
      try commit(
        CommitCall(proposal: .edit($0), request: CommitRequest(list: id, options: options))
      )
    }
  }
}

// MARK: - Awaited

extension ListStore {
  /// Makes `list` the next version of a list, while the task is suspended.
  ///
  /// - Parameters:
  ///   - list: The whole list. Only its differences from the head are written.
  ///   - id: The name of the list; committing to a new name creates the list.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  /// - Returns: The version that has this content, and whether it is new.
  /// - Throws: ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came,
  ///   and then nothing has changed.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> Commit {
    try await commit(CommitCall(.list(list), to: id, options, knowing: heads))
  }

  /// Makes a proposal the next version of a list, while the task is suspended.
  ///
  /// - Parameters:
  ///   - proposal: A list, edits, a changeset or an older version: see ``Proposal``.
  ///   - id: The name of the list, which must exist unless the proposal is a whole list or the
  ///     expected version is 0.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  /// - Returns: The version that has the proposed content, and whether it is new.
  /// - Throws: ``ListStoreError``, and what the proposal's closures throw; `CancellationError` when the
  ///   task was cancelled before its turn came, and then nothing has changed.
  @discardableResult
  public func commit(
    _ proposal: Proposal,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> Commit {
    let call = try CommitCall(proposal, to: id, options, knowing: heads)
    do {
      return try await commit(call)
    } catch ListStoreError.diskFull where proposal.isClearing {
      // The failed attempt has moved the log and made room.
      return try await commit(call)
    }
  }

  /// Changes the head of a list and makes the result its next version, while the task is suspended.
  ///
  /// The closure runs inside the write transaction, on a thread of the store or of another caller.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless the expected version is 0.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  ///   - body: The edits.
  /// - Returns: The version the edits lead to, and whether it is new.
  /// - Throws: ``ListStoreError`` and what `body` throws; `CancellationError` when the task was cancelled
  ///   before its turn came, and then nothing has changed.
  @discardableResult
  public func edit(
    _ id: List.ID,
    options: CommitOptions = CommitOptions(),
    _ body: @escaping @Sendable (inout ListDraft) throws -> Void
  ) async throws -> Commit {
    try await commit(.edit(body), to: id, options: options)
  }
}

// MARK: - One commit

extension ListStore {
  func commit(_ call: CommitCall) throws -> Commit {
    let waiting = try waitingCommit(call)
    let start = ContinuousClock.now
    let result = Result { try database.commit(waiting) }
    let commits = try report(result, of: call.request, since: start)
    for commit in commits { keepUp(after: commit) }
    return commits[0]
  }

  func commit(_ call: CommitCall) async throws -> Commit {
    let waiting = try waitingCommit(call)
    let start = ContinuousClock.now
    let result: Result<[Commit], any Error>
    do {
      result = .success(try await database.commit(waiting))
    } catch {
      result = .failure(error)
    }
    let commits = try report(result, of: call.request, since: start)
    if commits.contains(where: mustKeepUp) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          for commit in commits { self.keepUp(after: commit) }
          continuation.resume()
        }
      }
    }
    return commits[0]
  }

  /// Prepares a commit for the queue.
  private func waitingCommit(_ call: CommitCall) throws -> WaitingCommit {
    try call.validate()
    // If the transaction fails, the heads that this and other commits have made do not exist.
    let undo = { [heads] in heads.removeAll() }
    return WaitingCommit(key: call.request.options.key, undo: undo) { [self] database in
      try make(call, in: database)
    }
  }

  /// Makes the versions of a call inside a transaction of the store's own.
  func make(_ call: CommitCall, in database: Database) throws -> [Commit] {
    let generation = self.database.generation.current
    var made: [CommitCall.Made] = []
    do {
      try call.run(
        in: database,
        committing: { proposal, request in
          let (commit, head) = try committer(proposal, request, generation, database).commit()
          heads.insert(head, generation: generation)
          return (commit, head)
        },
        into: &made
      )
    } catch {
      // The commit of the list is undone if that of its values fails.
      if !made.isEmpty { heads.removeAll() }
      throw error
    }
    return made.map(\.commit)
  }

  func committer(
    _ proposal: Committer.NextVersion,
    _ request: CommitRequest,
    _ generation: Int?,
    _ database: Database
  ) -> Committer {
    Committer(
      database: database,
      request: request,
      proposal: proposal,
      heads: heads,
      generation: generation,
      now: self.database.configuration.now
    )
  }

  /// Wakes feeds, and tells the configuration's listener how a commit has ended.
  private func report(
    _ result: Result<[Commit], any Error>,
    of request: CommitRequest,
    since start: ContinuousClock.Instant
  ) throws -> [Commit] {
    switch result {
    case .success(let commits):
      if commits.contains(where: { $0.outcome == .committed }) { signal.notify() }
      database.report(.committed(commits[0], duration: start.duration(to: .now)))
    case .failure(is CancellationError):
      break
    case .failure(let error):
      database.report(.commitFailed(list: request.list, error))
    }
    return try result.get()
  }
}

extension ListStore.Proposal {
  fileprivate var isClearing: Bool { if case .clearing = source { true } else { false } }
}
