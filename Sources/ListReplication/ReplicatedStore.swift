import Foundation
import ListDiff
public import ListModel
public import ListStorage
import Synchronization

/// A store on this host that follows a log which many hosts share.
///
/// ```swift
/// let lists = ReplicatedStore(try ListStore(path: "replica.db"), following: log)
/// try await lists.commit(list, to: "home")
/// ```
///
/// A commit is decided on the local head, appended to the log, and applied here once the log has taken it.
/// If another host was faster, the store catches up and decides again: a list is compared again, an edit
/// runs again, a changeset is rebased where its proposal says so. Reads, feeds and consumers are those of
/// ``store``, whose versions only go forward. Nothing else may commit to that store.
public final class ReplicatedStore<Log: CommitLog>: Sendable {
  /// The local store, to read from.
  public let store: ListStore
  /// The log that decides.
  public let log: Log
  /// How often and how long is tried.
  public let limits: ReplicationLimits
  private let diverged = Mutex<[List.ID: ReplicationError]>([:])

  /// Creates a replicated store.
  ///
  /// - Parameters:
  ///   - store: The local store; its lists are those of the log, or will be.
  ///   - log: The log that decides.
  ///   - limits: How often and how long is tried.
  public init(
    _ store: ListStore,
    following log: Log,
    limits: ReplicationLimits = ReplicationLimits()
  ) {
    self.store = store
    self.log = log
    self.limits = limits
  }

  /// Checks that no call has found a list to be another one here than in the log.
  ///
  /// - Throws: ``ReplicationError/diverged(list:version:own:log:)``.
  package func requireSame(_ list: List.ID) throws {
    if let error = diverged.withLock({ $0[list] }) { throw error }
  }

  /// Applies a change that the log has taken.
  ///
  /// - Throws: ``ReplicationError/diverged(list:version:own:log:)``, and what the store throws.
  func apply(_ change: Change) async throws {
    do {
      try await store.apply(change)
    } catch let error as ListStoreError {
      throw divergence(at: change) ?? error
    }
  }

  /// Applies changes of one list that the log has taken, in one transaction.
  ///
  /// - Throws: As the form for one change, naming the first that does not fit.
  func apply(_ changes: [Change]) async throws {
    guard changes.count > 1 else {
      for change in changes { try await apply(change) }
      return
    }
    do {
      try await store.apply(changes)
    } catch is ListStoreError {
      for change in changes { try await apply(change) }
    }
  }

  /// Returns why a change of the log does not fit, and remembers that; `nil` if the store has the list
  /// that the change starts from.
  private func divergence(at change: Change) -> ReplicationError? {
    let own: Fingerprint?
    let log: Fingerprint
    let version: Int
    if let head = try? store.head(of: change.list), head.version == change.parent {
      (own, log, version) = (head.fingerprint, change.parentFingerprint, change.parent)
    } else {
      own = try? store.changes(of: change.list, after: change.parent, through: change.version)
        .first?
        .fingerprint
      (log, version) = (change.fingerprint, change.version)
    }
    guard let own, own != log else { return nil }
    let error = ReplicationError.diverged(list: change.list, version: version, own: own, log: log)
    diverged.withLock { $0[change.list] = error }
    return error
  }
}

extension ReplicatedStore {
  /// Returns the divergence from a log whose head is not newer than the local one, and remembers it.
  private func divergence(from head: ListInfo) -> ReplicationError {
    let own = try? store.changes(of: head.id, after: head.version - 1, through: head.version).first
    let error = ReplicationError.diverged(
      list: head.id,
      version: head.version,
      own: own?.fingerprint ?? .empty,
      log: head.fingerprint
    )
    diverged.withLock { $0[head.id] = error }
    return error
  }
}

/// How often and how long a ``ReplicatedStore`` tries.
public struct ReplicationLimits: Hashable, Sendable {
  /// How often a commit is decided, if other writers are faster.
  public var attempts: Int
  /// How long a log that does not answer is asked again.
  public var patience: Duration

  /// Creates limits.
  public init(attempts: Int = 100, patience: Duration = .seconds(30)) {
    self.attempts = attempts
    self.patience = patience
  }
}

// MARK: - Committing

