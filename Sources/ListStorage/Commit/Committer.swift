import Foundation
import GRDB
import ListDiff
import ListModel

/// One commit, inside its transaction: key, expected version, difference, rows, changeset.
struct Committer {
  let database: Database
  let request: CommitRequest
  let proposal: NextVersion
  let heads: HeadCache
  /// A cached head of this generation is current, and need not be looked up; `nil` when unknown.
  let generation: Int?
  /// Returns the current time.
  let now: @Sendable () -> Date

  var rows: RowNumbers {
    RowNumbers(lastRows: heads.lastRows, generation: generation, database: database)
  }

  /// Commits the proposal on top of a list's head.
  ///
  /// A head that is known from an earlier commit is taken out of ``heads``; when the commit is
  /// refused before anything is written, it is put back. A head that was read is kept only in a
  /// transaction of the store's own: a caller's transaction may have made that head itself, and
  /// undo it.
  ///
  /// - Returns: The commit, and the new head.
  /// - Throws: ``ListStoreError`` and what an edit throws.
  func commit() throws -> (Commit, ListHead) {
    let (stored, wasKnown) = try storedHead()
    do {
      return (try commit(to: stored), stored.head)
    } catch {
      if stored.isBeingWritten {
        heads.lastRows.removeAll()
      } else if stored.head.row != nil, wasKnown || generation != nil {
        heads.insert(stored.head, generation: generation)
      }
      throw error
    }
  }

  /// Returns the only reference to the head, so that it is changed in place, and whether it was
  /// known.
  func storedHead() throws -> (StoredHead, wasKnown: Bool) {
    let known = heads.take(request.list)
    let head = try ListHead.load(
      request.list,
      in: database,
      reusing: known,
      generation: generation
    )
    if let head {
      let wasKnown = known.map { $0.head.isSameVersion(as: head) } ?? false
      return (StoredHead(head, in: database), wasKnown)
    }
    guard proposal.mayCreateList(expecting: request.options.expected) else {
      throw ListStoreError.unknownList(request.list)
    }
    return (StoredHead(ListHead(id: request.list), in: database), wasKnown: false)
  }

  private func commit(to stored: StoredHead) throws -> Commit {
    switch proposal {
    case .recorded(let change, let replaced):
      return try append(change, replacing: replaced, to: stored)
    case .adopted(let snapshot, let replaced):
      return try adopt(snapshot, madeAt: nil, replacing: replaced, as: stored)
    case .list, .declared, .edit, .changeset, .derived, .cleared:
      break
    }
    if let duplicate = try duplicate(of: proposal, on: stored.head) { return duplicate }
    try checkExpectation(of: stored.head)
    if case .cleared = proposal { return try clear(stored) }
    let commit = try writeNext(to: stored)
    if let declared = proposal.declaredList(as: commit.fingerprint) {
      heads.declaredLists.insert(declared, for: request.list)
    }
    return commit
  }

  /// Writes what the proposal makes of the head, unless that is the head itself.
  private func writeNext(to stored: StoredHead) throws -> Commit {
    var proposal = proposal
    if case .declared(let change) = proposal,
      stored.head.version == 0 || change.base != stored.fingerprint
    {
      // It is a change of another version.
      proposal = .list(try ListProposal(change.list, knowing: stored.fingerprint))
    }
    if case .list(let list) = proposal {
      if stored.head.version > 0, list.fingerprint == stored.fingerprint {
        return try unchanged(stored.head)
      }
      if stored.head.row == nil { return try write(list, to: stored) }
    }
    var draft = ListDraft(of: stored)
    let outcome = try propose(proposal, &draft, stored.head.version)
    let changeset = try outcome.changeset(of: draft)
    if changeset.isEmpty, stored.head.version > 0 { return try unchanged(stored.head) }
    return try write(draft, outcome, recording: changeset, to: stored)
  }

