public import GRDB
import ListModel

/// Positions in feeds, kept in the consumer's own database, in whose transactions they move.
///
/// ```swift
/// let positions = CursorTable()
/// try database.write { try positions.create(in: $0) }
/// let token = try database.read { try positions.token(of: "home", in: $0) }
/// if case .changes(let changes, let next) = try store.catchUp("home", from: token) {
///   try database.write { db in
///     for change in changes { try apply(change, in: db) }
///     try positions.move("home", from: token, to: next, in: db)
///   }
/// }
/// ```
///
/// The changes between two positions take effect once, also when several workers do this at the
/// same time: only one of them finds the position it starts from.
public struct CursorTable: Sendable {
  /// The name of the table.
  public let name: String

  /// Names the table.
  public init(name: String = "liststore_place_in_feed") {
    self.name = name
  }

  private var quotedName: String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Creates the table, unless it is there.
  ///
  /// - Throws: Errors of the database.
  public func create(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(quotedName) (
          consumer BLOB NOT NULL PRIMARY KEY,
          token TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )
  }

  /// Returns the token of a consumer; `nil` when it has not started.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the table has something else than a
  ///   token.
  public func token(of consumer: String, in database: Database) throws -> CursorToken? {
    let text = try SQLStatement(
      "SELECT token FROM \(quotedName) WHERE consumer = ?",
      in: database
    ).bind(consumer).first { try $0.text(0) }
    guard let text else { return nil }
    guard let token = CursorToken(text) else {
      throw ListStoreError.corrupted(
        reason: "consumer \"\(consumer)\" has no token but \"\(text)\""
      )
    }
    return token
  }

  /// Moves a consumer from one token to another, as a part of the current transaction.
  ///
  /// Any target is allowed: after a restoration, or in another list, it may be an earlier version.
  ///
  /// - Parameters:
  ///   - consumer: Its name.
  ///   - start: The ``token(of:in:)`` it had when the results of this transaction were asked for;
  ///     `nil` when it had not started.
  ///   - token: Its token with these results.
  ///   - database: A connection inside the transaction that stores them.
  /// - Throws: ``ConsumerError/leaseLost(name:)`` when it is not at `start`: another worker has
  ///   moved it. The transaction must not be committed then.
  public func move(
    _ consumer: String,
    from start: CursorToken?,
    to token: CursorToken,
    in database: Database
  ) throws {
    guard try self.token(of: consumer, in: database) == start else {
      throw ConsumerError.leaseLost(name: consumer)
    }
    try SQLStatement(
      "INSERT OR REPLACE INTO \(quotedName) (consumer, token) VALUES (?, ?)",
      in: database
    ).bind(consumer).bind(token.description).run()
  }

  /// Forgets a consumer.
  ///
  /// - Throws: Errors of the database.
  public func remove(_ consumer: String, in database: Database) throws {
    try SQLStatement("DELETE FROM \(quotedName) WHERE consumer = ?", in: database)
      .bind(consumer).run()
  }
}
