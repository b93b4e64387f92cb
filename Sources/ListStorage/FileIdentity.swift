import Foundation

/// The device and number of a file, which tell whether a path still leads to the same file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Identifies the regular file at a path; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(regular: status)
  }

  /// Identifies the file that `stat` has found; `nil` if it is not a regular file.
  fileprivate init?(regular status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// Identifies the file of an open descriptor.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns whether a file exists and is empty.
  package static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size == 0
  }

  /// Returns whether a file exists and has content.
  package static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size > 0
  }

  /// Returns whether a log has more than its header of 32 bytes (sqlite.org, *Database File Format*).
  package static func hasPages(_ log: String) -> Bool {
    var status = stat()
    return lstat(log, &status) == 0 && status.st_size > 32
  }

  /// Returns the size of a file in bytes; `nil` if there is none.
  static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns whether no file exists.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  private init(_ status: stat) {
    // The number of a device has a sign on some systems.
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Refuses a path that is not a plain file with one name, and side files that are not the
  /// database's own.
  ///
  /// The write-ahead log and the lock stand beside the database, under its name: processes that open
  /// it under different names would not know of each other's log and lock, and damage the store
  /// (sqlite.org, *How To Corrupt An SQLite Database File*, 2.5). And if a side file is a link,
  /// writing to it would overwrite another file.
  ///
  /// - Throws: ``ListStoreError/notAListStore(path:reason:)``.
  static func refuseAliases(_ path: String) throws {
    func refuse(_ reason: String) throws {
      throw ListStoreError.notAListStore(path: path, reason: reason)
    }
    var database = stat()
    let exists = lstat(path, &database) == 0
    if exists, let reason = strangeness(of: database) {
      let isLink = database.st_mode & S_IFMT == S_IFLNK
      try refuse("it \(reason)" + (isLink ? "; open the file it leads to" : ""))
    }
    for suffix in ["-wal", "-shm", "-journal", "-lock"] {
      var side = stat()
      guard lstat(path + suffix, &side) == 0 else { continue }
      if let reason = strangeness(of: side) { try refuse("\(path)\(suffix), beside it, \(reason)") }
      // Otherwise any user who may make files in the folder could put content into a closed store, by
      // way of a log that waits to be moved.
      let isOthersToWrite = exists && isShared(database)
      let owners = exists ? [database.st_uid, geteuid(), 0] : [geteuid(), 0]
      if !isOthersToWrite, !owners.contains(side.st_uid) {
        try refuse(
          "\(path)\(suffix), beside it, belongs to another user (\(side.st_uid)); if it is the "
            + "store's own, give it to the store's owner, or else move it away"
        )
      }
    }
  }

  /// Refuses a file that another user may have planted where a store is to be made.
  ///
  /// In a folder that several users may write, the first one to make the file owns it, and can read
  /// and change what others commit to it. A store may belong to another user if that user owns the
  /// folder too, or lets others write the store; an empty file is not a store yet.
  ///
  /// - Throws: ``ListStoreError/notAListStore(path:reason:)``.
  static func refuseOthers(_ path: String) throws {
    var (file, folder) = (stat(), stat())
    guard lstat(path, &file) == 0, stat(FilePath.folder(of: path), &folder) == 0,
      isShared(folder), ![geteuid(), 0, folder.st_uid].contains(file.st_uid),
      file.st_size == 0 || !isShared(file)
    else { return }
    throw ListStoreError.notAListStore(
      path: path,
      reason:
        "it belongs to another user (\(file.st_uid)), in a folder that others may write; if it "
        + (file.st_size == 0
          ? "is to become a store, delete it, or give it to the store's owner"
          : "is a store that is shared, its owner says so by its mode (chmod g+w)")
    )
  }

  /// Returns whether users other than its owner may write a file.
  private static func isShared(_ status: stat) -> Bool {
    status.st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  /// Returns why a store does not use a file; `nil` for a plain file with one name.
  private static func strangeness(of status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_nlink <= 1: nil
    case S_IFREG: "has another name (a hard link), which others may use"
    case S_IFLNK: "is a symbolic link"
    case S_IFDIR: "is a directory"
    default: "is not a file"
    }
  }
}

/// A file that a store has open, and that must keep its name meanwhile.
struct OpenFile: Sendable {
  let path: String
  private let identity: FileIdentity

  /// Notes the file at a path; `nil` if there is none.
  init?(path: String) {
    guard let identity = FileIdentity(path: path) else { return nil }
    self.path = path
    self.identity = identity
  }

  /// Whether the path still leads to the file.
  var isThere: Bool { FileIdentity(path: path) == identity }

  /// Whether the path leads nowhere.
  var isMissing: Bool { FileIdentity.isMissing(path) }

  /// Whether the path still leads to the file, and the file has content, as every open database has.
  var isDatabase: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size > 0
      && FileIdentity(regular: status) == identity
  }
}
