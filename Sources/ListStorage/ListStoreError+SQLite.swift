import GRDB

extension ListStoreError {
  /// Runs database work, turns SQLite's errors into errors of the store, and unwraps each
  /// ``CallerError``.
  package static func translating<Value>(
    path: @autoclosure () -> String,
    timeout: Duration,
    _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch {
      throw translated(error, path: path(), timeout: timeout)
    }
  }

  /// Returns the store's error for one of SQLite's, and what is in a ``CallerError``; others as they are.
  static func translated(
    _ error: any Error,
    path: @autoclosure () -> String,
    timeout: Duration
  ) -> any Error {
    switch error {
    case let error as CallerError: error.error
    case let error as DatabaseError: ListStoreError(error, path: path(), timeout: timeout)
    case is RowDecodingError:
      ListStoreError.corrupted(reason: "a stored value is of another type than its column")
    default: error
    }
  }

  /// Runs the store's database work inside a caller's closure, whose own errors are left as they are.
  static func translating<Value>(
    in database: Database,
    _ work: () throws -> Value
  ) throws -> Value {
    try translating(path: StoreDatabase.path(of: database) ?? ":memory:", timeout: .zero, work)
  }

  /// Returns the error for a file whose folder does not exist.
  static func noSuchFolder(of path: String) -> ListStoreError {
    .noSuchFolder(path: FilePath.folder(of: path))
  }

  init(_ error: DatabaseError, path: String, timeout: Duration) {
    let reason = error.message ?? "code \(error.extendedResultCode.rawValue)"
    // Shared memory could not grow.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
      self = .diskFull(path: path)
      return
    }
    // The log was deleted, emptied or cut while it was open; its index says that there is more. Of the
    // database itself, what is beyond its end is read as zeros.
    if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ, !FileIdentity.isMissing(path + "-shm")
    {
      self = .fileReplaced(path: path + "-wal")
      return
    }
    // A process was killed since the store was opened.
    if error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      self = LeftJournal(of: path).cannotBeUndone
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .busy(path: path, timeout: timeout, holder: LockHolder.of(path))
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_NOMEM: self = .outOfMemory(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
    case .SQLITE_NOTADB:
      let advice = "; it was a store, whose first page is damaged: `repair` it, or restore a backup"
      let wasStore = InterprocessLock.isMarked(path + "-lock")
      self = .notAListStore(path: path, reason: reason + (wasStore ? advice : ""))
    case .SQLITE_CANTOPEN where DescriptorLimit.isReached:
      self = DescriptorLimit.error(path: path)
    case .SQLITE_CANTOPEN:
      self = .database(reason: "\(path) or a file beside it cannot be opened (\(reason))")
    case .SQLITE_CORRUPT: self = .corrupted(reason: reason)
    default: self = .database(reason: reason)
    }
  }
}
