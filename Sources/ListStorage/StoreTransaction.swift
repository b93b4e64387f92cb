import GRDB

/// How transactions of commits begin and end.
struct StoreTransaction {
  let database: Database
  /// Whether GRDB runs them, so that it can tell the observers of the database's owner.
  ///
  /// No observer watches a store's own file. There, statements that are prepared once save a tenth of the
  /// time of a commit of one cell: GRDB reads the SQL and looks for observers each time.
  let isObserved: Bool

  func begin() throws {
    if isObserved {
      try database.beginTransaction(.immediate)
    } else {
      try run("BEGIN IMMEDIATE")
    }
  }

  func commit() throws {
    if isObserved {
      try database.commit()
    } else {
      try run("COMMIT")
    }
  }

  /// Rolls the transaction back, unless an error has ended it already.
  func rollback() throws {
    guard database.isInsideTransaction else { return }
    if isObserved {
      try database.rollback()
    } else {
      try run("ROLLBACK")
    }
  }

  /// Runs a part of the transaction, and undoes it if `body` says so.
  ///
  /// - Parameter body: Returns whether its changes stay. If it throws, the whole transaction must be
  ///   rolled back.
  /// - Throws: The errors of `body` and of SQLite.
  func savepoint(_ body: () throws -> Bool) throws {
    if isObserved {
      return try database.inSavepoint { try body() ? .commit : .rollback }
    }
    try run("SAVEPOINT liststore")
    if try !body() { try run("ROLLBACK TO liststore") }
    try run("RELEASE liststore")
  }

  private func run(_ sql: String) throws {
    try SQLStatement(sql, in: database).run()
  }
}