  /// Makes a proposal in a draft of the head.
  ///
  /// - Throws: What the proposal throws; ``ListStoreError/invalidEdit(reason:)`` for what was made
  ///   elsewhere, which is recorded as it is.
  func propose(
    _ proposal: NextVersion,
    _ draft: inout ListDraft,
    _ head: Int
  ) throws -> DraftOutcome {
    switch proposal {
    case .list(var list):
      try list.validate()
      return try draft.become(list)
    case .edit(let body):
      try draft.edit(body)
      // The edit may have gone on after an error that made SQLite undo everything.
      guard database.isInsideTransaction else {
        throw ListStoreError.database(reason: "an error that the edit passed over has undone it")
      }
      return try draft.outcome()
    case .changeset(let changeset):
      return try draft.apply(changeset, of: request.list)
    case .derived(let derive):
      let stored = try ListRows.require(request.list, in: database)
      let travel = TimeTravel(database: database, head: stored)
      let derived = try derive(travel, head, request)
      let outcome = try draft.apply(derived.changeset, of: request.list)
      guard derived.fingerprint == nil || derived.fingerprint == outcome.fingerprint else {
        throw ListStoreError.corrupted(
          reason: "list \"\(request.list)\": what its changes say they replaced was never in it; "
            + "`repair` saves what can be proved"
        )
      }
      return outcome
    case .declared(let change):
      do {
        var outcome = try draft.apply(change.changeset, of: request.list)
        // It was found by a comparison, though of lists in memory.
        outcome.isCompared = true
        return outcome
      } catch ListStoreError.changeRefused {
        // Equal view models were encoded differently: the head is not what was declared before.
        draft = ListDraft(of: draft.base)
        return try propose(.list(ListProposal(change.list)), &draft, head)
      }
    case .cleared:
      return try draft.become(ListProposal(List()))
    case .recorded, .adopted:
      throw ListStoreError.invalidEdit(reason: "only a proposal made on the head can be decided")
    }
  }

  /// Writes the empty list as the next version, and removes the versions before it.
  private func clear(_ stored: StoredHead) throws -> Commit {
    let head = stored.head
    if let row = head.row, head.fingerprint == .empty,
      try ListRows.floor(of: row, in: database) == head.version,
      try ChangeLog.parentFingerprint(of: head.version, list: row, in: database) == .empty
    {
      return try unchanged(head)
    }
    var draft = ListDraft(of: stored)
    let outcome = try propose(.cleared, &draft, head.version)
    return try begin(
      with: ListProposal(List()),
      draft,
      outcome,
      as: head.version + 1,
      madeAt: nil,
      to: stored
    )
  }

  /// Writes the next version.
  ///
  /// - Parameters:
  ///   - draft: The draft of the next version.
  ///   - outcome: The difference from the head, and the new fingerprint.
  ///   - changeset: The changeset to record, which makes the same difference.
  ///   - time: When the version was made; now if `nil`.
  ///   - stored: The head; afterwards, the new head.
  /// - Returns: The commit.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` when there is no next version;
  ///   ``ListStoreError``, and what SQLite throws.
  func write(
    _ draft: ListDraft,
    _ outcome: DraftOutcome,
    recording changeset: Changeset,
    madeAt time: Date? = nil,
    to stored: StoredHead
  ) throws -> Commit {
    let body = try encoded(changeset)
    let parent = stored.head.fingerprint
    try writeRows(of: draft, outcome, as: stored.head.version + 1, to: stored)
    return try record(
      body,
      changeset.operationCount,
      touching: stored.touched,
      after: parent,
      at: time,
      to: stored
    )
  }

  func encoded(_ changeset: Changeset) throws -> [UInt8] {
    do {
      return try changeset.encoded()
    } catch {
      throw ListStoreError.changeRefused(list: request.list, reason: "\(error)")
    }
  }