extension ReplicatedStore {
  /// Makes `list` the next version of a list.
  ///
  /// - Parameters:
  ///   - list: The whole list.
  ///   - id: The name of the list; committing to a new name creates the list.
  ///   - options: The expected version, a key, and the author. A commit without a key is given one, so that
  ///     it can be repeated when the log does not answer.
  /// - Returns: The version that has this content, and whether it is new. It is in the log and here.
  /// - Throws: `ListStoreError`, ``ReplicationError``, `CommitLogError`.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> Commit {
    try await commit(.list(list), to: id, options: options)
  }

  /// Changes the head of a list and makes the result its next version.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless the expected version is 0.
  ///   - options: As of ``commit(_:to:options:)-(List,_,_)``.
  ///   - body: The edits; they run again when another writer was faster.
  /// - Returns: The version the edits lead to, and whether it is new.
  /// - Throws: As ``commit(_:to:options:)-(List,_,_)``, and what `body` throws.
  @discardableResult
  public func edit(
    _ id: List.ID,
    options: CommitOptions = CommitOptions(),
    _ body: @escaping @Sendable (inout ListDraft) throws -> Void
  ) async throws -> Commit {
    try await commit(.edit(body), to: id, options: options)
  }

  /// Makes a proposal the next version of a list.
  ///
  /// - Parameters:
  ///   - proposal: A list, edits, a changeset or an older version, without values.
  ///   - id: The name of the list.
  ///   - options: As of ``commit(_:to:options:)-(List,_,_)``.
  /// - Returns: The version that has the proposed content, and whether it is new.
  /// - Throws: As ``commit(_:to:options:)-(List,_,_)``; ``ReplicationError/tooManyConflicts(list:attempts:)``.
  @discardableResult
  public func commit(
    _ proposal: ListStore.Proposal,
    to id: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> Commit {
    var options = options
    let key = options.key ?? UUID().uuidString
    options.key = key
    if try store.head(of: id) == nil { try await catchUp(id) }
    var conflicts = 0
    var giveWay = BackOff(
      until: .now + limits.patience,
      first: .milliseconds(2),
      limit: .milliseconds(50)
    )
    for _ in 0..<limits.attempts {
      try Task.checkCancellation()
      try requireSame(id)
      guard let decision = try await decide(proposal, for: id, options) else { continue }
      let change: Change
      switch decision {
      case .settled(let commit): return commit
      case .change(let decided): change = decided
      }
      switch try await append(change, key) {
      case .appended(let version):
        try await apply(change)
        log.noteApplied(version, of: id)
        return Commit(
          list: id,
          version: version,
          fingerprint: change.fingerprint,
          outcome: .committed,
          operationCount: change.changeset.operationCount
        )
      case .duplicate(let version):
        try await catchUp(id, through: version)
        guard (try? store.changes(of: id, after: version - 1, through: version)) != nil else {
          throw ReplicationError.keyOfForgottenVersion(list: id, key: key, version: version)
        }
      case .conflict(let head) where head.version <= change.parent:
        throw divergence(from: head)
      case .conflict(let head):
        conflicts += 1
        // Hosts that come again at once are in each other's way.
        let waited = conflicts > 1 ? try await giveWay.wait() : false
        try await catchUp(id, through: waited ? nil : head.version)
      }
    }
    throw ReplicationError.tooManyConflicts(list: id, attempts: limits.attempts)
  }

  /// Decides what a proposal comes to; `nil` when the list has to be decided on again, because the log had newer
  /// versions.
  ///
  /// Only the log's head can refuse a proposal, or be what is proposed already.
  private func decide(
    _ proposal: ListStore.Proposal,
    for list: List.ID,
    _ options: CommitOptions
  ) async throws -> Decision? {
    let head = try store.head(of: list)?.version ?? 0
    do {
      let decision = try store.decide(proposal, for: list, options: options)
      if case .settled(let commit) = decision, commit.outcome == .unchanged,
        try await bringNewer(list, than: head)
      {
        return nil
      }
      return decision
    } catch let error where !(error is CommitLogError || error is ReplicationError) {
      guard try await bringNewer(list, than: head) else { throw error }
      return nil
    }
  }

  /// Brings versions of a list here that the log has and the store does not.
  ///
  /// - Returns: Whether there were any.
  private func bringNewer(_ list: List.ID, than version: Int) async throws -> Bool {
    guard let head = try await log.head(of: list), head.version > version else { return false }
    try await catchUp(list, through: head.version)
    return true
  }

  /// Appends a change, again and again while the log does not answer.
  private func append(_ change: Change, _ key: String) async throws -> AppendOutcome {
    var backOff = BackOff(until: .now + limits.patience)
    while true {
      do {
        return try await log.append(change)
      } catch CommitLogError.unreachable(let reason) {
        guard try await backOff.wait() else {
          throw ReplicationError.outcomeUnknown(list: change.list, key: key, reason: reason)
        }
      }
    }
  }
}
