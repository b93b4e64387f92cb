/// Measures text, with the same result on every machine.
///
/// Widths are those of Liberation Sans without kerning; Arial and Helvetica have the same widths. A
/// character that the font does not have gets a width that depends only on its kind:
///
/// | characters | width, in sizes of the font |
/// |---|---|
/// | Chinese and Japanese, and other full-width characters | 1 |
/// | Korean syllables and letters | 0.92, as in Noto Sans CJK |
/// | half-width Japanese and Korean letters | 0.5 |
/// | pictures (emoji) | 1.25 |
/// | marks on other characters, joiners, selectors | 0 |
/// | everything else | 0.6 |
///
/// ```swift
/// let measurer = TextMeasurer()
/// let width = measurer.width(of: "Settings", in: TextStyle(size: 17))
/// let lines = measurer.lines(of: article, in: TextStyle(size: 15), width: 358)
/// ```
///
/// Sizes and widths are points.
public struct TextMeasurer: Sendable {
  /// The fonts with these widths, the best one first; a value of `font-family`.
  package static let fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

  private static let regular = WidthTable(LiberationSansWidths.regular)
  private static let bold = WidthTable(LiberationSansWidths.bold)

  /// Creates a measurer.
  public init() {}

  /// Returns the width of a text on one line.
  ///
  /// - Complexity: O(length of the text).
  public func width(of text: some StringProtocol, in style: TextStyle) -> Double {
    let table = style.weight == .bold ? Self.bold : Self.regular
    var units = 0
    for character in text { units += table.width(of: character) }
    return Double(units) * style.size / LiberationSansWidths.unitsPerEm
  }

  /// Returns whether the font has every character of a text, so that the width is exact.
  package func isExact(for text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { Self.regular.knows($0) }
  }

  /// Returns the distance that letters extend above the baseline.
  package func ascent(of style: TextStyle) -> Double {
    style.size * LiberationSansWidths.ascent / LiberationSansWidths.unitsPerEm
  }

  /// Returns the distance that letters extend below the baseline.
  package func descent(of style: TextStyle) -> Double {
    style.size * LiberationSansWidths.descent / LiberationSansWidths.unitsPerEm
  }

  /// Returns the distance from one line to the next: 1.25 times the letters' size, in whole points.
  package func lineHeight(of style: TextStyle) -> Double { (style.size * 1.25).rounded() }

  /// Breaks a text into lines.
  ///
  /// A line ends after white space, after a hyphen, and between characters of scripts that are written
  /// without spaces; a word that is wider than a line is cut. A line feed always ends a line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The style of the text.
  ///   - width: The width of a line; every line has at least one character.
  ///   - maximum: The most lines; the last one ends with “…” when text was left out.
  /// - Returns: The lines, without white space at their ends; none for an empty text.
  /// - Complexity: O(length of the text).
  package func lines(
    of text: String,
    in style: TextStyle,
    width: Double,
    atMost maximum: Int = .max
  ) -> [TextLine] {
    var breaker = LineBreaker<TextStyle>(measurer: self, width: width, maximum: maximum)
    breaker.add(text, style)
    return breaker.finish().map { pieces in
      TextLine(
        text: pieces.map(\.text).joined(),
        width: pieces.reduce(0) { $0 + $1.width }
      )
    }
  }

  /// Returns the size of a text that is broken into lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The style of the text.
  ///   - width: The width of a line.
  ///   - maximum: The most lines.
  /// - Returns: The width of the widest line, and the height of all lines.
  public func size(
    of text: String,
    in style: TextStyle,
    width: Double = .greatestFiniteMagnitude,
    atMost maximum: Int = .max
  ) -> ContentSize {
    let table = style.weight == .bold ? Self.bold : Self.regular
    if let plain = PlainText(text, in: style, table, width: width, atMost: maximum) {
      return ContentSize(width: plain.width, height: Double(plain.count) * lineHeight(of: style))
    }
    let lines = lines(of: text, in: style, width: width, atMost: maximum)
    return ContentSize(
      width: lines.map(\.width).max() ?? 0,
      height: Double(lines.count) * lineHeight(of: style)
    )
  }
}

/// A line of a text that was broken into lines.
package struct TextLine: Hashable, Sendable {
  /// The text of the line.
  package var text: String
  /// The width of the line, in points.
  package var width: Double
}

/// The lines of a text of printable ASCII whose words all fit, which takes no memory to measure.
///
/// It breaks lines as ``LineBreaker`` does, and adds widths up in the same order.
private struct PlainText {
  private(set) var count = 0
  private(set) var width = 0.0

