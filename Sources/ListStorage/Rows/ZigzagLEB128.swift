/// Numbers as they are stored in bytes: zigzag-coded, so that small ones of either sign are short,
/// in LEB128, seven bits a byte, lowest first.
enum ZigzagLEB128 {
  /// The most bytes of a number.
  static let longest = 10

  static func code(of number: Int64) -> UInt64 {
    UInt64(bitPattern: number &<< 1 ^ number &>> 63)
  }

  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = code(of: number)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads a number and moves `next` past it; `nil` when the number does not end.
  static func number(in bytes: UnsafeRawBufferPointer, at next: inout Int) -> Int64? {
    var (value, shift) = (UInt64(0), UInt64(0))
    while next < bytes.count, shift < 64 {
      let byte = bytes[next]
      next += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
      shift += 7
    }
    return nil
  }
}
