import Foundation
package import GRDB
import Synchronization

/// The SQLite side of a store: how its file is recognised, created, configured and locked.
///
/// Commits go through ``commit(_:)``, other writes through ``write(_:)``, reads through ``read(_:)``;
/// all turn SQLite's errors into ``ListStoreError``.
package final class StoreDatabase: Sendable {
  /// "LSTO" in the file's header: this database is a list store.
  static let applicationID: Int32 = 0x4C53_544F
  /// The newest file format this code reads and writes.
  package static let format = 7

  package let path: String
  package let configuration: ListStore.Configuration
  package let connections: Connections
  let lock: InterprocessLock?
  let queue = WriteQueue()
  let fence = CommitFence()
  /// Tells whether what is known from earlier commits is still true.
  let generation = DataGeneration()
  /// The generation in which this software was last known to be allowed to write.
  let writableGeneration = Atomic(0)
  /// The length of the write-ahead log; `nil` when only the size of its file is known, because the
  /// connection is not the store's own.
  let walLength: WALLength?
  let walProgress = Mutex(WALProgress())
  /// The room on the device, as it was last looked at.
  let roomWatch = Mutex(RoomWatch())
  /// How many times in a row upkeep has waited for others in vain.
  let vainUpkeepCount = Atomic(0)
  /// The file that was opened; `nil` in memory.
  let file: OpenFile?
  /// The same file, if it is read as immutable; otherwise `nil`.
  package let frozen: FrozenFile?
  /// The write-ahead log and its index, as they were when the file was opened.
  ///
  /// If one of them is gone, a process that opens the store makes another, and neither process would
  /// know of the other's commits.
  let walFiles: [OpenFile]
  /// The queue that the owner of a shared database writes on.
  let ownersQueue: UInt?
  /// The thread that writes a transaction of the store; 0 while there is none.
  let writingThread = Atomic<UInt>(0)
  /// How many reads run, or wait for a connection.
  let readerCount = Atomic(0)
  /// Whether the store was closed.
  let isClosed = Atomic(false)
  /// Whether the store could not end its last transaction, which is still open.
  let hasLeftTransaction = Atomic(false)

  /// GRDB owns the connections: one writer, and for files several readers.
  package enum Connections: Sendable {
    case memory(DatabaseQueue)
    /// A pool; for a file that another owner keeps without a write-ahead log, a queue.
    case file(any DatabaseWriter)
    case readOnlyFile(DatabaseQueue)
    /// The database belongs to the caller, and holds tables of the caller.
    case shared(any DatabaseWriter)

    package var writer: any DatabaseWriter {
      switch self {
      case .memory(let queue), .readOnlyFile(let queue): queue
      case .file(let writer), .shared(let writer): writer
      }
    }
  }

  /// Opens a store in memory, which ends with this value.
  init(inMemory configuration: ListStore.Configuration) throws {
    path = ":memory:"
    self.configuration = configuration
    (lock, file, frozen, walFiles, walLength) = (nil, nil, nil, [], nil)
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
  package init(path: String, configuration: ListStore.Configuration) throws {
    self.path = path
    self.configuration = configuration
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
    let found = exists ? try Self.recognise(path, configuration) : nil
    frozen = found?.frozen
    if configuration.access == .readOnly {
      var settings = Self.connectionSettings(configuration)
      settings.readonly = true
      (lock, walFiles, walLength) = (nil, [], nil)
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
    let owner = found?.owner ?? .store
    let (writer, file, walFiles) = try lock.withLock(timeout: configuration.busyTimeout) {
      let (writer, file) = try Self.openFile(path, configuration, of: owner, under: lock)
      return (writer, file, writer is DatabasePool ? Self.logFiles(of: path) : [])
    }
    (self.file, self.walFiles) = (file, walFiles)
    connections = .file(writer)
    let walLength = WALLength()
    self.walLength = walLength
    // `walLength` ends with this value, through which alone the connection commits.
    try translating { try writer.writeWithoutTransaction { try walLength.follow($0) } }
    try requireSameFile()
  }

  /// Keeps a store in a database of the caller's.
  init(in writer: any DatabaseWriter, configuration: ListStore.Configuration) throws {
    let file = Self.path(of: writer)
    path = file ?? ":memory:"
    self.configuration = configuration
    connections = .shared(writer)
    // A connection has room for one listener to its log, which the owner may have set.
    (walLength, frozen) = (nil, nil)
    if let file { try FileIdentity.refuseAliases(file) }
    self.file = file.flatMap { OpenFile(path: $0) }
    let lock = try file.map { try InterprocessLock(beside: $0) }
    self.lock = lock
    // The same order as in a commit: the connection, then the lock.
    (walFiles, ownersQueue) = try writer.writeWithoutTransaction { [path] database in
      func prepare() throws -> [OpenFile] {
        try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
          try Self.requireSettings(of: database, path: path, configuration)
          try Self.migrate(database, path: path, isShared: true)
          return file != nil && database.hasWAL ? Self.logFiles(of: path) : []
        }
      }
      let walFiles = try lock?.withLock(timeout: configuration.busyTimeout, prepare) ?? prepare()
      return (walFiles, Self.currentQueue)
    }
  }

  deinit {
    leaveLostLog()
  }
}

// MARK: - What all parts use

extension StoreDatabase {
  package func requireWritable() throws {
    try requireOpen()
    if configuration.access == .readOnly { throw ListStoreError.readOnly(path: path) }
  }

  /// Checks that the store was not closed.
  ///
  /// - Throws: ``ListStoreError/closed(path:)``.
  func requireOpen() throws {
    if isClosed.load(ordering: .acquiring) { throw ListStoreError.closed(path: path) }
  }

  /// Closes the connections once their users have ended.
  ///
  /// Calls that wait for their turn by then are refused and have done nothing.
  ///
  /// - Throws: SQLite's errors; then the store stays open.
  func closeConnections() throws {
    try requireOutside()
    guard isClosed.compareExchange(expected: false, desired: true, ordering: .releasing).exchanged
    else { return }
    leaveLostLog()
    // Only the owner closes a shared database.
    guard !isShared else { return }
    do {
      try translating { try connections.writer.close() }
    } catch {
      isClosed.store(false, ordering: .releasing)
      throw error
    }
  }

  /// Whether the database belongs to the caller.
  var isShared: Bool {
    if case .shared = connections { true } else { false }
  }

  func withLock<Value>(
    timeout: Duration? = nil,
    _ work: () throws -> Value
  ) throws -> Value {
    guard let lock else { return try work() }
    return try lock.withLock(timeout: timeout ?? configuration.busyTimeout, work)
  }

  /// Tells the configuration's listener about an event.
  func report(_ event: StoreEvent) {
    configuration.onEvent?(event)
  }

  package func translating<Value>(_ work: () throws -> Value) throws -> Value {
    try ListStoreError.translating(path: path, timeout: configuration.busyTimeout, work)
  }
}
