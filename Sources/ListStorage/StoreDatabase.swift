import Foundation
import GRDB
import GRDBSQLite
import ListSystem
import Synchronization

/// The SQLite side of a store: how its file is recognised, created, configured and locked.
///
/// Commits go through ``commit(_:)``, other writes through ``write(_:)``, reads through ``read(_:)``;
/// all turn SQLite's errors into ``ListStoreError``.
final class StoreDatabase: Sendable {
  /// "LSTO" in the file's header: this database is a list store.
  static let applicationID: Int32 = 0x4C53_544F
  /// The newest file format this code reads and writes.
  static let format = 4

  let path: String
  let configuration: ListStore.Configuration
  let connections: Connections
  let lock: InterprocessLock?
  let queue: WriteQueue
  private let fence = CommitFence()
  /// What tells whether what is known from earlier commits is still so.
  let generation = DataGeneration()
  /// The generation in which this software was known to be allowed to write.
  private let writableGeneration = Atomic(0)
  /// The length of the write-ahead log; `nil` when only the size of its file is known, because the
  /// connection is not the store's own.
  let logLength: LogLength?
  let logProgress = Mutex(LogProgress())
  /// What is known of the room on the device.
  let roomWatch = Mutex(RoomWatch())
  /// How often what the store does by itself has waited for others in vain, one time after the other.
  let vainUpkeepCount = Atomic(0)
  /// The file that was opened; `nil` in memory.
  let file: OpenFile?
  /// The same, where it is read as one that nobody changes; `nil` if it is not.
  private let frozen: FrozenFile?
  /// The write-ahead log and its index, as they were when the file was opened.
  ///
  /// Whoever opens the store when one of them is gone makes another, and neither would know of the
  /// other's commits.
  private let log: [OpenFile]
  /// The queue that the owner of a shared database writes on.
  private let ownersQueue: UInt?
  /// Whether a write of the store's holds the lock, for what runs on the writer's connection.
  private let holdsLock = Atomic(false)
  /// The thread that writes a transaction of the store's; 0 while there is none.
  private let writingThread = Atomic<UInt>(0)
  /// How many read, or wait for a connection to read with.
  private let readerCount = Atomic(0)
  /// Whether the store could not end its last transaction, which then still is open.
  private let hasLeftTransaction = Atomic(false)

  /// GRDB owns the connections: one writer, and for files several readers.
  enum Connections: Sendable {
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
    queue = WriteQueue(waitsForDevice: false)
    (lock, file, frozen, log, logLength) = (nil, nil, nil, [], nil)
    ownersQueue = nil
    let queue = try ListStoreError.translating(
      path: ":memory:",
      timeout: configuration.busyTimeout
    ) {
      try DatabaseQueue(configuration: Self.connectionSettings(configuration))
    }
    connections = .memory(queue)
    try translating {
      try queue.writeWithoutTransaction { try Self.migrate($0, path: ":memory:", isShared: false) }
    }
  }

