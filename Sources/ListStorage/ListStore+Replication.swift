public import ListDiff
public import ListModel

// A store as one of several that hold the same lists: changes decided elsewhere are appended as
// they are, and every store that appends the same log has the same versions.

/// Where the versions of lists are decided, one after the other.
///
/// A ``ListStore`` is one. Another store that has a log of its own kind in front, shared by many
/// hosts, appends there, follows ``feed(of:after:)`` of the log, and gives what comes to
/// ``ListStore/apply(_:)``.
public protocol CommitLog: Sendable {
  /// The changes after a version, in order, without end.
  associatedtype Feed: AsyncSequence<Change, any Error>

  /// Makes a changeset the next version of a list, if the list is at the version it starts from.
  ///
  /// - Parameters:
  ///   - changeset: What changes.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - version: The version the changeset starts from.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: What became of it; that the list is at another version is no error.
  /// - Throws: When nobody knows what became of it, or the changeset does not fit the list.
  func append(
    _ changeset: Changeset,
    to list: List.ID,
    after version: Int,
    key: String?,
    author: String?
  ) async throws -> AppendOutcome

  /// The changes after a version, in order, without end.
  func feed(of list: List.ID, after version: Int) -> Feed
}

/// What became of an appended change.
public enum AppendOutcome: Hashable, Sendable {
  /// It made this version.
  case appended(version: Int)
  /// It was there already, as this version: its key or, for a recorded change, its version and
  /// fingerprint say so.
  case duplicate(version: Int)
  /// The list is at another version. Rebase the changeset onto the changes since, and try again.
  case conflict(head: ListInfo)
}

extension AppendOutcome {
  init(_ commit: Commit) {
    self =
      commit.outcome == .committed
      ? .appended(version: commit.version) : .duplicate(version: commit.version)
  }

  /// That the list is at another version; any other error is thrown as it is.
  init(conflict error: ListStoreError) throws {
    guard case .versionMismatch(let list, _, let head, let fingerprint) = error else { throw error }
    self = .conflict(head: ListInfo(id: list, version: head, fingerprint: fingerprint))
  }
}

extension CommitRequest {
  /// What a change that was decided elsewhere says of who asked for it.
  init(_ change: Change) {
    self.init(list: change.list, expected: .any, key: change.key, author: change.author)
  }

  /// Who asked for the version that a list begins with.
  init(_ snapshot: Snapshot, _ origin: ChangeOrigin = ChangeOrigin()) {
    self.init(list: snapshot.id, expected: .any, key: origin.key, author: origin.author)
  }
}

extension ListStore: CommitLog {
  /// Makes a changeset the next version of a list, if the list is at the version it starts from.
  ///
  /// - Parameters:
  ///   - changeset: What changes. It is checked against the list in every respect.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - version: The version the changeset starts from.
  ///   - key: Makes the call safe to repeat; see ``commit(_:to:expecting:key:author:)``.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: What became of it. A changeset that changes nothing appends nothing and is a
  ///   duplicate of the version it starts from; but on a list that is not there yet, it makes
  ///   version 1, which is empty.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` when it does not fit the list, and
  ///   other errors of a commit.
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    after version: Int,
    key: String? = nil,
    author: String? = nil
  ) throws -> AppendOutcome {
    let request = CommitRequest(list: list, expected: .version(version), key: key, author: author)
    do {
      return AppendOutcome(try commit(.own(.changeset(changeset)), request))
    } catch let error as ListStoreError {
      return try AppendOutcome(conflict: error)
    }
  }

  /// Appends a change that was decided elsewhere, as it is: its version, time, author, key and
  /// changeset.
  ///
  /// - Parameter change: The next change of its list, or one that was applied before.
  /// - Returns: ``AppendOutcome/appended(version:)``, or ``AppendOutcome/duplicate(version:)`` when
  ///   the store has that very version.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when the store has another list at that
  ///   version or before it; ``ListStoreError/changeRefused(list:reason:)`` when the change is not
  ///   the next one, does not fit, or does not lead to its fingerprint. Nothing has changed then.
  @discardableResult
  public func apply(_ change: Change) throws -> AppendOutcome {
    AppendOutcome(try commit(.recorded(change), CommitRequest(change)))
  }

  /// Begins a list with a version it has elsewhere, so that ``apply(_:)`` can go on from there.
  ///
  /// Versions before it are not available.
  ///
  /// - Parameters:
  ///   - snapshot: The list as it is elsewhere.
  ///   - replacesOlder: What to do when the list is there up to an older version, because it was not
  ///     followed for longer than changes are retained where it comes from: whether it is begun anew
  ///     with the snapshot. Its versions and commit keys until then are given up then, whatever they
  ///     were; who follows it here is told to read it anew, see ``CatchUp/Reason/compacted``.
  /// - Returns: ``AppendOutcome/duplicate(version:)`` when the list is at that very version already.
  /// - Throws: ``ListStoreError/forked(list:version:)`` when there is another list of that name;
  ///   ``ListStoreError/changeRefused(list:reason:)`` when the snapshot has not the fingerprint it
  ///   claims, or the list is there up to an older version and is not to be replaced.
  /// - Complexity: O(list); of rows, only those that differ are written.
  @discardableResult
  public func adopt(
    _ snapshot: Snapshot,
    replacingOlder replacesOlder: Bool = false
  ) throws -> AppendOutcome {
    try adopt(snapshot, ChangeOrigin(), replacingOlder: replacesOlder)
  }

  /// Begins a list, knowing where the version comes from.
  func adopt(
    _ snapshot: Snapshot,
    _ origin: ChangeOrigin,
    replacingOlder replacesOlder: Bool = false
  ) throws -> AppendOutcome {
    let proposal = Committer.Proposal.adopted(
      snapshot,
      time: origin.time,
      replacingOlder: replacesOlder
    )
    return AppendOutcome(try commit(proposal, CommitRequest(snapshot, origin)))
  }
}
