import Foundation

/// Which file a path leads to.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let node: UInt64

  /// Looks at a file, without following a symbolic link.
  ///
  /// SQLite names its side files after the path: under two names, one database would have two
  /// write-ahead logs and two locks.
  ///
  /// - Parameter path: Where the file should be.
  ///   There may be none there, or `path` may name a database in memory: then the value is `nil`.
  /// - Throws: ``ListStoreError/unsafeFile(path:reason:)`` when it is no regular file, or has
  ///   several names.
  init?(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    func require(_ condition: Bool, _ reason: String) throws {
      guard condition else { throw ListStoreError.unsafeFile(path: path, reason: reason) }
    }
    let kind = status.st_mode & S_IFMT
    try require(kind != S_IFLNK, "it is a symbolic link; use the path it leads to")
    try require(kind == S_IFREG, "it is not a regular file")
    try require(status.st_nlink <= 1, "it has several names (hard links); use a copy")
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
