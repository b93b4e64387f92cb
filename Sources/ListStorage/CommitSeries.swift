import GRDB
package import ListDiff
package import ListModel

// Many commits of one caller in one transaction: an import makes thousands of versions, each of which
// is a version like any other, and they share the wait for the device.

extension ListStore {
  /// Makes many commits in one transaction, in order.
  ///
  /// `body` makes them with the series it is given, and must use nothing else of the store. A commit that
  /// fails throws its error to `body`, and changes nothing; those before it stay, unless `body` throws.
  /// All exist when this returns, as durable as the configuration asks, and none before. Other callers wait
  /// meanwhile: a series of more than some tenths of a second should be two.
  ///
  /// - Parameter body: Makes the commits. It may run on the thread of another caller. What it changes
  ///   outside of itself is not undone when the transaction fails: it should return it instead.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and the errors of a transaction; then none of the commits is there.
  package func commitSeries<Value>(_ body: (CommitSeries) throws -> Value) throws -> Value {
    let start = ContinuousClock.now
    var value: Value?
    let commits: [Commit] = try withoutActuallyEscaping(body) { body in
      let undo = { [heads] in heads.removeAll() }
      return try database.commit(
        WaitingCommit(key: nil, undo: undo) { [self] database in
          let series = CommitSeries(of: self, in: database)
          do {
            value = try CallerError.boxing { try body(series) }
            return try series.end()
          } catch {
            // The heads that the series has made are undone with it.
            heads.removeAll()
            throw error
          }
        }
      )
    }
    guard let value else { throw ListStoreError.noTransaction }
    if commits.contains(where: { $0.outcome == .committed }) { signal.notify() }
    for commit in commits {
      database.report(.committed(commit, duration: start.duration(to: .now)))
    }
    for commit in commits { keepUp(after: commit) }
    return value
  }
}

/// The commits of one caller in one transaction, see ``ListStore/commitSeries(_:)``.
package final class CommitSeries {
  private let store: ListStore
  private let database: Database
  private let transaction: StoreTransaction
  /// The commits that have been made, with those of values.
  private var commits: [Commit] = []
  /// The error that has ended the whole transaction.
  private var ending: (any Error)?

  fileprivate init(of store: ListStore, in database: Database) {
    self.store = store
    self.database = database
    transaction = StoreTransaction(database: database, isObserved: store.database.isShared)
  }

  /// Makes `list` the next version of a list, as ``ListStore/commit(_:to:options:)-(List,_,_)`` does.
  package func commit(
    _ list: List,
    to id: List.ID,
    options: CommitOptions
  ) throws -> Commit {
    try run { try CommitCall(.list(list), to: id, options, knowing: store.heads) }
  }

  /// Changes the head of a list, as ``ListStore/edit(_:options:_:)-(_,_,(ListDraft)->Void)`` does.
  package func edit(
    _ id: List.ID,
    options: CommitOptions,
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    try withoutActuallyEscaping(body) { body in
      try run {
        CommitCall(proposal: .edit(body), request: CommitRequest(list: id, options: options))
      }
    }
  }

  /// Appends a change that was decided elsewhere, as ``ListStore/apply(_:replacing:)-(Change,_)`` does.
  package func apply(
    _ change: Change,
    replacing replaced: ReplacedVersions
  ) throws -> AppendOutcome {
    AppendOutcome(try run { CommitCall(change, replacing: replaced) })
  }

  /// Makes one commit, or nothing if it fails.
  private func run(_ call: () throws -> CommitCall) throws -> Commit {
    if let ending { throw ending }
    let call = try call()
    try call.validate()
    var made: Result<[Commit], any Error>?
    do {
      try store.database.translating {
        try transaction.savepoint {
          let result = Result { try store.make(call, in: database) }
          made = result
          if case .failure(let error) = result, endsTransaction(error) { throw error }
          return (try? result.get()) != nil
        }
      }
    } catch {
      ending = error
      throw error
    }
    let all = try store.database.translating { try made?.get() }
    guard let all, let commit = all.first else { throw ListStoreError.noTransaction }
    commits += all
    return commit
  }

  /// Returns whether nothing of the transaction can stay after an error: SQLite has undone it, or there is
  /// no room, which a transaction for itself may find.
  private func endsTransaction(_ error: any Error) -> Bool {
    if case ListStoreError.diskFull = error { return true }
    return (error as? DatabaseError)?.resultCode == .SQLITE_FULL || !database.isInsideTransaction
  }

  /// Returns all commits.
  ///
  /// - Throws: The error that has ended the transaction.
  fileprivate func end() throws -> [Commit] {
    if let ending { throw ending }
    return commits
  }
}
