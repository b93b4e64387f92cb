import GRDB
import ListModel

/// The bytes of a list's changes that may be removed, counted as they come.
///
/// A list with a limit of bytes needs this number again and again. Changes stay as they are: those
/// that were counted once, and are of this past, are not counted again.
struct FeedSize: Equatable, Sendable {
  private let lineage: Digest
  private let epoch: Int
  /// The changes after this version are counted.
  private(set) var floor: Int
  /// The last version that was counted.
  private var version: Int
  private var fingerprint: Fingerprint
  private(set) var byteCount: Int

  /// Counts the changes of a list after its oldest version.
  ///
  /// - Parameters:
  ///   - head: The list.
  ///   - known: The size counted before; `nil` if there is none.
  ///   - database: A connection inside a transaction.
  /// - Throws: What SQLite throws.
  /// - Complexity: O(changes after those that were counted).
  init(of head: ListRows.Head, after known: FeedSize?, in database: Database) throws {
    var start = head.floor
    var counted = 0
    if let known, try known.isPart(of: head, in: database) {
      (start, counted) = (known.version, known.byteCount)
    }
    (lineage, epoch) = (head.lineage, head.epoch)
    (floor, version, fingerprint) = (head.floor, head.version, head.fingerprint)
    let new = try ChangeLog.byteCount(of: head.row, after: start, through: version, in: database)
    byteCount = counted + new
  }

  /// Returns whether the list still has the counted changes, and maybe more.
  private func isPart(of head: ListRows.Head, in database: Database) throws -> Bool {
    guard lineage == head.lineage, epoch == head.epoch, floor == head.floor,
      version <= head.version
    else { return false }
    if version == head.version { return fingerprint == head.fingerprint }
    // A damaged change is not known to be the one that was counted.
    let found = try Damage.hiding {
      try ChangeLog.fingerprint(of: version, list: head.row, in: database)
    }
    return found == fingerprint
  }

  /// Returns the size without the changes up to a version, which must still be there.
  ///
  /// - Complexity: O(these changes).
  func dropping(through floor: Int, of list: Int64, in database: Database) throws -> FeedSize {
    var rest = self
    rest.byteCount -= try ChangeLog.byteCount(
      of: list,
      after: self.floor,
      through: floor,
      in: database
    )
    rest.floor = floor
    return rest
  }
}
