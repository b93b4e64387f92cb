import Foundation
package import GRDB
import ListSystem
import Synchronization

// The steps of a store's transaction, in order: the caller's turn in the queue, the writer's
// connection, the lock between processes, the checks under it, BEGIN, the commits of all callers that
// came, COMMIT, the answers, and the upkeep that no caller waits for.

extension StoreDatabase {
  /// Commits, together with others that wait.
  ///
  /// - Throws: The errors of the commit's work; ``ListStoreError/busy(path:timeout:holder:)``,
  ///   ``ListStoreError/outcomeUnknown(key:reason:)`` and other errors of the transaction.
  func commit(_ commit: WaitingCommit) throws -> [Commit] {
    try requireWritable()
    try requireOutside()
    queue.answer(commit) { write($0) }
    return try answer(to: commit)
  }

  /// Commits, together with others that wait, while the task is suspended.
  ///
  /// - Throws: As the blocking form; `CancellationError` when the task was cancelled before anything
  ///   was done.
  func commit(_ commit: WaitingCommit) async throws -> [Commit] {
    try Task.checkCancellation()
    try requireWritable()
    await queue.answer(commit) { [self] in write($0) }
    return try answer(to: commit)
  }

  private func write(_ group: CommitGroup) {
    connections.writer.writeWithoutTransaction { database in
      do {
        try locked(database) {
          try run(group, in: database)
          // If the first commit finds no room, the transaction ends without an error of the others.
          if group.commits.contains(where: \.hasMetFullDisk) { makeRoom(database) }
          lock?.announce()
          // Answer first; a checkpoint may follow.
          queue.answer(group)
        }
      } catch {
        group.fail(error)
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
  /// An error that ends the transaction, such as a full disk, fails the whole work, even if the work
  /// goes on after it: nothing it does then may be committed by itself.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for other processes; as configured if `nil`.
  ///   - work: The writes.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and ``ListStoreError``.
  package func write<Value>(
    waiting timeout: Duration? = nil,
    _ work: (Database) throws -> Value
  ) throws -> Value {
    try requireWritable()
    try requireOutside()
    return try connections.writer.writeWithoutTransaction { database in
      try locked(database, timeout) {
        // Only upkeep says how long it waits, and now it has not waited in vain.
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
          if value != nil { try fence.raise(after: error, key: nil, in: database) }
          throw error
        }
        guard let value else { throw ListStoreError.noTransaction }
        lock?.announce()
        return value
      }
    }
  }

  /// Runs the commits of a group in one transaction, which keeps those that succeed.
  private func run(_ group: CommitGroup, in database: Database) throws {
    let transaction = StoreTransaction(database: database, isObserved: isShared)
    var (isWorthCommitting, isCommitting) = (false, false)
    do {
      while let commit = group.next() {
        if isWorthCommitting {
          try transaction.savepoint {
            let succeeded = commit.run(in: database)
            // Some errors end the whole transaction, for all commits in it.
            if !database.isInsideTransaction { throw commit.errorForOthers }
            return succeeded
          }
        } else {
          try transaction.begin()
          generation.begin(in: database)
          try requireWriter(of: database)
          isWorthCommitting = commit.run(in: database)
          // The transaction holds nothing else.
          if !isWorthCommitting { try transaction.rollback() }
        }
      }
      guard isWorthCommitting else { return }
      try requireRoomToMoveLog(database)
      isCommitting = true
      try transaction.commit()
      generation.committed(in: database)
    } catch {
      generation.lost()
      // Still under the lock: no other writer can make these versions again while the store counts them as
      // made.
      group.undo()
      rollback(database)
      if isCommitting {
        try fence.raise(after: error, key: group.commits.compactMap(\.key).first, in: database)
      }
      throw error
    }
  }

  /// Ends a transaction that failed; if that fails too, the next transaction begins by ending it.
  private func rollback(_ database: Database) {
    if database.isInsideTransaction { try? database.rollback() }
  }

  /// Runs work under the inter-process lock, and checkpoints.
  private func locked<Value>(
    _ database: Database,
    _ timeout: Duration? = nil,
    _ work: () throws -> Value
  ) throws -> Value {
    // The store may have been closed before the write's turn came.
    try requireOpen()
    do {
      return try withLock(timeout: timeout) {
        writingThread.store(UInt(list_current_thread()), ordering: .relaxed)
        defer { writingThread.store(0, ordering: .relaxed) }
        try requireSameFile(database)
        let value: Value
        do {
          try endLeftTransaction(database)
          defer { hasLeftTransaction.store(database.isInsideTransaction, ordering: .relaxed) }
          keepRoom(database)
          try fence.pass(key: nil, in: database)
          value = try work()
        } catch {
          let error = ListStoreError.translated(
            error,
            path: path,
            timeout: configuration.busyTimeout
          )
          if case ListStoreError.diskFull = error { makeRoom(database) }
          throw error
        }
        checkpointIfDue(database)
        keepRoom(database)
        return value
      }
    } catch let error as ListStoreError {
      if case .fileReplaced = error, lostWALFile != nil { leaveWALWithoutLock(database) }
      throw error
    }
  }

  /// Refuses a store that only newer software may write; checks only if others have written since.
  private func requireWriter(of database: Database) throws {
    let current = generation.current
    guard writableGeneration.load(ordering: .relaxed) != current else { return }
    try Self.requireWriter(of: database, path: path)
    writableGeneration.store(current, ordering: .relaxed)
  }

  /// Finishes a commit that was part of a transaction of the database's owner: tells others, and
  /// checkpoints.
  func ownerCommitted(_ database: Database) {
    guard writingThread.load(ordering: .relaxed) == 0 else { return }
    lock?.announce()
    // If others hold the lock, the next commit tries again.
    try? withLock(timeout: .zero) {
      try requireSameFile(database)
      checkpointIfDue(database)
    }
  }

  /// How long upkeep waits for other processes: long enough to have its turn among many that commit,
  /// but not as long as a stuck process.
  ///
  /// It is doubled after each wait in vain.
  var upkeepPatience: Duration {
    let vainWaits = min(vainUpkeepCount.load(ordering: .relaxed), 8)
    return min(.milliseconds(100 << vainWaits), configuration.busyTimeout)
  }
}
