public import GRDB
public import ListDiff
public import ListModel

/// A named consumer of a list's feed, whose place is kept in the store.
///
/// What a consumer does with a change and the fact that it has done it are one transaction, so each
/// change takes effect exactly once, whatever is killed when:
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
/// Only one holder of a name works at a time: it has a lease, which every call renews, and which
/// another can take over when it has run out. Whoever has lost it can do nothing any more.
public struct Consumer: Sendable {
  /// The name of the consumer, unique for its list.
  public let name: String
  /// The list whose feed it reads.
  public let list: List.ID
  /// How long the lease lasts after each call.
  public let lease: Duration
  /// How much it reads at once.
  public var limits = CatchUpLimits()
  /// How often the same version may fail before it is parked.
  public var failureLimit = 3

  let store: ListStore
  let holder: [UInt8]

  /// What a consumer is to do next, inside the transaction that also moves it on.
  public struct Delivery {
    /// What brings it further; never ``CatchUp/upToDate(_:)``.
    public let catchUp: CatchUp
    /// Where results are stored that belong to the same transaction.
    public let database: Database
    let head: ListRows.Head

    /// The changes to apply, one after the other; empty when the list has to be read anew.
    public var changes: [Change] {
      switch catchUp {
      case .changes(let changes, _): changes
      case .collapsed(let change, _): [change]
      case .upToDate, .resync: []
      }
    }

    /// The list as it is now, to read it anew.
    ///
    /// - Throws: ``ListStoreError``.
    public func snapshot() throws -> Snapshot {
      try TimeTravel(database: database, head: head).snapshot(at: head.version)
    }
  }
}

// MARK: - Consuming

extension Consumer {
  /// Where the consumer is.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` and errors of the store.
  public func position() throws -> CursorToken {
    try store.database.read { database in
      let head = try ListRows.require(list, in: database)
      return try cursor(of: head, in: database).token(of: head)
    }
  }

  /// Does what is next, and moves on, in one transaction.
  ///
  /// - Parameter body: Does it, and must use the store through ``Delivery/database`` only. When it
  ///   throws, nothing has happened, except that the failure is counted: what comes next is then
  ///   tried one version at a time, and when the same version has failed ``failureLimit`` times, it
  ///   is parked.
  /// - Returns: `false` when there was nothing to do.
  /// - Throws: ``ConsumerError``, errors of the store, and what `body` throws.
  public func consume(_ body: (Delivery) throws -> Void) throws -> Bool {
    var failure: (error: any Error, catchUp: CatchUp)?
    do {
      return try store.database.write { database in
        let head = try ListRows.require(list, in: database)
        var cursor = try heldCursor(of: head, in: database)
        if let reason = cursor.parked {
          throw ConsumerError.parked(name: name, version: cursor.version + 1, reason: reason)
        }
        let catchUp = try cursor.next(limits: limits, of: head, in: database)
        if case .upToDate = catchUp { return false }
        do {
          try body(Delivery(catchUp: catchUp, database: database, head: head))
        } catch {
          failure = (error, catchUp)
          throw error
        }
        cursor.move(to: catchUp.next)
        try set(cursor, of: head, in: database)
        return true
      }
    } catch {
      // Who cannot count the failure has lost the consumer, or the device: the failure says more.
      if let failure { try? count(failure.error, of: failure.catchUp) }
      throw error
    }
  }

  /// Tries a parked version again.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func retry() throws {
    try change { cursor, _, _ in cursor.retry() }
  }

  /// Goes on without doing what is next: one version; or, for a consumer that is given the composed
  /// change or has to read the list anew, all of that.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func skip() throws {
    try change { cursor, head, database in
      try cursor.skip(limits: limits, of: head, in: database)
    }
  }

  /// Lets go of the lease, so that another can be the consumer at once.
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

  private func count(_ failure: any Error, of catchUp: CatchUp) throws {
    try change { cursor, _, _ in
      if case .changes(let changes, _) = catchUp, changes.count > 1 {
        cursor.failures = -changes.count
      } else {
        cursor.failures = max(cursor.failures, 0) + 1
        if cursor.failures >= failureLimit { cursor.parked = "\(failure)" }
      }
    }
  }
}

