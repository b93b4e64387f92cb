import GRDB
import ListMigrations
import Synchronization

/// The tables and indexes of a store, as its migrations make them.
///
/// A file from elsewhere can have other tables of these names: with a column that ignores conflicts,
/// for example, a commit would succeed and not be there.
enum StoreSchema {
  /// The statements that were found, by format.
  private static let known = Mutex<[Int: [String: String]]>([:])

  /// Returns a part of a store's schema that no migration has made.
  ///
  /// A missing table is not named: the code that needs it says so.
  ///
  /// - Parameters:
  ///   - database: The store.
  ///   - format: Its format.
  /// - Returns: A sentence about it; `nil` when there is nothing, or the format is unknown.
  /// - Throws: SQLite's errors.
  static func stranger(in database: Database, format: Int) throws -> String? {
    guard (1...Migration.all.count).contains(format) else { return nil }
    let expected = try statements(ofFormat: format)
    for (name, sql) in try statements(in: database) {
      if let known = expected[name] {
        if known != sql { return "its \(name) is not made as that of format \(format) is" }
      } else if sql.uppercased().hasPrefix("CREATE UNIQUE") {
        // It would have SQLite refuse the store's own rows, or replace one by another.
        return "it has the unique index \(name)"
      }
    }
    return nil
  }

  /// Returns the SQL that makes each table and index of the store, by name.
  private static func statements(in database: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE type IN ('table', 'index') AND tbl_name LIKE 'liststore%' AND sql IS NOT NULL
        """
    )
    return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
  }

  private static func statements(ofFormat format: Int) throws -> [String: String] {
    if let found = known.withLock({ $0[format] }) { return found }
    let made = try DatabaseQueue().writeWithoutTransaction { database in
      for migration in Migration.all.prefix(format) { try database.execute(sql: migration.sql) }
      return try statements(in: database)
    }
    known.withLock { $0[format] = made }
    return made
  }
}
