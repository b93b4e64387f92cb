import GRDB
import ListModel
import ListStorage

// A store in a database of its owner's, and commits in the owner's transactions.

extension FaultScenario {
  static let owning: [FaultScenario] = [
    .owning("owner's write") { session, store, _ in
      try store.write { try session.commitWithNote(to: store, in: $0) }
    },
    .owning("owner's own transaction") { session, store, owner in
      do {
        try owner.write { try session.commitWithNote(to: store, in: $0) }
      } catch let error as DatabaseError {
        // Only the owner knows what it was about, and that it may be there after all.
        throw ListStoreError.outcomeUnknown(key: nil, reason: "\(error)")
      }
    },
    .owning("commit in the owner's database") { session, store, _ in
      session.store = store
      try session.commitNext(of: session.fixture.other)
      // The one with a note, so that there is one.
      try store.write { try session.commitWithNote(to: store, in: $0) }
    },
  ]

  private static func owning(
    _ name: String,
    _ commit: @escaping @Sendable (inout FaultSession, ListStore, DatabasePool) throws -> Void
  ) -> FaultScenario {
    FaultScenario(
      name: name,
      start: .store,
      isOpen: false,
      prepare: { session in
        try session.withOwner { store, _ in
          try store.write { try $0.execute(sql: "CREATE TABLE note (version INTEGER)") }
        }
      },
      finish: { session, store in
        let attempted = session.attempted["home"] ?? 0
        try store.write { database in
          let commit = try session.fixture.home.commitAgain(attempted, to: store, in: database)
          if commit.outcome == .committed, attempted > 5 { try database.note(attempted) }
        }
        return try commitAgain(&session, store)
      },
      invariant: { store in
        let version = try store.info(of: "home").version
        let notes = try store.write { try Int.fetchAll($0, sql: "SELECT version FROM note") }
        return notes == Array(6..<max(version + 1, 6))
          ? [] : ["the notes of the owner are \(notes), and the list is at \(version)"]
      },
      run: { session in
        try session.withOwner { store, owner in try commit(&session, store, owner) }
        session.acknowledged["home"] = session.attempted["home"]
      }
    )
  }
}

extension FaultSession {
  /// Opens the database as its owner does, and the store in it.
  fileprivate func withOwner(
    _ body: (ListStore, DatabasePool) throws -> Void
  ) throws {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let pool: DatabasePool
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    } catch {
      // The owner's own affair.
      throw ListStoreError.database(reason: "\(error)")
    }
    try body(try ListStore(in: pool), pool)
  }

  /// Commits the next version and writes a row of the owner's, in one transaction.
  fileprivate mutating func commitWithNote(to store: ListStore, in database: Database) throws {
    let version = (attempted["home"] ?? 0) + 1
    attempted["home"] = version
    try database.note(version)
    try fixture.home.commit(version, to: store, in: database)
  }
}

extension History {
  /// Commits a version that may be there already, in a transaction of the caller's.
  fileprivate func commitAgain(
    _ version: Int,
    to store: ListStore,
    in database: Database
  ) throws -> Commit {
    try store.commit(
      .list(lists[version]),
      to: id,
      options: CommitOptions(key: key(version)),
      in: database
    )
  }
}

extension Database {
  fileprivate func note(_ version: Int) throws {
    do {
      try execute(sql: "INSERT INTO note VALUES (?)", arguments: [version])
    } catch {
      // What the owner does fails with the owner's errors.
      throw ListStoreError.database(reason: "\(error)")
    }
  }
}
