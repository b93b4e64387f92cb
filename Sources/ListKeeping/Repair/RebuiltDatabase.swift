import Foundation
import GRDB
import ListStorage

/// A copy of a database that was emptied or cut off, or lacks its first page, which SQLite can read.
///
/// `: > lists.db` takes only the pages that were moved out of the log before; those in the log are as
/// they were at the last commit. SQLite deletes a log beside an empty database. So the log is copied
/// beside a database of one page: SQLite reads pages from the log first, and those that are in neither
/// as zeros, which is damage like any other. Of a database that was cut off, the copy ends with zeros; one
/// whose first page is damaged gets another.
final class RebuiltDatabase: Sendable {
  /// The copy.
  let path: String
  private let claim: UnfinishedCopy.Claim

  /// Returns whether a database is empty, and its log has pages.
  static func isNeeded(for path: String) -> Bool {
    FileIdentity.isEmpty(path) && FileIdentity.hasPages(path + "-wal")
  }

  /// Returns how many bytes a database lacks of the pages that its header counts (sqlite.org, *Database
  /// File Format*); 0 when it has all, or is none.
  static func missingByteCount(of path: String) -> Int {
    guard let file = FileHandle(forReadingAtPath: path) else { return 0 }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: 100), let size = try? file.seekToEnd(),
      data.count == 100, data.starts(with: magic)
    else { return 0 }
    let header = Array(data)
    func number(_ bytes: Range<Int>) -> Int { header[bytes].reduce(0) { $0 << 8 | Int($1) } }
    // The page count holds only if the last writer has counted.
    guard number(24..<28) == number(92..<96) else { return 0 }
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    return max(0, pageSize * number(28..<32) - Int(size))
  }

  private static let magic = Data("SQLite format 3\0".utf8)

  /// - Throws: `ListStoreError` when the copy cannot be made.
  convenience init(fromLogOf database: String, beside target: String) throws {
    try self.init(of: database, beside: target) { copy in
      let page = Self.magic + Data(count: 4096 - 16)
      try page.write(to: URL(fileURLWithPath: copy), options: .withoutOverwriting)
    }
  }

  /// Copies a database that was cut off, and puts zeros in the place of what is missing.
  ///
  /// - Throws: `ListStoreError` when the copy cannot be made.
  convenience init(padding database: String, by count: Int, beside target: String) throws {
    try self.init(of: database, beside: target) { copy in
      try FileManager.default.copyItem(atPath: database, toPath: copy)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
      try file.truncate(atOffset: try file.seekToEnd() + UInt64(count))
      try file.close()
    }
  }

  /// Copies a database whose first page is damaged, with the first page of a new store in its place, which
  /// says where the tables are: a store that was made in this format has them in the same places.
  ///
  /// - Returns: `nil` when the file is none, or was no such store.
  /// - Throws: `ListStoreError` when the copy cannot be made.
  static func withFirstPage(of database: String, beside target: String) throws -> RebuiltDatabase? {
    guard lacksFirstPage(database), !FileIdentity.hasPages(database + "-wal") else { return nil }
    let copy = try RebuiltDatabase(of: database, beside: target) { copy in
      try FileManager.default.copyItem(atPath: database, toPath: copy)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
      let pages = try file.seekToEnd() / 4096
      try file.seek(toOffset: 0)
      try file.write(contentsOf: try newFirstPage(besides: copy, pages: pages))
      try file.close()
    }
    var settings = Configuration()
    settings.readonly = true
    let name = FilePath.forSQLite(copy.path)
    let isStore = try Damage.hiding {
      try DatabaseQueue(path: name, configuration: settings).read { try StoreRecord(in: $0) != nil }
    }
    return isStore == true ? copy : nil
  }

  private static func lacksFirstPage(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let start = try? file.read(upToCount: magic.count), let size = try? file.seekToEnd()
    else { return false }
    return start != magic && size >= 3 * 4096 && size % 4096 == 0
  }

  /// Returns the first page of a new store, for a file of so many pages.
  private static func newFirstPage(besides copy: String, pages: UInt64) throws -> Data {
    let new = copy + "-first"
    defer { for suffix in UnfinishedCopy.sides + [""] { unlink(new + suffix) } }
    let store = try ListStore(path: new)
    try store.checkpoint()
    var page = try Data(contentsOf: URL(fileURLWithPath: new)).prefix(4096)
    try store.database.translating { try store.database.connections.writer.close() }
    // How long the file is, and no list of free pages.
    let count = withUnsafeBytes(of: UInt32(truncatingIfNeeded: pages).bigEndian) { Data($0) }
    page.replaceSubrange(28..<40, with: count + Data(count: 8))
    return page
  }

  private init(
    of database: String,
    beside target: String,
    _ write: (_ copy: String) throws -> Void
  ) throws {
    UnfinishedCopy.removeAbandoned(beside: target)
    path = FilePath.partial(of: target)
    guard let claim = UnfinishedCopy.Claim(of: path) else {
      throw StoreDatabase.creationError(path)
    }
    self.claim = claim
    do {
      try write(path)
      if !FileIdentity.isMissing(database + "-wal") {
        try FileManager.default.copyItem(atPath: database + "-wal", toPath: path + "-wal")
      }
    } catch {
      throw ListStoreError.cannotOpen(
        path: database,
        reason: "it is shorter than it was, and cannot be copied to \(path) with its log: \(error)"
      )
    }
  }

  deinit {
    for suffix in UnfinishedCopy.sides + [""] { unlink(path + suffix) }
    claim.end()
  }
}
