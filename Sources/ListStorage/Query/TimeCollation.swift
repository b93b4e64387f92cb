import GRDBSQLite

/// The order of times in the tables of queries: two ways to write one moment in UTC are equal.
///
/// The columns print `2026-11-26 17:09:30.123`, JSON has `2026-11-26T17:09:30.123Z`, and SQLite's
/// functions write `2026-11-26 17:09:30`. Compared by their bytes, a `T` would come after each hour of
/// the day, and a `Z` after each fraction.
enum TimeCollation {
  static let name = "liststore_time"

  /// Makes the order known to a connection.
  static func register(in connection: OpaquePointer?) -> Int32 {
    sqlite3_create_collation_v2(
      connection,
      name,
      SQLITE_UTF8,
      nil,
      { _, leftCount, left, rightCount, right in
        TimeCollation.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        )
      },
      nil
    )
  }

  /// Returns a negative number if the left text comes first, and 0 if both mean the same.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    let (left, right) = (Text(left), Text(right))
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return Int32(left[index]) - Int32(right[index])
    }
    return Int32(clamping: left.count - right.count)
  }

  /// A text; if it is a time, without the letters `T` and `Z` and zeros at the end of a fraction.
  private struct Text {
    private let bytes: UnsafeRawBufferPointer
    private let isTime: Bool
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      func has(_ characters: String, at index: Int) -> Bool {
        index < bytes.count && characters.utf8.contains(bytes[index])
      }
      var count = bytes.count
      isTime = has("-", at: 4) && has("-", at: 7) && has("Tt ", at: 10) && has(":", at: 13)
      if isTime {
        if has("Zz", at: count - 1) { count -= 1 }
        if has(".", at: 19) {
          while count > 20, has("0", at: count - 1) { count -= 1 }
          if count == 20 { count -= 1 }
        }
      }
      self.count = count
    }

    subscript(index: Int) -> UInt8 { isTime && index == 10 ? UInt8(ascii: " ") : bytes[index] }
  }
}
