import GRDB
import ListModel

/// The rows of named consumers.
enum CursorRows {
  struct Cursor {
    var name: String
    var epoch: Int
    var version: Int
    var fingerprint: Fingerprint
    /// Who has the lease.
    var holder: [UInt8]?
    /// Until when, in milliseconds since 1970.
    var lease: Int64
    /// When the cursor was last moved or its lease renewed, in milliseconds since 1970.
    var time: Int64
    /// How often the next version has failed; when negative, so many versions come one at a time,
    /// because they failed together.
    var failures: Int
    /// Why the next version is not tried any more.
    var parked: String?
    /// What the consumer shows; `nil` when it reads the whole list.
    var window: ConsumerWindow?
  }

  private static let columns =
    "name, epoch, version, fingerprint, holder, lease, time, failures, parked, window"

  static func all(of list: Int64, in database: Database) throws -> [Cursor] {
    try SQLStatement(
      "SELECT \(columns) FROM liststore_cursor WHERE list = ? ORDER BY name",
      in: database
    ).bind(list).all(cursor)
  }

  static func find(_ name: String, list: Int64, in database: Database) throws -> Cursor? {
    try SQLStatement(
      "SELECT \(columns) FROM liststore_cursor WHERE list = ? AND name = ?",
      in: database
    ).bind(list).bind(name).first(cursor)
  }

  private static func cursor(_ row: SQLRow) throws -> Cursor {
    Cursor(
      name: try row.text(0),
      epoch: row.int(1),
      version: row.int(2),
      fingerprint: try row.fingerprint(3),
      holder: row.optionalBytes(4),
      lease: row.int64(5),
      time: row.int64(6),
      failures: row.int(7),
      parked: row.isNull(8) ? nil : try row.text(8),
      window: try row.optionalBytes(9).map { try ConsumerWindow(stored: $0) }
    )
  }

  static func set(_ cursor: Cursor, list: Int64, in database: Database) throws {
    try SQLStatement(
      """
      INSERT OR REPLACE INTO liststore_cursor (list, \(columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      in: database
    ).bind(list).bind(cursor.name).bind(cursor.epoch).bind(cursor.version)
      .bind(cursor.fingerprint).bind(cursor.holder).bind(cursor.lease).bind(cursor.time)
      .bind(cursor.failures).bind(cursor.parked).bind(cursor.window?.stored).run()
  }

  static func delete(_ name: String, list: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_cursor WHERE list = ? AND name = ?", in: database)
      .bind(list).bind(name).run()
  }

  /// The oldest version a consumer still has to read on from; `nil` when there is no consumer.
  static func oldestVersion(of list: Int64, epoch: Int, in database: Database) throws -> Int? {
    try SQLStatement(
      "SELECT min(version) FROM liststore_cursor WHERE list = ? AND epoch = ?",
      in: database
    ).bind(list).bind(epoch).first { $0.isNull(0) ? nil : $0.int(0) } ?? nil
  }
}
