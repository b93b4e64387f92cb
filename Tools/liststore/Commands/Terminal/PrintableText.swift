extension String {
  /// The text with `\u{FFFD}` for characters that a terminal would obey instead of show, or take for
  /// the end of a line: control characters, line and paragraph separators, and characters that change
  /// the direction of text.
  package var printable: String {
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
