/// Writes compact JSON in UTF-8.
///
/// Strings get the shortest escapes, as in RFC 8785, section 3.2.2.2: only characters that must be
/// escaped are.
package struct JSONWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next member or element needs a comma before it.
  private var needsComma = false

  package init() {}

  /// Returns the bytes written so far, and forgets them: for documents that are written in pieces.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func string(_ value: String) {
    separate()
    Self.append(string: value.utf8, to: &bytes)
    needsComma = true
  }

  package mutating func number(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
    needsComma = true
  }

  package mutating func content(_ value: Content) {
    separate()
    bytes.append(contentsOf: value.bytes)
    needsComma = true
  }

  /// Writes a member's name; the next call writes its value.
  package mutating func name(_ name: String) {
    separate()
    Self.append(string: name.utf8, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func startObject() { start(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func startArray() { start(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func start(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Appends a string of valid UTF-8, with quotes around it.
  static func append(string: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let written: Void? = string.withContiguousStorageIfAvailable { characters in
      append(characters: characters, to: &bytes)
    }
    if written == nil {
      Array(string).withUnsafeBufferPointer { append(characters: $0, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(
    characters: UnsafeBufferPointer<UInt8>,
    to bytes: inout [UInt8]
  ) {
    var start = 0
    while true {
      let end = firstEscaped(of: characters, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start..<end]))
      guard end < characters.count else { return }
      append(escaped: characters[end], to: &bytes)
      start = end &+ 1
    }
  }

  /// Returns the index of the first character from `start` on that must be escaped, or the count.
  @inline(__always)
  private static func firstEscaped(
    of characters: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int {
    let (raw, count) = (UnsafeRawBufferPointer(characters), characters.count)
    var index = start
    // Checks eight bytes at a time: a byte whose difference from the compared value is below 0 sets
    // its high bit.
    let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    while index &+ 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      let found =
        ((word &- (ones &* 0x20)) | (quotes &- ones) | (slashes &- ones)) & ~word & highs
      if found != 0 { break }
      index &+= 8
    }
    while index < count {
      let byte = characters[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index &+= 1
    }
    return count
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(contentsOf: byte.hexadecimal.utf8)
    default: bytes.append(byte)
    }
  }
}
