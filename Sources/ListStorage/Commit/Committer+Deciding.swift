import GRDB
package import ListDiff
package import ListModel

/// What a proposal comes to, before anything is written.
package enum Decision: Sendable {
  /// There is nothing to write: the proposal changes nothing, or its key was committed before.
  case settled(Commit)
  /// The change that would make the next version.
  case change(Change)
}

extension Committer {
  /// Decides what a proposal comes to on the head, in a transaction that only reads.
  ///
  /// - Throws: What ``commit()`` throws for the proposal.
  func decide() throws -> Decision {
    let known = try ListHead.load(request.list, in: database, reusing: nil, generation: nil)
    guard known != nil || proposal.mayCreateList(expecting: request.options.expected) else {
      throw ListStoreError.unknownList(request.list)
    }
    let stored = StoredHead(known ?? ListHead(id: request.list), in: database)
    let head = stored.head
    if let duplicate = try duplicate(of: proposal, on: head) { return .settled(duplicate) }
    try checkExpectation(of: head)
    var draft = ListDraft(of: stored)
    let outcome = try propose(proposal, &draft, head.version)
    let changeset = try outcome.changeset(of: draft)
    if changeset.isEmpty, head.version > 0 { return .settled(answer(head, .unchanged)) }
    return .change(
      Change(
        list: request.list,
        version: head.version + 1,
        parent: head.version,
        time: request.options.time ?? now(),
        author: request.options.author,
        key: request.options.key,
        message: request.options.message,
        parentFingerprint: head.fingerprint,
        fingerprint: outcome.fingerprint,
        changeset: changeset
      )
    )
  }
}

extension ListStore {
  /// Decides what a proposal comes to on the head, and writes nothing.
  ///
  /// - Parameters:
  ///   - proposal: A proposal without values.
  ///   - list: The name of the list.
  ///   - options: As of a commit.
  /// - Returns: The change that the proposal makes, with the time of now.
  /// - Throws: The errors of a commit; ``ListStoreError/invalidEdit(reason:)`` for a proposal with values,
  ///   which are a second list.
  package func decide(
    _ proposal: Proposal,
    for list: List.ID,
    options: CommitOptions
  ) throws -> Decision {
    guard proposal.values.isEmpty else {
      throw ListStoreError.invalidEdit(
        reason: "values are a list of their own, and a log takes one list's change at a time"
      )
    }
    let call = try CommitCall(proposal, to: list, options, knowing: nil)
    try call.validate()
    guard let proposal = call.proposal else {
      throw ListStoreError.invalidEdit(reason: "nothing is proposed")
    }
    return try database.read { database in
      let committer = committer(proposal, call.request, nil, database)
      if database.isInsideTransaction { return try committer.decide() }
      var decision: Decision?
      try database.inTransaction(.deferred) {
        decision = try committer.decide()
        return .rollback
      }
      guard let decision else { throw ListStoreError.noTransaction }
      return decision
    }
  }
}