  /// Writes a version, and makes it the oldest one of its list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - draft: The same list, as a draft of the head.
  ///   - outcome: The difference from the head, and the new fingerprint.
  ///   - version: The version.
  ///   - time: When it was made; now if `nil`.
  ///   - stored: The head; afterwards, the new head.
  /// - Returns: The commit.
  /// - Throws: As ``write(_:_:recording:to:)``.
  func begin(
    with list: ListProposal,
    _ draft: ListDraft,
    _ outcome: DraftOutcome,
    as version: Int,
    madeAt time: Date?,
    to stored: StoredHead
  ) throws -> Commit {
    let row = try writeRows(of: draft, outcome, as: version, to: stored)
    try ChangeLog.removeKeys(of: row, in: database)
    let commit = try record(
      try encodedInsertion(of: list),
      list.insertion.operationCount,
      after: .empty,
      at: time,
      to: stored
    )
    // Not earlier: the new change is numbered after the last one, which may be among those removed.
    try ChangeLog.removeChanges(of: row, before: version, in: database)
    try ListRows.set(floor: version, of: row, in: database)
    return commit
  }

  /// Writes the rows of a version, but not the change that makes it.
  ///
  /// - Returns: The list's row.
  @discardableResult
  func writeRows(
    of draft: ListDraft,
    _ outcome: DraftOutcome,
    as version: Int,
    to stored: StoredHead
  ) throws -> Int64 {
    guard version <= Change.lastVersion else {
      throw ListStoreError.changeRefused(
        list: request.list,
        reason: "a list has no version after \(Change.lastVersion)"
      )
    }
    stored.isBeingWritten = true
    let row = try stored.head.row ?? ListRows.insert(request.list, in: database)
    try HeadWriter(
      stored,
      list: row,
      draft: draft,
      difference: outcome.difference,
      rows: rows
    ).write()
    stored.head.row = row
    stored.head.version = version
    stored.head.fingerprint = outcome.fingerprint
    return row
  }

  /// Writes the first version of a list that did not exist.
  private func write(_ list: ListProposal, to stored: StoredHead) throws -> Commit {
    var list = list
    try list.validate()
    stored.isBeingWritten = true
    let row = try ListRows.insert(request.list, in: database)
    let first = FirstVersion(list: list, row: row, rows: rows)
    let parent = stored.head.fingerprint
    stored.head.setSections(try first.write())
    stored.head.row = row
    stored.head.version += 1
    stored.head.fingerprint = list.fingerprint
    return try record(
      try encodedInsertion(of: list),
      list.insertion.operationCount,
      after: parent,
      to: stored
    )
  }

  /// Returns the binary form of the changeset that makes a list from an empty one.
  private func encodedInsertion(of list: ListProposal) throws -> [UInt8] {
    let (bytes, byteCount) = try list.insertion.encoded(
      reserving: list.insertionByteCount,
      limit: ContentLimit.change
    )
    try ChangeLog.requireStorable(byteCount: byteCount, of: request.list)
    return bytes
  }

  /// Records the changeset that made the head, and the rows it touched; these are `nil` when it
  /// wrote the whole list.
  private func record(
    _ changeset: [UInt8],
    _ operationCount: Int,
    touching touched: TouchedRows? = nil,
    after parent: Fingerprint,
    at time: Date? = nil,
    to stored: StoredHead
  ) throws -> Commit {
    try ChangeLog.append(
      changeset,
      touching: touched,
      to: stored.head,
      after: parent,
      madeBy: ChangeOrigin(
        time: time ?? request.options.time ?? now(),
        author: request.options.author,
        key: request.options.key,
        message: request.options.message
      ),
      rows: rows
    )
    try recordKey(for: stored.head)
    return answer(stored.head, .committed, operationCount: operationCount)
  }

  private func unchanged(_ head: ListHead) throws -> Commit {
    try recordKey(for: head)
    return answer(head, .unchanged)
  }

  func answer(
    _ head: ListHead,
    _ outcome: Commit.Outcome,
    operationCount: Int = 0
  ) -> Commit {
    Commit(
      list: head.id,
      version: head.version,
      fingerprint: head.fingerprint,
      outcome: outcome,
      operationCount: operationCount
    )
  }

  func checkExpectation(of head: ListHead) throws {
    guard case .version(let expected) = request.options.expected, expected != head.version else {
      return
    }
    throw ListStoreError.versionMismatch(
      list: head.id,
      expected: expected,
      head: head.version,
      fingerprint: head.fingerprint
    )
  }
}
