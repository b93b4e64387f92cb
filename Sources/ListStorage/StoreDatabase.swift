import Foundation
import GRDB
import ListMigrations
import Synchronization

/// The SQLite side of a store: how its file is recognised, created, configured and locked.
///
/// Writes go through ``write(_:)``, reads through ``read(_:)``; both turn SQLite's errors into
/// ``ListStoreError``.
final class StoreDatabase: Sendable {
  /// "LSTO" in the file's header: this database is a list store.
  static let applicationID: Int32 = 0x4C53_544F
  /// The newest file format this code reads and writes.
  static let format = 1

  let path: String
  private let configuration: ListStore.Configuration
  private let connections: Connections
  private let lock: InterprocessLock?
  private let queue = WriteQueue()
  private let fence = CommitFence()
  /// What tells whether what is known from earlier commits is still so.
  let generation = DataGeneration()
  /// The size of the write-ahead log when it was last checkpointed.
  private let checkpointedSize = Mutex(0)
  /// The file that was opened; `nil` in memory.
  private let identity: FileIdentity?

  /// GRDB owns the connections: one writer, and for files several readers.
  private enum Connections: Sendable {
    case memory(DatabaseQueue)
    case file(DatabasePool)
    case readOnlyFile(DatabaseQueue)
    /// The database belongs to the caller, and holds tables of its own.
    case shared(any DatabaseWriter)

    var writer: any DatabaseWriter {
      switch self {
      case .memory(let queue), .readOnlyFile(let queue): queue
      case .file(let pool): pool
      case .shared(let writer): writer
      }
    }
  }

  /// Opens a store in memory, which ends with this value.
  init(inMemory configuration: ListStore.Configuration) throws {
    path = ":memory:"
    self.configuration = configuration
    (lock, identity) = (nil, nil)
    let queue = try DatabaseQueue(configuration: Self.connectionSettings(configuration))
    connections = .memory(queue)
    try translating { try Self.migrate(queue, isShared: false) }
  }

  /// Opens or creates a store file.
  init(path: String, configuration: ListStore.Configuration) throws {
    self.path = path
    self.configuration = configuration
    try FileIdentity.refuseAliases(path)
    let exists = FileManager.default.fileExists(atPath: path)
    if !exists, configuration.access != .createIfMissing {
      throw ListStoreError.noSuchFile(path: path)
    }
    guard !exists || configuration.access == .readOnly || access(path, W_OK) == 0 else {
      throw ListStoreError.readOnly(path: path)
    }
    if exists { try Self.recognise(path, configuration) }
    var settings = Self.connectionSettings(configuration, isNew: !exists)
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
        try Self.migrate(pool, isShared: false)
        return pool
      }
    }
    connections = .file(pool)
    try requireSameFile()
  }

  /// Keeps a store in a database of the caller's.
  init(in writer: any DatabaseWriter, configuration: ListStore.Configuration) throws {
    path = writer.path
    self.configuration = configuration
    connections = .shared(writer)
    try FileIdentity.refuseAliases(path)
    identity = FileIdentity(path: path)
    let lock = identity == nil ? nil : try InterprocessLock(beside: path)
    self.lock = lock
    try withLock {
      try translating {
        try Self.requireSettings(of: writer, configuration.durability)
        try Self.migrate(writer, isShared: true)
      }
    }
  }
}

// MARK: - Transactions

