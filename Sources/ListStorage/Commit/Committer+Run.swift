import ListDiff
import ListModel

// Changes made elsewhere, many at once.

extension Committer {
  /// Appends changes of one list that follow each other.
  ///
  /// Each is recorded as it came. The rows are written once, from the composition of all changes, whose
  /// fingerprint must be that of the last one; the fingerprints between are proved by `verify`.
  ///
  /// - Parameter changes: At least one change; the proposal is the first.
  /// - Returns: The commit of each change, and the new head.
  /// - Throws: As ``commit()``.
  func commit(run changes: ArraySlice<Change>) throws -> ([Commit], ListHead) {
    guard changes.count > 1, let last = changes.last else {
      let (commit, head) = try commit()
      return ([commit], head)
    }
    let (stored, _) = try storedHead()
    do {
      var commits: [Commit] = []
      var rest = changes
      while let next = rest.first, let known = try duplicate(of: next, stored.head) {
        commits.append(known)
        rest = rest.dropFirst()
      }
      guard let first = rest.first else { return (commits, stored.head) }
      try requireNext(first, stored.head)
      for change in rest { try requireTime(change.time) }
      let parent = stored.head.fingerprint
      let changesets = try rest.map { try $0.changeset.inStoredForm(for: $0.list) }
      try write(changesets, to: last, in: stored)
      commits += try record(rest, changesets, after: parent, to: stored)
      return (commits, stored.head)
    } catch {
      heads.lastRows.removeAll()
      throw error
    }
  }

  /// Writes the rows of the last version of a run.
  private func write(_ changesets: [Changeset], to last: Change, in stored: StoredHead) throws {
    let together: Changeset
    do {
      together = try Changeset.composition(of: changesets)
    } catch {
      throw ListStoreError.changeRefused(list: last.list, reason: "\(error)")
    }
    var draft = ListDraft(of: stored)
    let outcome = try draft.apply(together, of: last.list)
    guard outcome.fingerprint == last.fingerprint else {
      throw ListStoreError.changeRefused(
        list: last.list,
        reason: "version \(last.version) comes to fingerprint \(outcome.fingerprint), not "
          + "\(last.fingerprint)"
      )
    }
    try writeRows(of: draft, outcome, as: last.version, to: stored)
  }

  /// Records the changes of a run.
  ///
  /// The last one names all rows that were touched: no head lies between.
  private func record(
    _ changes: ArraySlice<Change>,
    _ changesets: [Changeset],
    after parent: Fingerprint,
    to stored: StoredHead
  ) throws -> [Commit] {
    var parent = parent
    var commits: [Commit] = []
    commits.reserveCapacity(changes.count)
    for (change, changeset) in zip(changes, changesets) {
      var head = stored.head
      head.version = change.version
      head.fingerprint = change.fingerprint
      try ChangeLog.append(
        try encoded(changeset),
        touching: change.version == stored.head.version ? stored.touched : TouchedRows(),
        to: head,
        after: parent,
        madeBy: ChangeOrigin(
          time: change.time ?? now(),
          author: change.author,
          key: change.key,
          message: change.message
        ),
        rows: rows
      )
      if let key = change.key, let row = head.row {
        try ChangeLog.record(key, for: change.version, list: row, in: database)
      }
      parent = change.fingerprint
      commits.append(answer(head, .committed, operationCount: changeset.operationCount))
    }
    return commits
  }
}
