import ListDiff
import ListModel

extension Committer {
  /// Appends a change as it was recorded elsewhere.
  func append(_ change: Change, to stored: StoredHead) throws -> Commit {
    if let duplicate = try duplicate(of: change, stored.head) { return duplicate }
    try requireNext(change, stored.head)
    var draft = ListDraft(of: stored)
    try draft.apply(change.changeset, of: change.list)
    let outcome = try draft.outcome()
    guard outcome.fingerprint == change.fingerprint else {
      throw ListStoreError.changeRefused(
        list: change.list,
        reason: "version \(change.version) comes to fingerprint \(outcome.fingerprint), not "
          + "\(change.fingerprint)"
      )
    }
    return try write(draft, outcome, recording: change, to: stored)
  }

  /// The version that is there already.
  private func duplicate(of change: Change, _ head: ListHead) throws -> Commit? {
    guard change.version <= head.version, change.version > 0 else { return nil }
    guard let row = head.row,
      let own = try ChangeLog.fingerprint(of: change.version, list: row, in: database)
    else {
      throw ListStoreError.changeRefused(
        list: change.list,
        reason: "version \(change.version) is older than what the store retains"
      )
    }
    guard own == change.fingerprint else {
      throw ListStoreError.forked(list: change.list, version: change.version)
    }
    return Commit(
      list: change.list,
      version: change.version,
      fingerprint: own,
      outcome: .replayed,
      operationCount: 0
    )
  }

  private func requireNext(_ change: Change, _ head: ListHead) throws {
    guard change.version == head.version + 1, change.parent == head.version else {
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
