import GRDB
import GRDBSQLite

/// Stops a query whose time is over, that takes too much memory, or whose task is cancelled.
final class QueryWatch {
  let limits: QueryLimits
  /// The task that runs the query.
  ///
  /// It is only asked whether it is cancelled, which any thread may do, and only while it waits for
  /// the answer, so that it still exists.
  private let task: UnsafeCurrentTask?
  private let start = ContinuousClock.now
  private static let memoryOfOthers = 64 << 20
  /// The memory of all connections of the process when the query began.
  private let memoryAtStart = sqlite3_memory_used()
  /// Why the query was stopped.
  private var reason: (any Error)?

  init(task: UnsafeCurrentTask?, limits: QueryLimits) {
    self.task = task
    self.limits = limits
  }

  /// Checks that the query may go on; for work that SQLite does not see.
  ///
  /// - Throws: ``QueryError`` and `CancellationError`.
  func check() throws {
    if let reason = reason ?? obstacle {
      self.reason = reason
      throw reason
    }
  }

  private var obstacle: (any Error)? {
    if task?.isCancelled == true { return CancellationError() }
    if let limit = limits.duration, start.duration(to: .now) > limit {
      return QueryError.tookTooLong(limit: limit)
    }
    // Other connections of the process take memory as well.
    let growth = Int(sqlite3_memory_used() - memoryAtStart) - Self.memoryOfOthers
    return growth / 4 > limits.bytes ? QueryError.tooLarge(limit: limits.bytes) : nil
  }

  /// Runs work on a connection; SQLite asks after every 10,000 of its steps whether to go on.
  ///
  /// - Throws: What stops the query, in place of the errors that follow from that.
  func watching<Value>(_ connection: OpaquePointer?, _ body: () throws -> Value) throws -> Value {
    sqlite3_progress_handler(
      connection,
      10_000,
      { watch in
        guard let watch else { return 0 }
        let own = Unmanaged<QueryWatch>.fromOpaque(watch).takeUnretainedValue()
        return (try? own.check()) == nil ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    defer { sqlite3_progress_handler(connection, 0, nil, nil) }
    do {
      return try withExtendedLifetime(self) { try body() }
    } catch {
      throw reason ?? error
    }
  }
}
