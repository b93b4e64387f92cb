public import ListDiff
public import ListModel

// Replication: several stores hold the same lists. Changes that were decided elsewhere are appended
// unchanged, so every store that appends the same log has the same versions.

/// A log that decides the versions of lists, one after the other.
///
/// A ``ListStore`` is one. If many hosts share a log of another kind, a store on each host decides what
/// its next change would be, appends that to the log, and applies what the log has taken.
public protocol CommitLog: Sendable {
  /// The changes after a version, in order, without end.
  associatedtype Feed: AsyncSequence<Change, any Error>

  /// Makes a change the next version of its list, if the list is at the version the change starts from.
  ///
  /// - Parameter change: A change of one version, with the fingerprints before and after it. Its key
  ///   makes the call safe to repeat; its sequence number has no influence.
  /// - Returns: The outcome; a list at another version is a conflict, not an error. A change whose key
  ///   the list knows is a duplicate of the version that has that key, whatever it contains.
  /// - Throws: An error when the outcome is unknown, or the log cannot take the change.
  func append(_ change: Change) async throws -> AppendOutcome

  /// The changes after a version, in order, without end.
  ///
  /// The sequence throws an error when it cannot go on from that version: the reader begins again with
  /// ``beginning(of:)``.
  func feed(of list: List.ID, after version: Int) -> Feed

  /// Returns the newest version of a list; `nil` if the log has no such list.
  func head(of list: List.ID) async throws -> ListInfo?

  /// Returns a version of a list from which ``feed(of:after:)`` can go on; `nil` if the log has no such
  /// list, or all its changes.
  func beginning(of list: List.ID) async throws -> Snapshot?

  /// Takes note of how far this host has applied a list, so that the log keeps what the host still needs.
  ///
  /// Returns at once. A log that keeps everything does nothing, which is the default.
  func noteApplied(_ version: Int, of list: List.ID)
}

extension CommitLog {
  /// Does nothing.
  public func noteApplied(_ version: Int, of list: List.ID) {}
}

/// A log that names its lists, so that a host can follow all of them, with those that are still to come.
public protocol ListingLog: CommitLog {
  /// Newest versions of lists.
  associatedtype Heads: AsyncSequence<[ListInfo], any Error>

  /// Returns the newest versions of all lists, then those of lists that are new or have changed, without end.
  ///
  /// Versions between may be left out, and a list may come again unchanged.
  func listHeads() -> Heads
}

/// Why a log on another machine did not do what was asked.
public enum CommitLogError: Error, Hashable, Sendable {
  /// The log did not answer. If a change was being appended, it may or may not be in the log: append it
  /// again with the same key, which tells.
  case unreachable(reason: String)
  /// The feed cannot go on from a version: the log no longer has the changes after it, or the list was
  /// begun again. Begin with ``CommitLog/beginning(of:)``.
  case cannotContinue(list: List.ID, after: Int, reason: String)
  /// The log answered that it does not do this; `reason` says why and what to do.
  case refused(reason: String)
}

extension CommitLogError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .unreachable(let reason):
      "the log does not answer: \(reason); what was sent may or may not be in it, and the same key tells"
    case .cannotContinue(let list, let version, let reason):
      "the log cannot go on from version \(version) of list \"\(list)\": \(reason); begin again with its "
        + "newest snapshot"
    case .refused(let reason):
      "the log refuses: \(reason)"
    }
  }
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
  /// All older ones: the list is begun again.
  ///
  /// This is for a replica that was away for longer than its source retains changes. The replica
  /// loses its older versions and commit keys of the list; consumers of the list are told to read it
  /// again, see ``CatchUp/Reason/compacted``.
  case olderVersions
}

extension AppendOutcome {
  init(_ commit: Commit) {
    self =
      commit.outcome == .committed
      ? .appended(version: commit.version) : .duplicate(version: commit.version)
  }
}

extension CommitCall {
  /// A change that was decided elsewhere, with its key, author and message.
  init(_ change: Change, replacing replaced: ReplacedVersions) {
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
  /// Makes a change the next version of its list, if the list is at the version the change starts from,
  /// while the task is suspended.
  ///
  /// - Parameter change: A change of one version, which is checked against the list in every respect.
  /// - Returns: The outcome. A change whose key the list knows is a duplicate of the version that has that
  ///   key; one without a key is a duplicate if the list has that very version.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` when it does not fit the list, and other
  ///   errors of a commit; `CancellationError` when the task was cancelled before its turn came, and then
  ///   nothing has changed.
  public func append(_ change: Change) async throws -> AppendOutcome {
    if let known = try version(ofKeyIn: change) { return .duplicate(version: known) }
    do {
      let outcome = try await apply(change)
      if case .duplicate = outcome, change.key != nil { return try outcomeOfRace(for: change) }
      return outcome
    } catch let error as ListStoreError {
      switch error {
      case .forked, .changeRefused: break
      default: throw error
      }
      guard let head = try head(of: change.list),
        head.version != change.parent || head.fingerprint != change.parentFingerprint
      else { throw error }
      return try outcomeOfRace(for: change)
    }
  }

  /// Returns the outcome of a change that another one has forestalled.
  private func outcomeOfRace(for change: Change) throws -> AppendOutcome {
    if let known = try version(ofKeyIn: change) { return .duplicate(version: known) }
    return .conflict(head: try info(of: change.list))
  }

  private func version(ofKeyIn change: Change) throws -> Int? {
    guard let key = change.key else { return nil }
    return try database.read { database in
      guard let head = try ListRows.find(change.list, in: database) else { return nil }
      return try ChangeLog.version(of: key, list: head.row, in: database)
    }
  }

  /// Returns the newest version of a list; `nil` if the store has no such list.
  ///
  /// - Throws: ``ListStoreError``.
  public func head(of list: List.ID) throws -> ListInfo? {
    try database.read { try ListRows.find(list, in: $0)?.info }
  }

  /// Returns the newest version of a list; `nil` if the store has no such list.
  ///
  /// - Throws: ``ListStoreError``.
  public func beginning(of list: List.ID) throws -> Snapshot? {
    try head(of: list) == nil ? nil : snapshot(of: list)
  }

  /// Appends a change that was decided elsewhere, unchanged: its version, time, author, key and
  /// changeset.
  ///
  /// A change that leads from the empty list to a later version than the first begins the list with
  /// that version, as an export does that does not have all versions, or a list that was cleared.
  ///
  /// A change that is there already is passed over, so that an interrupted import can be repeated,
  /// as long as the store retains its first version: an older change is refused, because it cannot
  /// be compared any more. After a compaction, go on with an export that begins with the store's
  /// head or a version before it, see `export(_:from:through:write:)` of `ListKeeping`.
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
    AppendOutcome(try commit(CommitCall(change, replacing: replaced)))
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
    AppendOutcome(try await commit(CommitCall(change, replacing: replaced)))
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
    AppendOutcome(try commit(CommitCall(snapshot, replacing: replaced)))
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
    AppendOutcome(try await commit(CommitCall(snapshot, replacing: replaced)))
  }
}
