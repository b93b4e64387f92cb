import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The length of the write-ahead log of a store's own file.
///
/// SQLite reports it after each commit. The size of the file does not tell it: a log that was moved
/// into the database is written from its start again, in the same file.
final class WALLength: Sendable {
  private let pageCount = Atomic<Int>(0)
  private let frameByteCount = Atomic<Int>(0)

  /// The bytes of the log's frames after the last commit of this process.
  var byteCount: Int {
    pageCount.load(ordering: .relaxed) * frameByteCount.load(ordering: .relaxed)
  }

  /// Begins to listen to a connection, which must not commit after this value is gone.
  ///
  /// - Throws: SQLite's errors.
  func follow(_ database: Database) throws {
    // Each page has a header in the log.
    let pageByteCount = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
    frameByteCount.store(24 + pageByteCount, ordering: .relaxed)
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        let length = Unmanaged<WALLength>.fromOpaque(context).takeUnretainedValue()
        length.pageCount.store(Int(pageCount), ordering: .relaxed)
        return SQLITE_OK
      },
      context
    )
  }
}

/// How far a log was moved since it was last restarted.
struct WALProgress {
  enum Step {
    /// Moves as much as readers allow.
    case passing
    /// Waits for readers, so that the log restarts.
    case waiting
  }

  /// The length up to which the log was moved, or a move was tried.
  private var moved = 0
  /// The length, in thresholds, at which readers are waited for.
  private var patience = 4

  /// Returns the step that is due for a log.
  ///
  /// Moved pages stay in the log until a commit restarts it, which may have to wait for readers:
  /// another try is worth it only after the log has grown.
  ///
  /// - Parameters:
  ///   - length: The log's length in bytes.
  ///   - threshold: The length at which the log is moved.
  /// - Returns: `nil` when the log may grow on.
  mutating func due(at length: Int, _ threshold: Int) -> Step? {
    if length < moved { self = WALProgress() }
    guard length >= max(threshold, moved + threshold / 4) else { return nil }
    moved = length
    guard length / threshold >= patience else { return .passing }
    while patience <= length / threshold { patience *= 2 }
    return .waiting
  }
}

extension StoreDatabase {
  /// The size of the write-ahead log file in bytes.
  package var walByteCount: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Moves the write-ahead log into the database when it has grown enough.
  ///
  /// The caller holds the inter-process lock, which makes a checkpoint safe. A checkpoint that
  /// readers or the device stop is no failure of the commit before it: the commit stays in the log,
  /// and a later one tries again.
  ///
  /// SQLite restarts a log only when no reader reads from it. That never happens by itself if there is
  /// always a reader that began before the last one ended. So a log that is several times as long as
  /// its threshold waits for readers, for a moment; and if some stay longer, not again before it is
  /// twice as long.
  func checkpointIfDue(_ database: Database) {
    guard lock != nil else { return }
    let length = walLength?.byteCount ?? walByteCount
    guard let due = walProgress.withLock({ $0.due(at: length, configuration.logByteLimit) }) else {
      return
    }
    do {
      let checkpoint =
        switch due {
        // A busy handler that an owner has set may wait without end, even for this thread.
        case .waiting where try !hasOwnersBusyHandler(database): try restartLog(database)
        default: try moveWAL(database, "PASSIVE")
        }
      report(.checkpointed(checkpoint))
    } catch {
      report(.upkeepFailed(list: nil, error))
    }
  }

  /// Lets the next commit restart the log, if its readers end soon.
  ///
  /// It makes many short tries: SQLite waits for the slot of a reader that began too early, even if
  /// only later readers, which do not matter, use that slot by now.
  private func restartLog(_ database: Database) throws -> Checkpoint {
    let start = ContinuousClock.now
    let patience = min(Self.patienceWithReaders, configuration.busyTimeout)
    var checkpoint: Checkpoint
    repeat {
      checkpoint = try waiting(patience / 10, database) { try moveWAL(database, "RESTART") }
    } while !checkpoint.isComplete && ContinuousClock.now < start + patience
    checkpoint.duration = start.duration(to: .now)
    return checkpoint
  }

  /// How long a commit waits for readers when the log has become several times as long as it should.
  private static var patienceWithReaders: Duration { .milliseconds(250) }

  /// Moves the whole write-ahead log into the database and empties it.
  ///
  /// - Parameter budget: How long to wait for others; as configured if `nil`. If the busy mode of a
  ///   caller's database is not a timeout, that mode decides how long to wait for readers.
  /// - Returns: Whether the whole log was moved; readers that began earlier can prevent it.
  /// - Throws: ``ListStoreError``.
  func checkpoint(waiting budget: Duration?) throws -> Bool {
    try requireWritable()
    try requireOutside()
    guard lock != nil else { return true }
    let checkpoint = try connections.writer.writeWithoutTransaction { database in
      try withLock(timeout: budget) {
        try requireSameFile(database)
        return try translating {
          try waiting(budget, database) { try moveWAL(database, "TRUNCATE") }
        }
      }
    }
    report(.checkpointed(checkpoint))
    return checkpoint.isComplete
  }

  func moveWAL(_ database: Database, _ mode: String) throws -> Checkpoint {
    let (size, start) = (walByteCount, ContinuousClock.now)
    // Whether a reader or writer was in the way, how many pages the log has, and how many were moved.
    let row = try Row.fetchOne(database, sql: "PRAGMA main.wal_checkpoint(\(mode))")
    return Checkpoint(
      isComplete: row.map { $0[0] as Int == 0 && $0[1] as Int == $0[2] as Int } ?? true,
      walByteCount: size,
      duration: start.duration(to: .now)
    )
  }

  /// Runs work that waits for readers no longer than a budget.
  func waiting<Value>(
    _ budget: Duration?,
    _ database: Database,
    _ work: () throws -> Value
  ) throws -> Value {
    guard let budget else { return try work() }
    if try hasOwnersBusyHandler(database) { return try work() }
    let configured = try Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
    func setTimeout(_ milliseconds: Int) throws {
      try database.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
    }
    try setTimeout(Int(budget.sqliteTimeout * 1000))
    defer { try? setTimeout(configured) }
    return try work()
  }

  /// Returns whether the owner has set a busy handler instead of a timeout, which could not be set
  /// again; also when no caller waits at all.
  private func hasOwnersBusyHandler(_ database: Database) throws -> Bool {
    try isShared && Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0 == 0
  }
}
