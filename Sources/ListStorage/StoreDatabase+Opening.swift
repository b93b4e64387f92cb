import Foundation
package import GRDB
import ListMigrations
import ListSystem

extension StoreDatabase {
  package static func connectionSettings(
    _ configuration: ListStore.Configuration,
    isNew: Bool = false
  ) -> Configuration {
    var settings = Configuration()
    settings.label = "ListStore"
    settings.busyMode = .timeout(configuration.busyTimeout.sqliteTimeout)
    // A rollback can fail too; the next write repeats it, and GRDB must not trap meanwhile.
    settings.allowsUnsafeTransactions = true
    // A restarted log is overwritten in place, which is faster than making a file longer. If it has
    // grown because of readers, the excess is given back.
    let limit = configuration.logByteLimit * 5 / 4
    settings.prepareDatabase { database in
      // Only the connection that makes the file can switch on incremental vacuum.
      if isNew, !database.configuration.readonly {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
      // Checkpoints happen only under the inter-process lock; see InterprocessLock.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      try database.execute(sql: "PRAGMA journal_size_limit = \(limit)")
      // A file from elsewhere may hold hostile triggers and views, and damaged pages.
      let code = list_sqlite_set_defensive(database.sqliteConnection)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return settings
  }

  /// Refuses a file that is not a store this code can use, without changing it.
  ///
  /// Recovery after a crash is done first, as by any opening of the file.
  ///
  /// - Returns: What the file is.
  static func recognise(
    _ path: String,
    _ configuration: ListStore.Configuration
  ) throws -> FoundFile {
    var settings = Configuration()
    settings.readonly = true
    settings.busyMode = .timeout(configuration.busyTimeout.sqliteTimeout)
    func recognise(_ name: String) throws -> FoundFile {
      let queue = try DatabaseQueue(path: name, configuration: settings)
      return try queue.read { database in
        try Self.recognise(database, path, configuration)
        // Opening for writing makes sure that the log has content.
        if name != FilePath.immutable(path), database.hasWAL,
          database.cutLog(of: path)?.isMoved == false
        {
          throw ListStoreError.fileReplaced(path: path + "-wal")
        }
        return FoundFile(owner: try owner(of: database))
      }
    }
    func recognise(_ frozen: FrozenFile) throws -> FoundFile {
      var found = try recognise(FilePath.immutable(path))
      found.frozen = frozen
      return found
    }
    return try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
      do {
        return try recognise(FilePath.forSQLite(path))
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_READONLY && configuration.access != .readOnly
      {
        settings.readonly = false
        return try recognise(FilePath.forSQLite(path))
      } catch let error as DatabaseError
        where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
        && configuration.access == .readOnly
      {
        let journal = LeftJournal(of: path)
        if journal.isThere, access(FilePath.folder(of: path), W_OK) == 0 {
          try journal.undo(waiting: configuration.busyTimeout)
          return try recognise(FilePath.forSQLite(path))
        }
        // SQLite reads a database with a write-ahead log only if it can make an index beside it.
        guard let frozen = try FrozenFile(path: path) else { throw error }
        return try recognise(frozen)
      } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE && configuration.access == .readOnly
      {
        // There is no room for the index.
        guard let frozen = FrozenFile(onFullDevice: path) else { throw error }
        return try recognise(frozen)
      }
    }
  }

  /// What a file was found to be, before it is opened.
  struct FoundFile {
    var owner: Owner
    /// The file, if it can only be read as immutable.
    var frozen: FrozenFile?
  }

  /// To whom the file of a store belongs.
  enum Owner {
    /// The store made the file.
    case store
    /// An application keeps the store beside tables of its own, and has chosen the journal of the
    /// file.
    case application(hasLog: Bool)
  }

  private static func owner(of database: Database) throws -> Owner {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    if id == applicationID { return .store }
    // An empty database becomes a store.
    return try holdsStore(database) ? .application(hasLog: database.hasWAL) : .store
  }

  /// Returns whether a database holds a store: its own file says so, and a database of an
  /// application has the store's tables.
  package static func holdsStore(_ database: Database) throws -> Bool {
    if try Int32.fetchOne(database, sql: "PRAGMA application_id") == applicationID { return true }
    return try database.tableExists("liststore")
  }

  private static func recognise(
    _ database: Database,
    _ path: String,
    _ configuration: ListStore.Configuration
  ) throws {
    guard try holdsStore(database) else {
      let found = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      // A process killed while it created the store leaves an empty database.
      let tables = try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM sqlite_master"
      )
      if found == 0, tables == 0, configuration.access == .createIfMissing { return }
      let isEmpty = found == 0 && tables == 0
      throw ListStoreError.notAListStore(
        path: path,
        reason: isEmpty ? ListStoreError.emptyReason : noStoreReason
      )
    }
    // Triggers and views would run with the store's own statements.
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
    try requireIdentity(of: database, path: path)
    let actual = try Int.fetchOne(database, sql: "SELECT format FROM liststore") ?? 0
    if let stranger = try StoreSchema.stranger(in: database, format: actual) {
      throw ListStoreError.corrupted(reason: "\(path): \(stranger)")
    }
  }

  package static let noStoreReason = "it is a database of another application, which holds no store"

  /// Opens a store for writing, and makes it if it does not exist.
  ///
  /// - Returns: The connections, and the file that was opened.
  static func openFile(
    _ path: String,
    _ configuration: ListStore.Configuration,
    of owner: Owner,
    under lock: InterprocessLock
  ) throws -> (any DatabaseWriter, OpenFile?) {
    if !FileManager.default.fileExists(atPath: path) {
      guard configuration.access == .createIfMissing else {
        throw ListStoreError.noSuchFile(path: path)
      }
      lock.unmark()
      try createPrivately(path)
    }
    // Another user may have made the file since it was looked at.
    try FileIdentity.refuseOthers(path)
    let file = OpenFile(path: path)
    let settings = connectionSettings(configuration, isNew: FileIdentity.isEmpty(path))
    let writer = try ListStoreError.translating(path: path, timeout: configuration.busyTimeout) {
      let writer = try connect(FilePath.forSQLite(path), settings, owner)
      try setDurability(configuration.durability, of: writer)
      try writer.writeWithoutTransaction { try migrate($0, path: path, isShared: owner.isOther) }
      return writer
    }
    // What an application does with its file is not the store's to refuse.
    if !owner.isOther { lock.mark() }
    return (writer, file)
  }

  /// Opens the file of a store; the journal of another owner's file stays as it is.
  private static func connect(
    _ name: String,
    _ settings: Configuration,
    _ owner: Owner
  ) throws -> any DatabaseWriter {
    // A pool changes the journal to a write-ahead log.
    if case .application(hasLog: false) = owner {
      return try DatabaseQueue(path: name, configuration: settings)
    }
    return try DatabasePool(path: name, configuration: settings)
  }

  /// Creates an empty file only its owner can read; SQLite gives its side files the same mode.
  static func createPrivately(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return
    }
    // Another process may have been faster.
    if errno != EEXIST { throw creationError(path) }
  }