  /// - Returns: `nil` for any other text, and for one that is cut off.
  init?(
    _ text: String,
    in style: TextStyle,
    _ table: borrowing WidthTable,
    width: Double,
    atMost maximum: Int
  ) {
    let limit = width.isNaN ? 0 : width + 0.001
    func points(_ units: Int) -> Double {
      Double(units) * style.size / LiberationSansWidths.unitsPerEm
    }
    let space = points(table.width(ofPrintable: 0x20))
    var line: Double?
    var word = 0
    var last: UInt8 = 0x20
    var gap = 0.0
    func ended(_ line: inout Double?, _ count: inout Int, _ widest: inout Double) -> Bool {
      let length = points(word)
      if let before = line, before + gap + length > limit {
        guard count + 1 < maximum else { return false }
        widest = max(widest, before)
        count += 1
        line = nil
        gap = 0
      }
      guard (line ?? 0) + length <= limit || line != nil else { return false }
      line = line.map { gap > 0 ? $0 + gap + length : $0 + length } ?? length
      word = 0
      gap = 0
      return true
    }
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return nil }
      if byte == 0x20 || last == 0x2D && Self.isLetter(byte) {
        if last != 0x20, !ended(&line, &count, &self.width) { return nil }
        if byte == 0x20 { gap = line == nil ? 0 : space }
      }
      if byte != 0x20 { word += table.width(ofPrintable: byte) }
      last = byte
    }
    if last != 0x20, !ended(&line, &count, &self.width) { return nil }
    if let line {
      self.width = max(self.width, line)
      count += 1
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}

/// The widths of the characters of one weight.
private struct WidthTable: Sendable {
  /// The widths of the first characters of Unicode; −1 for a character that the font does not have.
  private var plane: [Int16]
  private var others: [UInt32: Int16] = [:]

  // The text is one of ``LiberationSansWidths``: runs of widths, each with its first character.
  init(_ text: String) {
    plane = Array(repeating: -1, count: 0x3000)
    for run in text.split(separator: ";") {
      let parts = run.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, var code = UInt32(parts[0], radix: 16) else { continue }
      for entry in parts[1].split(separator: ",") {
        let factors = entry.split(separator: "*").compactMap { Int16($0) }
        guard let width = factors.first else { continue }
        for _ in 0..<(factors.count == 2 ? factors[1] : 1) {
          if code < plane.count { plane[Int(code)] = width } else { others[code] = width }
          code += 1
        }
      }
    }
  }

  func knows(_ scalar: Unicode.Scalar) -> Bool { known(scalar) >= 0 }

  private func known(_ scalar: Unicode.Scalar) -> Int16 {
    scalar.value < UInt32(plane.count)
      ? plane[Int(scalar.value)] : others[scalar.value, default: -1]
  }

  private static let pictureWidth = Int(LiberationSansWidths.unitsPerEm) * 5 / 4

  func width(ofPrintable byte: UInt8) -> Int { Int(plane[Int(byte)]) }

  func width(of character: Character) -> Int {
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F { return Int(plane[Int(byte)]) }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let second = scalars.index(after: scalars.startIndex)
    guard second < scalars.endIndex else { return width(of: first) }
    // A character that is joined to a picture or written above a letter takes no room.
    if first.isPicture { return width(of: first) }
    if scalars[second] == "\u{FE0F}", first.properties.isEmoji { return Self.pictureWidth }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    let width = known(scalar)
    if width >= 0 { return scalar.isMark ? 0 : Int(width) }
    let em = Int(LiberationSansWidths.unitsPerEm)
    if scalar.isMark { return 0 }
    if scalar.isPicture { return Self.pictureWidth }
    if scalar.isKorean { return em * 23 / 25 }
    if scalar.isHalfWidth { return em / 2 }
    return scalar.isFullWidth ? em : em * 3 / 5
  }
}

extension Unicode.Scalar {
  /// Whether it is drawn onto the character before it, or not at all.
  var isMark: Bool {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD }
    // The vowels and final consonants of a Korean syllable that is spelt out.
    if (0x1160...0x11FF).contains(value) { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return true
    default: return false
    }
  }

  /// Whether it is drawn as a picture.
  var isPicture: Bool {
    value >= 0x2300 && properties.isEmojiPresentation
  }

  /// Whether it is a Korean syllable, or a letter of one that stands alone.
  fileprivate var isKorean: Bool {
    (0xAC00...0xD7A3).contains(value) || (0x3131...0x318E).contains(value)
      || (0x1100...0x115F).contains(value)
  }

  /// Whether it is a letter of an East Asian script that takes half a column.
  fileprivate var isHalfWidth: Bool {
    (0xFF61...0xFFDC).contains(value) || (0xFFE8...0xFFEE).contains(value)
  }

  /// Whether it takes a whole column of an East Asian script (Unicode Standard Annex 11, W and F).
  var isFullWidth: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x17000...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Whether it makes text run from right to left (the strong classes R and AL).
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      properties.isAlphabetic
    default: false
    }
  }
}