  /// Opens or creates a store file.
  init(path: String, configuration: ListStore.Configuration) throws {
    self.path = path
    self.configuration = configuration
    queue = WriteQueue(waitsForDevice: configuration.durability == .full)
    ownersQueue = nil
    try FilePath.validate(path)
    try FileIdentity.refuseAliases(path)
    let exists = FileManager.default.fileExists(atPath: path)
    if !exists, configuration.access != .createIfMissing {
      throw ListStoreError.noSuchFile(path: path)
    }
    guard !exists || configuration.access == .readOnly || access(path, W_OK) == 0 else {
      throw ListStoreError.readOnly(path: path)
    }
    if configuration.access != .readOnly { try FileIdentity.refuseOthers(path) }
    try InterprocessLock.refuseEmptied(path)
    frozen = exists ? try Self.recognise(path, configuration) : nil
    if configuration.access == .readOnly {
      var settings = Self.connectionSettings(configuration)
      settings.readonly = true
      (lock, log, logLength) = (nil, [], nil)
      file = OpenFile(path: path)
      let name = frozen == nil ? FilePath.forSQLite(path) : FilePath.immutable(path)
      connections = .readOnlyFile(
        try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
          [settings] in try DatabaseQueue(path: name, configuration: settings)
        }
      )
      return
    }
    let lock = try InterprocessLock(beside: path)
    self.lock = lock
    // Opening writes (it makes sure a WAL file exists), so it happens under the lock as well.
    let (pool, file, log) = try lock.withLock(timeout: configuration.busyTimeout) {
      let (pool, file) = try Self.openFile(path, configuration, under: lock)
      return (pool, file, Self.logFiles(of: path))
    }
    (self.file, self.log) = (file, log)
    connections = .file(pool)
    let logLength = LogLength()
    self.logLength = logLength
    // It ends with this value, through which alone the connection commits.
    try translating { try pool.writeWithoutTransaction { try logLength.follow($0) } }
    try requireSameFile()
  }

  /// Keeps a store in a database of the caller's.
  init(in writer: any DatabaseWriter, configuration: ListStore.Configuration) throws {
    let file = Self.path(of: writer)
    path = file ?? ":memory:"
    self.configuration = configuration
    queue = WriteQueue(waitsForDevice: configuration.durability == .full)
    connections = .shared(writer)
    // The owner may listen to the connection; it has room for one.
    (logLength, frozen) = (nil, nil)
    if let file { try FileIdentity.refuseAliases(file) }
    self.file = file.flatMap { OpenFile(path: $0) }
    let lock = try file.map { try InterprocessLock(beside: $0) }
    self.lock = lock
    // In the order of commits: the connection, then the lock.
    (log, ownersQueue) = try writer.writeWithoutTransaction { [path] database in
      func prepare() throws -> [OpenFile] {
        try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
          try Self.requireSettings(of: database, path: path, configuration)
          try Self.migrate(database, path: path, isShared: true)
          return file != nil && database.hasLog ? Self.logFiles(of: path) : []
        }
      }
      let log = try lock?.withLock(timeout: configuration.busyTimeout, prepare) ?? prepare()
      return (log, Self.currentQueue)
    }
  }

  deinit {
    leaveLostLog()
  }
}

// MARK: - Transactions

