import Dispatch
import ListStorage
import Synchronization

/// Connections to one address, made when they are needed, each used by one caller at a time.
///
/// libpq blocks, so every call runs on a thread of dispatch's while its task is suspended; callers beyond the
/// limit wait in order.
final class PostgresPool: Sendable {
  /// A connection on its way between threads.
  // @unchecked: a connection is either in the pool's list, under its lock, or with the one caller that took
  // it out; libpq lets any one thread at a time use a connection. The compiler cannot follow it from the list to
  // the caller's thread and back.
  private struct Lent: @unchecked Sendable {
    let connection: PostgresConnection
  }

  private struct State {
    var idle: [Lent] = []
    var usedCount = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let hosts: PostgresHosts
  private let limit: Int
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "liststore.postgres", attributes: .concurrent)

  init(_ hosts: PostgresHosts, limit: Int) {
    self.hosts = hosts
    self.limit = max(1, limit)
  }

  /// Runs work on a connection, while the task is suspended.
  ///
  /// - Throws: `CommitLogError.unreachable` when the connection failed before, during or after the work;
  ///   ``PostgresLogError``; what the work throws.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    await takeTurn()
    defer { endTurn() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Result { try use(work) }) }
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
      }
    } catch let error as PostgresConnection.Lost {
      // The others are gone as well, mostly.
      hosts.distrust()
      state.withLock { $0.idle.removeAll() }
      throw CommitLogError.unreachable(reason: error.reason)
    } catch PostgresLogError.cannotConnect(let reason) {
      throw CommitLogError.unreachable(reason: reason)
    }
  }

  private func take() throws -> Lent {
    while let lent = state.withLock({ $0.idle.popLast() }) {
      if lent.connection.isAlive { return lent }
    }
    return Lent(connection: try hosts.connect())
  }

  private func giveBack(_ lent: Lent) {
    guard lent.connection.isAlive else { return }
    state.withLock { $0.idle.append(lent) }
  }

  private func takeTurn() async {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        guard state.usedCount >= limit else {
          state.usedCount += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isNow { continuation.resume() }
    }
  }

  private func endTurn() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.usedCount -= 1
        return CheckedContinuation<Void, Never>?.none
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
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
