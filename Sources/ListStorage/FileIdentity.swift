import Foundation

/// Which file a path leads to: whatever happens to the path, this tells whether it is still the same
/// file.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The regular file that is there now; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
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

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Refuses what is no plain file with one name.
  ///
  /// The write-ahead log and the lock of a store stand beside its file, under its name: processes
  /// that came by different names would not know of each other's, and damage the store
  /// (sqlite.org, *How To Corrupt An SQLite Database File*, 2.5).
  ///
  /// - Throws: ``ListStoreError/notAListStore(path:reason:)``.
  static func refuseAliases(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let reason: String
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_nlink <= 1: return
    case S_IFREG: reason = "it has another name (a hard link), which others may use"
    case S_IFLNK: reason = "it is a symbolic link; open the file it leads to"
    case S_IFDIR: reason = "it is a directory"
    default: reason = "it is not a file"
    }
    throw ListStoreError.notAListStore(path: path, reason: reason)
  }
}
