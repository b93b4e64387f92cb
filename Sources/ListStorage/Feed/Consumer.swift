public import GRDB
public import ListDiff
public import ListModel

/// A named consumer of a list's feed, whose position is kept in the store.
///
/// A consumer applies a change and moves on in one transaction, so each change takes effect exactly
/// once, even if a process is killed at any time:
///
/// ```swift
/// let consumer = try store.consumer("search", of: "home")
/// while try consumer.consume({ delivery in
///   for change in delivery.changes {
///     try index(change.changeset, in: delivery.database)
///   }
/// }) {}
/// ```
///
/// Only one holder of a name works at a time: it has a lease, which its calls renew. Another can
/// take the lease over when it has run out; the worker that has lost it can do nothing any more.
public struct Consumer: Sendable {
  /// The name of the consumer, unique for its list.
  public let name: String
  /// The list whose feed it reads.
  public let list: List.ID
  /// How long the lease lasts after each call; after a call that finds nothing to do, at least half
  /// as long.
  public let lease: Duration
  /// How much it reads at once.
  public var limits = CatchUpLimits()
  /// How often the same version may fail before it is parked.
  public var failureLimit = 3
  /// The authors whose versions it is not given, because it made them itself.
  ///
  /// The consumer moves past these versions, and the next change starts at the list with them:
  /// version and fingerprint of its parent include them. That suits a consumer that goes by ids,
  /// and a copy that has applied each of its own changes at the version it was committed after,
  /// which ``ExpectedVersion/version(_:)`` ensures. Any other copy notices at the first change,
  /// whose parent differs from it. A composed change ends before a skipped version; a list that is
  /// read again has all versions.
  public var skippedAuthors: [String] = []

  let store: ListStore
  let holder: [UInt8]

  /// The next step of a consumer, inside the transaction that also moves it on.
  public struct Delivery {
    /// The step; never ``CatchUp/upToDate(_:)``.
    public let catchUp: CatchUp
    /// The database for results that belong to the same transaction.
    public let database: Database
    let head: ListRows.Head

    /// The changes to apply, one after the other; empty when the list has to be read again.
    public var changes: [Change] {
      switch catchUp {
      case .changes(let changes, _): changes
      case .collapsed(let change, _): [change]
      case .upToDate, .resync: []
      }
    }

    /// Reads the list again, as it was at the beginning of the transaction.
    ///
    /// Versions that are committed in the transaction come next.
    ///
    /// - Throws: ``ListStoreError``.
    public func snapshot() throws -> Snapshot {
      try ListStoreError.translating(in: database) {
        let now = try ListRows.require(head.id, in: database)
        return try TimeTravel(database: database, head: now).snapshot(at: head.version)
      }
    }
  }
}

// MARK: - Consuming

extension Consumer {
  /// Returns the consumer's position.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` and errors of the store.
  public func position() throws -> CursorToken {
    try store.database.read { database in
      let head = try ListRows.require(list, in: database)
      return try cursor(of: head, in: database).token(of: head)
    }
  }

  /// Handles the next step, and moves on, in one transaction.
  ///
  /// - Parameter body: Handles the step; it must use the store through ``Delivery/database`` only.
  ///   When it throws, nothing has happened, except that the failure is counted. Versions that
  ///   failed together are then tried one at a time; a step that has failed ``failureLimit`` times
  ///   by itself is parked: a version, a composed change, or reading the list again.
  /// - Returns: `false` when there was nothing to do.
  /// - Throws: ``ConsumerError``; what `body` throws, as it is; errors of the store.
  public func consume(_ body: (Delivery) throws -> Void) throws -> Bool {
    try advance(
      { cursor, head, database in
        let catchUp = try cursor.next(
          limits: limits,
          skipping: skippedAuthors,
          of: head,
          verdicts: store.verdicts,
          in: database
        )
        return Step(catchUp, FailedStep(catchUp))
      },
      doing: { catchUp, head, database in
        try body(Delivery(catchUp: catchUp, database: database, head: head))
      }
    )
  }

