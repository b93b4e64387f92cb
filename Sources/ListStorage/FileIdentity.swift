import Foundation

/// Which file a path leads to: whatever happens to the path, this tells whether it is still the same
/// file.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The regular file that is there now; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(regular: status)
  }

  /// The regular file that has been looked at; `nil` if it is something else.
  fileprivate init?(regular status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// The file an open descriptor leads to.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a file is there, without any bytes.
  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size == 0
  }

  /// Whether a file is there, with bytes in it.
  static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size > 0
  }

  /// Whether no file is there.
  static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Refuses what is no plain file with one name, and side files that are not a database's own.
  ///
  /// The write-ahead log and the lock of a store stand beside its file, under its name: processes
  /// that came by different names would not know of each other's, and damage the store
  /// (sqlite.org, *How To Corrupt An SQLite Database File*, 2.5). And what is written to a side file
  /// that is another file as well would be written over that.
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
      // Anybody who may make files in the folder could put content into a store that is closed, by way of
      // a log that is waiting to be moved.
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

  /// Refuses a file that another user may have put where a store is to be, to have it.
  ///
  /// In a folder that several users may write, the one who comes first owns the file, and reads and
  /// changes what others commit to it. A store may be another user's if that one owns the folder as
  /// well, or shares the store with those who may write it; an empty file is not one yet.
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

  /// Whether others than its owner may write a file.
  private static func isShared(_ status: stat) -> Bool {
    status.st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  /// What makes a file one that a store does not use; `nil` if it is a plain file with one name.
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

/// A file that a store has open, and that is to stay under its name meanwhile.
struct OpenFile: Sendable {
  let path: String
  private let identity: FileIdentity

  /// The file that is there now; `nil` if there is none.
  init?(path: String) {
    guard let identity = FileIdentity(path: path) else { return nil }
    self.path = path
    self.identity = identity
  }

  /// Whether the path still leads to it.
  var isThere: Bool { FileIdentity(path: path) == identity }

  /// Whether the path leads nowhere.
  var isMissing: Bool { FileIdentity.isMissing(path) }

  /// Whether the path still leads to it, and it has content: a database that is open has.
  var isDatabase: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size > 0
      && FileIdentity(regular: status) == identity
  }
}
