import ListStorage
import Synchronization

/// Connections to one address, made when they are needed, each used by one caller at a time.
///
/// libpq blocks, so every call runs on a thread of its own while its task is suspended; callers beyond the limit wait
/// in order.
final class PostgresPool: Sendable {
  /// A connection on its way between threads.
  // @unchecked: a connection is either in the pool's list, under its lock, or with the one caller that took
  // it out; libpq lets any one thread at a time use a connection. The compiler cannot follow it from the list to
  // the caller's thread and back.
  private struct Lent: @unchecked Sendable {
    let connection: PostgresConnection
  }

  let hosts: PostgresHosts
  private let idle = Mutex<[Lent]>([])
  private let threads: BlockingThreads

  init(_ hosts: PostgresHosts, limit: Int) {
    self.hosts = hosts
    threads = BlockingThreads(limit: max(1, limit))
  }

  /// Runs work on a connection, while the task is suspended.
  ///
  /// - Throws: `CommitLogError.unreachable` when the connection failed before, during or after the work;
  ///   ``PostgresLogError``; what the work throws.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      threads.run { [self] in continuation.resume(with: Result { try use(work) }) }
    }
  }

  private func use<Value>(_ work: (PostgresConnection) throws -> Value) throws -> Value {
    do {
      let lent = try take()
      do {
        let value = try work(lent.connection)
        giveBack(lent)
        return value
      } catch let error as PostgresLogError {
        // A server that may only be read has been a primary, or will be: the next connection looks for one.
        guard case .readOnly = error else {
          giveBack(lent)
          throw error
        }
        hosts.distrust()
        throw CommitLogError.unreachable(reason: "\(error)")
      } catch let error as CommitLogError {
        giveBack(lent)
        throw error
      }
    } catch let error as PostgresConnection.Lost {
      // The others are gone as well, mostly.
      hosts.distrust()
      _ = idle.withLock { idle in
        defer { idle = [] }
        return idle
      }
      throw CommitLogError.unreachable(reason: error.reason)
    } catch PostgresLogError.cannotConnect(let reason) {
      throw CommitLogError.unreachable(reason: reason)
    }
  }

  private func take() throws -> Lent {
    while let lent = idle.withLock({ $0.popLast() }) {
      if lent.connection.isAlive { return lent }
    }
    return Lent(connection: try hosts.connect())
  }

  private func giveBack(_ lent: Lent) {
    guard lent.connection.isAlive else { return }
    idle.withLock { $0.append(lent) }
  }
}

extension PostgresConnection {
  /// Runs work in a transaction, again when the server says that it could not be serialised.
  ///
  /// - Throws: ``PostgresLogError``, ``Lost``, what the work throws; nothing is done then.
  func transaction<Value>(_ work: (PostgresConnection) throws -> Value) throws -> Value {
    try repeatingConflicts {
      try run("BEGIN")
      do {
        let value = try work(self)
        try run("COMMIT")
        return value
      } catch {
        if isAlive { try run("ROLLBACK") }
        throw error
      }
    }
  }

  /// Does work again when the server says that it could not be serialised (40001) or was in a deadlock.
  func repeatingConflicts<Value>(_ work: () throws -> Value) throws -> Value {
    for _ in 0..<20 {
      do {
        return try work()
      } catch PostgresLogError.statementFailed(let state, _)
        where ["40001", "40P01"].contains(state)
      {
        continue
      }
    }
    return try work()
  }
}
