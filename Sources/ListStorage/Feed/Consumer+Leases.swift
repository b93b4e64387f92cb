import GRDB
import ListDiff
import ListModel

extension Consumer {
  /// Takes the lease, which must be free or have run out.
  func take() throws {
    let remaining = try store.database.write { database -> Int64? in
      let head = try ListRows.require(list, in: database)
      var cursor =
        try CursorRows.find(name, list: head.row, in: database)
        ?? CursorRows.Cursor(new: name, of: head)
      guard cursor.window == nil else {
        throw ConsumerError.otherKind(name: name)
      }
      let now = store.database.milliseconds
      if let remaining = cursor.remainingLease(at: now) {
        if now < cursor.time {
          // The clock was set back: the lease begins again, or it would hardly ever end.
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

  func cursor(of head: ListRows.Head, in database: Database) throws -> CursorRows.Cursor {
    guard let cursor = try CursorRows.find(name, list: head.row, in: database) else {
      throw ConsumerError.removed(name: name)
    }
    return cursor
  }

  func heldCursor(
    of head: ListRows.Head,
    in database: Database
  ) throws -> CursorRows.Cursor {
    let cursor = try cursor(of: head, in: database)
    guard cursor.holder == holder else { throw ConsumerError.leaseLost(name: name) }
    return cursor
  }

  func change(
    _ body: (inout CursorRows.Cursor, ListRows.Head, Database) throws -> Void
  ) throws {
    try store.database.write { database in
      let head = try ListRows.require(list, in: database)
      var cursor = try heldCursor(of: head, in: database)
      try body(&cursor, head, database)
      try set(cursor, of: head, in: database)
    }
  }

  /// Renews the lease of a consumer without work when less than half of it is left: a consumer that
  /// asks every second writes nothing most of the time.
  func renewIfDue(
    _ cursor: CursorRows.Cursor,
    of head: ListRows.Head,
    in database: Database
  ) throws {
    let remaining = cursor.remainingLease(at: store.database.milliseconds) ?? 0
    if remaining < leaseMilliseconds / 2 { try set(cursor, of: head, in: database) }
  }

  private var leaseMilliseconds: Int64 { Int64(min(max(lease.seconds, 0), 1e9) * 1000) }

  /// Writes the cursor with a renewed lease.
  func set(
    _ cursor: CursorRows.Cursor,
    of head: ListRows.Head,
    in database: Database
  ) throws {
    var cursor = cursor
    cursor.time = store.database.milliseconds
    cursor.lease = cursor.time + leaseMilliseconds
    try CursorRows.set(cursor, list: head.row, in: database)
  }
}

extension CursorRows.Cursor {
  /// Makes the cursor of a new consumer.
  init(new name: String, of head: ListRows.Head) {
    self.init(
      name: name,
      epoch: head.epoch,
      version: 0,
      fingerprint: .empty,
      lease: 0,
      time: 0,
      failures: 0
    )
  }

  /// Returns how long the lease still lasts, in milliseconds; `nil` when it is free.
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

  /// Returns the next step of the consumer.
  ///
  /// After several versions failed together, they come one at a time: so only the version that
  /// fails is parked, and the others get through. A failed version stays one version, even if many
  /// come after it.
  func next(
    limits: CatchUpLimits,
    skipping authors: [String] = [],
    of head: ListRows.Head,
    verdicts: Laggard.Verdicts,
    in database: Database
  ) throws -> CatchUp {
    var limits = limits
    if failures != 0 {
      limits.page = 1
      if case .versions = failedStep { limits.exactBytes = nil }
    }
    return try Laggard(
      database: database,
      head: head,
      token: token(of: head),
      limits: limits,
      skippedAuthors: SkippedAuthors(names: authors),
      verdicts: verdicts
    ).catchUp()
  }

  mutating func retry() {
    // One version by itself, so that the others do not fail with it.
    if case .versions = failedStep { failures = -1 } else { failures = 0 }
    parked = nil
  }

  mutating func skip(
    skipping authors: [String] = [],
    of head: ListRows.Head,
    verdicts: Laggard.Verdicts,
    in database: Database
  ) throws {
    let laggard = Laggard(
      database: database,
      head: head,
      token: token(of: head),
      limits: .exact,
      skippedAuthors: SkippedAuthors(names: authors),
      verdicts: verdicts
    )
    move(to: try end(of: failedStep, laggard))
  }

  func end(of step: FailedStep, _ laggard: Laggard) throws -> CursorToken {
    let head = laggard.head
    if step == .list { return head.token }
    // The failed step is not there any more. The consumer is still to be told so.
    guard try laggard.reasonToResync() == nil else { return laggard.token }
    switch step {
    case .composed(let last):
      let travel = TimeTravel(database: laggard.database, head: head)
      return head.token(version: last, fingerprint: try travel.fingerprint(of: last))
    case .versions, .list:
      return try laggard.nextVersion()
    }
  }

  /// Counts the failure of a step, which begins where the consumer is.
  mutating func fail(_ step: FailedStep) {
    switch (failedStep, step) {
    case (_, .versions(let count)) where count > 1:
      (failedStep, failures) = (.versions(1), -count)
    case (.versions, .versions), (.composed, .composed), (.list, .list):
      (failedStep, failures) = (step, min(max(failures, 0) + 1, Self.mostFailures))
    default:
      (failedStep, failures) = (step, 1)
    }
  }

  mutating func stand(at token: CursorToken) {
    epoch = token.epoch
    version = token.version
    fingerprint = token.fingerprint
  }

  mutating func move(to token: CursorToken) {
    stand(at: token)
    failures = min(failures + 1, 0)
    failedStep = .versions(1)
    parked = nil
  }
}
