import GRDB
import ListModel

/// A table that queries see: its columns, and how its rows are read.
///
/// SQLite is told which columns rows can be sought by (`xBestIndex`), and compares all conditions once
/// more itself.
struct QueryTable: Sendable {
  struct Column: Sendable {
    let name: String
    let type: String
    /// The order that its texts are compared in, if not that of their bytes.
    var collation: String? = nil
    /// How rows are sought by the column.
    let search: Search
  }

  /// How rows are sought by a column.
  enum Search: Sendable {
    /// All rows are read.
    case none
    /// Rows with one text; that leaves a `share` of all rows.
    case text(share: Double)
    /// Rows with numbers in a range.
    case range
  }

  let name: String
  let columns: [Column]
  /// About how many rows there are.
  let rowCount: Double
  /// The column by whose order the rows of one list come, if there is one.
  let order: Int?
  let cursor: @Sendable (QueriedStore) -> any QueryCursor

  static let all = [QueryTable.cells, .sections, .versions, .changes]

  /// The statement that tells SQLite the columns.
  var declaration: String {
    let columns = columns.map { column in
      "\"\(column.name)\" \(column.type)" + (column.collation.map { " COLLATE \($0)" } ?? "")
    }
    return "CREATE TABLE x(\(columns.joined(separator: ", ")))"
  }
}

extension QueryTable.Column {
  /// When something was committed, in UTC.
  static let time = QueryTable.Column(
    name: "time",
    type: "TEXT",
    collation: TimeCollation.name,
    search: .none
  )
}

/// The rows that SQLite wants of a table.
struct QueryWish {
  /// The texts that columns must have.
  var texts: [Int: String] = [:]
  /// The range of a column with ``QueryTable/Search/range``.
  var numbers = Int64.min...Int64.max
  /// The columns that are read, a bit each.
  var columns: UInt64 = .max

  func uses(_ columns: Int...) -> Bool { columns.contains { self.columns & 1 << $0 != 0 } }
}

/// Reads the rows of a table, one after the other.
protocol QueryCursor: AnyObject {
  /// Goes to the first of the rows that SQLite wants; there may be others among them.
  func begin(_ wish: QueryWish) throws
  /// Whether there is no row any more.
  var isAtEnd: Bool { get }
  /// Goes to the next row.
  func goOn() throws
  /// Reads a column of the current row.
  func value(_ column: Int) throws -> QueryValue
}

/// A value as it is handed to SQLite.
enum QueryValue {
  case null
  case number(Int)
  case text(String)
  /// The UTF-8 bytes of a text.
  case bytes([UInt8])

  static func text(_ text: String?) -> QueryValue { text.map { .text($0) } ?? .null }
  static func content(_ content: Content?) -> QueryValue {
    content.map { .bytes($0.bytes) } ?? .null
  }
}
