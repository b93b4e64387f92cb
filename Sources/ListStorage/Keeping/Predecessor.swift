import Foundation
import GRDB

/// The damaged store in whose place a new one comes, and which is kept under another name.
///
/// A write-ahead log belongs to the file it stands beside: with another one, it would damage that. No
/// call of the system renames both at once, so they first get their second names, with which no store
/// opens them; then the log loses its own, and the new file takes that of the database. A process that is
/// killed in between leaves the damaged store as it was, the new one, or one that is refused, until
/// ``clearTheWay()`` puts everything back.
struct Predecessor {
  let path: String
  /// The name it is given.
  let aside: String

  init(at path: String) {
    self.path = path
    aside = path + "-damaged"
  }

  /// What else holds content of the database.
  private static let logs = ["-wal", "-journal"]

  // MARK: Before

  /// Whether a process was killed while it set the damaged store aside.
  var isInterrupted: Bool { ([""] + Self.logs).contains(where: hasBothNames) }

  /// Whether there is a log, in which all that says what the file is may be.
  var hasLog: Bool {
    Self.logs.contains { FileIdentity.hasContent(path + $0) || FileIdentity.hasContent(aside + $0) }
  }

  /// Whether the database, or one of its logs, has both names.
  private func hasBothNames(_ suffix: String) -> Bool {
    guard let file = FileIdentity(path: path + suffix) else { return false }
    return file == FileIdentity(path: aside + suffix)
  }

  /// Puts back what a process that was killed has begun to set aside, and looks whether the other name
  /// is free.
  ///
  /// - Throws: ``ListStoreError/fileExists(path:)`` when it is not, and what goes wrong.
  func clearTheWay() throws {
    if isInterrupted { try putBack() }
    for suffix in [""] + Self.logs where !FileIdentity.isMissing(aside + suffix) {
      // Who reads a store can leave an empty log beside it.
      let isFile = FileIdentity(path: aside + suffix) != nil
      let isEmptyLog = !suffix.isEmpty && isFile && FileIdentity.isEmpty(aside + suffix)
      if isEmptyLog, unlink(aside + suffix) == 0 { continue }
      throw ListStoreError.fileExists(path: aside + suffix)
    }
  }

  /// Gives back the logs, and takes the other names away.
  private func putBack() throws {
    // Logs beside another file are not this one's.
    if hasBothNames("") {
      for log in Self.logs where !hasBothNames(log) && FileIdentity(path: aside + log) != nil {
        if FileIdentity.isEmpty(aside + log) {
          unlink(aside + log)
          continue
        }
        // Who has only read the database meanwhile has left an empty log, and an index that says so.
        if FileIdentity.isEmpty(path + log) { unlink(path + log) }
        guard FileIdentity.isMissing(path + log) else {
          throw ListStoreError.fileExists(path: path + log)
        }
        unlink(path + "-shm")
        try give(path + log, to: aside + log)
      }
      try FileCopy.synchronizeFolder(of: path)
    }
    try takeNamesAway()
  }

  /// Takes the other names away, that of the database last: as long as it has both, it is refused.
  private func takeNamesAway() throws {
    for suffix in Self.logs + [""] where hasBothNames(suffix) { unlink(aside + suffix) }
    try FileCopy.synchronizeFolder(of: path)
  }

  // MARK: Giving way

  /// Gives a new file the name, after the old one has got its other one.
  ///
  /// - Parameter draft: The new file, which is complete, on the device, and closed.
  /// - Throws: ``ListStoreError``; then everything is put back.
  func giveWay(to draft: String) throws {
    let logs = logsThere
    // What fails in `catch` is done by the next attempt.
    do {
      for step in naming(logs) { try step() }
    } catch {
      try? takeNamesAway()
      throw error
    }
    do {
      for step in replacing(logs, by: draft) { try step() }
    } catch {
      try? putBack()
      throw error
    }
  }

  /// What ``giveWay(to:)`` does, one after the other.
  func steps(of draft: String) -> [() throws -> Void] {
    naming(logsThere) + replacing(logsThere, by: draft)
  }

  private var logsThere: [String] { Self.logs.filter { FileIdentity(path: path + $0) != nil } }

  /// Gives the database, and then its logs, the other names.
  private func naming(_ logs: [String]) -> [() throws -> Void] {
    ([""] + logs).map { suffix in { try give(aside + suffix, to: path + suffix) } }
      + [{ try FileCopy.synchronizeFolder(of: path) }]
  }

  /// Takes the logs from beside the name, and gives it to another file.
  private func replacing(_ logs: [String], by draft: String) -> [() throws -> Void] {
    // The index of a log is made anew when it is opened.
    (logs + ["-shm"]).map { side in { _ = unlink(path + side) } } + [
      { try FileCopy.synchronizeFolder(of: path) },
      { guard rename(draft, path) == 0 else { throw failure() } },
    ]
  }

  private func give(_ name: String, to file: String) throws {
    guard link(file, name) == 0 else {
      throw errno == EEXIST ? ListStoreError.fileExists(path: name) : failure()
    }
  }

  private func failure() -> ListStoreError {
    switch errno {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case EACCES, EROFS: .readOnly(path: path)
    default:
      .database(
        reason: "\(path) cannot be set aside: \(String(cString: strerror(errno))); repair it to "
          + "another file"
      )
    }
  }

  // MARK: Permissions

  /// Lets others do with a new file what they can do with this one.
  ///
  /// - Parameter file: A file that no connection has open: closing it would take their locks away.
  /// - Throws: ``ListStoreError/database(reason:)``.
  func lendPermissions(to file: String) throws {
    var (old, new) = (stat(), stat())
    // Where others can make names, one may have come to lead elsewhere.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    defer { close(descriptor) }
    guard lstat(path, &old) == 0, fstat(descriptor, &new) == 0, new.st_mode & S_IFMT == S_IFREG,
      new.st_nlink == 1
    else { throw failure() }
    guard fchown(descriptor, old.st_uid, old.st_gid) == 0,
      fchmod(descriptor, old.st_mode & 0o777) == 0
    else {
      throw ListStoreError.database(
        reason:
          "\(path) belongs to user \(old.st_uid) and group \(old.st_gid), to whom the new file "
          + "cannot be given; repair it as that user"
      )
    }
  }
}
