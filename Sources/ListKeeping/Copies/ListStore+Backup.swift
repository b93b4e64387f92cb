import Foundation
import GRDB
public import ListStorage

/// The progress of a copy.
public struct CopyProgress: Hashable, Sendable {
  /// The number of pages copied.
  public var completed: Int
  /// The number of pages to copy.
  public var total: Int
}

/// What a copy of a store is checked for.
public enum CopyCheck: String, Hashable, Sendable {
  /// The structure of the file and of the lists in it, and every checksum: a damaged store is not
  /// copied.
  ///
  /// This finds all that `verify(progress:)` finds. Versions that older software has
  /// recorded without checksums are replayed.
  case structureAndSums
  /// Nothing: the copy has whatever bytes the store has.
  case nothing
}

/// The contents of a copy of a store.
public struct CopyReport: Hashable, Sendable {
  /// The size of the file in bytes.
  package var bytes: Int
  /// The number of lists.
  package var lists: Int
  /// The number of the last commit among those of all lists.
  package var sequence: Int
  /// What the copy was checked for.
  public var check: CopyCheck
}

extension ListStore {
  /// Copies the whole store, as it is at one moment, into a new file, while others go on writing.
  ///
  /// The copy appears under its name only when it is complete and on the device. Until it is
  /// written to, it is one file: reading it leaves no other beside it.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - check: What the copy is checked for before it appears.
  ///   - progress: Called now and then while the store is copied; it must not use the store.
  /// - Returns: The contents of the copy.
  /// - Throws: `ListStoreError.fileExists(path:)` when the file exists, also when another process
  ///   has made it meanwhile; `ListStoreError.corrupted(reason:)` when the check finds damage: then
  ///   there is no copy; `ListStoreError.diskFull(path:)` and other errors of either file.
  @discardableResult
  public func backup(
    to path: String,
    checking check: CopyCheck = .structureAndSums,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    try FileCopy(to: path).make(check) { copy in
      try database.copy(to: copy, progress)
    } finishing: { copy in
      // A process that opens the copy to write begins a write-ahead log again.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }
  }

  /// Makes a store out of a backup.
  ///
  /// The new store has the same lists, and an epoch that is one higher: consumers that have read
  /// versions made after the backup, which the new store never had, are told to read the list again;
  /// see `CatchUp.Reason.restored`.
  ///
  /// - Parameters:
  ///   - backup: The file of the backup, which is left as it is.
  ///   - path: The file to make.
  ///   - check: What the new store is checked for before it appears.
  ///   - progress: Called now and then.
  /// - Returns: The contents of the new store.
  /// - Throws: `ListStoreError.fileExists(path:)` when the file exists,
  ///   `ListStoreError.corrupted(reason:)` as `backup(to:checking:progress:)`, and errors of
  ///   opening the backup for writing.
  @discardableResult
  public static func restore(
    _ backup: String,
    to path: String,
    checking check: CopyCheck = .structureAndSums,
    progress: (CopyProgress) -> Void = { _ in }
  ) throws -> CopyReport {
    var configuration = Configuration()
    configuration.access = .readOnly
    let source = try StoreDatabase(path: backup, configuration: configuration)
    try source.read { try StoreDatabase.requireWriter(of: $0, path: backup) }
    return try FileCopy(to: path).make(check) { copy in
      try source.copy(to: copy, progress)
    } finishing: { copy in
      try copy.write { database in
        try StoreDatabase.beginEpoch(database)
      }
    }
  }
}
