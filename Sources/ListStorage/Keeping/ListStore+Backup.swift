import Foundation
import GRDB

/// How far a copy has come.
public struct CopyProgress: Hashable, Sendable {
  /// The number of pages copied.
  public var completed: Int
  /// The number of pages to copy.
  public var total: Int
}

extension ListStore {
  /// Copies the whole store, as it is at one moment, into a new file, while others go on writing.
  ///
  /// The copy appears under its name only when it is complete and on the device.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - progress: Called now and then.
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one; ``ListStoreError/diskFull(path:)``
  ///   and other errors of either file.
  public func backup(
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws {
    try FileCopy(to: path).make { copy in
      try database.copy(to: copy, progress)
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
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one already, and what opening the
  ///   backup throws.
  public static func restore(
    _ backup: String,
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws {
    var configuration = Configuration()
    configuration.access = .readOnly
    let source = try StoreDatabase(path: backup, configuration: configuration)
    try FileCopy(to: path).make { copy in
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

  func make(_ fill: (DatabaseQueue) throws -> Void) throws {
    let draft = path + "-partial"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
    do {
      try StoreDatabase.createPrivately(draft)
      try ListStoreError.translating(path: path, timeout: .zero) {
        let queue = try DatabaseQueue(path: draft)
        try fill(queue)
        try queue.writeWithoutTransaction { database in
          _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
      }
      try synchronize(draft)
      try publish(draft)
      try synchronize((path as NSString).deletingLastPathComponent)
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
      throw error
    }
  }

  /// Gives a complete file its name, unless there is another of that name by now.
  private func publish(_ draft: String) throws {
    // Unlike renaming, linking never replaces a file. Some file systems have no links.
    if link(draft, path) == 0 {
      unlink(draft)
      return
    }
    guard errno != EEXIST, !FileManager.default.fileExists(atPath: path) else {
      throw ListStoreError.fileExists(path: path)
    }
    guard rename(draft, path) == 0 else {
      throw ListStoreError.database(reason: "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Waits until a file or folder is on the device.
  private func synchronize(_ path: String) throws {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ListStoreError.noSuchFile(path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw ListStoreError.database(reason: "\(path): \(String(cString: strerror(errno)))")
    }
  }
}