extension StoreDatabase {
  /// Reads from one consistent state of the database.
  ///
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)`` when its owner has only one
  ///   connection and an open transaction on it: what that has written may still be undone.
  func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    // A pool has other connections for readers.
    if connections.writer is DatabaseQueue { try requireOutside() }
    try requireSameFile()
    readerCount.add(1, ordering: .relaxed)
    defer { readerCount.subtract(1, ordering: .relaxed) }
    let result = Result {
      try translating {
        try consistently { database in
          if isShared, database.isWriting {
            throw ownersTransactionIsOpen
          }
          return try work(database)
        }
      }
    }
    // What was read of a file that has changed meanwhile may be of no moment, or seem damaged.
    try requireFrozen()
    return try result.get()
  }

  /// Checks that a file that is read as one that nobody changes has not changed.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  private func requireFrozen() throws {
    if let frozen, !frozen.isUnchanged { throw ListStoreError.fileReplaced(path: path) }
  }

  /// Reads in a transaction: in that of the one who calls, if that is reading from the pool by now.
  private func consistently<Value>(_ work: (Database) throws -> Value) throws -> Value {
    guard let pool = connections.writer as? DatabasePool else {
      return try Damage.outlasted { value in
        try connections.writer.read { value = try work($0) }
      }
    }
    // Inside of a read, `read` ends the process.
    let value: Value? = try pool.unsafeReentrantRead { database in
      // Inside of a write, it is the writer's connection: what that has written may be undone.
      guard sqlite3_db_readonly(database.sqliteConnection, "main") == 1 else { return nil }
      if database.isInsideTransaction { return try work(database) }
      var value: Value?
      try database.inTransaction(.deferred) {
        // A transaction sees what there is when it first reads: from here on, nothing else.
        try SQLStatement("PRAGMA schema_version", in: database).run()
        value = try work(database)
        // After damage that `work` has dealt with, SQLite does not let a transaction be committed; see
        // `Damage.outlasted`.
        return .rollback
      }
      return value
    }
    return try value ?? Damage.outlasted { value in try pool.read { value = try work($0) } }
  }

  /// Whether all connections there are to read with are in use, so that the next read has to wait.
  var hasManyReaders: Bool {
    guard let pool = connections.writer as? DatabasePool else { return false }
    return readerCount.load(ordering: .relaxed) >= pool.configuration.maximumReaderCount
  }

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

  /// Checks that the paths still lead to the files that were opened, and that these were not emptied.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile() throws {
    if let file, !file.isDatabase { throw ListStoreError.fileReplaced(path: path) }
    try requireFrozen()
    // The owner of a database may do without a log one day.
    if !isShared, let lost = lostLogFile { throw ListStoreError.fileReplaced(path: lost.path) }
  }

  /// The same for whoever has the lock, before anything is written.
  ///
  /// A log that is only gone nobody else has missed yet: what was committed to it is moved into the
  /// database, where it is not lost when this process ends.
  ///
  /// - Throws: ``ListStoreError/fileReplaced(path:)``.
  func requireSameFile(_ database: Database) throws {
    if let file, !file.isDatabase {
      // What was committed since the log was last moved is there, and is not to follow the file.
      if !isShared, file.isThere { list_sqlite_keep_log(database.sqliteConnection) }
      throw ListStoreError.fileReplaced(path: path)
    }
    guard let lost = lostLogFile, !isShared || database.hasLog else { return }
    leaveLog(database)
    throw ListStoreError.fileReplaced(path: lost.path)
  }

  /// Checks that this is not called by what the store calls inside of a transaction: it would wait
  /// for itself.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)``.
  func requireOutside() throws {
    // Only this thread can have stored its own number.
    guard writingThread.load(ordering: .relaxed) != UInt(pthread_self()) else {
      throw ListStoreError.invalidEdit(
        reason: "the store is used from inside of its own transaction; use the draft or the "
          + "database that the closure is given"
      )
    }
    guard ownersQueue == nil || ownersQueue != Self.currentQueue else {
      throw ListStoreError.invalidEdit(
        reason: "the store would wait for the write of its database's owner that it is called "
          + "from; use the calls that take the database the closure is given"
      )
    }
  }

  /// The dispatch queue the current thread works for, told by where its name is kept: each queue has a
  /// copy of its own.
  private static var currentQueue: UInt { UInt(bitPattern: list_current_queue_name()) }

  func requireWritable() throws {
    if configuration.access == .readOnly { throw ListStoreError.readOnly(path: path) }
  }

  /// Runs work under the inter-process lock, and checkpoints.
  private func locked<Value>(
    _ database: Database,
    _ timeout: Duration? = nil,
    _ work: () throws -> Value
  ) throws -> Value {
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

  /// Rolls back a transaction of the store's own whose rollback failed before, for want of memory.
  ///
  /// - Throws: ``ListStoreError/unsuitableDatabase(path:reason:remedy:)`` when it is the owner's.
  private func endLeftTransaction(_ database: Database) throws {
    guard database.isInsideTransaction else { return }
    guard hasLeftTransaction.load(ordering: .relaxed) else {
      throw ownersTransactionIsOpen
    }
    try database.rollback()
  }

  private var ownersTransactionIsOpen: ListStoreError {
    .unsuitableDatabase(
      path: path,
      reason: "its owner has begun a transaction on the writer, which is still open",
      remedy: "COMMIT or ROLLBACK first, or commit lists in that transaction"
    )
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

  /// Refuses what only newer software may write, when others have written since this was asked.
  private func requireWriter(of database: Database) throws {
    let current = generation.current
    guard writableGeneration.load(ordering: .relaxed) != current else { return }
    try Self.requireWriter(of: database, path: path)
    writableGeneration.store(current, ordering: .relaxed)
  }

  /// Whether the database belongs to the caller.
  var isShared: Bool {
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
      try raiseFence(after: error, key: key, in: transaction.database)
      throw error
    }
  }

  /// Makes sure, after a failed COMMIT whose outcome is unknown, that nothing goes on from it.
  private func raiseFence(after error: any Error, key: String?, in database: Database) throws {
    guard let error = error as? DatabaseError, CommitFence.isNeeded(after: error) else { return }
    try fence.raise(after: error, key: key, in: database)
  }

  /// How long what a store does by itself waits for other processes: long enough to have its turn
  /// among many that commit, and not as long as one that is stuck.
  ///
  /// After each time in vain, it is twice as long.
  var upkeepPatience: Duration {
    let vainWaits = min(vainUpkeepCount.load(ordering: .relaxed), 8)
    return min(.milliseconds(100 << vainWaits), configuration.busyTimeout)
  }

  func withLock<Value>(
    timeout: Duration? = nil,
    _ work: () throws -> Value
  ) throws -> Value {
    guard let lock else { return try work() }
    return try lock.withLock(timeout: timeout ?? configuration.busyTimeout, work)
  }

  /// Tells whoever is to know what the store does.
  func report(_ event: StoreEvent) {
    configuration.onEvent?(event)
  }

  func translating<Value>(_ work: () throws -> Value) throws -> Value {
    try ListStoreError.translating(path: path, timeout: configuration.busyTimeout, work)
  }
}

