// The rules for the characters of a string, for both readers of JSON.

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the next byte that is a quote, a backslash, a control character or not
  /// ASCII; `count` if there is none.
  ///
  /// It checks eight bytes at a time: `(x - 0x01…) & ~x & 0x80…` marks the lowest zero byte of x
  /// exactly (Warren, *Hacker's Delight*, 2nd ed., 6-1).
  @inline(__always)
  func endOfPlainCharacters(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(self)
    var position = start
    while position &+ 8 <= count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      )
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let marks =
        word | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        | ((word &- ones &* 0x20) & ~word)
      let found = marks & highBits
      if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
      position &+= 8
    }
    while position < count {
      let byte = self[position]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      position &+= 1
    }
    return position
  }

  /// Returns the number of bytes, two to four, of the scalar at `position`; 0 if it is not UTF-8.
  ///
  /// The bounds are those of the table in RFC 3629, section 4.
  @inline(__always)
  func lengthOfScalar(at position: Int) -> Int {
    let first = self[position]
    let second = position + 1 < count ? self[position + 1] : 0
    let length: Int
    let bounds: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, bounds) = (2, 0x80...0xBF)
    case 0xE0: (length, bounds) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (length, bounds) = (3, 0x80...0xBF)
    case 0xED: (length, bounds) = (3, 0x80...0x9F)
    case 0xF0: (length, bounds) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, bounds) = (4, 0x80...0xBF)
    case 0xF4: (length, bounds) = (4, 0x80...0x8F)
    default: return 0
    }
    guard bounds.contains(second), position + length <= count else { return 0 }
    for offset in 2..<Swift.max(length, 2) where self[position + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
