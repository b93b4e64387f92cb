import ListRendering

/// A line of texts that is cut, or wraps between them, where the terminal ends.
struct PartedLine {
  private var parts: [(text: String, meaning: Palette.Meaning?)] = []
  /// Marks before the first part, which are coloured already.
  private let prefix: (text: String, columns: Int)

  /// - Parameters:
  ///   - prefix: What comes before the first part.
  ///   - columns: The columns that it takes.
  init(after prefix: String = "", columns: Int = 0) {
    self.prefix = (prefix, columns)
  }

  /// Adds a text that may come from outside.
  mutating func add(_ text: String, _ meaning: Palette.Meaning? = nil) {
    if !text.isEmpty { parts.append((text.printable, meaning)) }
  }

  /// Returns the parts on one line, which is cut if it is too long.
  func line(_ palette: Palette, columns: Int) -> String {
    var left = columns - prefix.columns
    var line = prefix.text
    for (index, part) in parts.enumerated() {
      let gap = index == 0 ? 0 : 2
      guard left > gap else { break }
      let text = part.text.cut(toTerminalColumns: left - gap)
      line += String(repeating: " ", count: gap) + Self.coloured(text, part.meaning, palette)
      left -= gap + text.terminalColumns
    }
    return line
  }

  /// Returns the parts on as many lines as they need, all but the first indented; a part that is longer
  /// than a line is cut.
  func lines(_ palette: Palette, columns: Int, indent: Int = 4) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var (line, used, isEmpty) = (prefix.text, prefix.columns, true)
    for part in parts {
      // The beginning of a long text says enough to stay on the line.
      let needed = min(part.text.terminalColumns, max(columns / 3, 16))
      if !isEmpty, used + 2 + needed > columns {
        lines.append(line)
        (line, used, isEmpty) = (margin, indent, true)
      }
      if !isEmpty { (line, used) = (line + "  ", used + 2) }
      let text = part.text.cut(toTerminalColumns: max(columns - used, 1))
      line += Self.coloured(text, part.meaning, palette)
      (used, isEmpty) = (used + text.terminalColumns, false)
    }
    return lines + [line]
  }

  private static func coloured(
    _ text: String,
    _ meaning: Palette.Meaning?,
    _ palette: Palette
  ) -> String {
    meaning.map { palette($0, text) } ?? text
  }
}

extension String {
  /// Returns the text on lines that end between words, all but the first of them indented; a word that is
  /// longer than a line is cut.
  func wrapped(toTerminalColumns columns: Int, indent: Int = 4) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in printable.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if line.isEmpty || longer.terminalColumns <= columns {
        line = longer
      } else {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      }
    }
    return (lines + [line]).map { $0.cut(toTerminalColumns: columns) }
  }
}
