public import ListDiff
public import ListModel

// Replication: several stores hold the same lists. Changes that were decided elsewhere are appended
// unchanged, so every store that appends the same log has the same versions.

/// A log that decides the versions of lists, one after the other.
///
/// A ``ListStore`` is one. If many hosts share a log of another kind, a store on each host appends to
/// that log, follows its ``feed(of:after:)``, and gives each change to `ListStore.apply`.
public protocol CommitLog: Sendable {
  /// The changes after a version, in order, without end.
  associatedtype Feed: AsyncSequence<Change, any Error>

  /// Makes a changeset the next version of a list, if the list is at the expected version.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - options: The version the changeset starts from, a key that makes the call safe to repeat, and
  ///     the author.
  /// - Returns: The outcome; a list at another version is a conflict, not an error.
  /// - Throws: An error when the outcome is unknown, or the changeset does not fit the list.
  func append(
    _ changeset: Changeset,
    to list: List.ID,
    options: CommitOptions
  ) async throws -> AppendOutcome

  /// The changes after a version, in order, without end.
  func feed(of list: List.ID, after version: Int) -> Feed
}

/// The outcome of appending a change.
public enum AppendOutcome: Hashable, Sendable {
  /// It made this version.
  case appended(version: Int)
  /// The change was there already, as this version: its key or, for a recorded change, its version
  /// and fingerprint show so.
  case duplicate(version: Int)
  /// The list is at another version. Rebase the changeset onto the changes since, and try again.
  case conflict(head: ListInfo)
}

/// The versions of a list that a later version from elsewhere may replace.
public enum ReplacedVersions: Hashable, Sendable {
  /// None: a list that exists at an older version is left alone, and the call is refused.
  case nothing
  /// All older ones: the list is begun anew.
  ///
  /// This is for a replica that was away for longer than its source retains changes. The replica
  /// loses its older versions and commit keys of the list; consumers of the list are told to read it
  /// anew, see ``CatchUp/Reason/compacted``.
  case olderVersions
}

extension AppendOutcome {
  init(_ commit: Commit) {
    self =
      commit.outcome == .committed
      ? .appended(version: commit.version) : .duplicate(version: commit.version)
  }

  /// Turns a version mismatch into a conflict, and throws any other error unchanged.
  init(conflict error: ListStoreError) throws {
    guard case .versionMismatch(let list, _, let head, let fingerprint) = error else { throw error }
    self = .conflict(head: ListInfo(id: list, version: head, fingerprint: fingerprint))
  }
}

extension CommitStep {
  /// A change that was decided elsewhere, with its key, author and message.
  fileprivate init(_ change: Change, replacing replaced: ReplacedVersions) {
    self.init(
      proposal: .recorded(change, replacing: replaced),
      request: CommitRequest(
        list: change.list,
        options: CommitOptions(key: change.key, author: change.author, message: change.message)
      )
    )
  }

  /// The version that a list begins with.
  fileprivate init(_ snapshot: Snapshot, replacing replaced: ReplacedVersions) {
    self.init(
      proposal: .adopted(snapshot, replacing: replaced),
      request: CommitRequest(list: snapshot.id)
    )
  }
}

extension ListStore: CommitLog {
  /// Makes a changeset the next version of a list, if the list is at the expected version, while the
  /// task is suspended.
  ///
  /// This is a commit of ``Proposal/changes(_:)`` that returns a conflict instead of throwing it.
  ///
  /// - Parameters:
  ///   - changeset: The changes, which are checked against the list in every respect.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - options: The version the changeset starts from, a key that makes the call safe to repeat,
  ///     and the author. If any version may be the head, the changeset starts at the head.
  /// - Returns: The outcome. A changeset that changes nothing appends nothing and is a duplicate of
  ///   the version it starts from; but if the list does not exist yet, it makes version 1, which is
  ///   empty.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` when it does not fit the list, and other
  ///   errors of a commit; `CancellationError` when the task was cancelled before its turn came, and then
  ///   nothing has changed.
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> AppendOutcome {
    do {
      return AppendOutcome(try await commit(.changes(changeset), to: list, options: options))
    } catch let error as ListStoreError {
      return try AppendOutcome(conflict: error)
    }
  }

