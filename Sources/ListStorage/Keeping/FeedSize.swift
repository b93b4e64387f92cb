import GRDB
import ListModel

/// How many bytes the changes of a list have that may be removed, counted as they come.
///
/// A list that is kept within a number of bytes is asked for it again and again. Changes stay what
/// they are: what was counted once, and is of this past, is not counted again.
struct FeedSize: Equatable, Sendable {
  private let lineage: Digest
  private let epoch: Int
  /// Counted are the changes after this version.
  private(set) var floor: Int
  /// The last one that was counted.
  private var version: Int
  private var fingerprint: Fingerprint
  private(set) var byteCount: Int

  /// Counts the changes of a list after its oldest version.
  ///
  /// - Parameters:
  ///   - head: The list.
  ///   - known: What was counted before; `nil` if nothing was.
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

  /// Whether the list is what was counted, and maybe more.
  private func isPart(of head: ListRows.Head, in database: Database) throws -> Bool {
    guard lineage == head.lineage, epoch == head.epoch, floor == head.floor,
      version <= head.version
    else { return false }
    if version == head.version { return fingerprint == head.fingerprint }
    // One that is damaged is not known to be what it was.
    let found = try Damage.hiding {
      try ChangeLog.fingerprint(of: version, list: head.row, in: database)
    }
    return found == fingerprint
  }

  /// What is left when the changes up to a version are removed, which are still there.
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
