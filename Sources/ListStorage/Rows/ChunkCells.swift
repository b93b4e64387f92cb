/// The cells of a chunk as they are stored.
///
/// Each row number stands as its difference to the one before it, the first to 0, zigzag-coded in
/// LEB128: cells that were inserted together, as most neighbours were, take one byte each.
/// `docs/database.md` describes the form.
enum ChunkCells {
  /// Returns the stored form.
  ///
  /// - Parameter cells: Row numbers above 0.
  /// - Returns: The bytes of the column.
  static func encode(_ cells: some Collection<Int64>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: cells.count * ZigzagLEB128.longest) { bytes, count in
      var last: Int64 = 0
      for cell in cells {
        var rest = ZigzagLEB128.code(of: cell &- last)
        while rest > 0x7F {
          bytes[count] = UInt8(truncatingIfNeeded: rest) | 0x80
          count += 1
          rest >>= 7
        }
        bytes[count] = UInt8(truncatingIfNeeded: rest)
        count += 1
        last = cell
      }
    }
  }

  /// Reads the stored form.
  ///
  /// - Returns: `nil` when it does not hold exactly `count` row numbers above 0.
  static func decode(_ bytes: UnsafeRawBufferPointer, count: Int) -> [Int64]? {
    // Each takes at least a byte.
    guard (0...bytes.count).contains(count) else { return nil }
    var cells: [Int64] = []
    cells.reserveCapacity(count)
    var (next, last) = (0, Int64(0))
    for _ in 0..<count {
      guard let step = ZigzagLEB128.number(in: bytes, at: &next) else { return nil }
      last &+= step
      // Numbers below 1 are those of new cells.
      guard last > 0 else { return nil }
      cells.append(last)
    }
    return next == bytes.count ? cells : nil
  }
}