  /// Tries the parked step again.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func retry() throws {
    try change { cursor, _, _ in cursor.retry() }
  }

  /// Skips the last failed step: one version, even if many come after it; or a composed change, up
  /// to the version it led to when it failed; or reading the list again.
  ///
  /// When nothing has failed, it skips the next version, also when its stored change is damaged.
  /// Reading the list again is not skipped before it has failed.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func skip() throws {
    try change { cursor, head, database in
      try cursor.skip(
        skipping: skippedAuthors,
        of: head,
        verdicts: store.verdicts,
        in: database
      )
    }
  }

  /// Gives up the lease, so that another can take it at once.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func release() throws {
    try store.database.write { database in
      let head = try ListRows.require(list, in: database)
      var cursor = try heldCursor(of: head, in: database)
      cursor.holder = nil
      try CursorRows.set(cursor, list: head.row, in: database)
    }
  }
}

// MARK: - Moving on

extension Consumer {
  /// The next step of a consumer, and where it leads.
  struct Step<Content> {
    /// The work to do; `nil` for none.
    var content: Content?
    /// Where it begins, if that is known to be after the consumer's position: past skipped
    /// versions.
    var start: CursorToken?
    /// Where it ends.
    var end: CursorToken
    /// The step to record if it fails.
    var failure: FailedStep
  }

  /// Does a step, and moves on, in one transaction.
  ///
  /// - Returns: `false` when there was nothing to do.
  func advance<Content>(
    _ next: (CursorRows.Cursor, ListRows.Head, Database) throws -> Step<Content>,
    doing body: (Content, ListRows.Head, Database) throws -> Void
  ) throws -> Bool {
    var failure: Failure?
    do {
      return try store.database.write { database in
        let head = try ListRows.require(list, in: database)
        var cursor = try heldCursor(of: head, in: database)
        if let reason = cursor.parked {
          throw ConsumerError.parked(name: name, version: cursor.version + 1, reason: reason)
        }
        let step = try next(cursor, head, database)
        do {
          if let content = step.content {
            try CallerError.boxing { try body(content, head, database) }
          }
          guard database.isInsideTransaction else {
            throw ConsumerError.transactionEnded(name: name)
          }
        } catch {
          failure = Failure(
            error: (error as? CallerError)?.error ?? error,
            position: cursor.token(of: head),
            start: step.start,
            step: step.failure
          )
          throw error
        }
        guard step.content != nil || step.end != cursor.token(of: head) else {
          try renewIfDue(cursor, of: head, in: database)
          return false
        }
        cursor.move(to: step.end)
        try set(cursor, of: head, in: database)
        return step.content != nil
      }
    } catch {
      // If counting fails, the consumer or the device is lost: the first error says more.
      if let failure { try? count(failure) }
      throw error
    }
  }

  /// A step that failed.
  private struct Failure {
    var error: any Error
    /// The consumer's position.
    var position: CursorToken
    /// Where the step begins, see ``Step/start``.
    var start: CursorToken?
    var step: FailedStep
  }

  /// Counts a failure, in a transaction after the one that failed: a worker that has moved or
  /// parked the consumer in between has dealt with it.
  private func count(_ failure: Failure) throws {
    try change { cursor, head, _ in
      guard cursor.parked == nil, cursor.token(of: head) == failure.position else { return }
      if let start = failure.start { cursor.stand(at: start) }
      cursor.fail(failure.step)
      if cursor.failures >= failureLimit { cursor.parked = "\(failure.error)" }
    }
  }
}

extension FailedStep {
  init(_ catchUp: CatchUp) {
    switch catchUp {
    case .upToDate: self = .versions(0)
    case .changes(let changes, _): self = .versions(changes.count)
    case .collapsed(let change, _): self = .composed(through: change.version)
    case .resync: self = .list
    }
  }
}

extension Consumer.Step<CatchUp> {
  init(_ catchUp: CatchUp, _ failure: FailedStep) {
    self.failure = failure
    end = catchUp.next
    switch catchUp {
    case .upToDate:
      return
    case .changes(let changes, _):
      start = changes.first.map { end.at($0.parent, $0.parentFingerprint) }
    case .collapsed(let change, _):
      start = end.at(change.parent, change.parentFingerprint)
    case .resync:
      break
    }
    content = catchUp
  }
}

extension CursorToken {
  /// Returns the token of another version of the same list.
  func at(_ version: Int, _ fingerprint: Fingerprint) -> CursorToken {
    CursorToken(lineage: lineage, epoch: epoch, version: version, fingerprint: fingerprint)
  }
}

extension CatchUp {
  /// The consumer's token after this step.
  public var next: CursorToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .collapsed(_, let next), .resync(_, let next):
      next
    }
  }
}
