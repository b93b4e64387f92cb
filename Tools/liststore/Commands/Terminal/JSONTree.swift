package import ListModel

/// A JSON value as a tree, with numbers and texts as they are written.
package indirect enum JSONTree: Equatable, Sendable {
  /// Members in their order.
  case object([Member])
  case array([JSONTree])
  /// A text, a number, `true`, `false` or `null`, as JSON.
  case scalar(String)

  /// A member of an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONTree
  }

  /// Creates the tree of a content, which is known to be JSON without white space.
  package init(_ content: Content) {
    self.init(minified: content.bytes)
  }

  /// Creates the tree of minified JSON.
  package init(minified bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    self = reader.value()
  }

  /// The value as minified JSON.
  package var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .scalar(let text): text
    }
  }

  /// Returns the value on several lines; empty objects and arrays stay on one.
  package func pretty(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        "\(inner)\(Self.quoted($0.name)): \($0.value.pretty(indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + $0.pretty(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    default: return text
    }
  }

  /// Returns the value of a member, or `nil` if this is no object or has no such member.
  package subscript(_ name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Returns the value with members replaced by those of a patch; `null` removes a member.
  ///
  /// Source: RFC 7396, "JSON Merge Patch".
  package func merged(with patch: JSONTree) -> JSONTree {
    guard case .object(let changes) = patch else { return patch }
    var members: [Member] = if case .object(let members) = self { members } else { [] }
    for change in changes {
      let index = members.firstIndex { $0.name.utf8.elementsEqual(change.name.utf8) }
      switch (index, change.value) {
      case (let index?, .scalar("null")): members.remove(at: index)
      case (nil, .scalar("null")): break
      case (let index?, let value): members[index].value = members[index].value.merged(with: value)
      case (nil, let value):
        members.append(Member(name: change.name, value: JSONTree.object([]).merged(with: value)))
      }
    }
    return .object(members)
  }

  private static func quoted(_ text: String) -> String {
    // Encoding a text never fails.
    (try? Content(encoding: text).text) ?? "\"\""
  }
}

/// Reads JSON that is known to be valid and without white space.
private struct Reader {
  let bytes: [UInt8]
  var position = 0

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func value() -> JSONTree {
    switch next {
    case UInt8(ascii: "{"): .object(elements(UInt8(ascii: "}")) { $0.member() })
    case UInt8(ascii: "["): .array(elements(UInt8(ascii: "]")) { $0.value() })
    case UInt8(ascii: "\""): .scalar(string())
    default: .scalar(word())
    }
  }

  private mutating func elements<Element>(
    _ end: UInt8,
    _ read: (inout Self) -> Element
  ) -> [Element] {
    var result: [Element] = []
    position += 1
    while let byte = next, byte != end {
      if byte == UInt8(ascii: ",") { position += 1 }
      result.append(read(&self))
    }
    position += 1
    return result
  }

  private mutating func member() -> JSONTree.Member {
    let name = string()
    position += 1
    // A name is shown and looked up as decoded text.
    let text = try? Content(parsing: Array(name.utf8)).decode(String.self)
    return JSONTree.Member(name: text ?? name, value: value())
  }

  /// Reads a text with its quotes and escapes.
  private mutating func string() -> String {
    let start = position
    position += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func word() -> String {
    let start = position
    while let byte = next, !",]}".utf8.contains(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
