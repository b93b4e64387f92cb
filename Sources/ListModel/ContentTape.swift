/// The values of a content, one after the other, with the places of their texts.
///
/// A decoder goes through the members that a type asks for. With the places of all values, it skips
/// whole subtrees, and reads a value only when it is asked for.
final class ContentTape {
  /// A value, or the name of a member.
  struct Token {
    enum Kind { case null, no, yes, number, string, escapedString, array, object }
    var kind: Kind
    /// Where the text starts and ends; a string's without its quotes.
    var start: Int32
    var end: Int32
    /// The index of the token after this value, with all that it contains.
    var after: Int32
  }

  let bytes: [UInt8]
  let tokens: [Token]
  /// Whether `JSONDecoder` must decode the value.
  @exclusivity(unchecked) var isLeftToOthers = false

  /// Goes through a content, which is known to be one JSON value.
  ///
  /// - Returns: `nil` if a member has a name that is not plain ASCII, or the content is too long: equal
  ///   names need not have equal bytes then.
  init?(_ bytes: [UInt8]) {
    guard bytes.count < Int(Int32.max) else { return nil }
    guard let tokens = bytes.withUnsafeBufferPointer({ Self.tokens(of: $0) }) else { return nil }
    self.bytes = bytes
    self.tokens = tokens
  }

  private static func tokens(of bytes: UnsafeBufferPointer<UInt8>) -> [Token]? {
    var tokens: [Token] = []
    tokens.reserveCapacity(bytes.count / 8 + 4)
    var open: [Int] = []
    var index = 0
    func add(_ kind: Token.Kind, _ start: Int, _ end: Int) {
      let after = Int32(tokens.count + 1)
      tokens.append(Token(kind: kind, start: Int32(start), end: Int32(end), after: after))
    }
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "\""):
        var isEscaped = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\") {
            isEscaped = true
            index += 1
          }
          index += 1
        }
        guard index < bytes.count else { return nil }
        add(isEscaped ? .escapedString : .string, start + 1, index)
        index += 1
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          guard !isEscaped, bytes[(start + 1)..<(index - 1)].allSatisfy({ $0 < 0x80 }) else {
            return nil
          }
          index += 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(tokens.count)
        add(bytes[start] == UInt8(ascii: "{") ? .object : .array, start, start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let container = open.popLast() else { return nil }
        tokens[container].end = Int32(index)
        tokens[container].after = Int32(tokens.count)
      case UInt8(ascii: ","): break
      case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"):
        let kind: Token.Kind =
          bytes[start] == UInt8(ascii: "n") ? .null : bytes[start] == UInt8(ascii: "t") ? .yes : .no
        index = start + (kind == .no ? 5 : 4)
        add(kind, start, index)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while index < bytes.count, isPartOfNumber(bytes[index]) { index += 1 }
        add(.number, start, index)
      default: return nil
      }
    }
    return open.isEmpty && !tokens.isEmpty ? tokens : nil
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Reading values

  /// The text of a token.
  func text(_ token: Token) -> ArraySlice<UInt8> { bytes[Int(token.start)..<Int(token.end)] }

  /// Returns the value of a string.
  func string(_ token: Token) -> String? {
    switch token.kind {
    case .string: String(decoding: text(token), as: UTF8.self)
    case .escapedString:
      bytes.withUnsafeBufferPointer { buffer in
        let place = JSONStringToken(start: Int(token.start), end: Int(token.end), hasEscapes: true)
        return JSONReader(buffer).text(of: place)
      }
    default: nil
    }
  }

  func bool(_ token: Token) -> Bool? {
    switch token.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// Returns the value of a number without fraction or exponent, if the type has it.
  func integer<Value: FixedWidthInteger>(_ token: Token, _ type: Value.Type) -> Value? {
    guard token.kind == .number, let number = smallInteger(token) else { return nil }
    return Value(exactly: number)
  }

  /// Returns the value of a number; `nil` for numbers that are rare.
  func double(_ token: Token) -> Double? {
    guard token.kind == .number else { return nil }
    // Doubles have all integers of so few digits.
    if token.end - token.start <= 15, let number = smallInteger(token) { return Double(number) }
    return Double(number(token)).flatMap { isCertain($0, token) ? $0 : nil }
  }

  func float(_ token: Token) -> Float? {
    guard token.kind == .number else { return nil }
    return Float(number(token)).flatMap { isCertain($0, token) ? $0 : nil }
  }

  private func number(_ token: Token) -> String { String(decoding: text(token), as: UTF8.self) }

  /// Whether a number is in the range in which all readers agree.
  private func isCertain(_ value: some BinaryFloatingPoint, _ token: Token) -> Bool {
    value.isNormal || value.isZero && token.end - token.start <= 3
  }

  private func smallInteger(_ token: Token) -> Int? {
    var digits = text(token)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard digits.count <= 18 else { return nil }
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    // There is no integer for −0.
    if isNegative, number == 0 { return nil }
    return isNegative ? -number : number
  }
}
