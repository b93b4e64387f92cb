package import GRDB
import ListDiff
import ListModel

/// The rows of named consumers.
package enum CursorRows {
  package struct Cursor {
    package var name: String
    package var epoch: Int
    package var version: Int
    var fingerprint: Fingerprint
    /// The holder of the lease.
    var holder: [UInt8]?
    /// When the lease ends, in milliseconds since 1970.
    var lease: Int64
    /// When the cursor was last moved or its lease renewed, in milliseconds since 1970.
    var time: Int64
    /// How often ``failedStep`` has failed; when negative, that many versions come one at a time,
    /// because they failed together.
    var failures: Int
    /// The step that has failed, or is tried again.
    var failedStep = FailedStep.versions(1)
    /// Why the next version is not tried any more.
    var parked: String?
    /// What earlier versions of this package keep for consumers of a window; `nil` for the whole list.
    var window: [UInt8]?

    /// More failures than these are not counted.
    static let mostFailures = 1 << 20 - 1
  }

  private static let columns =
    "name, epoch, version, fingerprint, holder, lease, time, failures, parked, window"

  package static func all(of list: Int64, in database: Database) throws -> [Cursor] {
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
    var cursor = Cursor(
      name: try row.text(0),
      epoch: try row.int(1),
      version: try row.int(2),
      fingerprint: try row.fingerprint(3),
      holder: row.optionalBytes(4),
      lease: try row.int64(5),
      time: try row.int64(6),
      failures: 0,
      parked: row.isNull(8) ? nil : try row.text(8),
      window: row.optionalBytes(9)
    )
    // So far from the limits of numbers that sums and differences of times do not overflow.
    let times: ClosedRange<Int64> = -1 << 53...1 << 53
    guard cursor.epoch > 0, 0...Change.lastVersion ~= cursor.version,
      times ~= cursor.lease, times ~= cursor.time
    else {
      throw ListStoreError.corrupted(
        reason: "consumer \"\(cursor.name)\" says it has version \(cursor.version) of epoch "
          + "\(cursor.epoch), since \(cursor.time), with a lease until \(cursor.lease)"
      )
    }
    cursor.storedFailures = try row.int(7)
    return cursor
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
      .bind(cursor.storedFailures).bind(cursor.parked).bind(cursor.window).run()
  }

  static func delete(_ name: String, list: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_cursor WHERE list = ? AND name = ?", in: database)
      .bind(list).bind(name).run()
  }

  /// Returns the names of the consumers at older versions, as far as they are text; reads nothing
  /// else of them.
  static func names(
    of list: Int64,
    before version: Int,
    epoch: Int,
    in database: Database
  ) throws -> [String] {
    try SQLStatement(
      """
      SELECT name FROM liststore_cursor WHERE list = ? AND epoch = ? AND version < ? ORDER BY name
      """,
      in: database
    ).bind(list).bind(epoch).bind(version).all { String(decoding: $0.bytes(0), as: UTF8.self) }
  }

  /// Returns the oldest version a consumer still has to read on from; `nil` when there is no
  /// consumer.
  static func oldestVersion(of list: Int64, epoch: Int, in database: Database) throws -> Int? {
    try SQLStatement(
      "SELECT min(version) FROM liststore_cursor WHERE list = ? AND epoch = ?",
      in: database
    ).bind(list).bind(epoch).first { try $0.isNull(0) ? nil : $0.int(0) } ?? nil
  }
}

/// The step a consumer was given when it failed.
enum FailedStep: Equatable {
  /// A number of versions, one after the other.
  case versions(Int)
  /// One change, composed of all versions up to this one.
  case composed(through: Int)
  /// The list, to be read again.
  case list
}

extension CursorRows.Cursor {
  /// The number of lower bits of the column that hold the failures, when it is not negative.
  private static let failureBits = 20
  /// The bits above them when the list was to be read again.
  private static let listMark = 1 << (63 - failureBits) - 1

  /// Failures and failed step as one column: a negative number counts versions that come one at a
  /// time; otherwise, the bits above the failures are 0 for a version, the number of versions for a
  /// composed change, and all set for the list.
  fileprivate var storedFailures: Int {
    get {
      guard failures >= 0 else { return failures }
      let mark =
        switch failedStep {
        case .versions: 0
        case .composed(let last): min(max(last - version, 0), Self.listMark - 1)
        case .list: Self.listMark
        }
      return mark << Self.failureBits | failures
    }
    set {
      failures = newValue < 0 ? newValue : newValue & Self.mostFailures
      failedStep =
        switch newValue < 0 ? 0 : newValue >> Self.failureBits {
        case 0: .versions(1)
        case Self.listMark: .list
        case let count: .composed(through: version + count)
        }
    }
  }
}
