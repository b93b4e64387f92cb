import ListModel
import ListRendering

/// The fields of a JSON value, as texts for people.
///
/// A text ends with “…” where it has ``limit`` bytes, and values that are nested too deep are “…”, so
/// that a content of any size and depth takes time that is linear in its size.
struct ShownFields {
  /// The most bytes of a text, in UTF-8; more than a screen shows of one cell.
  static let limit = 10_000
  /// The deepest arrays and objects whose values are shown.
  private static let depthLimit = 16

  private let bytes: [UInt8]
  /// The members of an object, in the order of their names; `nil` for any other value.
  let names: [String]?
  private var values: [String: Range<Int>] = [:]

  /// Reads a value; `nil` if the text is not JSON.
  init?(json: String) {
    guard let content = try? Content(parsing: Array(json.utf8)) else { return nil }
    bytes = content.canonicalBytes
    guard bytes.first == UInt8(ascii: "{") else {
      names = nil
      return
    }
    var names: [String] = []
    var scanner = Scanner(bytes: bytes, position: 1)
    while let name = scanner.memberName() {
      let start = scanner.position
      scanner.skipValue()
      names.append(name)
      values[name] = start..<scanner.position
    }
    self.names = names
  }

  /// The text of the whole value.
  var text: String { text(of: 0..<bytes.count) }

  /// Returns the text of a member; `nil` if there is none.
  subscript(_ name: String) -> String? { values[name].map { text(of: $0) } }

  /// Whether there is a member that fits into a line: neither `null` nor an array nor an object.
  func isScalar(_ name: String) -> Bool {
    guard let start = values[name]?.lowerBound else { return false }
    return !"n[{".utf8.contains(bytes[start])
  }

  /// Returns members with their names, as far as there is room for them.
  func listed(_ names: [String]) -> String {
    var result = ""
    for name in names {
      if !result.isEmpty { result += " · " }
      result += "\(name): \(self[name] ?? "")"
      if result.utf8.count > Self.limit { break }
    }
    return result.cut(toBytes: Self.limit)
  }

  private func text(of range: Range<Int>) -> String {
    var scanner = Scanner(bytes: bytes, position: range.lowerBound)
    var result = ""
    scanner.write(to: &result, depth: Self.depthLimit)
    return result.cut(toBytes: Self.limit)
  }
}

extension String {
  /// Returns the text, or as many whole characters of it as `limit` bytes hold, and “…”.
  fileprivate func cut(toBytes limit: Int) -> String {
    utf8.count <= limit ? self : prefix(bytes: limit) + "…"
  }
}

/// Walks over JSON that is known to be valid and without white space.
private struct Scanner {
  let bytes: [UInt8]
  var position: Int

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads the name of the next member and moves to its value; `nil` at the end of the object.
  mutating func memberName() -> String? {
    if next == UInt8(ascii: ",") { position += 1 }
    guard next == UInt8(ascii: "\"") else {
      position += 1
      return nil
    }
    let name = string()
    position += 1
    return name
  }

  mutating func skipValue() {
    var depth = 0
    repeat {
      switch next {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      default: _ = word()
      }
    } while depth > 0
  }

  /// Writes the value as text, and stops in the middle of it once the text is too long.
  mutating func write(to text: inout String, depth: Int) {
    switch next {
    case UInt8(ascii: "\""): text += string()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth > 0 else {
        text += "…"
        return skipValue()
      }
      writeElements(to: &text, depth: depth)
    default:
      switch word() {
      case "null": text += "–"
      case "true": text += "yes"
      case "false": text += "no"
      case let number: text += number
      }
    }
  }

  private mutating func writeElements(to text: inout String, depth: Int) {
    let isObject = next == UInt8(ascii: "{")
    position += 1
    var isFirst = true
    while let byte = next, text.utf8.count <= ShownFields.limit {
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        position += 1
        return
      }
      if byte == UInt8(ascii: ",") { position += 1 }
      if !isFirst { text += ", " }
      isFirst = false
      if isObject { text += "\(memberName() ?? ""): " }
      write(to: &text, depth: depth - 1)
    }
  }

  private mutating func string() -> String {
    let start = position
    skipString()
    let quoted = Array(bytes[start..<position])
    // Never throws: the text has been read before.
    return (try? JSONReader.read(quoted) { reader throws(JSONFault) in try reader.readString() })
      ?? ""
  }

  private mutating func skipString() {
    position += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
  }

  private mutating func word() -> String {
    let start = position
    while let byte = next, !",]}".utf8.contains(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
