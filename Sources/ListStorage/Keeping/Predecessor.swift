import Foundation

/// The damaged store in whose place a new one comes, and which is kept under another name.
///
/// A write-ahead log belongs to the file it stands beside: with another one, it would damage that. No
/// call of the system renames both at once, so they first get their second names, with which no store
/// opens them; then the log loses its own, and the new file takes that of the database. Whoever is
/// killed in between leaves either the damaged store as it was, or one that is refused, until
/// ``prepare()`` puts everything back.
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

  /// Whether a process was killed while it set the damaged store aside.
  var isInterrupted: Bool { ([""] + Self.logs).contains(where: hasBothNames) }

  /// Whether the database, or one of its logs, has both names.
  private func hasBothNames(_ suffix: String) -> Bool {
    guard let file = FileIdentity(path: path + suffix) else { return false }
    return file == FileIdentity(path: aside + suffix)
  }

  /// Puts back what a process that was killed has begun to set aside, and looks whether the other name
  /// is free.
  ///
  /// - Throws: ``ListStoreError/fileExists(path:)`` when it is not, and what goes wrong.
  func prepare() throws {
    if isInterrupted { try restore() }
    for suffix in [""] + Self.logs where !FileIdentity.isMissing(aside + suffix) {
      // Who reads a store can leave an empty log beside it.
      let isEmptyLog = !suffix.isEmpty && FileIdentity.isEmpty(aside + suffix)
      if isEmptyLog, unlink(aside + suffix) == 0 { continue }
      throw ListStoreError.fileExists(path: aside + suffix)
    }
  }

  /// Gives back the logs, and takes the other names away.
  private func restore() throws {
    // Logs beside another file are not this one's.
    if hasBothNames("") {
      for log in Self.logs where FileIdentity.isMissing(path + log) {
        if FileIdentity(path: aside + log) != nil { try give(path + log, to: aside + log) }
      }
      try FileCopy.synchronizeFolder(of: path)
    }
    for suffix in [""] + Self.logs where hasBothNames(suffix) { unlink(aside + suffix) }
    try FileCopy.synchronizeFolder(of: path)
  }

  /// Gives a new file the name, after the old one has got its other one.
  ///
  /// - Parameter draft: The new file, which is complete, on the device, and closed.
  /// - Throws: ``ListStoreError``; then everything is put back.
  func giveWay(to draft: String) throws {
    do {
      for step in steps(of: draft) { try step() }
    } catch {
      // What fails now is done by whoever tries again.
      try? restore()
      throw error
    }
  }

  /// What ``giveWay(to:)`` does, one after the other.
  func steps(of draft: String) -> [() throws -> Void] {
    let logs = Self.logs.filter { FileIdentity(path: path + $0) != nil }
    let names = logs.filter { !FileIdentity.isEmpty(path + $0) }
      .map { log in { try give(aside + log, to: path + log) } }
    // The index of a log is made anew by whoever opens it.
    let removals = (logs + ["-shm"]).map { side in { _ = unlink(path + side) } }
    let synchronize = { try FileCopy.synchronizeFolder(of: path) }
    let replace = {
      guard rename(draft, path) == 0 else { throw failure() }
    }
    return names + [{ try give(aside, to: path) }, synchronize] + removals
      + [synchronize, replace]
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

  /// Lets others do with a file what they could do with this one.
  func lendPermissions(to draft: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure() }
    guard lchown(draft, status.st_uid, status.st_gid) == 0,
      chmod(draft, status.st_mode & 0o777) == 0
    else {
      throw ListStoreError.database(
        reason: "\(path) belongs to another user (\(status.st_uid)), who the new file cannot be "
          + "given to; repair it as that user"
      )
    }
  }
}
