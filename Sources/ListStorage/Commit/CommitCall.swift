import GRDB
import ListDiff
import ListModel

/// One call of a committing method: a list's next version, and its values in the same transaction.
struct CommitCall {
  /// The list's next version; `nil` when only values are set.
  var proposal: Committer.NextVersion?
  /// The values to set, by name; `nil` removes one.
  var values: [String: Content?] = [:]
  var request: CommitRequest

  /// A commit in a transaction that is still open, and the head it made; `nil` if it made none.
  typealias Made = (commit: Commit, head: ListHead?)

  /// Checks the names a caller chose.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  func validate() throws {
    try request.validate()
    if !values.isEmpty { try requestOfValues.validate() }
  }

  /// The request for the list of values.
  var requestOfValues: CommitRequest {
    var beside = request
    beside.list = ListStore.valuesID(of: request.list)
    beside.options.key = nil
    return beside
  }

  /// Makes the versions, inside a transaction that is the only one to write.
  ///
  /// - Parameters:
  ///   - database: The database the transaction is open in.
  ///   - committer: Makes one version of one list.
  ///   - made: The commits so far, also when this throws: the list's first, then its values'.
  /// - Throws: ``ListStoreError``, and what the proposal throws.
  func run(
    in database: Database,
    committing committer: (Committer.NextVersion, CommitRequest) throws -> Made,
    into made: inout [Made]
  ) throws {
    let first: Made =
      try proposal.map { try committer($0, request) } ?? (headAsItIs(in: database), nil)
    made.append(first)
    if case .cleared = proposal {
      var beside = requestOfValues
      beside.options.expected = .any
      // The key proves that the values were cleared, as it does for the list.
      beside.options.key = request.options.key
      if try ListRows.find(beside.list, in: database) != nil {
        made.append(try committer(.cleared, beside))
      }
    }
    guard !values.isEmpty, try isNewest(first.commit, in: database) else { return }
    var beside = requestOfValues
    let exists = try ListRows.find(beside.list, in: database) != nil
    beside.options.expected = exists ? .any : .version(0)
    made.append(try committer(.edit { draft in try draft.set(valuesOfList: values) }, beside))
  }

  /// Answers a commit that changes nothing of the list, which need not exist.
  private func headAsItIs(in database: Database) throws -> Commit {
    let head = try ListRows.find(request.list, in: database)
    let commit = Commit(
      list: request.list,
      version: head?.version ?? 0,
      fingerprint: head?.fingerprint ?? .empty,
      outcome: .unchanged,
      operationCount: 0
    )
    if case .version(let version) = request.options.expected, version != commit.version {
      throw ListStoreError.versionMismatch(
        list: commit.list,
        expected: version,
        head: commit.version,
        fingerprint: commit.fingerprint
      )
    }
    return commit
  }

  /// Returns whether a commit is the newest version: other versions may follow a repeated one.
  private func isNewest(_ commit: Commit, in database: Database) throws -> Bool {
    guard commit.outcome == .duplicate else { return true }
    return try ListRows.find(commit.list, in: database)?.version == commit.version
  }
}

extension CommitCall {
  /// Encodes and validates a caller's proposal, as far as that needs no database.
  ///
  /// - Parameters:
  ///   - proposal: The caller's proposal.
  ///   - id: The name of the list.
  ///   - options: What the caller expects of the list, and says of the commit.
  ///   - heads: The known heads; `nil` if a list is to be compared as a whole.
  /// - Throws: ``ListStoreError/invalidList(_:)``.
  init(
    _ proposal: ListStore.Proposal,
    to id: List.ID,
    _ options: CommitOptions,
    knowing heads: HeadCache?
  ) throws {
    self.proposal =
      switch proposal.source {
      case .update(let update, let base?): try update.rebased(from: base)
      case .update(.list(let list), nil):
        try heads?.nextVersion(list, of: id) ?? .list(ListProposal(list))
      case .update(.edit(let body), nil): .edit(body)
      case .update(.changes(let changeset), nil): .changeset(changeset)
      case .derived(let derive): .derived(derive)
      case .clearing: .cleared
      case .nothing: nil
      }
    values = proposal.values
    request = CommitRequest(list: id, options: options)
  }
}

extension ListStore.Proposal.Update {
  /// Returns the update of an earlier version, rebased onto the head.
  fileprivate func rebased(from base: ListStore.Proposal.Base) throws -> Committer.NextVersion {
    let changes = try changes
    return .derived { travel, head, request in
      try DerivedChange(
        rebasing: { try changes($0, base.version) },
        from: base.version,
        to: head,
        of: travel,
        request,
        resolving: base.resolver
      )
    }
  }

  /// Finds the changes that the update makes to a version; a list is encoded at once.
  private var changes: (TimeTravel, _ version: Int) throws -> Changeset {
    get throws {
      switch self {
      case .changes(let changeset):
        return { _, _ in changeset }
      case .list(let list):
        let list = try ListProposal(list)
        return { travel, version in
          var draft = ListDraft(of: try LooseList(travel.snapshot(at: version)))
          return try draft.become(list).changeset(of: draft)
        }
      case .edit(let body):
        return { travel, version in
          var draft = ListDraft(of: try LooseList(travel.snapshot(at: version)))
          try draft.edit(body)
          return try draft.outcome().changeset(of: draft)
        }
      }
    }
  }
}
