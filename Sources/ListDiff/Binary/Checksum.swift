/// The CRC-32 of bytes, that of zlib, PNG and Ethernet.
///
/// It detects damage: any burst of up to 32 bits, and all but one in 2³² of other changes. Source:
/// ISO 3309 / ITU-T V.42; the reflected polynomial is 0xEDB88320.
package struct Checksum: Hashable, Sendable {
  /// The checksum as a number.
  package let value: UInt32

  /// Computes the checksum of `bytes`, or of the bytes of another checksum followed by `bytes`.
  package init(_ bytes: UnsafeRawBufferPointer, after other: Checksum? = nil) {
    var register = ~(other?.value ?? 0)
    var position = 0
    // Eight bytes at a time, by a table for each distance from the end of the eight: "slicing by
    // 8", after Kounavis and Berry, *A Systematic Approach to Building High Performance,
    // Software-based, CRC Generators*, ISCC 2005.
    Self.tables.withUnsafeBufferPointer { tables in
      func entry(_ distance: Int, _ word: UInt64, _ byte: UInt64) -> UInt32 {
        tables[distance &<< 8 | Int(truncatingIfNeeded: word &>> (byte &<< 3) & 0xFF)]
      }
      while bytes.count &- position >= 8 {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          ^ UInt64(register)
        register =
          entry(7, word, 0) ^ entry(6, word, 1) ^ entry(5, word, 2) ^ entry(4, word, 3)
          ^ entry(3, word, 4) ^ entry(2, word, 5) ^ entry(1, word, 6) ^ entry(0, word, 7)
        position &+= 8
      }
      for byte in bytes[position...] {
        register = register &>> 8 ^ tables[Int((register ^ UInt32(byte)) & 0xFF)]
      }
    }
    value = ~register
  }

  /// Reads the little-endian checksum at the end of `bytes`; it is 0 if they are fewer than four.
  package init(atEndOf bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4 else {
      value = 0
      return
    }
    let end = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
    value = UInt32(littleEndian: end)
  }

  /// Computes the checksum of `bytes`.
  package init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Checksum($0) }
  }

  /// Eight tables of 256 entries; table k is for a byte followed by k zero bytes.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<2_048 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()
}
