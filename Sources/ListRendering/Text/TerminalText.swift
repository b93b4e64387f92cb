// What a terminal may be given to write, and how many columns that takes.
//
// The columns of a character (an extended grapheme cluster, Unicode Standard Annex 29) follow from
// Unicode's data:
//
// | a character | columns |
// |---|---|
// | a picture: Emoji_Presentation, a flag, or Emoji with U+FE0F; with all that is joined to it | 2 |
// | East_Asian_Width W or F (`WideCharacters`) | 2 |
// | a picture of a line of text (Emoji without U+FE0F), with all that is joined to it | 1 |
// | marks (Mn, Me), what has no look (Cf except U+00AD and signs above numbers), later jamo | 0 |
// | any other scalar | 1 |
// | several scalars: their sum, but at most 2 if each of them takes 1 | |
//
// Terminals that know whole characters agree with this; others draw the parts of a joined picture
// side by side, or U+FE0F changes nothing for them. See docs/pictures.md.

extension String {
  /// The text with U+FFFD for characters that a terminal would obey instead of show, or take for the
  /// end of a line: control characters, line and paragraph separators, and characters that change the
  /// direction of text.
  package var printable: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
    return String(text)
  }
}

extension StringProtocol {
  /// How many columns of a terminal the text takes, if it is printable.
  ///
  /// - Complexity: O(length of the text).
  package var terminalColumns: Int {
    // Most texts are ASCII, with a column for each byte.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.terminalColumns }
  }

  /// Returns as much of the beginning of the text as fits into some columns.
  package func prefix(terminalColumns room: Int) -> SubSequence {
    var left = room
    return prefix { character in
      left -= character.terminalColumns
      return left >= 0
    }
  }

  /// Returns as much of the end of the text as fits into some columns.
  package func suffix(terminalColumns room: Int) -> SubSequence {
    var left = room
    let start = indices.reversed().prefix { index in
      left -= self[index].terminalColumns
      return left >= 0
    }.last
    return self[(start ?? endIndex)...]
  }

  /// Returns the text, or as much of its beginning as leaves a column for “…”.
  package func cut(toTerminalColumns room: Int) -> String {
    // A text takes no more columns than it has bytes.
    if utf8.count <= room { return String(self) }
    var left = room
    let fits = allSatisfy { character in
      left -= character.terminalColumns
      return left >= 0
    }
    return fits ? String(self) : prefix(terminalColumns: room - 1) + "…"
  }
}

extension Character {
  /// How many columns of a terminal the character takes, if it is printable: 0, 1, 2, and rarely more.
  package var terminalColumns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    let second = scalars.index(after: scalars.startIndex)
    guard second < scalars.endIndex else { return first.terminalColumns }
    if first.isPicture(before: scalars[second]) {
      return scalars.contains("\u{FE0F}") ? 2 : first.terminalColumns
    }
    let sum = scalars.reduce(0) { $0 + $1.terminalColumns }
    return scalars.contains { $0.terminalColumns == 2 } ? sum : min(2, sum)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: return !properties.isBidiControl
    }
  }

  /// Whether a character that begins with these two is one picture, whatever follows.
  fileprivate func isPicture(before next: Unicode.Scalar) -> Bool {
    guard properties.isEmoji else { return false }
    return next == "\u{FE0F}" || next == "\u{200D}" || next.properties.isEmojiModifier
      || properties.isEmojiPresentation
  }

  /// The columns that it takes where it is no part of a picture.
  fileprivate var terminalColumns: Int {
    if value < 0x300 { return 1 }
    if properties.isEmojiPresentation { return 2 }
    switch value {
    // The vowels and final consonants of a Korean syllable that is spelt out; places for them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: return 0
    // Signs above the numbers that follow them (Prepended_Concatenation_Mark).
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return 1
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    case .spacingMark: return 1
    default: return WideCharacters.contains(value) ? 2 : 1
    }
  }
}

extension WideCharacters {
  /// The ranges in ascending order; a text that is no range is left out.
  private static let sorted = ranges.split(separator: ",").compactMap { text in
    let ends = text.split(separator: "-").compactMap { UInt32($0, radix: 16) }
    return ends.first.map { $0...max($0, ends.last ?? $0) }
  }

  /// - Complexity: O(log(ranges)).
  fileprivate static func contains(_ value: UInt32) -> Bool {
    let index = sorted.partitioningIndex { $0.upperBound >= value }
    return index < sorted.count && sorted[index].contains(value)
  }
}
