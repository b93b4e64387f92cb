import Dispatch
public import ListDiff
public import ListModel

// What makes a version, as tasks call it: suspended until the version is there, as their threads are
// few. Of tasks that block, no more could share a wait for the device than there are such threads.
//
// Each is as the call of the same name that blocks, which says more. Closures run on a thread of the
// store's, or on that of another caller. All throw `CancellationError` when the task was cancelled while
// others were before it, and then nothing has changed; whose turn it is, be it to wait for the lock of
// another process, is answered.

extension ListStore {
  /// Makes `list` the next version of the list named `id`, while the task is suspended.
  ///
  /// - Parameters:
  ///   - list: The whole list. Only what differs from the head is written.
  ///   - id: The name of the list; committing to a new name creates the list.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the commit safe to repeat: the same key with the same list returns the version
  ///     it made the first time, whatever the head is by now.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The version that has this content, and whether it is new.
  /// - Throws: ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came,
  ///   and then nothing has changed.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) async throws -> Commit {
    let proposal = try ListProposal(list, knowing: heads.fingerprint(of: id))
    let request = CommitRequest(list: id, expected: expected, key: key, author: author)
    return try await commit(.own(.list(proposal)), request)
  }

  /// Changes the head of a list and makes the result its next version, while the task is suspended.
  ///
  /// The closure runs inside the write transaction, on a thread of the store's or of another caller's.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless `expected` is `.version(0)`.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the edit safe to repeat. A repeated edit runs again on the version it was first
  ///     made on, to prove that it is the same edit.
  ///   - author: Who commits, in the caller's own words.
  ///   - body: The edits.
  /// - Returns: The version the edits lead to, and whether it is new.
  /// - Throws: ``ListStoreError`` and what `body` throws; `CancellationError` when the task was cancelled
  ///   before its turn came, and then nothing has changed.
  @discardableResult
  public func edit(
    _ id: List.ID,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil,
    _ body: @escaping @Sendable (inout ListDraft) throws -> Void
  ) async throws -> Commit {
    let request = CommitRequest(list: id, expected: expected, key: key, author: author)
    return try await commit(.own(.edit(body)), request)
  }

  /// Empties a list and forgets its past, while the task is suspended.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The empty version; ``Commit/Outcome/unchanged`` when there was nothing to forget.
  /// - Throws: ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came,
  ///   and then nothing has changed.
  @discardableResult
  public func clear(
    _ list: List.ID,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: key, author: author)
    do {
      return try await commit(.own(.cleared), request)
    } catch ListStoreError.diskFull {
      // Since then, there is the room that the log has taken.
      return try await commit(.own(.cleared), request)
    }
  }
}

// MARK: - Undo and concurrent edits

extension ListStore {
  /// Makes the list what it was at an earlier version, while the task is suspended.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version to go back to.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The version that has the old content.
  /// - Throws: ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came,
  ///   and then nothing has changed.
  @discardableResult
  public func revert(
    _ list: List.ID,
    to version: Int,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: key, author: author)
    return try await commit(.own(.reverting(to: version)), request)
  }

  /// Undoes one change and keeps all that came after it, while the task is suspended.
  ///
  /// - Parameters:
  ///   - version: The version whose change is undone.
  ///   - list: The name of the list.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of operations whose elements have changed since.
  /// - Returns: The new version; ``Commit/Outcome/unchanged`` when nothing was left to undo.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by default;
  ///   ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came, and then
  ///   nothing has changed.
  @discardableResult
  public func undo(
    version: Int,
    of list: List.ID,
    key: String? = nil,
    author: String? = nil,
    resolving answer: @escaping @Sendable (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort
    }
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    return try await commit(.own(.undoing(version, request, resolving: answer)), request)
  }

  /// Undoes the newest changes of a list, while the task is suspended.
  ///
  /// - Parameters:
  ///   - count: How many changes are undone.
  ///   - list: The name of the list.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The new version; ``Commit/Outcome/unchanged`` when there is nothing to undo.
  /// - Throws: ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came,
  ///   and then nothing has changed.
  @discardableResult
  public func undo(
    last count: Int,
    of list: List.ID,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: key, author: author)
    return try await commit(.own(.undoing(last: count)), request)
  }

  /// Edits the list as it was at a version and carries the edits over to what it has become since, while
  /// the task is suspended.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version the edits are made on, as the caller has it.
  ///   - key: Makes the edit safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of an edit that contradicts a change since.
  ///   - body: The edits, made on the list at `version`.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by default;
  ///   what `body` throws; ``ListStoreError``; `CancellationError` when the task was cancelled before its
  ///   turn came, and then nothing has changed.
  @discardableResult
  public func edit(
    _ list: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: @escaping @Sendable (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort
    },
    _ body: @escaping @Sendable (inout ListDraft) throws -> Void
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    let proposal = Committer.OwnProposal.edit(body, rebasing: version, request, resolving: answer)
    return try await commit(.own(proposal), request)
  }

  /// Carries over what a list changes in an earlier version to what the list has become since, while the
  /// task is suspended.
  ///
  /// - Parameters:
  ///   - list: The whole list, made from `version`.
  ///   - id: The name of the list.
  ///   - version: The version the caller has made the list from.
  ///   - key: Makes the commit safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of a change that contradicts one since.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by default;
  ///   ``ListStoreError``; `CancellationError` when the task was cancelled before its turn came, and then
  ///   nothing has changed.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: @escaping @Sendable (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort
    }
  ) async throws -> Commit {
    let request = CommitRequest(list: id, expected: .any, key: key, author: author)
    let proposal = Committer.OwnProposal.list(
      try ListProposal(list),
      rebasing: version,
      request,
      resolving: answer
    )
    return try await commit(.own(proposal), request)
  }

  /// Carries over a changeset that starts at an earlier version to what the list has become since, while
  /// the task is suspended.
  ///
  /// - Parameters:
  ///   - changeset: What changes.
  ///   - list: The name of the list.
  ///   - version: The version the changeset starts from.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of an operation that contradicts a change since.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by default,
  ///   and when the changeset does not start at that version; ``ListStoreError``; `CancellationError`
  ///   when the task was cancelled before its turn came, and then nothing has changed.
  @discardableResult
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: @escaping @Sendable (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort
    }
  ) async throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    let proposal = Committer.OwnProposal.changeset(
      changeset,
      rebasing: version,
      request,
      resolving: answer
    )
    return try await commit(.own(proposal), request)
  }
}

