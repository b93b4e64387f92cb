import ListDiff
package import ListModel

/// The checksums of rows: the CRC-32 of numbers, 8 bytes each, little-endian, and of bytes after
/// them.
package enum RowChecksum {
  /// What no checksum is, for a row that lacks its own and must have one.
  static let missing = -1

  /// Returns the SQL of a column of checksums in which NULL is damage: it is ``missing`` there.
  package static func required(_ column: String, of table: String) -> String {
    "coalesce(\(table).\(column), \(missing)) AS \(column)"
  }

  /// Returns the checksum of a section: its row, list, position and id.
  static func section(_ section: Int64, list: Int64, position: Int64, id: Section.ID) -> Int64 {
    var id = id.rawValue
    return id.withUTF8 { value((section, list, position), UnsafeRawBufferPointer($0)) }
  }

  /// Returns the checksum of a chunk: its section, position and cells.
  static func chunk(
    section: Int64,
    position: Int64,
    count: Int64,
    cells: UnsafeRawBufferPointer
  ) -> Int64 {
    value((section, position, count), cells)
  }

  /// Returns the checksum of the oldest version of a list that can be read.
  static func floor(_ floor: Int, of lineage: Digest) -> Int64 {
    sum(lineage, after: withUnsafeBytes(of: Int64(floor).littleEndian) { Checksum($0) })
  }

  /// Returns the checksum of the row number of a list.
  package static func number(_ list: Int64, of lineage: Digest) -> Int64 {
    sum(lineage, after: withUnsafeBytes(of: list.littleEndian) { Checksum($0) })
  }

  /// Returns the checksum of what a store says about its lists and changes.
  static func store(lists: Int64, checkedFrom sequence: Int64, of lineage: Digest) -> Int64 {
    let numbers = (lists.littleEndian, sequence.littleEndian)
    return sum(lineage, after: withUnsafeBytes(of: numbers) { Checksum($0) })
  }

  private static func sum(_ lineage: Digest, after numbers: Checksum) -> Int64 {
    withUnsafeBytes(of: lineage.value.bigEndian) { Int64(Checksum($0, after: numbers).value) }
  }

  /// Returns the checksum of the body of a change or a span: its list, and the versions it leads
  /// between.
  ///
  /// It covers the checksum at the end of the body, which tells whether the body is whole.
  static func body(_ checksum: Checksum, list: Int64, from parent: Int, to version: Int) -> Int64 {
    withUnsafeBytes(of: Int64(checksum.value).littleEndian) {
      value((list, Int64(parent), Int64(version)), $0)
    }
  }

  private static func value(
    _ numbers: (Int64, Int64, Int64),
    _ bytes: UnsafeRawBufferPointer
  ) -> Int64 {
    let numbers = (numbers.0.littleEndian, numbers.1.littleEndian, numbers.2.littleEndian)
    let first = withUnsafeBytes(of: numbers) { Checksum($0) }
    return Int64(Checksum(bytes, after: first).value)
  }
}
