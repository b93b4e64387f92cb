import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// How long the write-ahead log of a store's own file is.
///
/// SQLite tells after each commit. The size of the file does not say it: a log that was moved into
/// the database is written anew from its start, in the same file.
final class LogLength: Sendable {
  private let pageCount = Atomic<Int>(0)
  private let frameByteCount = Atomic<Int>(0)

  /// The bytes of the log's frames after the last commit of this process.
  var byteCount: Int {
    pageCount.load(ordering: .relaxed) * frameByteCount.load(ordering: .relaxed)
  }

  /// Begins to listen to a connection, which must not commit when this value is gone.
  ///
  /// - Throws: What SQLite throws.
  func follow(_ database: Database) throws {
    // Each page has a header in the log.
    let pageByteCount = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
    frameByteCount.store(24 + pageByteCount, ordering: .relaxed)
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        let length = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
        length.pageCount.store(Int(pageCount), ordering: .relaxed)
        return SQLITE_OK
      },
      context
    )
  }
}

/// What was done about a log so far, since it was last begun anew.
struct LogProgress {
  enum Step {
    /// Moves what readers let it move.
    case passing
    /// Waits for readers, so that the log begins anew.
    case waiting
  }

  /// The length up to which it was moved, or that was tried.
  private var moved = 0
  /// How many times as long as the threshold it is to be when readers are waited for.
  private var patience = 4

  /// What is to be done about a log now.
  ///
  /// What was moved stays in the log until the next commit starts it anew, and that may have to wait
  /// for readers: the log must have grown since to be worth another try.
  ///
  /// - Parameters:
  ///   - length: Its length in bytes.
  ///   - threshold: The length it is moved at.
  /// - Returns: `nil` when it is to grow on.
  mutating func due(at length: Int, _ threshold: Int) -> Step? {
    if length < moved { self = LogProgress() }
    guard length >= max(threshold, moved + threshold / 4) else { return nil }
    moved = length
    guard length / threshold >= patience else { return .passing }
    while patience <= length / threshold { patience *= 2 }
    return .waiting
  }
}

extension StoreDatabase {
  /// The size of the write-ahead log file in bytes.
  var walByteCount: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Moves the write-ahead log into the database when it has grown enough.
  ///
  /// The caller holds the inter-process lock, which is what makes a checkpoint safe. A checkpoint
  /// that cannot finish, because of readers or of the device, is no failure of the commit before
  /// it: what was committed stays in the log, and a later commit tries again.
  ///
  /// A log is written anew from its start only when nobody reads from it, which never comes about by
  /// itself where there is always somebody who began before the last one ended. So a log that has
  /// become several times as long waits for readers, for a moment; and if some stay longer, not again
  /// before it is twice as long.
  func checkpointIfDue(_ database: Database) {
    guard lock != nil else { return }
    let length = logLength?.byteCount ?? walByteCount
    guard let due = logProgress.withLock({ $0.due(at: length, configuration.logByteLimit) }) else {
      return
    }
    do {
      let checkpoint =
        switch due {
        // What an owner has set in place of a timeout may wait for ever, and also for this thread.
        case .waiting where try !hasOwnersBusyHandler(database): try restartLog(database)
        default: try moveLog(database, "PASSIVE")
        }
      report(.checkpointed(checkpoint))
    } catch {
      report(.upkeepFailed(list: nil, error))
    }
  }

  /// Has the next commit begin the log anew, if those who read from it end soon.
  ///
  /// In many short tries: SQLite waits for the place in its index of readers that somebody has who
  /// began too early, also when others who do not matter have come to that place since.
  private func restartLog(_ database: Database) throws -> Checkpoint {
    let start = ContinuousClock.now
    let patience = min(Self.patienceWithReaders, configuration.busyTimeout)
    var checkpoint: Checkpoint
    repeat {
      checkpoint = try waiting(patience / 10, database) { try moveLog(database, "RESTART") }
    } while !checkpoint.isComplete && ContinuousClock.now < start + patience
    checkpoint.duration = start.duration(to: .now)
    return checkpoint
  }

  /// How long a commit waits for readers when the log has become several times as long as it should.
  private static var patienceWithReaders: Duration { .milliseconds(250) }

  /// Moves the whole write-ahead log into the database and empties it.
  ///
  /// - Parameter budget: How long to wait for others; as configured if `nil`. A database of the
  ///   caller's whose busy mode is not a timeout waits for readers as that says.
  /// - Returns: Whether all of it was moved; readers of old versions can prevent it.
  /// - Throws: ``ListStoreError``.
  func checkpoint(waiting budget: Duration?) throws -> Bool {
    try requireWritable()
    try requireOutside()
    guard lock != nil else { return true }
    let checkpoint = try connections.writer.writeWithoutTransaction { database in
      try withLock(timeout: budget) {
        try requireSameFile(database)
        return try translating {
          try waiting(budget, database) { try moveLog(database, "TRUNCATE") }
        }
      }
    }
    report(.checkpointed(checkpoint))
    return checkpoint.isComplete
  }

  func moveLog(_ database: Database, _ mode: String) throws -> Checkpoint {
    let (size, start) = (walByteCount, ContinuousClock.now)
    // Whether somebody was in the way, how many pages the log has, and how many were moved.
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

  /// Whether the owner of the database has set something in place of a timeout, which could not be set
  /// again; also when it is that nobody waits.
  private func hasOwnersBusyHandler(_ database: Database) throws -> Bool {
    try isShared && Int.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0 == 0
  }
}
