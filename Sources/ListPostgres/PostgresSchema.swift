import PostgresMigrations

/// The tables of a log, by numbered steps.
enum PostgresSchema {
  /// Checks the tables, and makes what is missing.
  ///
  /// - Throws: ``PostgresLogError``; `PostgresConnection.Lost`.
  static func prepare(_ connection: PostgresConnection) throws {
    if try missing(in: connection).isEmpty { return }
    // Several hosts may come at once: one makes the tables, the others find them.
    for attempt in 1... {
      do {
        try connection.transaction(migrate)
        return
      } catch PostgresLogError.statementFailed(let state, let reason) {
        guard ["23505", "42P07", "42710"].contains(state) else {
          throw PostgresLogError.statementFailed(state: state, reason: reason)
        }
        guard attempt < 10 else {
          throw PostgresLogError.notALog(
            reason:
              "\(reason), and it was not made as part of a log; use another database or schema"
          )
        }
      }
    }
  }

  private static func migrate(_ connection: PostgresConnection) throws {
    try connection.run(
      "CREATE TABLE IF NOT EXISTS liststore_migrations (identifier text PRIMARY KEY)"
    )
    try connection.run("LOCK TABLE liststore_migrations IN EXCLUSIVE MODE")
    for step in try missing(in: connection) {
      try connection.run(step.sql)
      _ = try connection.query(
        "INSERT INTO liststore_migrations VALUES ($1::text)",
        [.text(step.identifier)]
      )
    }
  }

  /// Returns the steps that a database does not have.
  private static func missing(in connection: PostgresConnection) throws -> [PostgresMigration] {
    let table = try connection.query("SELECT to_regclass('liststore_migrations') IS NOT NULL")
    guard table.first?.bytes(0) == [1] else { return PostgresMigration.all }
    let done = try connection.query(
      "SELECT identifier FROM liststore_migrations ORDER BY identifier"
    )
    .compactMap { $0.text(0) }
    let known = PostgresMigration.all.map(\.identifier)
    if let unknown = done.first(where: { !known.contains($0) }) {
      throw PostgresLogError.newerSchema(unknown)
    }
    return PostgresMigration.all.filter { !done.contains($0.identifier) }
  }
}