  /// Returns the error for a file that could not be created, from `errno`.
  package static func creationError(_ path: String) -> ListStoreError {
    switch errno {
    case ENOENT, ENOTDIR: .noSuchFolder(of: path)
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EMFILE, ENFILE: DescriptorLimit.error(path: path)
    default: .readOnly(path: path)
    }
  }

  /// Sets `synchronous`, which says what a commit waits for, and checks it.
  ///
  /// `DatabasePool` sets `synchronous = NORMAL` on its writer *after* the configuration has run,
  /// so this must come after the pool is made.
  static func setDurability(
    _ durability: ListStore.Durability,
    of writer: any DatabaseWriter
  ) throws {
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = \(durability.synchronous)")
      // On Apple's systems, where `fsync` alone leaves the bytes in the device's cache; elsewhere SQLite
      // knows the settings and does nothing else.
      let isFlushing = durability.synchronous >= 2
      try database.execute(sql: "PRAGMA fullfsync = \(isFlushing)")
      try database.execute(sql: "PRAGMA checkpoint_fullfsync = \(isFlushing)")
      let actual = try Int.fetchOne(database, sql: "PRAGMA synchronous")
      guard actual == durability.synchronous else {
        throw ListStoreError.database(reason: "synchronous is \(actual ?? -1) after opening")
      }
    }
  }

  /// Checks that a database of the caller's has the settings that a store needs.
  static func requireSettings(
    of database: Database,
    path: String,
    _ configuration: ListStore.Configuration
  ) throws {
    // A database without a file needs no settings.
    guard self.path(of: database) != nil else { return }
    let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
    guard journal != "memory", journal != "off" else {
      throw ListStoreError.unsuitableDatabase(
        path: path,
        reason: "journal_mode is \(journal): a crash, or a transaction that fails, would damage it",
        remedy: "PRAGMA journal_mode = WAL"
      )
    }
    let durability = configuration.durability
    let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
    guard synchronous >= durability.synchronous else {
      throw ListStoreError.unsuitableDatabase(
        path: path,
        reason: "synchronous is \(synchronous)",
        remedy: "PRAGMA synchronous = \(durability.synchronous) on the writer, after the pool is "
          + "open: DatabasePool sets it to 1"
      )
    }
    guard journal == "wal" else { return }
    let checkpoints = try Int.fetchOne(database, sql: "PRAGMA wal_autocheckpoint") ?? 0
    guard checkpoints == 0 else {
      throw ListStoreError.unsuitableDatabase(
        path: path,
        reason: "automatic checkpoints are on, which can corrupt it under SQLite before 3.51.3",
        remedy: "PRAGMA wal_autocheckpoint = 0 in Configuration.prepareDatabase; the store "
          + "checkpoints after its commits"
      )
    }
    try limitLog(of: database, configuration.logByteLimit * 3 / 4)
  }

  /// Makes sure that the log gives its excess length back.
  ///
  /// For a database of the caller's, only the size of the log's file tells how long the log is, and
  /// that would grow with each checkpoint.
  private static func limitLog(of database: Database, _ limit: Int) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA journal_size_limit") ?? 0 < 0 else { return }
    try database.execute(sql: "PRAGMA journal_size_limit = \(limit)")
  }

  /// Reads `PRAGMA synchronous` on the writer: 2 is FULL, 1 is NORMAL.
  func synchronousSetting() throws -> Int? {
    try connections.writer.writeWithoutTransaction { database in
      try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
  }

  /// Creates the tables, or brings older ones to this format: all steps in one transaction.
  ///
  /// The steps that were done are noted in the store's own row, not in GRDB's table, which belongs to
  /// the migrations of the database's owner.
  ///
  /// - Throws: ``ListStoreError/newerFormat(path:format:supported:)``,
  ///   ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  static func migrate(_ database: Database, path: String, isShared: Bool) throws {
    try database.inTransaction(.immediate) {
      let exists = try database.tableExists("liststore")
      let done = exists ? try supportedFormat(of: database, path: path) : 0
      for migration in Migration.all.dropFirst(done) { try database.execute(sql: migration.sql) }
      // Rows of a format that has these checksums are not given them again: one that is wrong tells of
      // damage.
      if done < 6 {
        try ListRows.addChecksums(in: database)
        try SectionRows.addChecksums(in: database)
        try ChunkRows.addChecksums(in: database)
      }
      if done < 7 { try StoreRecord.begin(in: database) }
      // Only the caller may mark the caller's own database.
      if !exists, !isShared {
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      return .commit
    }
  }

  /// Returns the format of a store that this code may write.
  private static func supportedFormat(of database: Database, path: String) throws -> Int {
    try requireWriter(of: database, path: path)
    try requireIdentity(of: database, path: path)
    return try Int.fetchOne(database, sql: "SELECT format FROM liststore") ?? 0
  }

  /// Refuses a store that only newer software may write.
  ///
  /// Every writer checks this: newer software may have raised the format since the store was opened.
  ///
  /// - Throws: ``ListStoreError/newerFormat(path:format:supported:)``, and what SQLite throws.
  package static func requireWriter(of database: Database, path: String) throws {
    let needed = try neededWriter(of: database)
    guard needed <= Self.format else {
      throw ListStoreError.newerFormat(path: path, format: needed, supported: Self.format)
    }
  }

  /// Returns the oldest format whose software may write a store.
  package static func neededWriter(of database: Database) throws -> Int {
    try SQLStatement("SELECT min_writer FROM liststore", in: database).first { try $0.int(0) } ?? 0
  }

  private static func requireIdentity(of database: Database, path: String) throws {
    guard let problem = try StoreRules.identityProblems(in: database).first else { return }
    throw ListStoreError.corrupted(reason: "\(path): \(problem)")
  }
}

extension StoreDatabase.Owner {
  /// Whether the file has another owner than the store.
  var isOther: Bool { if case .application = self { true } else { false } }
}

extension ListStore.Durability {
  fileprivate var synchronous: Int {
    switch self {
    case .full: 2
    case .normal: 1
    }
  }
}
