import Foundation

/// A copy of a database that was emptied, put together from the write-ahead log beside it.
///
/// `: > lists.db` takes only the pages that were moved out of the log before; those in the log are as
/// they were at the last commit. SQLite deletes a log beside an empty database. So the log is copied
/// beside a database of one page: SQLite reads pages from the log first, and those that are in neither
/// as zeros, which is damage like any other.
final class RebuiltDatabase: Sendable {
  /// The copy.
  let path: String
  private let claim: UnfinishedCopy.Claim

  /// Returns whether a database is empty, and its log has pages.
  static func isNeeded(for path: String) -> Bool {
    FileIdentity.isEmpty(path) && hasPages(path + "-wal")
  }

  /// Returns whether a log has more than its header of 32 bytes (sqlite.org, *Database File Format*).
  static func hasPages(_ log: String) -> Bool {
    var status = stat()
    return lstat(log, &status) == 0 && status.st_size > 32
  }

  /// - Throws: ``ListStoreError`` when the copy cannot be made.
  init(fromLogOf database: String, beside target: String) throws {
    UnfinishedCopy.removeAbandoned(beside: target)
    path = FilePath.partial(of: target)
    guard let claim = UnfinishedCopy.Claim(of: path) else {
      throw StoreDatabase.creationError(path)
    }
    self.claim = claim
    do {
      let page = Data("SQLite format 3\0".utf8) + Data(count: 4096 - 16)
      try page.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
      try FileManager.default.copyItem(atPath: database + "-wal", toPath: path + "-wal")
    } catch {
      throw ListStoreError.cannotOpen(
        path: database,
        reason: "it is empty, and its log cannot be copied to \(path): \(error)"
      )
    }
  }

  deinit {
    for suffix in UnfinishedCopy.sides + [""] { unlink(path + suffix) }
    claim.end()
  }
}
