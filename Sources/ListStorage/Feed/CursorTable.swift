public import GRDB
import ListModel

/// Places in feeds, kept in another database: in that of a consumer, in whose transactions they
/// move.
///
/// ```swift
/// let places = CursorTable()
/// try database.write { db in
///   try places.create(in: db)
///   for change in changes { try apply(change, in: db) }
///   try places.move("home", to: token, in: db)
/// }
/// ```
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

  /// Moves a consumer, as a part of the current transaction.
  ///
  /// - Throws: ``ConsumerError/leaseLost(name:)`` when it would go back in the same list: somebody
  ///   else has moved it. To start anew, ``remove(_:in:)`` it first.
  public func move(_ consumer: String, to token: CursorToken, in database: Database) throws {
    if let old = try self.token(of: consumer, in: database), old.lineage == token.lineage,
      (old.epoch, old.version) > (token.epoch, token.version)
    {
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
