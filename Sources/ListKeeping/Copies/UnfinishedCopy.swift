import Foundation
import ListStorage

/// A copy of a store that is being made, or whose maker was killed: it does not have its name yet.
public struct UnfinishedCopy: Equatable, Sendable {
  /// The file.
  public var path: String
  /// Its size in bytes.
  public var bytes: Int
  /// Whether a process is making it.
  ///
  /// If not, the next copy that is made in its folder removes it.
  public var isBeingMade: Bool
}

extension UnfinishedCopy {
  /// The suffixes of the files beside an unfinished copy.
  static let sides = ["-wal", "-shm", "-journal", "-lock"]

  /// Returns the unfinished copies in the folder of a file, by name; none when it cannot be read.
  static func all(beside path: String) -> [UnfinishedCopy] {
    let folder = FilePath.folder(of: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(FilePath.isPartial).sorted().compactMap { name in
      let path = folder == "/" ? "/" + name : folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return UnfinishedCopy(
        path: path,
        bytes: Int(status.st_size),
        isBeingMade: Claim.isHeld(of: path)
      )
    }
  }

  /// Removes the unfinished copies in the folder of a file that no process is making any more.
  static func removeAbandoned(beside path: String) {
    for copy in all(beside: path) where !copy.isBeingMade && copy.isDatabase {
      // With the claim, no other process makes or removes it meanwhile.
      guard let claim = Claim(of: copy.path) else { continue }
      for suffix in sides + [""] { unlink(copy.path + suffix) }
      claim.end()
    }
    removeStrayClaims(beside: path)
  }

  /// Removes the claims of processes that were killed before their copy was there, or after it was
  /// gone.
  private static func removeStrayClaims(beside path: String) {
    let folder = FilePath.folder(of: path)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasSuffix(Claim.suffix) {
      let copy = String(name.dropLast(Claim.suffix.count))
      let file = folder + "/" + copy
      guard FilePath.isPartial(copy), FileIdentity.isMissing(file), let claim = Claim(of: file)
      else {
        continue
      }
      claim.end()
    }
  }

  /// Whether the file is empty or a database, and not a user's document of such a name.
  private var isDatabase: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 16)) ?? nil
    return start == nil || start == Data("SQLite format 3\0".utf8)
  }

  /// The claim of a process to an unfinished copy, which ends with the process, even if that is
  /// killed.
  ///
  /// The claim is a lock on a file of its own: closing the copy's file itself would drop the locks
  /// that SQLite has on it, and the copy gets another name.
  struct Claim {
    /// The suffix of its file, after the copy's name.
    static let suffix = "-claim"

    private let path: String
    private let descriptor: Int32

    /// Claims a copy.
    ///
    /// - Returns: `nil` when it is claimed already.
    init?(of copy: String) {
      path = copy + Self.suffix
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { return nil }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
        FileIdentity(descriptor: descriptor) == FileIdentity(path: path)
      else {
        close(descriptor)
        return nil
      }
    }

    /// Gives up the claim, when there is no copy of this name any more.
    func end() {
      unlink(path)
      close(descriptor)
    }

    /// Returns whether a process has a claim to a copy.
    static func isHeld(of copy: String) -> Bool {
      let descriptor = open(copy + Self.suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
  }
}