extension StoreDatabase {
  /// Reads from one consistent state of the database.
  func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    try requireSameFile()
    return try translating { try connections.writer.read(work) }
  }

  /// Commits, together with others that wait.
  ///
  /// - Throws: What the commit's work throws; ``ListStoreError/busy(path:timeout:)``,
  ///   ``ListStoreError/outcomeUnknown(key:reason:)`` and other errors of the transaction.
  func commit(_ commit: WaitingCommit) throws -> Commit {
    try requireWritable()
    queue.answer(commit) { batch in
      connections.writer.writeWithoutTransaction { database in
        do {
          try locked(database) { try run(batch, in: database) }
        } catch {
          for commit in batch { commit.fail(error) }
        }
      }
    }
    guard let result = commit.result else {
      throw ListStoreError.database(reason: "a commit was not answered")
    }
    return try translating { try result.get() }
  }

  /// Runs one write transaction under the inter-process lock.
  func write<Value>(_ work: (Database) throws -> Value) throws -> Value {
    try requireWritable()
    return try connections.writer.writeWithoutTransaction { database in
      try locked(database) {
        try database.beginTransaction(.immediate)
        do {
          let value = try work(database)
          try commit(StoreTransaction(database: database, isObserved: true), key: nil)
          return value
        } catch {
          rollback(database)
          throw error
        }
      }
    }
  }

  /// Checks that the path still leads to the file that was opened.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  private func requireSameFile() throws {
    guard let identity else { return }
    guard FileIdentity(path: path) == identity else {
      throw ListStoreError.fileReplaced(path: path)
    }
  }

  private func requireWritable() throws {
    if configuration.access == .readOnly { throw ListStoreError.readOnly(path: path) }
  }

  /// Runs work under the inter-process lock, tells others when it is done, and checkpoints.
  private func locked<Value>(_ database: Database, _ work: () throws -> Value) throws -> Value {
    try withLock {
      try requireSameFile()
      let value = try translating {
        // A transaction whose own rollback failed, for want of memory, is rolled back now.
        if database.isInsideTransaction { try database.rollback() }
        try fence.pass(key: nil, in: database)
        return try work()
      }
      lock?.announce()
      checkpointIfDue(database)
      return value
    }
  }

  private func run(_ batch: [WaitingCommit], in database: Database) throws {
    let transaction = StoreTransaction(database: database, isObserved: isShared)
    try transaction.begin()
    generation.begin(in: database)
    do {
      var isWorthCommitting = false
      for commit in batch {
        if batch.count == 1 {
          isWorthCommitting = commit.run(in: database)
        } else {
          try transaction.savepoint {
            let succeeded = commit.run(in: database)
            isWorthCommitting = isWorthCommitting || succeeded
            // Some errors end the whole transaction, for all in it.
            if !database.isInsideTransaction { _ = try commit.result?.get() }
            return succeeded
          }
        }
      }
      guard isWorthCommitting else { return try transaction.rollback() }
      try self.commit(transaction, key: batch.compactMap(\.key).first)
      generation.committed(in: database)
    } catch {
      generation.lost()
      rollback(database)
      throw error
    }
  }

  private var isShared: Bool {
    if case .shared = connections { true } else { false }
  }

  /// Ends a transaction that failed; if that fails as well, the next one begins by ending it.
  private func rollback(_ database: Database) {
    if database.isInsideTransaction { try? database.rollback() }
  }

  private func commit(_ transaction: StoreTransaction, key: String?) throws {
    do {
      try transaction.commit()
    } catch {
      rollback(transaction.database)
      if let error = error as? DatabaseError, CommitFence.isNeeded(after: error) {
        try fence.raise(after: error, key: key, in: transaction.database)
      }
      throw error
    }
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
  /// it: what was committed stays in the log, and a later commit tries again.
  private func checkpointIfDue(_ database: Database) {
    guard lock != nil else { return }
    // What was moved stays in the file until the next commit starts the log anew, and that may have
    // to wait for readers: the log must have grown since to be worth another try.
    let size = walByteCount
    let isDue = checkpointedSize.withLock { checkpointed in
      if size < checkpointed { checkpointed = 0 }
      guard size >= max(Self.checkpointThreshold, checkpointed + Self.checkpointThreshold / 4)
      else { return false }
      checkpointed = size
      return true
    }
    if isDue { _ = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
  }

  /// Moves the whole write-ahead log into the database and empties it.
  ///
  /// - Returns: Whether all of it was moved; readers of old versions can prevent it.
  func checkpoint() throws -> Bool {
    try requireWritable()
    guard lock != nil else { return true }
    return try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile()
        return try translating {
          let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
          return row.map { $0[0] as Int == 0 } ?? true
        }
      }
    }
  }
}

// MARK: - Copies and space

extension StoreDatabase {
  /// What the store keeps of the past.
  var retention: ListStore.Retention { configuration.retention }

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { Int64((configuration.now().timeIntervalSince1970 * 1000).rounded()) }

  /// Copies everything, as it is at one moment.
  func copy(to queue: DatabaseQueue, _ progress: (CopyProgress) -> Void) throws {
    try requireSameFile()
    try translating {
      try withoutActuallyEscaping(progress) { progress in
        try connections.writer.backup(to: queue, pagesPerStep: 1024) { step in
          progress(CopyProgress(completed: step.completedPageCount, total: step.totalPageCount))
        }
      }
    }
  }

