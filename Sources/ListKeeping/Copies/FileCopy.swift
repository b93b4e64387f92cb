import Foundation
import GRDB
import ListStorage
import ListSystem

/// A database file that appears under its name when it is complete.
struct FileCopy {
  let path: String
  /// The file that has the name until then.
  private let predecessor: Predecessor?

  /// Prepares a file where there is none.
  ///
  /// - Throws: `ListStoreError.fileExists(path:)`.
  init(to path: String) throws {
    self.path = path
    predecessor = nil
    try FilePath.validate(path)
    for name in [path, path + "-wal", path + "-journal"] {
      guard !FileManager.default.fileExists(atPath: name) else {
        throw ListStoreError.fileExists(path: name)
      }
    }
  }

  /// Prepares a file where there is one, which is set aside.
  init(inPlaceOf predecessor: Predecessor) {
    path = predecessor.path
    self.predecessor = predecessor
  }

  /// Makes the file with one connection.
  ///
  /// - Parameters:
  ///   - check: What it is checked for.
  ///   - fill: Copies another store into it.
  ///   - finish: Changes the copy once it was checked.
  /// - Returns: The contents of the file.
  /// - Throws: `ListStoreError.fileExists(path:)` when another process was faster;
  ///   `ListStoreError.corrupted(reason:)` when the check finds damage.
  func make(
    _ check: CopyCheck,
    filling fill: (DatabaseQueue) throws -> Void,
    finishing finish: (DatabaseQueue) throws -> Void
  ) throws -> CopyReport {
    try makeFile { partial in
      try ListStoreError.translating(path: path, timeout: .zero) {
        let queue = try DatabaseQueue(path: FilePath.forSQLite(partial))
        try fill(queue)
        if check == .structureAndSums { try StoreDatabase.requireSound(queue) }
        try finish(queue)
        let report = try queue.writeWithoutTransaction { database in
          _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
          return try CopyReport(of: database, check)
        }
        try queue.close()
        return report
      }
    }
  }

  /// Makes the file under another name, which it has until it is complete and closed.
  ///
  /// - Throws: `ListStoreError.fileExists(path:)` when another process was faster.
  func makeFile<Value>(_ fill: (_ partial: String) throws -> Value) throws -> Value {
    UnfinishedCopy.removeAbandoned(beside: path)
    let (partial, claim) = try createPartial()
    defer { claim.end() }
    func remove(_ suffixes: [String]) { for suffix in suffixes { unlink(partial + suffix) } }
    let sides = UnfinishedCopy.sides
    do {
      let value = try fill(partial)
      try predecessor?.lendPermissions(to: partial)
      try Self.synchronize(partial, of: path)
      try publish(partial)
      do {
        try Self.synchronizeFolder(of: path)
      } catch {
        // A copy that was reported as failed must not be found.
        if predecessor == nil { unlink(path) }
        throw error
      }
      remove(sides)
      return value
    } catch {
      remove([""] + sides)
      throw error
    }
  }

  /// Creates an empty file for this copy alone, which only its owner can read.
  private func createPartial() throws -> (path: String, UnfinishedCopy.Claim) {
    let partial = FilePath.partial(of: path)
    // Claimed before the file is there, so that it never seems abandoned.
    guard let claim = UnfinishedCopy.Claim(of: partial) else {
      throw StoreDatabase.creationError(path)
    }
    let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let error = StoreDatabase.creationError(path)
      claim.end()
      throw error
    }
    close(descriptor)
    return (partial, claim)
  }

  /// Gives a complete file its name, unless there is another of that name by now.
  ///
  /// It never has both names: a process killed at that moment would leave a file that no store
  /// opens.
  private func publish(_ partial: String) throws {
    if let predecessor { return try predecessor.giveWay(to: partial) }
    if list_rename_exclusively(partial, path) == 0 { return }
    guard errno != EEXIST else { throw ListStoreError.fileExists(path: path) }
    // Some file systems cannot do that. There, the process that creates the file may replace it.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? ListStoreError.fileExists(path: path) : StoreDatabase.creationError(path)
    }
    close(descriptor)
    guard rename(partial, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(path)
      throw ListStoreError.database(reason: "\(path): \(reason)")
    }
  }

  /// Waits until the names in a file's folder are on the device.
  static func synchronizeFolder(of path: String) throws {
    try synchronize(FilePath.folder(of: path), of: path)
  }

  /// Waits until a file or folder is on the device.
  private static func synchronize(_ item: String, of path: String) throws {
    let descriptor = open(item, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreDatabase.creationError(path) }
    defer { close(descriptor) }
    guard flushToDevice(descriptor) == 0 else {
      // Some file systems cannot do that for folders; SQLite does without it then, too.
      if errno == EINVAL, FilePath.folder(of: path) == item { return }
      if errno == ENOSPC || errno == EDQUOT { throw ListStoreError.diskFull(path: path) }
      throw ListStoreError.database(reason: "\(item): \(String(cString: strerror(errno)))")
    }
  }
}

extension CopyReport {
  fileprivate init(of database: Database, _ check: CopyCheck) throws {
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    // What was not checked may be too damaged to be counted.
    func count(_ sql: String) throws -> Int {
      check == .nothing ? try Damage.hiding { try number(sql) } ?? 0 : try number(sql)
    }
    self.init(
      bytes: try number("PRAGMA page_count") * number("PRAGMA page_size"),
      lists: try count("SELECT count(*) FROM liststore_list"),
      sequence: try count("SELECT max(sequence) FROM liststore_change"),
      check: check
    )
  }
}
