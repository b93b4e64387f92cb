/// Reads JSON text (RFC 8259) from front to back.
///
/// It is stricter than the RFC where two readers could disagree about a text: member names are
/// unique, `\u` escapes form whole code points, the encoding is UTF-8 without a byte order mark.
/// The stack of nested values is on the heap, so that no text can exhaust the thread's stack.
///
/// The reader holds an unsafe pointer, which ``read(_:_:)`` lends for the time of a closure. Every
/// access follows a comparison with `bytes.count`.
package struct JSONReader {
  /// The most levels of arrays and objects one content may have.
  package static let nestingLimit = 512

  var bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  package internal(set) var position = 0
  var scratch = ContentScratch()
  /// Memory for the canonical form of a content.
  var sortedForm = SortedForm()

  /// Creates a reader at the start of `bytes`, which must outlive it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads a whole text: `body` reads its one value.
  package static func read<Value>(
    _ text: [UInt8],
    _ body: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value {
    try text.withUnsafeBufferPointer { bytes throws(JSONFault) in
      var reader = JSONReader(bytes)
      return try reader.readToEnd(body)
    }
  }

  /// Reads one value with `body` and checks that nothing follows.
  mutating func readToEnd<Value>(
    _ body: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONFault(at: 0, "found a byte order mark; expected plain UTF-8")
    }
    skipWhiteSpace()
    let value = try body(&self)
    skipWhiteSpace()
    guard position == bytes.count else { throw unexpected("the end of the text") }
    return value
  }
}

/// A fault of a JSON text, with its offset.
package struct JSONFault: Error, Hashable, Sendable {
  /// The offset of the offending byte.
  package var offset: Int
  /// The name of the faulty member, when `offset` is the offset of the object around it.
  package var member: String?
  /// The fault, and the expected text.
  package var reason: String

  package init(at offset: Int, member: String? = nil, _ reason: String) {
    self.offset = offset
    self.member = member
    self.reason = reason
  }
}

// MARK: Tokens

extension JSONReader {
  /// The next byte; at the end of the text 0, which begins no token.
  @inline(__always)
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @inline(__always)
  mutating func skipWhiteSpace() {
    while position < bytes.count, isWhiteSpace(bytes[position]) { position += 1 }
  }

  @inline(__always)
  func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(JSONFault) {
    guard next == byte else { throw unexpected("\"\(Character(UnicodeScalar(byte)))\"") }
    position += 1
  }

  mutating func scanLiteral(_ literal: StaticString) throws(JSONFault) {
    let start = position
    for index in 0..<literal.utf8CodeUnitCount {
      guard next == literal.utf8Start[index] else {
        position = start
        throw JSONFault(at: start, "expected a value; did you mean \(literal)?")
      }
      position += 1
    }
  }

  mutating func scanNumber() throws(JSONFault) {
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
      if isDigit(next) { throw JSONFault(at: position - 1, "a number has no leading zeros") }
    } else {
      try scanDigits()
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try scanDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(JSONFault) {
    guard isDigit(next) else { throw unexpected("a digit") }
    repeat { position += 1 } while isDigit(next)
  }

  @inline(__always)
  func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns the fault of a next byte that is not `expected`.
  func unexpected(_ expected: String) -> JSONFault {
    JSONFault(at: position, "expected \(expected), found \(foundByte)")
  }

  private var foundByte: String {
    guard position < bytes.count else { return "the end of the text" }
    let byte = bytes[position]
    if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\"") {
      return "\"\(Character(UnicodeScalar(byte)))\""
    }
    return byte == UInt8(ascii: "\"") ? "a string" : "byte 0x\(byte.hexadecimal)"
  }
}