// MARK: - A log that others do not find

extension StoreDatabase {
  fileprivate static func logFiles(of path: String) -> [OpenFile] {
    ["-wal", "-shm"].compactMap { OpenFile(path: path + $0) }
  }

  fileprivate var lostLogFile: OpenFile? { log.first { !$0.isThere } }

  /// Whether nobody can have committed to another log: an opened store has content in its log.
  private var nobodyHasGoneOn: Bool {
    let lost = log.filter { !$0.isThere }
    guard let wal = lost.first(where: { $0.path.hasSuffix("-wal") }) else {
      // Others may have found the log, and have another index to it.
      return lost.allSatisfy(\.isMissing)
    }
    return wal.isMissing || FileIdentity.isEmpty(wal.path)
  }

  /// Moves the log into the database as long as nobody else can have gone on without it, and from then
  /// on leaves it alone: SQLite would move it when the connection is closed, over what others have
  /// written by then, and delete the log it finds.
  ///
  /// The caller holds the lock, or nobody can.
  private func leaveLog(_ database: Database) {
    let isOurs = nobodyHasGoneOn
    if isOurs, !database.isInsideTransaction { _ = try? moveLog(database, "PASSIVE") }
    // What an owner goes on to write is moved when the owner closes the database.
    if !isShared || !isOurs { list_sqlite_keep_log(database.sqliteConnection) }
  }

  /// Leaves a log that others do not find, before the connection is closed.
  fileprivate func leaveLostLog() {
    guard !isShared, let file, file.isThere else { return }
    let isEmptied = !file.isDatabase
    guard isEmptied || lostLogFile != nil else { return }
    // The last reference may end inside of a write.
    connections.writer.unsafeReentrantWrite { database in
      // It may be closed by now.
      guard database.sqliteConnection != nil else { return }
      if isEmptied { return list_sqlite_keep_log(database.sqliteConnection) }
      do {
        try withLock(timeout: .zero) { leaveLog(database) }
      } catch {
        leaveLogWithoutLock(database)
      }
    }
  }

  /// Leaves the log when the lock is not to be had: nobody has it when it was deleted as well, as whoever
  /// opens the store makes a new one first.
  fileprivate func leaveLogWithoutLock(_ database: Database) {
    if lock?.isMissing == true, file?.isThere == true {
      leaveLog(database)
    } else if !isShared {
      list_sqlite_keep_log(database.sqliteConnection)
    }
  }
}

extension Database {
  /// Whether the journal is a write-ahead log.
  fileprivate var hasLog: Bool {
    (try? String.fetchOne(self, sql: "PRAGMA journal_mode")) == "wal"
  }

  /// Whether a transaction is open that has written, or has begun to be one that will.
  var isWriting: Bool { sqlite3_txn_state(sqliteConnection, "main") == SQLITE_TXN_WRITE }
}
