import Foundation
import GRDB
import Synchronization

// A transaction of the store's, in the order of its steps: the caller's turn in the queue, the writer's
// connection, the lock between processes, the checks under it, BEGIN, the commits of all who came,
// COMMIT, the answers, and the upkeep that concerns nobody who waits.

extension StoreDatabase {
  /// Commits, together with others that wait.
  ///
  /// - Throws: What the commit's work throws; ``ListStoreError/busy(path:timeout:holder:)``,
  ///   ``ListStoreError/outcomeUnknown(key:reason:)`` and other errors of the transaction.
  func commit(_ commit: WaitingCommit) throws -> [Commit] {
    try requireWritable()
    try requireOutside()
    queue.answer(commit) { write($0) }
    return try answer(to: commit)
  }

  /// Commits, together with others that wait, while the task is suspended.
  ///
  /// - Throws: As the one that blocks; `CancellationError` when the task was cancelled before anything
  ///   was done.
  func commit(_ commit: WaitingCommit) async throws -> [Commit] {
    try Task.checkCancellation()
    try requireWritable()
    await queue.answer(commit) { [self] in write($0) }
    return try answer(to: commit)
  }

  private func write(_ batch: CommitBatch) {
    connections.writer.writeWithoutTransaction { database in
      do {
        try locked(database) {
          try run(batch, in: database)
          // The first one of a transaction ends it without an error of the others.
          if batch.hasMetFullDisk { makeRoom(database) }
          lock?.announce()
          // What may be left to do, moving the log, concerns nobody who waits.
          batch.answer()
        }
      } catch {
        batch.fail(error)
      }
    }
  }

  private func answer(to commit: WaitingCommit) throws -> [Commit] {
    guard let result = commit.result else {
      throw ListStoreError.database(reason: "a commit was not answered")
    }
    return try translating { try result.get() }
  }

  /// Runs one write transaction under the inter-process lock.
  ///
  /// An error that ends the transaction, such as a full disk, fails the whole work, also when the
  /// work goes on after it: nothing it does then may be committed by itself.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  ///   - work: What writes.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``ListStoreError``.
  func write<Value>(
    waiting timeout: Duration? = nil,
    _ work: (Database) throws -> Value
  ) throws -> Value {
    try requireWritable()
    try requireOutside()
    return try connections.writer.writeWithoutTransaction { database in
      try locked(database, timeout) {
        // Upkeep alone says how long it waits, and has not waited in vain.
        if timeout != nil { vainUpkeepCount.store(0, ordering: .relaxed) }
        var value: Value?
        do {
          try database.inTransaction(.immediate) {
            try Self.requireWriter(of: database, path: path)
            value = try work(database)
            try requireRoomToMoveLog(database)
            return .commit
          }
        } catch {
          rollback(database)
          if value != nil { try raiseFence(after: error, key: nil, in: database) }
          throw error
        }
        guard let value else { throw ListStoreError.noTransaction }
        lock?.announce()
        return value
      }
    }
  }

  /// Runs the commits of a batch in one transaction, which keeps those that succeed.
  private func run(_ batch: CommitBatch, in database: Database) throws {
    let transaction = StoreTransaction(database: database, isObserved: isShared)
    var isWorthCommitting = false
    do {
      while let commit = batch.next() {
        if isWorthCommitting {
          try transaction.savepoint {
            let succeeded = commit.run(in: database)
            // Some errors end the whole transaction, for all in it.
            if !database.isInsideTransaction { throw commit.errorForOthers }
            return succeeded
          }
        } else {
          try transaction.begin()
          generation.begin(in: database)
          try requireWriter(of: database)
          isWorthCommitting = commit.run(in: database)
          // There is nothing else in the transaction.
          if !isWorthCommitting { try transaction.rollback() }
        }
      }
      guard isWorthCommitting else { return }
      try requireRoomToMoveLog(database)
      try self.commit(transaction, key: batch.commits.compactMap(\.key).first)
      generation.committed(in: database)
    } catch {
      generation.lost()
      // Still under the lock: nobody can make these versions anew while they are taken for known.
      batch.undo()
      rollback(database)
      throw error
    }
  }

  private func commit(_ transaction: StoreTransaction, key: String?) throws {
    do {
      try transaction.commit()
    } catch {
      rollback(transaction.database)
      try raiseFence(after: error, key: key, in: transaction.database)
      throw error
    }
  }

  /// Ends a transaction that failed; if that fails as well, the next one begins by ending it.
  private func rollback(_ database: Database) {
    if database.isInsideTransaction { try? database.rollback() }
  }

  /// Makes sure, after a failed COMMIT whose outcome is unknown, that nothing goes on from it.
  private func raiseFence(after error: any Error, key: String?, in database: Database) throws {
    guard let error = error as? DatabaseError, CommitFence.isNeeded(after: error) else { return }
    try fence.raise(after: error, key: key, in: database)
  }

  /// Runs work under the inter-process lock, and checkpoints.
  private func locked<Value>(
    _ database: Database,
    _ timeout: Duration? = nil,
    _ work: () throws -> Value
  ) throws -> Value {
    // It may have been closed before its turn came.
    try requireOpen()
    do {
      return try withLock(timeout: timeout) { try holdingLock(database, work) }
    } catch let error as ListStoreError {
      if case .fileReplaced = error, lostLogFile != nil { leaveLogWithoutLock(database) }
      throw error
    }
  }

  private func holdingLock<Value>(_ database: Database, _ work: () throws -> Value) throws -> Value
  {
    holdsLock.store(true, ordering: .relaxed)
    defer { holdsLock.store(false, ordering: .relaxed) }
    writingThread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { writingThread.store(0, ordering: .relaxed) }
    try requireSameFile(database)
    let value: Value
    do {
      value = try translating {
        try endLeftTransaction(database)
        defer { hasLeftTransaction.store(database.isInsideTransaction, ordering: .relaxed) }
        keepRoom(database)
        try fence.pass(key: nil, in: database)
        return try work()
      }
    } catch {
      if case ListStoreError.diskFull = error { makeRoom(database) }
      throw error
    }
    checkpointIfDue(database)
    keepRoom(database)
    return value
  }

  /// Refuses what only newer software may write, when others have written since this was asked.
  private func requireWriter(of database: Database) throws {
    let current = generation.current
    guard writableGeneration.load(ordering: .relaxed) != current else { return }
    try Self.requireWriter(of: database, path: path)
    writableGeneration.store(current, ordering: .relaxed)
  }

  /// Does what comes after a commit, when it was part of a transaction that only the database's owner
  /// knew of: tells others, and checkpoints.
  func ownerCommitted(_ database: Database) {
    guard !holdsLock.load(ordering: .relaxed) else { return }
    lock?.announce()
    // When others are at it, the next commit tries again.
    try? withLock(timeout: .zero) {
      try requireSameFile(database)
      checkpointIfDue(database)
    }
  }

  /// How long what a store does by itself waits for other processes: long enough to have its turn
  /// among many that commit, and not as long as one that is stuck.
  ///
  /// After each time in vain, it is twice as long.
  var upkeepPatience: Duration {
    let vainWaits = min(vainUpkeepCount.load(ordering: .relaxed), 8)
    return min(.milliseconds(100 << vainWaits), configuration.busyTimeout)
  }
}
