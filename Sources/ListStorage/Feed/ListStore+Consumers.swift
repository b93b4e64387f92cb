public import Foundation
package import GRDB
public import ListModel

// Named consumers as their operator sees them.

/// The state of a named consumer.
public struct ConsumerInfo: Equatable, Sendable {
  /// The list whose feed it reads.
  public var list: List.ID
  /// Its name.
  public var name: String
  /// Its position.
  public var position: CursorToken
  /// How many versions it is behind the head.
  ///
  /// A consumer that has to read the list again is behind by all versions.
  public var lag: Int
  /// When it last did something.
  public var lastSeen: Date
  /// How long the lease still lasts; `nil` when no worker has it.
  public var lease: Duration?
  /// How often its next step has failed: a version, a composed change, or reading the list again.
  public var failures: Int
  /// Why that step is not tried any more; `nil` when it is.
  public var parked: String?
}

extension ListStore {
  /// Opens a named consumer of a list, which starts at version 0 when it is new.
  ///
  /// - Parameters:
  ///   - name: The name of the consumer.
  ///   - list: The list, which must exist.
  ///   - lease: How long the lease lasts after each of its calls.
  /// - Returns: The consumer, which holds the lease.
  /// - Throws: ``ConsumerError/held(name:remaining:)`` while another holds it,
  ///   ``ConsumerError/otherKind(name:)`` when an earlier version of this package keeps a window under that name,
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

  /// Returns the named consumers of a list, ordered by the bytes of their names.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  public func consumers(of list: List.ID) throws -> [ConsumerInfo] {
    try database.read { try consumers(of: ListRows.require(list, in: $0), in: $0) }
  }

  package func consumers(of head: ListRows.Head, in database: Database) throws -> [ConsumerInfo] {
    let now = self.database.milliseconds
    return try CursorRows.all(of: head.row, in: database).map { cursor in
      let isOfThisPast = cursor.epoch == head.epoch && cursor.version <= head.version
      return ConsumerInfo(
        list: head.id,
        name: cursor.name,
        position: cursor.token(of: head),
        lag: isOfThisPast ? head.version - cursor.version : head.version,
        lastSeen: Date(timeIntervalSince1970: Double(cursor.time) / 1000),
        lease: cursor.remainingLease(at: now).map { .milliseconds($0) },
        failures: max(cursor.failures, 0),
        parked: cursor.parked
      )
    }
  }

  /// Forgets a consumer; a new one of the same name starts at version 0.
  ///
  /// The changes it had yet to read are no longer kept for it. Its holder's next call throws.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` when there is no such consumer,
  ///   ``ListStoreError/unknownList(_:)`` and other errors of a write.
  public func removeConsumer(_ name: String, of list: List.ID) throws {
    try database.write { database in
      let head = try ListRows.require(list, in: database)
      // The consumer is not read first, so that a damaged one can be removed, too.
      try CursorRows.delete(name, list: head.row, in: database)
      guard database.changesCount > 0 else { throw ConsumerError.removed(name: name) }
    }
  }

  /// Lets a parked consumer try again, also while another process holds the lease.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` when there is no such consumer,
  ///   ``ListStoreError/unknownList(_:)`` and other errors of a write.
  public func retryConsumer(_ name: String, of list: List.ID) throws {
    try changeConsumer(name, of: list) { cursor, _, _ in cursor.retry() }
  }

  /// Skips the last failed step of a consumer, also while another process holds the lease.
  ///
  /// See ``Consumer/skip()``.
  ///
  /// - Throws: ``ConsumerError/removed(name:)`` when there is no such consumer,
  ///   ``ListStoreError/unknownList(_:)`` and other errors of a write.
  public func skipConsumer(_ name: String, of list: List.ID) throws {
    try changeConsumer(name, of: list) { cursor, head, database in
      try cursor.skip(
        of: head,
        verdicts: verdicts,
        in: database
      )
    }
  }

  private func changeConsumer(
    _ name: String,
    of list: List.ID,
    _ body: (inout CursorRows.Cursor, ListRows.Head, Database) throws -> Void
  ) throws {
    try database.write { database in
      let head = try ListRows.require(list, in: database)
      guard var cursor = try CursorRows.find(name, list: head.row, in: database) else {
        throw ConsumerError.removed(name: name)
      }
      try body(&cursor, head, database)
      try CursorRows.set(cursor, list: head.row, in: database)
    }
  }
}
