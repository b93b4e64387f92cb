import GRDB
import ListDiff
import ListStorage

/// The rows of all changes, as far as they can be read: in their table and in its index.
struct ChangePlaces {
  /// The rows of the changes that make the versions of a list.
  private var rows: [Int64: [Int: Int64]] = [:]
  /// Why there may be others.
  private(set) var obstacle: Damage?

  init(in database: Database) throws {
    let columns = "SELECT list, version, sequence FROM liststore_change"
    obstacle = try Damage.evading(
      [
        ["\(columns) ORDER BY list, version", "\(columns) ORDER BY list DESC, version DESC"],
        [
          "\(columns) NOT INDEXED ORDER BY sequence",
          "\(columns) NOT INDEXED ORDER BY sequence DESC",
        ],
      ],
      in: database
    ) { row in
      let version = Int(row.unprovenInt64(1))
      guard (1...Change.lastVersion).contains(version) else { return }
      rows[row.unprovenInt64(0), default: [:]][version] = row.unprovenInt64(2)
    }
  }

  /// The lists that have changes.
  var lists: Set<Int64> { Set(rows.keys) }

  /// The rows of the changes that make the versions of a list.
  subscript(list: Int64) -> [Int: Int64] { rows[list] ?? [:] }
}
