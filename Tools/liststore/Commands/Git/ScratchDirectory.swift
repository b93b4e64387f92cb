import CDispatch
import Dispatch
import Foundation
import Glibc

/// A temporary directory that is removed with its process or, if the process was killed, when the next
/// one is made.
///
/// A lock on a file in the directory shows that it is in use. The lock ends with the process.
final class ScratchDirectory {
  let path: String
  private let claim: Int32

  private static let prefix = "liststore-git-"
  private static let claimName = "/claim"

  /// Makes a directory among the temporary files, and removes those that are no longer in use.
  ///
  /// - Throws: `SystemError`.
  init() throws {
    let folder = FileManager.default.temporaryDirectory.path
    Self.removeAbandoned(in: folder)
    var attempts = 3
    while true {
      let path = try Self.makeDirectory(in: folder)
      let claim = open(path + Self.claimName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if claim >= 0, flock(claim, LOCK_EX | LOCK_NB) == 0 {
        (self.path, self.claim) = (path, claim)
        return
      }
      // Another process may take a directory without a lock for an abandoned one, and remove it.
      let number = errno
      if claim >= 0 { close(claim) }
      attempts -= 1
      guard attempts > 0, number == ENOENT || number == EWOULDBLOCK else {
        rmdir(path)
        throw SystemError(number: number)
      }
    }
  }

  deinit {
    // If the path has become a link, only the link is removed.
    try? FileManager.default.removeItem(atPath: path)
    close(claim)
  }

  private static func makeDirectory(in folder: String) throws -> String {
    var template = Array((folder + "/" + prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(number: errno) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the directories of this user whose processes have ended.
  private static func removeAbandoned(in folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid()
      else { continue }
      let claim = open(path + claimName, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard claim >= 0 else {
        // Its process was killed before it made the file, or will notice the removal and try again.
        rmdir(path)
        continue
      }
      defer { close(claim) }
      guard flock(claim, LOCK_EX | LOCK_NB) == 0 else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
