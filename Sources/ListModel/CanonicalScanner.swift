/// Reads over JSON that is in canonical form already, as contents that were stored mostly are.
///
/// It decides less than ``JSONReader`` and is several times as fast: nothing is noted but where the
/// value ends. What it does not accept may be valid all the same: escapes written as `\uXXXX` or in
/// names, white space, members out of order and deep nesting are left to the reader, and so is
/// saying what is wrong with what is not JSON.
struct CanonicalScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int

  /// How deep it follows: it calls itself for each level, and a thread's stack is small.
  private static let nestingLimit = 32

  private init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Where the value that starts at `start` ends; `nil` if it is not canonical, or hard to tell.
  ///
  /// - Complexity: O(n) for n bytes of the value.
  static func end(ofValueAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var scanner = CanonicalScanner(bytes, at: start)
    return scanner.skipValue(depth: 0) ? scanner.position : nil
  }

  // Each of these advances over what it is named after, and returns whether that was there.

  private mutating func skipValue(depth: Int) -> Bool {
    switch next {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"): skipObject(depth: depth)
    case UInt8(ascii: "["): skipArray(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): skipNumber()
    case UInt8(ascii: "t"): skip("true")
    case UInt8(ascii: "f"): skip("false")
    case UInt8(ascii: "n"): skip("null")
    default: false
    }
  }

  private mutating func skipObject(depth: Int) -> Bool {
    guard depth < Self.nestingLimit else { return false }
    position += 1
    if skip(UInt8(ascii: "}")) { return true }
    var previous: Range<Int>?
    repeat {
      guard let name = skipName(), isAscending(previous, name), skip(UInt8(ascii: ":")),
        skipValue(depth: depth + 1)
      else { return false }
      previous = name
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  private mutating func skipArray(depth: Int) -> Bool {
    guard depth < Self.nestingLimit else { return false }
    position += 1
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      guard skipValue(depth: depth + 1) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  private mutating func skipString() -> Bool {
    position += 1
    while skipUnescaped() {
      if skip(UInt8(ascii: "\"")) { return true }
      guard skip(UInt8(ascii: "\\")), skipShortEscape() else { return false }
    }
    return false
  }

  /// Advances over a member name without escapes.
  ///
  /// - Returns: Where it stands without its quotes.
  private mutating func skipName() -> Range<Int>? {
    guard skip(UInt8(ascii: "\"")) else { return nil }
    let start = position
    guard skipUnescaped(), skip(UInt8(ascii: "\"")) else { return nil }
    return start..<position - 1
  }

  /// Advances to the next byte of a string that is a quote, a backslash or a control character.
  private mutating func skipUnescaped() -> Bool {
    while true {
      position = bytes.endOfPlainCharacters(from: position)
      guard position < bytes.count, bytes[position] >= 0x80 else { return true }
      let length = bytes.lengthOfScalar(at: position)
      guard length > 0 else { return false }
      position += length
    }
  }

  private mutating func skipShortEscape() -> Bool {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return true
    default:
      return false
    }
  }

  private mutating func skipNumber() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if next.isDigit { return false }
    } else {
      guard skipDigits() else { return false }
    }
    if skip(UInt8(ascii: ".")) {
      guard skipDigits() else { return false }
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      return skipDigits()
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while next.isDigit { position += 1 }
    return position > start
  }

  private mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard count <= bytes.count - position else { return false }
    for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// The next byte; 0, which is nowhere expected, at the end of the text.
  @inline(__always)
  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Whether a name comes after the one before it, by their bytes; names that are equal do not.
  @inline(__always)
  private func isAscending(_ previous: Range<Int>?, _ name: Range<Int>) -> Bool {
    guard let previous else { return true }
    for offset in 0..<min(previous.count, name.count) {
      let (left, right) = (bytes[previous.lowerBound + offset], bytes[name.lowerBound + offset])
      if left != right { return left < right }
    }
    return previous.count < name.count
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
