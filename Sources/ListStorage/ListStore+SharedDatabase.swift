public import GRDB
public import ListModel

// A store in a database of the caller's: lists and the caller's own tables change together.

extension ListStore {
  /// Keeps a store in a database of the caller's, beside the caller's own tables.
  ///
  /// All names of the store's tables begin with `liststore`. A commit can be part of a transaction
  /// of the caller's; see ``commit(_:to:options:in:)``. The store's guarantees need these settings:
  ///
  /// ```swift
  /// var configuration = GRDB.Configuration()
  /// configuration.busyMode = .timeout(10)
  /// configuration.prepareDatabase { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
  /// let pool = try DatabasePool(path: path, configuration: configuration)
  /// try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
  /// let store = try ListStore(in: pool)
  /// ```
  ///
  /// If `journal_size_limit` is unlimited, as it is by default, it is set to three quarters of
  /// ``Configuration/checkpointThreshold`` on the writer.
  ///
  /// When several processes write the file, all must write inside ``write(_:)``, which holds the lock
  /// that keeps commits and checkpoints apart. GRDB's observation does not see the store's tables;
  /// follow ``feed(of:after:)-(_,Int)`` instead. Open only one store on a database in memory: a feed
  /// there is woken by commits of its own store, and not by those of another.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - configuration: How long to wait, and the durability to require.
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)``,
  ///   ``ListStoreError/newerFormat(path:format:supported:)`` and errors of the database.
  public convenience init(
    in writer: any DatabaseWriter,
    configuration: Configuration = Configuration()
  ) throws {
    self.init(database: try StoreDatabase(in: writer, configuration: configuration))
  }

  /// Runs a write transaction on the store's database, under the lock that all commits hold.
  ///
  /// - Parameter body: May change the caller's tables and commit lists with the methods that take
  ///   the database. When it throws, nothing has changed.
  /// - Returns: What `body` returns.
  /// - Throws: The errors of `body`, unchanged, and ``ListStoreError``.
  @discardableResult
  public func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.write { database in try CallerError.boxing { try body(database) } }
  }

  /// Makes a proposal the next version of a list, as a part of the current transaction.
  ///
  /// The version exists, and consumers are woken, when the transaction is committed. If it fails or
  /// is rolled back, nothing has happened. Otherwise, this is `commit` without a database.
  ///
  /// - Parameters:
  ///   - proposal: A list, edits, a changeset or an older version: see ``Proposal``.
  ///   - id: The name of the list.
  ///   - options: The expected version, a key that makes the commit safe to repeat, and its author.
  ///   - database: The database of the transaction, on the store's writer.
  /// - Returns: The version that has the proposed content, and whether it is new.
  /// - Throws: ``ListStoreError/noTransaction`` outside of a transaction, and the errors of a commit;
  ///   the transaction can then go on without it.
  @discardableResult
  public func commit(
    _ proposal: Proposal,
    to id: List.ID,
    options: CommitOptions = CommitOptions(),
    in database: Database
  ) throws -> Commit {
    try commit(CommitCall(proposal, to: id, options, knowing: heads), in: database)
  }

  /// Changes the head of a list, as a part of the current transaction.
  ///
  /// See ``commit(_:to:options:in:)`` and `edit` without a database.
  ///
  /// - Throws: ``ListStoreError/noTransaction`` outside of a transaction, what `body` throws, and
  ///   what a commit throws; the transaction can then go on without it.
  @discardableResult
  public func edit(
    _ id: List.ID,
    options: CommitOptions = CommitOptions(),
    in database: Database,
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    let request = CommitRequest(list: id, options: options)
    return try withoutActuallyEscaping(body) {
      try commit(CommitCall(proposal: .edit($0), request: request), in: database)
    }
  }

  private func commit(_ call: CommitCall, in database: Database) throws -> Commit {
    try call.validate()
    guard database.isInsideTransaction else { throw ListStoreError.noTransaction }
    try self.database.requireSameFile(database)
    let start = ContinuousClock.now
    var made: [CommitCall.Made] = []
    do {
      try ListStoreError.translating(path: path, timeout: .zero) {
        try StoreDatabase.requireWriter(of: database, path: path)
        try database.inSavepoint {
          try call.run(
            in: database,
            committing: { try committer($0, $1, nil, database).commit() },
            into: &made
          )
          return .commit
        }
      }
    } catch {
      // The heads may come from a savepoint of the owner's that is still to be undone.
      _ = heads.take(call.request.list)
      _ = heads.take(call.requestOfValues.list)
      self.database.report(.commitFailed(list: call.request.list, error))
      throw error
    }
    guard let commit = made.first?.commit else { throw ListStoreError.noTransaction }
    let changesCount = database.totalChangesCount
    database.afterNextTransaction { [heads, signal, made, store = self.database] database in
      // The owner may have rolled back a savepoint with this commit since.
      let recorded = made.filter { $0.head?.isRecorded(in: database) ?? false }
      guard !recorded.isEmpty else { return }
      // Another store may have made the same version again, with its cells in other chunks, unless no
      // row was written since. The count does not go back with a savepoint.
      if database.totalChangesCount == changesCount {
        for head in recorded.compactMap(\.head) where head.isStored(in: database) {
          heads.insert(head, generation: nil)
        }
      }
      store.report(.committed(commit, duration: start.duration(to: .now)))
      guard recorded.contains(where: { $0.commit.outcome == .committed }) else { return }
      signal.notify()
      store.ownerCommitted(database)
    }
    return commit
  }
}
