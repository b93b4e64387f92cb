import Foundation
import GRDB
import ListStorage

/// A damaged store that is replaced by a new one, and kept under another name.
///
/// A write-ahead log belongs to the database beside it, and damages any other: SQLite writes the pages
/// in it into a repaired file that is moved there by hand. (Tried with a store of 43 versions, all of
/// them saved: none was whole afterwards.)
///
/// No system call renames both at once. So both first get a second name; no store opens a file with
/// two names. Then the log loses its first name, and the new file takes the name of the database. A
/// process that is killed in between leaves the damaged store as it was, the new store, or one that
/// is refused until ``clearTheWay()`` puts everything back.
struct Predecessor {
  let path: String
  /// Its other name.
  let aside: String

  init(at path: String) {
    self.path = path
    aside = path + "-damaged"
  }

  /// The suffixes of other files that hold content of the database.
  private static let logs = ["-wal", "-journal"]

  // MARK: Before

  /// Whether a process was killed while it set the damaged store aside.
  var isInterrupted: Bool { ([""] + Self.logs).contains(where: hasBothNames) }

  /// Whether there is a log, which may hold everything that says what the file is.
  var hasLog: Bool {
    Self.logs.contains { FileIdentity.hasContent(path + $0) || FileIdentity.hasContent(aside + $0) }
  }

  /// Returns whether the database, or one of its logs, has both names.
  private func hasBothNames(_ suffix: String) -> Bool {
    guard let file = FileIdentity(path: path + suffix) else { return false }
    return file == FileIdentity(path: aside + suffix)
  }

  /// Puts back a store that a killed process began to set aside, and checks that the other name is
  /// free.
  ///
  /// - Throws: `ListStoreError.fileExists(path:)` when it is not, and errors of the file system.
  func clearTheWay() throws {
    if isInterrupted { try putBack() }
    for suffix in [""] + Self.logs where !FileIdentity.isMissing(aside + suffix) {
      // A reader can leave an empty log beside the store.
      let isFile = FileIdentity(path: aside + suffix) != nil
      let isEmptyLog = !suffix.isEmpty && isFile && FileIdentity.isEmpty(aside + suffix)
      if isEmptyLog, unlink(aside + suffix) == 0 { continue }
      throw ListStoreError.fileExists(path: aside + suffix)
    }
  }

  /// Gives the logs their names back, and removes the other names.
  private func putBack() throws {
    // Logs beside another file are not this one's.
    if hasBothNames("") {
      for log in Self.logs where !hasBothNames(log) && FileIdentity(path: aside + log) != nil {
        if FileIdentity.isEmpty(aside + log) {
          unlink(aside + log)
          continue
        }
        // A process that has only read the database meanwhile leaves an empty log, and an index
        // that says so.
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

  /// Removes the other names, the database's last: as long as the database has both, it is refused.
  private func takeNamesAway() throws {
    for suffix in Self.logs + [""] where hasBothNames(suffix) { unlink(aside + suffix) }
    try FileCopy.synchronizeFolder(of: path)
  }

  // MARK: Giving way

  /// Gives a new file the name, after the old file has got its other name.
  ///
  /// - Parameter draft: The new file, which is complete, on the device, and closed.
  /// - Throws: `ListStoreError`; then everything is put back.
  func giveWay(to draft: String) throws {
    let logs = logsThere
    // Steps that fail in `catch` are done by the next attempt.
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

  /// Returns the steps of ``giveWay(to:)``, in order.
  func steps(of draft: String) -> [() throws -> Void] {
    naming(logsThere) + replacing(logsThere, by: draft)
  }

  private var logsThere: [String] { Self.logs.filter { FileIdentity(path: path + $0) != nil } }

  /// Gives the database, and then its logs, the other names.
  private func naming(_ logs: [String]) -> [() throws -> Void] {
    ([""] + logs).map { suffix in { try give(aside + suffix, to: path + suffix) } }
      + [{ try FileCopy.synchronizeFolder(of: path) }]
  }

  /// Removes the logs beside the name, and gives the name to another file.
  private func replacing(_ logs: [String], by draft: String) -> [() throws -> Void] {
    // The index of a log is made again when it is opened.
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

  /// Gives a new file the owner, group and mode of this one.
  ///
  /// - Parameter file: A file that no connection has open: closing it would drop the connection's
  ///   locks.
  /// - Throws: `ListStoreError.database(reason:)`.
  func lendPermissions(to file: String) throws {
    var (old, new) = (stat(), stat())
    // In a folder that others can write to, the name may lead elsewhere by now.
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
