import Foundation
import ListDiff
import ListModel

extension Committer {
  /// Appends a change as it was recorded elsewhere, or begins the list with it.
  func append(
    _ change: Change,
    replacing replaced: ReplacedVersions,
    to stored: StoredHead
  ) throws -> Commit {
    if let duplicate = try duplicate(of: change, stored.head) { return duplicate }
    if change.isBeginning(after: stored.head) {
      return try adopt(try change.snapshot(), madeAt: change.time, replacing: replaced, as: stored)
    }
    try requireNext(change, stored.head)
    try requireTime(change.time)
    let changeset = try change.changeset.inStoredForm(for: change.list)
    var draft = ListDraft(of: stored)
    let outcome = try draft.apply(changeset, of: change.list)
    guard outcome.fingerprint == change.fingerprint else {
      throw ListStoreError.changeRefused(
        list: change.list,
        reason: "version \(change.version) comes to fingerprint \(outcome.fingerprint), not "
          + "\(change.fingerprint)"
      )
    }
    return try write(
      draft,
      outcome,
      recording: changeset,
      madeAt: change.time,
      to: stored
    )
  }

  /// Begins a list with a snapshot from elsewhere.
  func adopt(
    _ snapshot: Snapshot,
    madeAt time: Date?,
    replacing replaced: ReplacedVersions,
    as stored: StoredHead
  ) throws -> Commit {
    let isReplaced = replaced == .olderVersions && stored.head.version < snapshot.version
    guard stored.head.version == 0 || isReplaced else {
      guard snapshot.version <= stored.head.version else {
        throw ListStoreError.gap(
          in: snapshot.id,
          after: stored.head.version,
          to: snapshot.version,
          isBeginning: true
        )
      }
      guard stored.head.version == snapshot.version, stored.fingerprint == snapshot.fingerprint
      else { throw ListStoreError.forked(list: snapshot.id, version: stored.head.version) }
      return Commit(
        list: snapshot.id,
        version: snapshot.version,
        fingerprint: snapshot.fingerprint,
        outcome: .duplicate,
        operationCount: 0
      )
    }
    try requireTime(time)
    let list = try ListProposal(snapshot.list)
    var draft = ListDraft(of: stored)
    let outcome = try draft.become(list)
    guard outcome.fingerprint == snapshot.fingerprint, snapshot.version > 0 else {
      throw ListStoreError.changeRefused(
        list: snapshot.id,
        reason: "its snapshot of version \(snapshot.version) does not have its claimed fingerprint"
      )
    }
    return try begin(
      with: list,
      draft,
      outcome,
      as: snapshot.version,
      madeAt: time,
      to: stored
    )
  }

  /// Checks that a time can be stored.
  func requireTime(_ time: Date?) throws {
    guard let time, Change.milliseconds(of: time) == nil else { return }
    throw ListStoreError.changeRefused(
      list: request.list,
      reason: "its time is not in the years 0000 to 9999"
    )
  }

  /// Returns the commit of a change whose version the list already has.
  func duplicate(of change: Change, _ head: ListHead) throws -> Commit? {
    guard change.version <= head.version, change.version > 0 else { return nil }
    guard let row = head.row,
      let own = try ChangeLog.fingerprint(of: change.version, list: row, in: database)
    else {
      throw ListStoreError.changeRefused(
        list: change.list,
        reason: "version \(change.version) is older than what the store retains, which begins "
          + "with version \(try head.row.map { try ListRows.floor(of: $0, in: database) } ?? 0)"
      )
    }
    guard own == change.fingerprint else {
      throw ListStoreError.forked(list: change.list, version: change.version)
    }
    return Commit(
      list: change.list,
      version: change.version,
      fingerprint: own,
      outcome: .duplicate,
      operationCount: 0
    )
  }

  func requireNext(_ change: Change, _ head: ListHead) throws {
    guard change.version <= head.version + 1 else {
      throw ListStoreError.gap(in: change.list, after: head.version, to: change.version)
    }
    guard change.version == head.version + 1, change.follows(version: head.version) else {
      throw ListStoreError.changeRefused(
        list: change.list,
        reason: "it leads from version \(change.parent) to \(change.version); the list is at "
          + "\(head.version)"
      )
    }
    guard change.parentFingerprint == head.fingerprint else {
      throw ListStoreError.forked(list: change.list, version: head.version)
    }
  }
}

extension Change {
  /// Returns whether the change begins its list with a later version than the first, rather than
  /// continues an empty head.
  fileprivate func isBeginning(after head: ListHead) -> Bool {
    parent == 0 && version > 1 && !(head.version == version - 1 && head.fingerprint == .empty)
  }

  /// Returns the list that a change from the empty list leads to.
  fileprivate func snapshot() throws -> Snapshot {
    do {
      let list = try changeset.apply(to: List())
      return Snapshot(id: self.list, version: version, fingerprint: fingerprint, list: list)
    } catch {
      throw ListStoreError.changeRefused(list: list, reason: "\(error)")
    }
  }
}

extension ListStoreError {
  /// Returns the refusal of a change or, if `isBeginning`, a snapshot: versions before it are
  /// missing.
  static func gap(
    in list: List.ID,
    after head: Int,
    to version: Int,
    isBeginning: Bool = false
  ) -> ListStoreError {
    changeRefused(
      list: list,
      reason: "the list is at version \(head), and what was given goes on with \(version): what "
        + "lies between is missing" + (isBeginning ? ", unless it is to be replaced" : "")
    )
  }
}
