import Foundation
import GRDB
import ListMigrations

/// The SQLite side of a store: how its file is recognised, created, configured and locked.
///
/// Writes go through ``write(_:)``, reads through ``read(_:)``; both turn SQLite's errors into
/// ``ListStoreError``.
struct StoreDatabase: Sendable {
  /// "LSTO" in the file's header: this database is a list store.
  static let applicationID: Int32 = 0x4C53_544F
  /// The newest file format this code reads and writes.
  static let format = 1

  let path: String
  private let configuration: ListStore.Configuration
  private let connections: Connections
  private let lock: InterprocessLock?
  private let fence = CommitFence()
  /// The file that was opened; `nil` in memory.
  private let identity: FileIdentity?

  /// GRDB owns the connections: one writer, and for files several readers.
  private enum Connections: Sendable {
    case memory(DatabaseQueue)
    case file(DatabasePool)
    case readOnlyFile(DatabaseQueue)

    var writer: any DatabaseWriter {
      switch self {
      case .memory(let queue), .readOnlyFile(let queue): queue
      case .file(let pool): pool
      }
    }
  }

  /// Opens a store in memory, which ends with this value.
  init(inMemory configuration: ListStore.Configuration) throws {
    path = ":memory:"
    self.configuration = configuration
    lock = nil
    identity = nil
    let queue = try DatabaseQueue(configuration: Self.connectionSettings(configuration))
    connections = .memory(queue)
    try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
      try Self.migrate(queue)
    }
  }

  /// Opens or creates a store file.
  init(path: String, configuration: ListStore.Configuration) throws {
    self.path = path
    self.configuration = configuration
    var settings = Self.connectionSettings(configuration)
    try FileIdentity.refuseAliases(path)
    let exists = FileManager.default.fileExists(atPath: path)
    if !exists, configuration.access != .createIfMissing {
      throw ListStoreError.noSuchFile(path: path)
    }
    if exists { try Self.recognise(path, configuration) }

    if configuration.access == .readOnly {
      settings.readonly = true
      lock = nil
      identity = FileIdentity(path: path)
      connections = .readOnlyFile(
        try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
          [settings] in try DatabaseQueue(path: path, configuration: settings)
        }
      )
      return
    }
    guard !exists || access(path, W_OK) == 0 else { throw ListStoreError.readOnly(path: path) }
    if !exists { try Self.createPrivately(path) }
    identity = FileIdentity(path: path)
    let lock = try InterprocessLock(beside: path)
    self.lock = lock
    // Opening writes (it makes sure a WAL file exists), so it happens under the lock as well.
    let pool = try lock.withLock(timeout: configuration.busyTimeout) {
      try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
        [settings] in
        let pool = try DatabasePool(path: path, configuration: settings)
        try Self.setDurability(configuration.durability, of: pool)
        try Self.migrate(pool)
        return pool
      }
    }
    connections = .file(pool)
    try requireSameFile()
  }
}

// MARK: - Transactions

extension StoreDatabase {
  /// Reads from one consistent state of the database.
  func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    try requireSameFile()
    return try translating { try connections.writer.read(work) }
  }

  /// Checks that the path still leads to the file that was opened.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  private func requireSameFile() throws {
    guard path == ":memory:" || FileIdentity(path: path) == identity else {
      throw ListStoreError.fileReplaced(path: path)
    }
  }

  /// Runs one write transaction under the inter-process lock.
  ///
  /// - Throws: ``ListStoreError/outcomeUnknown(key:reason:)`` when the device fails during COMMIT:
  ///   SQLite reports an error, and yet the transaction may appear after recovery.
  func write<Value>(key: String? = nil, _ work: (Database) throws -> Value) throws -> Value {
    if configuration.access == .readOnly { throw ListStoreError.readOnly(path: path) }
    return try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile()
        try endLeftOver(database)
        try fence.pass(key: key, in: database)
        let value = try translating { try transaction(database, key: key, work) }
        lock?.announce()
        checkpointIfDue(database)
        return value
      }
    }
  }

  private func transaction<Value>(
    _ database: Database,
    key: String?,
    _ work: (Database) throws -> Value
  ) throws -> Value {
    try database.beginTransaction(.immediate)
    let value: Value
    do {
      value = try work(database)
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      throw error
    }
    do {
      try database.commit()
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      if let error = error as? DatabaseError, CommitFence.isNeeded(after: error) {
        try fence.raise(after: error, key: key, in: database)
      }
      throw error
    }
    return value
  }

  /// Rolls back a transaction whose own rollback failed, for want of memory.
  private func endLeftOver(_ database: Database) throws {
    if database.isInsideTransaction { try translating { try database.rollback() } }
  }

  private func withLock<Value>(_ work: () throws -> Value) throws -> Value {
    guard let lock else { return try work() }
    return try lock.withLock(timeout: configuration.busyTimeout, work)
  }

  private func translating<Value>(_ work: () throws -> Value) throws -> Value {
    try ListStoreError.translating(path: path, timeout: configuration.busyTimeout, work)
  }
}

