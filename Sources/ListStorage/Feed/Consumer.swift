import Foundation
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

/// Why a consumer cannot go on.
public enum ConsumerError: Error, Equatable, Sendable {
  /// Another holder has the lease; it runs out in so long if it is not renewed.
  case held(name: String, remaining: Duration)
  /// Another holder has taken over since the lease ran out.
  case leaseLost(name: String)
  /// There is no consumer of that name any more.
  case removed(name: String)
  /// The version has failed too often; see ``Consumer/retry()`` and ``Consumer/skip()``.
  case parked(name: String, version: Int, reason: String)
}

extension ConsumerError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .held(let name, let remaining):
      "consumer \"\(name)\" is held by another for \(remaining); wait, or end the other"
    case .leaseLost(let name):
      "consumer \"\(name)\" was taken over by another; open it again to go on"
    case .removed(let name):
      "there is no consumer \"\(name)\" any more"
    case .parked(let name, let version, let reason):
      "consumer \"\(name)\" is parked before version \(version), which failed: \(reason); "
        + "retry it or skip it"
    }
  }
}

extension ListStore {
  /// Opens a named consumer of a list, which starts at version 0 when it is new.
  ///
  /// - Parameters:
  ///   - name: The name of the consumer.
  ///   - list: The list, which must exist.
  ///   - lease: How long nobody else can be the consumer after each of its calls.
  /// - Returns: The consumer, which holds the lease.
  /// - Throws: ``ConsumerError/held(name:remaining:)`` while another holds it,
  ///   ``ListStoreError/unknownList(_:)``, and ``ListStoreError/invalidName(_:reason:)``.
  public func consumer(
    _ name: String,
    of list: List.ID,
    lease: Duration = .seconds(30)
  ) throws -> Consumer {
    if let reason = Identifier<Consumer>(name).reasonForRefusal {
      throw ListStoreError.invalidName("the name of the consumer", reason: reason)
    }
    let holder = withUnsafeBytes(of: UUID().uuid) { [UInt8]($0) }
    let consumer = Consumer(name: name, list: list, lease: lease, store: self, holder: holder)
    try consumer.take()
    return consumer
  }

  /// Forgets a consumer; a new one of the same name starts at version 0.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)`` and other errors of a write.
  public func removeConsumer(_ name: String, of list: List.ID) throws {
    try database.write { database in
      let head = try ListRows.require(list, in: database)
      try CursorRows.delete(name, list: head.row, in: database)
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
  /// - Parameter body: Does it. When it throws, nothing has happened, except that the failure is
  ///   counted: when the same version has failed ``failureLimit`` times, it is parked.
  /// - Returns: `false` when there was nothing to do.
  /// - Throws: ``ConsumerError``, errors of the store, and what `body` throws.
  public func consume(_ body: (Delivery) throws -> Void) throws -> Bool {
    var failure: (any Error)?
    do {
      return try store.database.write { database in
        let head = try ListRows.require(list, in: database)
        var cursor = try heldCursor(of: head, in: database)
        if let reason = cursor.parked {
          throw ConsumerError.parked(name: name, version: cursor.version + 1, reason: reason)
        }
        let laggard = Laggard(
          database: database,
          head: head,
          token: cursor.token(of: head),
          limits: limits
        )
        let catchUp = try laggard.catchUp()
        if case .upToDate = catchUp { return false }
        do {
          try body(Delivery(catchUp: catchUp, database: database, head: head))
        } catch {
          failure = error
          throw error
        }
        cursor.move(to: catchUp.next)
        try set(cursor, of: head, in: database)
        return true
      }
    } catch {
      if let failure { try count(failure) }
      throw error
    }
  }

  /// Tries a parked version again.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func retry() throws {
    try change { cursor, _, _ in
      cursor.failures = 0
      cursor.parked = nil
    }
  }

  /// Goes on after the next version without doing anything for it.
  ///
  /// - Throws: ``ConsumerError`` and errors of the store.
  public func skip() throws {
    try change { cursor, head, database in
      let version = min(cursor.version + 1, head.version)
      let travel = TimeTravel(database: database, head: head)
      cursor.move(
        to: head.token(version: version, fingerprint: try travel.fingerprint(of: version))
      )
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

  private func count(_ failure: any Error) throws {
    try change { cursor, _, _ in
      cursor.failures += 1
      if cursor.failures >= failureLimit { cursor.parked = "\(failure)" }
    }
  }
}

// MARK: - Leases

extension Consumer {
  fileprivate func take() throws {
    try store.database.write { database in
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
      let now = cursor.now
      if cursor.holder != nil, cursor.lease > now {
        throw ConsumerError.held(name: name, remaining: .milliseconds(cursor.lease - now))
      }
      cursor.holder = holder
      try set(cursor, of: head, in: database)
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
    cursor.time = cursor.now
    cursor.lease = cursor.time + Int64(lease.seconds * 1000)
    try CursorRows.set(cursor, list: head.row, in: database)
  }
}

extension CursorRows.Cursor {
  /// The time, which for a cursor never goes back: a lease is not cut short, nor made endless, by a
  /// clock that was set back.
  fileprivate var now: Int64 {
    max(time, Int64(Date().timeIntervalSince1970 * 1000))
  }

  fileprivate func token(of head: ListRows.Head) -> CursorToken {
    CursorToken(
      lineage: head.token.lineage,
      epoch: epoch,
      version: version,
      fingerprint: fingerprint
    )
  }

  fileprivate mutating func move(to token: CursorToken) {
    epoch = token.epoch
    version = token.version
    fingerprint = token.fingerprint
    failures = 0
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
