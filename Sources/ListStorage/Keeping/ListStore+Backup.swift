import Foundation
import GRDB

/// How far a copy has come.
public struct CopyProgress: Hashable, Sendable {
  /// The number of pages copied.
  public var completed: Int
  /// The number of pages to copy.
  public var total: Int
}

/// What a copy of a store holds.
public struct CopyReport: Hashable, Sendable {
  /// The size of the file in bytes.
  public var bytes: Int
  /// The number of lists.
  public var lists: Int
  /// The number of the last commit among those of all lists.
  public var sequence: Int
}

extension ListStore {
  /// Copies the whole store, as it is at one moment, into a new file, while others go on writing.
  ///
  /// The copy appears under its name only when it is complete and on the device. Until somebody
  /// writes to it, it is one file: reading it leaves none beside it.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - progress: Called now and then.
  /// - Returns: What the copy holds.
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one, also when somebody else has
  ///   made it meanwhile; ``ListStoreError/diskFull(path:)`` and other errors of either file.
  @discardableResult
  public func backup(
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    try FileCopy(to: path).make { copy in
      try database.copy(to: copy, progress)
      // Whoever opens the copy to write begins a write-ahead log again.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }
  }

  /// Makes a store out of a backup.
  ///
  /// The new store has the same lists, and an epoch that is one higher: consumers that have read
  /// versions which were made after the backup, and so never were in the new store, are told to read
  /// the list anew; see ``CatchUp/Reason/restored``.
  ///
  /// - Parameters:
  ///   - backup: The file of the backup, which is left as it is.
  ///   - path: The file to make.
  ///   - progress: Called now and then.
  /// - Returns: What the new store holds.
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one already, and what opening the
  ///   backup throws.
  @discardableResult
  public static func restore(
    _ backup: String,
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    var configuration = Configuration()
    configuration.access = .readOnly
    let source = try StoreDatabase(path: backup, configuration: configuration)
    return try FileCopy(to: path).make { copy in
      try source.copy(to: copy, progress)
      try copy.write { database in
        try database.execute(
          sql: """
            UPDATE liststore SET epoch = epoch + 1;
            UPDATE liststore_list SET epoch = epoch + 1;
            """
        )
      }
    }
  }
}

/// A database file that appears under its name when it is complete.
private struct FileCopy {
  let path: String

  init(to path: String) throws {
    self.path = path
    for name in [path, path + "-wal", path + "-journal"] {
      guard !FileManager.default.fileExists(atPath: name) else {
        throw ListStoreError.fileExists(path: name)
      }
    }
  }

  /// Makes the file.
  ///
  /// - Throws: ``ListStoreError/fileExists(path:)`` when somebody else was faster.
  func make(_ fill: (DatabaseQueue) throws -> Void) throws -> CopyReport {
    let draft = try createDraft()
    do {
      let report = try ListStoreError.translating(path: path, timeout: .zero) {
        let queue = try DatabaseQueue(path: draft)
        try fill(queue)
        let report = try queue.writeWithoutTransaction { database in
          _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
          return try CopyReport(of: database)
        }
        try queue.close()
        return report
      }
      try synchronize(draft)
      try publish(draft)
      try synchronize((path as NSString).deletingLastPathComponent)
      return report
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
      throw error
    }
  }

  /// Creates an empty file of this copy alone, which only its owner can read.
  private func createDraft() throws -> String {
    let draft = "\(path)-partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreDatabase.creationError(path) }
    close(descriptor)
    return draft
  }

  /// Gives a complete file its name, unless there is another of that name by now.
  private func publish(_ draft: String) throws {
    // Unlike renaming, linking never replaces a file.
    if link(draft, path) == 0 {
      unlink(draft)
      return
    }
    guard errno != EEXIST else { throw ListStoreError.fileExists(path: path) }
    // Some file systems have no links. There, who creates the file may replace it.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? ListStoreError.fileExists(path: path) : StoreDatabase.creationError(path)
    }
    close(descriptor)
    guard rename(draft, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(path)
      throw ListStoreError.database(reason: "\(path): \(reason)")
    }
  }

  /// Waits until a file or folder is on the device.
  private func synchronize(_ path: String) throws {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreDatabase.creationError(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      if errno == ENOSPC || errno == EDQUOT { throw ListStoreError.diskFull(path: self.path) }
      throw ListStoreError.database(reason: "\(path): \(String(cString: strerror(errno)))")
    }
  }
}

extension CopyReport {
  fileprivate init(of database: Database) throws {
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    self.init(
      bytes: try number("PRAGMA page_count") * number("PRAGMA page_size"),
      lists: try number("SELECT count(*) FROM liststore_list"),
      sequence: try number("SELECT max(sequence) FROM liststore_change")
    )
  }
}
