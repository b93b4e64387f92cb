package import Foundation
package import GRDB
import ListDiff
package import ListModel

/// Who made a version, and when.
package struct ChangeOrigin {
  package var time: Date?
  package var author: String?
  package var key: String?
  package var message: String?

  package init(
    time: Date? = nil,
    author: String? = nil,
    key: String? = nil,
    message: String? = nil
  ) {
    (self.time, self.author, self.key, self.message) = (time, author, key, message)
  }
}

extension ChangeLog {
  /// Reads who made the version in a row of ``columns(in:)``, and when.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the row is not what was recorded.
  package static func origin(_ row: SQLRow, of list: List.ID) throws -> ChangeOrigin {
    var origin = ChangeOrigin(
      time: time(row, 4),
      author: try row.optionalText(5),
      key: try row.optionalText(6)
    )
    func refuse(_ reason: String) -> ListStoreError {
      .corrupted(reason: "list \"\(list)\", version \(row.unprovenInt64(0)): \(reason)")
    }
    guard canBeSequence(row.unprovenInt64(1)) else {
      throw refuse("it is said to be commit number \(row.unprovenInt64(1))")
    }
    if !row.isNull(10) {
      let numbers = [1, 8, 0].map { row.unprovenInt64($0) }
      let message = row.withBytes(10) { ChangeMessage(numbers: numbers).decoded($0) }
      guard let message else { throw refuse("its message is not what was recorded") }
      origin.message = message
    }
    if row.isNull(9) { return origin }
    let checksum = ChangeChecksum(
      numbers: [1, 8, 0, 4].map { row.unprovenInt64($0) },
      fingerprints: [try row.fingerprint(2), try row.fingerprint(3)],
      names: [origin.author, origin.key]
    )
    guard checksum.value == row.unprovenInt64(9) else {
      throw refuse("its number, time, author, commit key or fingerprints are not what was recorded")
    }
    return origin
  }

  /// Returns whether a body has the checksum at its end.
  package static func isWhole(_ row: SQLRow, _ body: Int32) -> Bool {
    row.withBytes(body) { body in
      guard body.count >= 4 else { return false }
      let end = body.count - 4
      let checksum = body.loadUnaligned(fromByteOffset: end, as: UInt32.self)
      return Checksum(.init(rebasing: body[..<end])).value == UInt32(littleEndian: checksum)
    }
  }

  /// Returns whether a commit can have a number.
  static func canBeSequence(_ number: Int64) -> Bool {
    AppendedTable.change.rows.contains(number)
  }

  /// Counts the changes without a checksum: software that knew of none has recorded them.
  package static func countWithoutChecksum(in database: Database) throws -> Int {
    var condition = try has("checksum", in: database) ? "WHERE checksum IS NULL" : ""
    if try StoreRecord.isThere(in: database) {
      condition += " AND sequence < (SELECT checked_from FROM liststore)"
    }
    return try SQLStatement("SELECT count(*) FROM liststore_change \(condition)", in: database)
      .first { try $0.int(0) } ?? 0
  }

  /// Returns who made a version, and when; `nil` when the version is not retained.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the row is not what was recorded.
  package static func origin(
    of version: Int,
    list: Int64,
    _ name: List.ID,
    in database: Database
  ) throws -> ChangeOrigin? {
    try SQLStatement(
      """
      SELECT \(columns(in: database, "NULL")) FROM liststore_change WHERE list = ? AND version = ?
      """,
      in: database
    ).bind(list).bind(version).first { try origin($0, of: name) }
  }

  /// Returns when a version was made, according to its row.
  package static func time(of version: Int, list: Int64, in database: Database) throws -> Date? {
    try SQLStatement(
      "SELECT time FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { time($0, 0) }
  }

  /// The times a change can have, in milliseconds since 1970: those of the years 0000 to 9999.
  private static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Reads a time; an impossible one, of a damaged file, as the nearest possible one.
  static func time(_ row: SQLRow, _ column: Int32) -> Date {
    let milliseconds = min(max(row.unprovenInt64(column), times.lowerBound), times.upperBound)
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Returns the versions whose times no change can have, oldest first.
  package static func versionsWithoutTime(of list: Int64, in database: Database) throws -> [Int] {
    try SQLStatement(
      """
      SELECT version FROM liststore_change
      WHERE list = ? AND (typeof(time) <> 'integer' OR time NOT BETWEEN ? AND ?) ORDER BY version
      """,
      in: database
    ).bind(list).bind(times.lowerBound).bind(times.upperBound).all { try $0.int(0) }
  }
}

// MARK: - Checksums

/// The checksum of the columns beside the body of a change; the body has its own.
struct ChangeChecksum {
  /// Its number among all commits, the row of its list, its version, and its time in milliseconds.
  var numbers: [Int64]
  var fingerprints: [Fingerprint]
  var names: [String?]

  /// The number in the column.
  var value: Int64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for fingerprint in fingerprints {
      withUnsafeBytes(of: fingerprint.value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    for name in names {
      // One more than the length, so that a missing name differs from an empty one.
      let length = UInt32(truncatingIfNeeded: name.map { $0.utf8.count + 1 } ?? 0)
      withUnsafeBytes(of: length.littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: (name ?? "").utf8)
    }
    return Int64(Checksum(bytes).value)
  }
}

/// The message of a version, as it is recorded: the bytes of the text, then a checksum.
///
/// Software that knows no messages leaves the column alone, so the message has a checksum of its
/// own, which also covers its version.
struct ChangeMessage {
  /// The number among all commits, the row of the list, and the version.
  var numbers: [Int64]

  func encoded(_ text: String?) -> [UInt8]? {
    guard let text else { return nil }
    var bytes = Array(text.utf8)
    withUnsafeBytes(of: checksum(of: bytes).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the text; `nil` when it is not what was recorded.
  func decoded(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count > 4 else { return nil }
    let text = Array(bytes.dropLast(4))
    let recorded = bytes.loadUnaligned(fromByteOffset: text.count, as: UInt32.self)
    guard checksum(of: text) == UInt32(littleEndian: recorded) else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  private func checksum(of text: [UInt8]) -> UInt32 {
    var bytes: [UInt8] = []
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Checksum(bytes + text).value
  }
}
