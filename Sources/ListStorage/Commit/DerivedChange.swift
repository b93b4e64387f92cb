import ListDiff
import ListModel

/// A changeset that starts at the head and was made from the history of its list.
struct DerivedChange {
  let changeset: Changeset
  /// The fingerprint it leads to, if that is known.
  let fingerprint: Fingerprint?

  init(_ changeset: Changeset) {
    self.changeset = changeset
    fingerprint = nil
  }

  init(_ change: Change) {
    changeset = change.changeset
    fingerprint = change.fingerprint
  }

  /// Rebases a changeset of an earlier version, by id, onto the changes since.
  ///
  /// - Parameters:
  ///   - own: Makes the changeset from the history of the list.
  ///   - version: The version it starts from.
  ///   - head: The version it is rebased onto.
  ///   - travel: The history of the list.
  ///   - request: What the caller expects.
  ///   - resolver: Decides what becomes of an operation that contradicts a change since.
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)``, `RebaseError`, what `own` throws.
  init(
    rebasing own: (TimeTravel) throws -> Changeset,
    from version: Int,
    to head: Int,
    of travel: TimeTravel,
    _ request: CommitRequest,
    resolving resolver: (RebaseConflict) -> RebaseConflict.Answer
  ) throws {
    try travel.head.require(version)
    try travel.requireMade(on: head, from: version, request)
    let own = try own(travel)
    guard version < head else {
      self.init(own)
      return
    }
    let since = try travel.change(from: version, to: head).changeset
    self.init(try own.rebased(onto: since, resolving: resolver).normalized())
  }
}

extension Change {
  /// Checks that the replaced contents were in the list, as far as fingerprints prove it: when
  /// nothing is inserted, deleted or moved.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  func requireProof() throws {
    let updateCount = changeset.updatedCells.count + changeset.updatedSections.count
    guard changeset.operationCount == updateCount else { return }
    var sum = parentFingerprint.value
    for update in changeset.updatedCells {
      let id = Digest(cell: update.id)
      sum &-= FingerprintTerm.component(Digest(try update.old.stored()), of: id)
      sum &+= FingerprintTerm.component(Digest(try update.new.stored()), of: id)
    }
    for update in changeset.updatedSections {
      let id = Digest(section: update.id)
      sum &-= FingerprintTerm.attributes(try Digest(update.old), of: id)
      sum &+= FingerprintTerm.attributes(try Digest(update.new), of: id)
    }
    guard sum == fingerprint.value else {
      throw ListStoreError.corrupted(
        reason:
          "list \"\(list)\", version \(parent): what it says it replaced was never in it; `repair` "
          + "saves what can be proved"
      )
    }
  }
}

extension TimeTravel {
  /// Checks that a commit made on one version can have been made from another.
  ///
  /// Only a repeated commit is made on a version older than the head; if it needs a later version
  /// than that, it is another commit.
  ///
  /// - Throws: ``ListStoreError/keyReused(key:list:version:)``.
  func requireMade(
    on head: Int,
    from version: Int,
    _ request: CommitRequest
  ) throws {
    guard version > head else { return }
    let made = try request.options.key.flatMap {
      try ChangeLog.version(of: $0, list: self.head.row, in: database)
    }
    throw ListStoreError.keyReused(
      key: request.options.key ?? "",
      list: request.list,
      version: made ?? head
    )
  }

  /// Checks that the change to undo is there, and the version it starts from.
  func requireUndoable(_ version: Int) throws {
    if head.floor > 0, version == head.floor { try head.require(version - 1) }
    guard version > head.floor, version <= head.version else {
      throw ListStoreError.unknownVersion(
        version,
        list: head.id,
        available: min(max(head.floor, 1), head.version)...head.version
      )
    }
  }
}