// MARK: - The write-ahead log

extension StoreDatabase {
  /// The size of the write-ahead log at which a commit also checkpoints.
  static let checkpointThreshold = 4 << 20

  /// The size of the write-ahead log file in bytes.
  var walByteCount: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Moves the write-ahead log into the database when it has grown enough.
  ///
  /// The caller holds the inter-process lock, which is what makes a checkpoint safe. A checkpoint
  /// that cannot finish, because of readers or of the device, is no failure of the commit before
  /// it: everything stays in the log, and a later commit tries again.
  private func checkpointIfDue(_ database: Database) {
    guard lock != nil, walByteCount >= Self.checkpointThreshold else { return }
    _ = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)")
  }
}

// MARK: - Opening

extension StoreDatabase {
  private static func connectionSettings(_ configuration: ListStore.Configuration) -> Configuration
  {
    var settings = Configuration()
    settings.label = "ListStore"
    settings.busyMode = .timeout(configuration.busyTimeout.seconds)
    // A rollback can fail as well; the next write repeats it, and GRDB must not trap meanwhile.
    settings.allowsUnsafeTransactions = true
    settings.prepareDatabase { database in
      // Checkpoints happen only under the inter-process lock; see InterprocessLock.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      // A file from elsewhere may hold hostile triggers and views, and damaged pages.
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return settings
  }

  /// Refuses a file that is not a store this code can use, without changing it.
  ///
  /// What a crash has left unfinished is finished first, as whoever opens the file would do.
  private static func recognise(
    _ path: String,
    _ configuration: ListStore.Configuration
  ) throws {
    var settings = Configuration()
    settings.readonly = true
    settings.busyMode = .timeout(configuration.busyTimeout.seconds)
    func recognise() throws {
      let queue = try DatabaseQueue(path: path, configuration: settings)
      try queue.read { database in try Self.recognise(database, path, configuration) }
    }
    try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
      do {
        try recognise()
      } catch let error as DatabaseError
      where error.resultCode == .SQLITE_READONLY && configuration.access != .readOnly {
        settings.readonly = false
        try recognise()
      }
    }
  }

  private static func recognise(
    _ database: Database,
    _ path: String,
    _ configuration: ListStore.Configuration
  ) throws {
    let found = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard found == applicationID else {
      // A process killed while it created the store leaves an empty database.
      let tables = try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_master"
      )
      if found == 0, tables == 0, configuration.access == .createIfMissing { return }
      throw ListStoreError.notAListStore(
        path: path,
        reason: "it is a database of another application"
      )
    }
    let needed = configuration.access == .readOnly ? "min_reader" : "min_writer"
    let format = try Int.fetchOne(database, sql: "SELECT \(needed) FROM liststore") ?? 0
    guard format <= Self.format else {
      throw ListStoreError.newerFormat(path: path, format: format, supported: Self.format)
    }
  }

  /// Creates an empty file only its owner can read; SQLite gives its side files the same mode.
  private static func createPrivately(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return
    }
    switch errno {
    case EEXIST: return  // another process was faster
    case ENOENT: throw ListStoreError.noSuchFile(path: (path as NSString).deletingLastPathComponent)
    case ENOSPC: throw ListStoreError.diskFull(path: path)
    default: throw ListStoreError.readOnly(path: path)
    }
  }

  /// Sets what a commit waits for, and makes sure it is set.
  ///
  /// `DatabasePool` sets `synchronous = NORMAL` on its writer *after* the configuration has run,
  /// so this must come after the pool is made.
  private static func setDurability(
    _ durability: ListStore.Durability,
    of pool: DatabasePool
  ) throws {
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = \(durability.synchronous)")
      let actual = try Int.fetchOne(database, sql: "PRAGMA synchronous")
      guard actual == durability.synchronous else {
        throw ListStoreError.database(reason: "synchronous is \(actual ?? -1) after opening")
      }
    }
  }

  /// What `PRAGMA synchronous` reads on the writer: 2 is FULL, 1 is NORMAL.
  func synchronousSetting() throws -> Int? {
    try connections.writer.writeWithoutTransaction { database in
      try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
  }

  /// Creates the tables, or brings older ones to this format: all steps in one transaction.
  ///
  /// Which steps were taken is written in the store's own row, not in a table of GRDB's, which
  /// belongs to the migrations of the database's owner.
  private static func migrate(_ writer: some DatabaseWriter) throws {
    try writer.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        let exists = try database.tableExists("liststore")
        let done = exists ? try Int.fetchOne(database, sql: "SELECT format FROM liststore") ?? 0 : 0
        for migration in Migration.all.dropFirst(done) { try database.execute(sql: migration.sql) }
        if !exists { try database.execute(sql: "PRAGMA application_id = \(applicationID)") }
        return .commit
      }
    }
  }
}

extension ListStore.Durability {
  fileprivate var synchronous: Int {
    switch self {
    case .full: 2
    case .normal: 1
    }
  }
}
