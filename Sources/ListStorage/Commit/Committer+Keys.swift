import GRDB
import ListDiff
import ListModel

// Commits that are repeated with their keys.

extension Committer {
  /// Returns the first commit with the same key, if there was one.
  ///
  /// The proposal is made again on the version that the first commit found, and must lead to the
  /// same list.
  ///
  /// - Throws: ``ListStoreError/keyReused(key:list:version:)`` when it leads to another list.
  func duplicate(of proposal: NextVersion, on head: ListHead) throws -> Commit? {
    guard let key = request.options.key, let row = head.row,
      let version = try ChangeLog.version(of: key, list: row, in: database)
    else { return nil }
    let stored = try ListRows.require(head.id, in: database)
    // The version is not retained any more, and so neither is its key.
    guard version >= stored.floor else { return nil }
    let travel = TimeTravel(database: database, head: stored)
    let original = try travel.fingerprint(of: version)
    guard try fingerprint(of: proposal, onTopOf: version, key, row, travel) == original else {
      throw ListStoreError.keyReused(key: key, list: head.id, version: version)
    }
    return Commit(
      list: head.id,
      version: version,
      fingerprint: original,
      outcome: .duplicate,
      operationCount: 0
    )
  }

  private func fingerprint(
    of proposal: NextVersion,
    onTopOf version: Int,
    _ key: String,
    _ row: Int64,
    _ travel: TimeTravel
  ) throws -> Fingerprint {
    switch proposal {
    case .list(let list):
      return list.fingerprint
    case .declared(let change):
      return try ListProposal(change.list).fingerprint
    case .cleared:
      return .empty
    case .edit, .changeset, .derived, .recorded, .adopted:
      // A keyed commit that changed nothing stands for the head it found.
      let own = try ChangeLog.key(of: version, list: row, in: database)
      let madeVersion = own.map { $0.utf8.elementsEqual(key.utf8) } ?? false
      let start = madeVersion ? version - 1 : version
      // The version it was made on is not retained: the known key has to be proof enough.
      guard start >= travel.head.floor else { return try travel.fingerprint(of: version) }
      let base = try LooseList(travel.snapshot(at: start))
      var draft = ListDraft(of: base)
      do {
        return try propose(proposal, &draft, start).fingerprint
      } catch ListStoreError.unknownVersion(let missing, _, _) where missing < travel.head.floor {
        // An older version it was made from is not retained either.
        return try travel.fingerprint(of: version)
      }
    }
  }

  func recordKey(for head: ListHead) throws {
    guard let key = request.options.key, let row = head.row else { return }
    try ChangeLog.record(key, for: head.version, list: row, in: database)
  }
}
