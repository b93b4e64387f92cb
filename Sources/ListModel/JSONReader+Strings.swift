/// The position of a string in a text, without its quotes.
package struct JSONStringToken {
  var start: Int
  var end: Int
  /// Whether any character is written as an escape.
  var hasEscapes = false
  /// Whether ``JSONWriter`` would write the same characters as the same escapes.
  var isNormal = true
}

extension JSONReader {
  /// Skips a string, which is the next token, and checks every byte of it.
  mutating func scanString() throws(JSONFault) -> JSONStringToken {
    try expect(UInt8(ascii: "\""))
    var token = JSONStringToken(start: position, end: position)
    while true {
      position = bytes.endOfPlainCharacters(from: position)
      guard position < bytes.count else {
        throw JSONFault(at: token.start - 1, "the string that starts here has no end")
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        token.end = position
        position += 1
        return token
      case UInt8(ascii: "\\"):
        token.hasEscapes = true
        token.isNormal = try scanEscape().isNormal && token.isNormal
      case 0..<0x20:
        let byte = "0x" + bytes[position].hexadecimal
        throw JSONFault(at: position, "control character \(byte) must be written as an escape")
      default:
        try scanScalar()
      }
    }
  }

  /// Reads a string, which is the next token.
  package mutating func readString() throws(JSONFault) -> String {
    guard next == UInt8(ascii: "\"") else { throw mismatch("a string") }
    return text(of: try scanString())
  }

  /// Returns the value of a string that has been skipped.
  func text(of token: JSONStringToken) -> String {
    if token.hasEscapes { return String(decoding: unescaped(token), as: UTF8.self) }
    return String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  /// Returns the UTF-8 bytes of the value of a string that has been skipped.
  func unescaped(_ token: JSONStringToken) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(token.end - token.start)
    var reader = JSONReader(bytes)
    reader.position = token.start
    while reader.position < token.end {
      let byte = bytes[reader.position]
      if byte == UInt8(ascii: "\\"), let escape = try? reader.scanEscape() {
        value.append(contentsOf: String(escape.scalar).utf8)
      } else {
        value.append(byte)
        reader.position += 1
      }
    }
    return value
  }

  // MARK: Characters

  /// Skips one scalar of two to four bytes.
  @inline(__always)
  private mutating func scanScalar() throws(JSONFault) {
    let length = bytes.lengthOfScalar(at: position)
    guard length > 0 else { throw invalidUTF8 }
    position += length
  }

  private var invalidUTF8: JSONFault {
    JSONFault(at: position, "byte 0x\(bytes[position].hexadecimal) is not valid UTF-8 here")
  }

  // MARK: Escapes

  private struct Escape {
    var scalar: Unicode.Scalar
    var isNormal: Bool
  }

  private mutating func scanEscape() throws(JSONFault) -> Escape {
    let start = position
    position += 1
    let kind = next
    position += 1
    switch kind {
    case UInt8(ascii: "\""): return Escape(scalar: "\"", isNormal: true)
    case UInt8(ascii: "\\"): return Escape(scalar: "\\", isNormal: true)
    case UInt8(ascii: "/"): return Escape(scalar: "/", isNormal: false)
    case UInt8(ascii: "b"): return Escape(scalar: "\u{8}", isNormal: true)
    case UInt8(ascii: "f"): return Escape(scalar: "\u{C}", isNormal: true)
    case UInt8(ascii: "n"): return Escape(scalar: "\n", isNormal: true)
    case UInt8(ascii: "r"): return Escape(scalar: "\r", isNormal: true)
    case UInt8(ascii: "t"): return Escape(scalar: "\t", isNormal: true)
    case UInt8(ascii: "u"): return try scanCodePoint(escapedAt: start)
    default: throw JSONFault(at: start, "unknown escape in a string")
    }
  }

  /// Reads the digits of `\uXXXX` and the second half of a surrogate pair.
  private mutating func scanCodePoint(escapedAt start: Int) throws(JSONFault) -> Escape {
    let unit = try scanFourDigits()
    if let scalar = Unicode.Scalar(unit.value) {
      let hasShortForm = [0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(unit.value)
      let isNormal = unit.value < 0x20 && !hasShortForm && unit.isLowerCase
      return Escape(scalar: scalar, isNormal: isNormal)
    }
    if unit.value < 0xDC00, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = try scanFourDigits().value
      if 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit.value - 0xD800) << 10 + (low - 0xDC00))
      {
        return Escape(scalar: scalar, isNormal: false)
      }
    }
    throw JSONFault(at: start, "a surrogate stands alone; expected a pair of \\u escapes")
  }

  private mutating func scanFourDigits() throws(JSONFault) -> (value: UInt32, isLowerCase: Bool) {
    var value: UInt32 = 0
    var isLowerCase = true
    for _ in 0..<4 {
      switch next {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value << 4 | UInt32(next - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | UInt32(next - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(next - UInt8(ascii: "A") + 10)
        isLowerCase = false
      default:
        throw unexpected("four hexadecimal digits after \\u")
      }
      position += 1
    }
    return (value, isLowerCase)
  }
}