// MARK: - Leases

extension Consumer {
  /// Takes the lease, which must be free or have run out.
  func take() throws {
    let remaining = try store.database.write { database -> Int64? in
      let head = try ListRows.require(list, in: database)
      var cursor =
        try CursorRows.find(name, list: head.row, in: database)
        ?? CursorRows.Cursor(
          name: name,
          epoch: head.epoch,
          version: 0,
          fingerprint: .empty,
          lease: 0,
          time: 0,
          failures: 0
        )
      let now = store.database.milliseconds
      if let remaining = cursor.remainingLease(at: now) {
        if now < cursor.time {
          // The clock was set back: the lease begins anew, so that it is not as good as endless.
          (cursor.time, cursor.lease) = (now, now + remaining)
          try CursorRows.set(cursor, list: head.row, in: database)
        }
        return remaining
      }
      cursor.holder = holder
      try set(cursor, of: head, in: database)
      return nil
    }
    if let remaining {
      throw ConsumerError.held(name: name, remaining: .milliseconds(remaining))
    }
  }

  private func cursor(of head: ListRows.Head, in database: Database) throws -> CursorRows.Cursor {
    guard let cursor = try CursorRows.find(name, list: head.row, in: database) else {
      throw ConsumerError.removed(name: name)
    }
    return cursor
  }

  private func heldCursor(
    of head: ListRows.Head,
    in database: Database
  ) throws -> CursorRows.Cursor {
    let cursor = try cursor(of: head, in: database)
    guard cursor.holder == holder else { throw ConsumerError.leaseLost(name: name) }
    return cursor
  }

  private func change(
    _ body: (inout CursorRows.Cursor, ListRows.Head, Database) throws -> Void
  ) throws {
    try store.database.write { database in
      let head = try ListRows.require(list, in: database)
      var cursor = try heldCursor(of: head, in: database)
      try body(&cursor, head, database)
      try set(cursor, of: head, in: database)
    }
  }

  /// Writes the cursor with a renewed lease.
  private func set(
    _ cursor: CursorRows.Cursor,
    of head: ListRows.Head,
    in database: Database
  ) throws {
    var cursor = cursor
    cursor.time = store.database.milliseconds
    cursor.lease = cursor.time + Int64(min(max(lease.seconds, 0), 1e9) * 1000)
    try CursorRows.set(cursor, list: head.row, in: database)
  }
}

extension CursorRows.Cursor {
  /// How long nobody else can be the consumer, in milliseconds; `nil` when nobody is.
  func remainingLease(at now: Int64) -> Int64? {
    guard holder != nil else { return nil }
    let remaining = lease - max(now, time)
    return remaining > 0 ? remaining : nil
  }

  func token(of head: ListRows.Head) -> CursorToken {
    CursorToken(
      lineage: head.token.lineage,
      epoch: epoch,
      version: version,
      fingerprint: fingerprint
    )
  }

  /// What the consumer is to do next.
  ///
  /// After several versions failed together it is one at a time: so the others get through, and it
  /// is the version that fails which is parked.
  func next(
    limits: CatchUpLimits,
    of head: ListRows.Head,
    in database: Database
  ) throws -> CatchUp {
    var limits = limits
    if failures != 0 { limits.page = 1 }
    return try Laggard(database: database, head: head, token: token(of: head), limits: limits)
      .catchUp()
  }

  mutating func retry() {
    // By itself, so that it is not the others' failure as well.
    failures = -1
    parked = nil
  }

  mutating func skip(
    limits: CatchUpLimits,
    of head: ListRows.Head,
    in database: Database
  ) throws {
    if failures == 0 { failures = 1 }
    move(to: try next(limits: limits, of: head, in: database).next)
  }

  mutating func move(to token: CursorToken) {
    epoch = token.epoch
    version = token.version
    fingerprint = token.fingerprint
    failures = min(failures + 1, 0)
    parked = nil
  }
}

extension CatchUp {
  /// Where the consumer is when it has done this.
  public var next: CursorToken {
    switch self {
    case .upToDate(let next), .changes(_, let next), .collapsed(_, let next), .resync(_, let next):
      next
    }
  }
}
