/// Writes compact JSON in UTF-8.
///
/// Strings get the shortest escapes, as in RFC 8785, section 3.2.2.2: only what must be escaped
/// is.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next member or element follows another.
  private var needsComma = false

  package init() {}

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

  /// Writes a member's name; its value comes next.
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

  /// Appends a string, given as valid UTF-8, with its quotes.
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
    for (index, byte) in characters.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      bytes.append(contentsOf: characters[start..<index])
      append(escaped: byte, to: &bytes)
      start = index + 1
    }
    bytes.append(contentsOf: characters[start...])
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
      bytes.append(contentsOf: (byte < 0x10 ? "0" : "1").utf8)
      bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
    default: bytes.append(byte)
    }
  }
}
