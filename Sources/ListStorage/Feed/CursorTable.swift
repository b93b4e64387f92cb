public import GRDB
import ListModel

/// Places in feeds, kept in another database: in that of a consumer, in whose transactions they
/// move.
///
/// ```swift
/// let places = CursorTable()
/// try database.write { try places.create(in: $0) }
/// let token = try database.read { try places.token(of: "home", in: $0) }
/// if case .changes(let changes, let next) = try store.catchUp("home", from: token) {
///   try database.write { db in
///     for change in changes { try apply(change, in: db) }
///     try places.move("home", from: token, to: next, in: db)
///   }
/// }
/// ```
///
/// What is between two places takes effect once, also when several do this at the same time: only
/// one of them finds the place it starts from.
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

  /// Where a consumer is; `nil` when it has not started.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there is something else than a token.
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

  /// Moves a consumer from where it was to where it is now, as a part of the current transaction.
  ///
  /// Where to does not matter: after a restoration, or from one list to another, it may be back.
  ///
  /// - Parameters:
  ///   - consumer: Its name.
  ///   - start: What ``token(of:in:)`` said when the results of this transaction were asked for;
  ///     `nil` when it had not started.
  ///   - token: Where it is with these results.
  ///   - database: A connection inside the transaction that stores them.
  /// - Throws: ``ConsumerError/leaseLost(name:)`` when it is not at `start`: somebody else has moved
  ///   it. The transaction must not be committed then.
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