// MARK: - Replicas

extension ListStore {
  /// Makes a changeset the next version of a list, if the list is at the version it starts from, while
  /// the task is suspended.
  ///
  /// - Parameters:
  ///   - changeset: What changes. It is checked against the list in every respect.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - version: The version the changeset starts from.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: What became of it.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` when it does not fit the list, and other
  ///   errors of a commit; `CancellationError` when the task was cancelled before its turn came, and then
  ///   nothing has changed.
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    after version: Int,
    key: String? = nil,
    author: String? = nil
  ) async throws -> AppendOutcome {
    let request = CommitRequest(list: list, expected: .version(version), key: key, author: author)
    do {
      return AppendOutcome(try await commit(.own(.changeset(changeset)), request))
    } catch let error as ListStoreError {
      return try AppendOutcome(conflict: error)
    }
  }

  /// Appends a change that was decided elsewhere, as it is, while the task is suspended.
  ///
  /// - Parameter change: The next change of its list, or one that was applied before.
  /// - Returns: ``AppendOutcome/appended(version:)``, or ``AppendOutcome/duplicate(version:)`` when
  ///   the store has that very version.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when the store has another list at that
  ///   version or before it; ``ListStoreError/changeRefused(list:reason:)`` when the change is not
  ///   the next one, does not fit, or does not lead to its fingerprint; `CancellationError` when the task
  ///   was cancelled before its turn came. Nothing has changed then.
  @discardableResult
  public func apply(_ change: Change) async throws -> AppendOutcome {
    AppendOutcome(try await commit(.recorded(change), CommitRequest(change)))
  }

  /// Begins a list with a version it has elsewhere, while the task is suspended.
  ///
  /// - Parameters:
  ///   - snapshot: The list as it is elsewhere.
  ///   - replacesOlder: Whether the list is begun anew with the snapshot when it is there up to an older
  ///     version.
  /// - Returns: ``AppendOutcome/duplicate(version:)`` when the list is at that very version already.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when there is another list of that name;
  ///   ``ListStoreError/changeRefused(list:reason:)`` when the snapshot has not the fingerprint it
  ///   claims, or the list is there up to an older version and is not to be replaced;
  ///   `CancellationError` when the task was cancelled before its turn came.
  @discardableResult
  public func adopt(
    _ snapshot: Snapshot,
    replacingOlder replacesOlder: Bool = false
  ) async throws -> AppendOutcome {
    let proposal = Committer.Proposal.adopted(snapshot, time: nil, replacingOlder: replacesOlder)
    return AppendOutcome(try await commit(proposal, CommitRequest(snapshot)))
  }
}

// MARK: - Suspending

extension ListStore {
  private func commit(
    _ proposal: Committer.Proposal,
    _ request: CommitRequest
  ) async throws -> Commit {
    let waiting = try waitingCommit(proposal, request)
    let start = ContinuousClock.now
    let result: Result<Commit, any Error>
    do {
      result = .success(try await database.commit(waiting))
    } catch {
      result = .failure(error)
    }
    let commit = try report(result, of: request, since: start)
    if mustKeepUp(after: commit) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          self.keepUp(after: commit)
          continuation.resume()
        }
      }
    }
    return commit
  }
}
