/// The members an object of one kind may have.
package struct JSONMembers<Member: Sendable>: Sendable {
  let names: [[UInt8]]
  let members: [Member]

  /// Creates members for all cases of `Member`, named by their raw values.
  package init(_: Member.Type) where Member: CaseIterable & RawRepresentable<String> {
    members = Array(Member.allCases)
    names = members.map { Array($0.rawValue.utf8) }
  }

  /// The names as a list in a sentence: `id, type or content`.
  var enumeration: String {
    let texts = names.map { String(decoding: $0, as: UTF8.self) }
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The state of reading an object.
package struct JSONObject {
  /// The offset of its start.
  package let offset: Int
  fileprivate var isAtStart = true
  /// The members read so far, one bit for each.
  fileprivate var seen: UInt64 = 0
}

/// The state of reading an array.
package struct JSONArray {
  fileprivate var isAtStart = true
}

// Objects and arrays of known shape. The caller reads each value between two calls.

extension JSONReader {
  /// Enters an object, which is the next token.
  package mutating func startObject() throws(JSONFault) -> JSONObject {
    guard next == UInt8(ascii: "{") else { throw mismatch("an object") }
    position += 1
    return JSONObject(offset: position - 1)
  }

  /// Advances to the value of the next member; `nil` at the end of the object.
  ///
  /// - Throws: ``JSONFault`` for a member that is not among `members`, or that comes twice.
  package mutating func nextMember<Member>(
    of object: inout JSONObject,
    among members: JSONMembers<Member>
  ) throws(JSONFault) -> Member? {
    guard try nextItem(isFirst: &object.isAtStart, end: UInt8(ascii: "}")) else { return nil }
    guard next == UInt8(ascii: "\"") else { throw unexpected("a member name") }
    let start = position
    let token = try scanString()
    guard let index = self.index(of: token, in: members.names) else {
      throw JSONFault(at: start, "unknown member; expected \(members.enumeration)")
    }
    let bit: UInt64 = 1 << UInt64(index)
    guard object.seen & bit == 0 else { throw JSONFault(at: start, "duplicate member") }
    object.seen |= bit
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"))
    skipWhiteSpace()
    return members.members[index]
  }

  /// Advances to the value of the next member of an object that may have any members.
  ///
  /// - Returns: The member's name and its offset; `nil` at the end of the object.
  package mutating func nextName(
    of object: inout JSONObject
  ) throws(JSONFault) -> (name: String, start: Int)? {
    guard try nextItem(isFirst: &object.isAtStart, end: UInt8(ascii: "}")) else { return nil }
    guard next == UInt8(ascii: "\"") else { throw unexpected("a member name") }
    let start = position
    let name = text(of: try scanString())
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"))
    skipWhiteSpace()
    return (name, start)
  }

  /// Returns the fault of an object that lacks a member.
  package func missing(_ member: String, in object: JSONObject) -> JSONFault {
    JSONFault(at: object.offset, member: member, "missing")
  }

  /// Enters an array, which is the next token.
  package mutating func startArray() throws(JSONFault) -> JSONArray {
    guard next == UInt8(ascii: "[") else { throw mismatch("an array") }
    position += 1
    return JSONArray()
  }

  /// Advances to the next element; `false` at the end of the array.
  package mutating func nextElement(of array: inout JSONArray) throws(JSONFault) -> Bool {
    try nextItem(isFirst: &array.isAtStart, end: UInt8(ascii: "]"))
  }

  private mutating func nextItem(isFirst: inout Bool, end: UInt8) throws(JSONFault) -> Bool {
    skipWhiteSpace()
    if next == end {
      position += 1
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard next == UInt8(ascii: ",") else {
      throw unexpected("\",\" or \"\(Character(UnicodeScalar(end)))\"")
    }
    position += 1
    skipWhiteSpace()
    return true
  }

  private func index(of token: JSONStringToken, in names: [[UInt8]]) -> Int? {
    if token.hasEscapes { return names.firstIndex(of: unescaped(token)) }
    let name = bytes[token.start..<token.end]
    return names.firstIndex { $0.count == name.count && $0.elementsEqual(name) }
  }
}

// MARK: Single values

extension JSONReader {
  /// Reads a string, which is the next token; a string that equals `previous` takes no memory.
  package mutating func readString(sharing previous: String) throws(JSONFault) -> String {
    guard next == UInt8(ascii: "\"") else { throw mismatch("a string") }
    let token = try scanString()
    let isSame =
      !token.hasEscapes && previous.utf8.count == token.end - token.start
      && previous.utf8.elementsEqual(bytes[token.start..<token.end])
    return isSame ? previous : text(of: token)
  }

  /// Reads an id, which is the next token.
  package mutating func readIdentifier<Element>() throws(JSONFault) -> Identifier<Element> {
    let start = position
    let id = Identifier<Element>(try readString())
    if let reason = id.reasonForRefusal { throw JSONFault(at: start, reason) }
    return id
  }

  /// Reads a whole number in a range without negative numbers, written with digits only.
  package mutating func readInteger(_ range: ClosedRange<Int>) throws(JSONFault) -> Int {
    let start = position
    guard isDigit(next) || next == UInt8(ascii: "-") else { throw mismatch("a number") }
    try scanNumber()
    // No sign, fraction, exponent or overflow passes this.
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Int(digits), range.contains(value), digits.utf8.allSatisfy(isDigit) else {
      throw JSONFault(
        at: start,
        "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return value
  }

  /// Returns the fault of a value that is not of the `expected` kind.
  func mismatch(_ expected: String) -> JSONFault {
    let found: String
    switch next {
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "\""): found = "a string"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): found = "a number"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): found = "a boolean"
    case UInt8(ascii: "n"): found = "null"
    default: return unexpected(expected)
    }
    return JSONFault(at: position, "expected \(expected), found \(found)")
  }
}
