/// A list document or change document that cannot be read.
public struct InvalidDocument: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path to the fault in the document: `sections[2].cells[17].id`; empty for the whole
  /// document.
  public let path: String
  /// The fault, and the expected value.
  public let reason: String
  /// The position of the fault in the text; `nil` when the text is well-formed, but its ids are not
  /// unique.
  public let position: Position?

  /// A position in a text.
  public struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The offset in bytes, from 0.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, in code points from 1.
    public let column: Int

    /// The position for people.
    public var description: String { "line \(line), column \(column), byte \(offset)" }
  }

  package init(path: String, reason: String, position: Position? = nil) {
    self.path = path
    self.reason = reason
    self.position = position
  }

  /// One sentence for people; for a long path it shows only the first and the last steps.
  public var description: String {
    let sentence = "\(path.isEmpty ? "document" : Self.shortened(path)): \(reason)"
    guard let position else { return sentence }
    return "\(sentence) (\(position))"
  }

  /// Returns the first and last steps of a long path, with dots for the steps between.
  private static func shortened(_ path: String) -> String {
    guard path.count > 160 else { return path }
    func isStep(_ character: Character) -> Bool { character == "." || character == "[" }
    let first = path.prefix(80)
    let last = path.suffix(80)
    return first[..<(first.lastIndex(where: isStep) ?? first.endIndex)] + " … "
      + last[(last.firstIndex(where: isStep) ?? last.startIndex)...]
  }
}

extension InvalidDocument {
  /// Explains a fault in a text.
  package init(_ fault: JSONFault, in text: [UInt8]) {
    var path = JSONPath(to: fault.offset, in: text)
    if let member = fault.member { path.append(member: member) }
    self.init(
      path: path.text,
      reason: fault.reason,
      position: Position(of: fault.offset, in: text)
    )
  }

  init(_ error: InvalidList) {
    switch error {
    case .duplicateIdentifier(let id, let location, let first):
      self.init(path: "\(location).id", reason: "duplicate of \(first).id \"\(id)\"")
    case .unusableIdentifier(let location, let reason):
      self.init(path: "\(location).id", reason: reason)
    case .unencodableContent(let location, let reason):
      self.init(path: location, reason: reason)
    case .invalidLayout(let location, let error):
      self.init(path: "\(location).layout", reason: "\(error)")
    }
  }
}

extension InvalidDocument.Position {
  fileprivate init(of offset: Int, in text: [UInt8]) {
    let before = text[..<min(offset, text.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.offset = offset
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}

/// The path to a token of a JSON text: `sections[2].cells[17].content["a b"]`.
///
/// It is found by a second pass over the text after a fault, so that reading a valid text stores no
/// path.
struct JSONPath {
  private(set) var text = ""

  /// Creates the path to the token at `offset` of a text that is well-formed up to there.
  init(to offset: Int, in text: [UInt8]) {
    for step in Self.steps(to: offset, in: text) {
      switch step {
      case .element(let index): self.text += "[\(index)]"
      case .member(let name):
        if let name { append(member: String(decoding: name, as: UTF8.self)) }
      }
    }
  }

  /// Appends a member, given as it is written between quotes.
  mutating func append(member name: String) {
    let isWord =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
      }
    if name.utf8.count > Self.nameLimit {
      text += "[\"\(name.prefix(Self.nameLimit))…\"]"
    } else if isWord {
      text += text.isEmpty ? name : ".\(name)"
    } else {
      text += "[\"\(name)\"]"
    }
  }

  /// The longest name that is shown in full.
  private static let nameLimit = 64

  private enum Step {
    case element(Int)
    case member(ArraySlice<UInt8>?)

    /// The step to the value after this one.
    var next: Step {
      switch self {
      case .element(let index): .element(index + 1)
      case .member: .member(nil)
      }
    }
  }

  private static func steps(to offset: Int, in text: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        let end = endOfString(at: position, in: text)
        // In an object that has no name for the member yet, a string is that name.
        if case .member(nil) = steps.last, position <= offset {
          steps[steps.count - 1] = .member(text[position + 1..<max(position + 1, end)])
        }
        position = end
      }
      guard position < offset else { break }
      switch byte {
      case UInt8(ascii: "{"): steps.append(.member(nil))
      case UInt8(ascii: "["): steps.append(.element(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
      case UInt8(ascii: ","): if let step = steps.popLast() { steps.append(step.next) }
      default: break
      }
      position += 1
    }
    return steps
  }

  /// Returns the index of the quote that ends the string at `start`, or the end of the text.
  private static func endOfString(at start: Int, in text: [UInt8]) -> Int {
    var position = start + 1
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, text.count)
  }
}