  /// Gives free pages at the end of the file back, some at a time.
  ///
  /// - Returns: By how many bytes the file became smaller.
  func releaseFreePages() throws -> Int {
    try requireWritable()
    func fileBytes(_ database: Database) throws -> Int {
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      return try pages * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    let before = try read(fileBytes)
    while try read({ try Int.fetchOne($0, sql: "PRAGMA freelist_count") ?? 0 }) > 0 {
      let size = try read(fileBytes)
      try write { try $0.execute(sql: "PRAGMA incremental_vacuum(1024)") }
      // A file that was made without room for this stays as it is.
      if try read(fileBytes) == size { break }
    }
    try connections.writer.writeWithoutTransaction { database in
      try withLock {
        try requireSameFile()
        // The file itself shrinks when the log moves into it, unless readers need the old pages.
        if lock != nil { _ = try? Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)") }
      }
    }
    return try before - read(fileBytes)
  }
}

// MARK: - Opening

extension StoreDatabase {
  private static func connectionSettings(
    _ configuration: ListStore.Configuration,
    isNew: Bool = false
  ) -> Configuration {
    var settings = Configuration()
    settings.label = "ListStore"
    settings.busyMode = .timeout(configuration.busyTimeout.seconds)
    // A rollback can fail as well; the next write repeats it, and GRDB must not trap meanwhile.
    settings.allowsUnsafeTransactions = true
    settings.prepareDatabase { database in
      // Only the connection that makes the file can say that what is freed is to be given back.
      if isNew, !database.configuration.readonly {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
      // Checkpoints happen only under the inter-process lock; see InterprocessLock.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      // A log that is started anew is overwritten in place, which devices do faster than making a
      // file longer. What it had grown by because of readers, it gives back.
      try database.execute(sql: "PRAGMA journal_size_limit = \(checkpointThreshold * 3 / 4)")
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
        where error.resultCode == .SQLITE_READONLY && configuration.access != .readOnly
      {
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
    // They would act in our name, whatever we ask for.
    let strangers = try String.fetchAll(
      database,
      sql: """
        SELECT type || ' ' || name FROM sqlite_master
        WHERE type = 'trigger' AND tbl_name LIKE 'liststore%'
        OR type = 'view' AND name LIKE 'liststore%'
        """
    )
    if let stranger = strangers.first {
      throw ListStoreError.notAListStore(path: path, reason: "it has the \(stranger)")
    }
    let needed = configuration.access == .readOnly ? "min_reader" : "min_writer"
    let format = try Int.fetchOne(database, sql: "SELECT \(needed) FROM liststore") ?? 0
    guard format <= Self.format else {
      throw ListStoreError.newerFormat(path: path, format: format, supported: Self.format)
    }
  }

  /// Creates an empty file only its owner can read; SQLite gives its side files the same mode.
  static func createPrivately(_ path: String) throws {
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

  /// Makes sure that a database of the caller's is set up so that a store can keep its promises.
  private static func requireSettings(
    of writer: any DatabaseWriter,
    _ durability: ListStore.Durability
  ) throws {
    try writer.writeWithoutTransaction { database in
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else { return }
      let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
      guard synchronous >= durability.synchronous else {
        throw ListStoreError.unsuitableDatabase(
          path: writer.path,
          reason: "synchronous is \(synchronous)",
          remedy: "PRAGMA synchronous = \(durability.synchronous) on the writer, after the pool is "
            + "open: DatabasePool sets it to 1"
        )
      }
      let checkpoints = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint") ?? 0
      guard checkpoints == 0 else {
        throw ListStoreError.unsuitableDatabase(
          path: writer.path,
          reason: "automatic checkpoints are on, which can corrupt it under SQLite before 3.51.3",
          remedy: "PRAGMA wal_autocheckpoint = 0 in Configuration.prepareDatabase; the store "
            + "checkpoints after its commits"
        )
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
  private static func migrate(_ writer: any DatabaseWriter, isShared: Bool) throws {
    try writer.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        let exists = try database.tableExists("liststore")
        let done = exists ? try Int.fetchOne(database, sql: "SELECT format FROM liststore") ?? 0 : 0
        for migration in Migration.all.dropFirst(done) { try database.execute(sql: migration.sql) }
        // A database of the caller's is the caller's to mark.
        if !exists, !isShared {
          try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
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