  /// Appends a change that was decided elsewhere, unchanged: its version, time, author, key and
  /// changeset.
  ///
  /// A change that leads from the empty list to a later version than the first begins the list with
  /// that version, as an export does that has not all versions, or a list that was cleared.
  ///
  /// A change that is there already is passed over, so that an interrupted import can be repeated,
  /// as long as the store retains its first version: an older change is refused, because it cannot
  /// be compared any more. After a compaction, go on with an export that begins with the store's
  /// head or a version before it, see ``export(_:from:through:write:)``.
  ///
  /// - Parameters:
  ///   - change: The next change of its list, one that begins it, or one that was applied before.
  ///   - replaced: The versions to replace when the change begins the list with a version later
  ///     than all it has.
  /// - Returns: ``AppendOutcome/appended(version:)``, or ``AppendOutcome/duplicate(version:)`` when
  ///   the store has that very version.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when the store has another list at that
  ///   version or before it; ``ListStoreError/changeRefused(list:reason:)`` when the change is not
  ///   the next one, does not fit, does not lead to its fingerprint, or would replace versions that
  ///   are not to be replaced. Nothing has changed then.
  @discardableResult
  public func apply(
    _ change: Change,
    replacing replaced: ReplacedVersions = .nothing
  ) throws -> AppendOutcome {
    AppendOutcome(try commit(CommitStep(change, replacing: replaced)))
  }

  /// Appends a change that was decided elsewhere, unchanged, while the task is suspended.
  ///
  /// - Parameters:
  ///   - change: The next change of its list, one that begins it, or one that was applied before.
  ///   - replaced: The versions to replace when the change begins the list with a version later
  ///     than all it has.
  /// - Returns: As the blocking form.
  /// - Throws: As the blocking form; `CancellationError` when the task was cancelled before its turn
  ///   came. Nothing has changed then.
  @discardableResult
  public func apply(
    _ change: Change,
    replacing replaced: ReplacedVersions = .nothing
  ) async throws -> AppendOutcome {
    AppendOutcome(try await commit(CommitStep(change, replacing: replaced)))
  }

  /// Begins a list with a version it has elsewhere, so that `apply` can go on from there.
  ///
  /// Versions before it are not available.
  ///
  /// - Parameters:
  ///   - snapshot: The list as it is elsewhere.
  ///   - replaced: What happens to a list that exists here at an older version.
  /// - Returns: ``AppendOutcome/duplicate(version:)`` when the list is at that very version already.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when there is another list of that name;
  ///   ``ListStoreError/changeRefused(list:reason:)`` when the snapshot does not have the fingerprint
  ///   it claims, or the list exists at an older version and is not to be replaced.
  /// - Complexity: O(list); only rows that differ are written.
  @discardableResult
  public func adopt(
    _ snapshot: Snapshot,
    replacing replaced: ReplacedVersions = .nothing
  ) throws -> AppendOutcome {
    AppendOutcome(try commit(CommitStep(snapshot, replacing: replaced)))
  }

  /// Begins a list with a version it has elsewhere, while the task is suspended.
  ///
  /// - Parameters:
  ///   - snapshot: The list as it is elsewhere.
  ///   - replaced: What happens to a list that exists here at an older version.
  /// - Returns: As the blocking form.
  /// - Throws: As the blocking form; `CancellationError` when the task was cancelled before its turn
  ///   came. Nothing has changed then.
  @discardableResult
  public func adopt(
    _ snapshot: Snapshot,
    replacing replaced: ReplacedVersions = .nothing
  ) async throws -> AppendOutcome {
    AppendOutcome(try await commit(CommitStep(snapshot, replacing: replaced)))
  }
}
