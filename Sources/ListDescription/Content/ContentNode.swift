/// A part of the look of a component: an element with attributes and children, or text.
///
/// A node is a description in the vocabulary of HTML and SVG. `html` and `svg(size:)` of
/// `ListRendering` write it for a browser; all text from data is escaped.
///
/// ```swift
/// let card: ContentNode = .element("article", ["class": "card"], [
///   .element("h2", text: feature.title),
///   .element("p", text: feature.subtitle),
/// ])
/// ```
public enum ContentNode: Hashable, Sendable {
  /// An element.
  case element(Element)
  /// Text.
  case text(String)

  /// An element: its name, its attributes and its children.
  public struct Element: Hashable, Sendable {
    /// The name of the element.
    public var tag: Name
    /// The values of its attributes; they are written in the order of their names.
    public var attributes: [Name: String]
    /// Its children, in order.
    public var children: [ContentNode]

    /// Creates an element.
    public init(_ tag: Name, _ attributes: [Name: String] = [:], _ children: [ContentNode] = []) {
      self.tag = tag
      self.attributes = attributes
      self.children = children
    }
  }

  /// Creates an element.
  public static func element(
    _ tag: Name,
    _ attributes: [Name: String] = [:],
    _ children: [ContentNode] = []
  ) -> ContentNode {
    .element(Element(tag, attributes, children))
  }

  /// Creates an element that contains only text.
  public static func element(
    _ tag: Name,
    _ attributes: [Name: String] = [:],
    text: String
  ) -> ContentNode {
    .element(Element(tag, attributes, [.text(text)]))
  }

  /// The texts in the node, in order; texts that are only white space are left out.
  ///
  /// - Complexity: O(nodes + length of the texts).
  public var texts: [String] {
    var texts: [String] = []
    collectTexts(&texts)
    return texts
  }

  private func collectTexts(_ texts: inout [String]) {
    switch self {
    case .text(let text): if !text.allSatisfy(\.isWhitespace) { texts.append(text) }
    case .element(let element): for child in element.children { child.collectTexts(&texts) }
    }
  }
}

extension ContentNode {
  /// The name of an element or attribute.
  ///
  /// Names cannot be escaped, so only harmless texts are names: an ASCII letter, then letters,
  /// digits, `-`, `_`, `.` and `:`; at most 64 characters. Nodes describe only looks: attributes
  /// that handle events (`on…`) are not names either. Elements that run or include something, or
  /// whose text is escaped differently, are written as `unnamed`.
  public struct Name: Hashable, Sendable {
    /// The name as it is written.
    public let text: String

    /// Creates a name from any text.
    ///
    /// - Returns: `nil` when the text is not a name.
    public init?(_ text: String) {
      guard Self.isName(text) else { return nil }
      self.text = text
    }

    private static func isName(_ text: String) -> Bool {
      let bytes = text.utf8
      guard let first = bytes.first, isLetter(first), bytes.count <= 64 else { return false }
      let isWellFormed = bytes.allSatisfy { byte in
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: ":")
      }
      return isWellFormed && !text.lowercased().hasPrefix("on")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      let lowercased = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) && byte < 0x80
    }
  }
}

extension ContentNode.Name: ExpressibleByStringLiteral {
  /// Creates a name from a literal; a literal that is not a name becomes `unnamed`.
  public init(stringLiteral text: StaticString) {
    let text = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    self.text = Self.isName(text) ? text : "unnamed"
  }
}

extension ContentNode.Name: CustomStringConvertible {
  /// The name as it is written.
  public var description: String { text }
}
