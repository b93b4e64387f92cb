extension ContentNode {
  /// The node as HTML.
  ///
  /// Children of an element that has no children in HTML (`br`, `img` …) are not written.
  ///
  /// - Complexity: O(length of the result); nodes are visited depth first.
  public var html: String {
    var text = ""
    write(to: &text, as: .html)
    return text
  }

  /// The two ways to write markup: by the HTML standard (§13.3, serialising fragments) and by XML
  /// 1.0.
  enum Syntax {
    case html
    case xml
  }

  func write(to output: inout String, as syntax: Syntax) {
    switch self {
    case .text(let text): Self.writeEscaped(text, to: &output, as: syntax)
    case .element(let element): element.write(to: &output, as: syntax)
    }
  }

  /// Elements that have no end tag in HTML.
  fileprivate static let voidElements: Set<String> = [
    "area", "br", "col", "hr", "img", "input", "param", "source", "track", "wbr",
  ]

  fileprivate static func writeEscaped(
    _ text: String,
    to output: inout String,
    as syntax: Syntax
  ) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      // A bare carriage return would become a line feed.
      case "\r": output += "&#13;"
      case let scalar where !isCharacter(scalar): output += "\u{FFFD}"
      case let scalar: output.unicodeScalars.append(scalar)
      }
    }
  }

  fileprivate static func writeAttribute(
    _ name: Name,
    _ value: String,
    to output: inout String,
    as syntax: Syntax
  ) {
    output += " \(name.text)=\""
    var escaped = ""
    writeEscaped(value, to: &escaped, as: syntax)
    if syntax == .xml {
      // XML turns white space in attributes into spaces unless it is written as a reference.
      for scalar in escaped.unicodeScalars {
        switch scalar {
        case "\n": output += "&#10;"
        case "\t": output += "&#9;"
        default: output.unicodeScalars.append(scalar)
        }
      }
    } else {
      output += escaped
    }
    output += "\""
  }

  /// Returns whether XML 1.0 (§2.2) allows the character, even as a reference; HTML has no other
  /// visible characters.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD: true
    case 0x10000...0x10FFFF: scalar.value & 0xFFFE != 0xFFFE
    default: false
    }
  }
}

extension ContentNode.Element {
  /// Elements that run or include something, or whose text has its own rules.
  private static let refused: Set<String> = [
    "base", "embed", "frame", "iframe", "link", "meta", "noembed", "noframes", "noscript", "object",
    "plaintext", "script", "style", "template", "textarea", "title", "xmp",
  ]

  fileprivate func write(to output: inout String, as syntax: ContentNode.Syntax) {
    let name = Self.refused.contains(tag.text.lowercased()) ? "unnamed" : tag.text
    output += "<\(name)"
    for (name, value) in attributes.sorted(by: { $0.key.text < $1.key.text }) {
      ContentNode.writeAttribute(name, value, to: &output, as: syntax)
    }
    if syntax == .xml && children.isEmpty {
      output += "/>"
      return
    }
    output += ">"
    if syntax == .html, ContentNode.voidElements.contains(tag.text.lowercased()) { return }
    // HTML drops a line feed right after <pre>; a second one keeps the first.
    if syntax == .html, tag.text.lowercased() == "pre", startsWithLineFeed { output += "\n" }
    for child in children { child.write(to: &output, as: syntax) }
    output += "</\(name)>"
  }

  private var startsWithLineFeed: Bool {
    guard case .text(let text) = children.first else { return false }
    return text.unicodeScalars.first == "\n"
  }
}
