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
  ///   - progress: Called now and then, while the store is being copied: it must not use it.
  /// - Returns: What the copy holds.
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one, also when somebody else has
  ///   made it meanwhile; ``ListStoreError/corrupted(reason:)`` when a content has not its digest, or a
  ///   change not its checksum: then there is no copy; ``ListStoreError/diskFull(path:)`` and other
  ///   errors of either file.
  @discardableResult
  public func backup(
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    try FileCopy(to: path).make { copy in
      try database.copy(to: copy, progress)
      try copy.read { try StoreDatabase.requireContents(in: $0) }
      // A process that opens the copy to write begins a write-ahead log again.
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
  /// - Throws: ``ListStoreError/fileExists(path:)`` when there is one already,
  ///   ``ListStoreError/corrupted(reason:)`` as ``backup(to:progress:)``, and what opening the backup
  ///   to write it throws.
  @discardableResult
  public static func restore(
    _ backup: String,
    to path: String,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    var configuration = Configuration()
    configuration.access = .readOnly
    let source = try StoreDatabase(path: backup, configuration: configuration)
    try source.read { try StoreDatabase.requireWriter(of: $0, path: backup) }
    return try FileCopy(to: path).make { copy in
      try source.copy(to: copy, progress)
      try copy.read { try StoreDatabase.requireContents(in: $0) }
      try copy.write { database in
        try StoreDatabase.beginEpoch(database)
      }
    }
  }
}
