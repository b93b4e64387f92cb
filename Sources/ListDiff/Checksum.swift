/// The CRC-32 of bytes, that of zlib, PNG and Ethernet.
///
/// It detects damage: any burst of up to 32 bits, and all but one of 2³² other changes. Source:
/// ISO 3309 / ITU-T V.42; the reflected polynomial is 0xEDB88320.
package struct Checksum: Hashable, Sendable {
  /// The checksum as a number.
  package let value: UInt32

  /// Computes the checksum of `bytes`.
  package init(_ bytes: UnsafeRawBufferPointer) {
    var register: UInt32 = 0xFFFF_FFFF
    var rest = bytes[...]
    // Four bytes at a time, by a table for each distance from the end of the four: "slicing by
    // 4", after Kounavis and Berry, *A Systematic Approach to Building High Performance,
    // Software-based, CRC Generators*, ISCC 2005.
    Self.tables.withUnsafeBufferPointer { tables in
      while rest.count >= 4 {
        register ^= UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt32.self)
        )
        register =
          tables[768 + Int(register & 0xFF)] ^ tables[512 + Int(register >> 8 & 0xFF)]
          ^ tables[256 + Int(register >> 16 & 0xFF)] ^ tables[Int(register >> 24)]
        rest = rest.dropFirst(4)
      }
      for byte in rest {
        register = register >> 8 ^ tables[Int((register ^ UInt32(byte)) & 0xFF)]
      }
    }
    value = ~register
  }

  /// Computes the checksum of `bytes`.
  package init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Checksum($0) }
  }

  /// Four tables of 256 entries; table k is for a byte followed by k zero bytes.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    for index in 256..<1024 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()
}
