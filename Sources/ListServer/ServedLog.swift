import ListModel
import ListReplication
import ListStorage

/// The log that a served store follows: commits go there, and what is missing here may be there.
struct ServedLog: Sendable {
  let commit: @Sendable (ListStore.Proposal, List.ID, CommitOptions) async throws -> Commit
  /// Brings a list here as the log has it now; does nothing when the log does not answer soon.
  let catchUp: @Sendable (List.ID) async throws -> Void
  /// Checks that the list here is the log's.
  let requireSame: @Sendable (List.ID) throws -> Void

  init(of lists: ReplicatedStore<some CommitLog>) {
    commit = { proposal, list, options in
      try await lists.commit(proposal, to: list, options: options)
    }
    catchUp = { list in
      let own = try lists.store.head(of: list)?.version ?? 0
      guard let head = try await lists.log.head(of: list), head.version > own else { return }
      try await lists.catchUp(list, through: head.version)
    }
    requireSame = { list in try lists.requireSame(list) }
  }
}

extension ListStoreError {
  /// Whether what was asked for is not here, and may be in the log.
  var mayBeInLog: Bool {
    switch self {
    case .unknownList: true
    case .unknownVersion(let version, _, let available): version > available.upperBound
    default: false
    }
  }
}
