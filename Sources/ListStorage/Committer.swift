import Foundation
import GRDB
import ListDiff
import ListModel

/// One commit, inside its transaction: key, expected version, difference, rows, changeset.
struct Committer {
  /// Makes the proposal, on top of the draft it is given if it needs one.
  typealias Proposing = (_ draft: () throws -> ListDraft) throws -> ListProposal

  let database: Database
  let request: CommitRequest

  /// Commits what is proposed on top of a list's head.
  ///
  /// - Parameters:
  ///   - state: The head; afterwards, the new head.
  ///   - propose: Makes the proposal.
  /// - Returns: What was committed.
  /// - Throws: ``ListStoreError`` and what `propose` throws.
  func commit(
    to state: inout ListState,
    proposing propose: Proposing
  ) throws -> Commit {
    if let replayed = try replay(on: state, proposing: propose) { return replayed }
    try checkExpectation(of: state)
    let base = state
    let proposal = try propose { ListDraft(of: base, payloads: .rows(database)) }
    let difference = ListDifference(from: state, to: proposal)
    if difference.isEmpty, state.version > 0 {
      try recordKey(for: state)
      return commit(state, .unchanged)
    }

    let parent = state
    if state.row == nil { state.row = try ListRows.insertList(request.list, in: database) }
    guard let row = state.row else { throw ListStoreError.unknownList(request.list) }
    let changeset = try difference.changeset(from: parent, to: proposal, in: database)
    try HeadWriter(database: database, list: row, difference: difference)
      .write(proposal, to: &state)
    state.version = parent.version + 1
    state.fingerprint = state.computedFingerprint
    try ListRows.setHead(
      of: row,
      version: state.version,
      fingerprint: state.fingerprint,
      in: database
    )
    try ChangeLog.append(
      changeset,
      to: state,
      after: parent,
      key: request.key,
      author: request.author,
      in: database
    )
    try recordKey(for: state)
    return commit(state, .committed, operationCount: changeset.operationCount)
  }

  private func commit(
    _ state: ListState,
    _ outcome: Commit.Outcome,
    operationCount: Int = 0
  ) -> Commit {
    Commit(
      list: state.id,
      version: state.version,
      fingerprint: state.fingerprint,
      outcome: outcome,
      operationCount: operationCount
    )
  }

  private func checkExpectation(of state: ListState) throws {
    guard case .version(let expected) = request.expected, expected != state.version else { return }
    throw ListStoreError.versionMismatch(
      list: state.id,
      expected: expected,
      head: state.version,
      fingerprint: state.fingerprint
    )
  }
}

// MARK: - Commit keys

extension Committer {
  /// The first commit with the same key, if there was one.
  ///
  /// What is proposed now is proposed again on the version the first commit found, and must come to
  /// the same list.
  ///
  /// - Throws: ``ListStoreError/keyReused(key:list:version:)`` when it comes to another one.
  private func replay(on state: ListState, proposing propose: Proposing) throws -> Commit? {
    guard let key = request.key, let row = state.row,
      let version = try ChangeLog.version(of: key, list: row, in: database)
    else { return nil }
    let head = try ListRows.require(state.id, in: database)
    let travel = TimeTravel(database: database, head: head)
    let original = try travel.fingerprint(of: version)
    let proposal = try propose {
      let madeVersion = try ChangeLog.key(of: version, list: row, in: database) == key
      return try ListDraft(of: try travel.snapshot(at: madeVersion ? version - 1 : version).list)
    }
    guard proposal.fingerprint == original else {
      throw ListStoreError.keyReused(key: key, list: state.id, version: version)
    }
    return Commit(
      list: state.id,
      version: version,
      fingerprint: original,
      outcome: .replayed,
      operationCount: 0
    )
  }

  private func recordKey(for state: ListState) throws {
    guard let key = request.key, let row = state.row else { return }
    try ChangeLog.record(key, for: state.version, list: row, in: database)
  }
}
