/// A piece of a line: text of one style.
struct LinePiece<Style> {
  var text: String
  var style: Style
  var width: Double
}

/// The style of a piece of a line.
protocol LineStyle {
  /// The style in which its text is measured.
  var textStyle: TextStyle { get }
}

extension TextStyle: LineStyle {
  var textStyle: TextStyle { self }
}

/// Breaks a run of texts, each in its own style, into lines.
///
/// It follows the rules of Unicode Standard Annex 14 that matter for lists: spaces (SP), hyphens
/// (HY), and ideographs (ID) with the characters that must not begin a line after them (CL, EX,
/// NS).
struct LineBreaker<Style: LineStyle> {
  let measurer: TextMeasurer
  let width: Double
  let maximum: Int
  /// Lines that are full.
  private var lines: [[LinePiece<Style>]] = []
  private var line: [LinePiece<Style>] = []
  private var lineWidth = 0.0
  /// White space that is written only if a word follows on the same line.
  private var space: [LinePiece<Style>] = []
  /// The pieces of a word that is not yet complete.
  private var word: [LinePiece<Style>] = []
  private var hasWordAfterLimit = false

  init(measurer: TextMeasurer, width: Double, maximum: Int) {
    self.measurer = measurer
    // A measured width is summed again here, in another order: a thousandth of a point is
    // tolerated.
    self.width = width.isNaN ? 0 : width + 0.001
    self.maximum = max(1, maximum)
  }

  private var isFull: Bool { lines.count >= maximum }

  /// Adds text at the end.
  mutating func add(_ text: String, _ style: Style) {
    var piece = ""
    for character in text {
      if hasWordAfterLimit { return }
      let kind = Self.kind(of: character)
      if kind == .newline {
        endPiece(&piece, style)
        endWord()
        endLine()
      } else if kind == .space {
        endPiece(&piece, style)
        endWord()
        addSpace(style)
      } else {
        if Self.breaks(before: character, after: piece.last) {
          endPiece(&piece, style)
          endWord()
        }
        piece.append(character)
      }
    }
    endPiece(&piece, style)
  }

  /// Adds a box, which takes its place in a line like a word.
  mutating func addBox(_ style: Style, width: Double) {
    guard !hasWordAfterLimit else { return }
    endWord()
    word.append(LinePiece(text: Self.box, style: style, width: width))
    endWord()
  }

  /// The text that stands for a box in a line.
  static var box: String { "\u{FFFC}" }

  /// Returns the lines; the last one ends with “…” when text was left out.
  mutating func finish() -> [[LinePiece<Style>]] {
    endWord()
    if !line.isEmpty { endLine() }
    if lines.count > maximum || hasWordAfterLimit {
      lines.removeLast(max(0, lines.count - maximum))
      if let last = lines.indices.last { shorten(&lines[last]) }
    }
    return lines
  }

  private mutating func endPiece(_ piece: inout String, _ style: Style) {
    guard !piece.isEmpty else { return }
    word.append(makePiece(piece, style))
    piece = ""
  }

  private func makePiece(_ text: String, _ style: Style) -> LinePiece<Style> {
    LinePiece(text: text, style: style, width: measurer.width(of: text, in: style.textStyle))
  }

  private mutating func addSpace(_ style: Style) {
    guard space.isEmpty, !line.isEmpty else { return }
    space = [makePiece(" ", style)]
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    defer { word = [] }
    if isFull {
      hasWordAfterLimit = true
      return
    }
    let length = word.reduce(0) { $0 + $1.width }
    let gap = space.reduce(0) { $0 + $1.width }
    if !line.isEmpty, lineWidth + gap + length > width {
      if lines.count + 1 >= maximum {
        fill(with: word)
        return
      }
      endLine()
    }
    if !line.isEmpty { append(space) }
    space = []
    if lineWidth + length <= width { append(word) } else { cut(word) }
  }

  /// Fills the last allowed line with as much of a word as fits, as a label does.
  private mutating func fill(with pieces: [LinePiece<Style>]) {
    append(space)
    filling: for piece in pieces {
      if piece.text == Self.box { break }
      for character in piece.text {
        let part = makePiece(String(character), piece.style)
        if lineWidth + part.width > width { break filling }
        append([part])
      }
    }
    endLine()
    hasWordAfterLimit = true
  }

  private mutating func append(_ pieces: [LinePiece<Style>]) {
    for piece in pieces {
      line.append(piece)
      lineWidth += piece.width
    }
  }

  /// Writes a word that is wider than a line.
  private mutating func cut(_ pieces: [LinePiece<Style>]) {
    for piece in pieces {
      if piece.text == Self.box {
        append([piece])
        continue
      }
      for character in piece.text {
        let part = makePiece(String(character), piece.style)
        if !line.isEmpty, lineWidth + part.width > width {
          endLine()
          if isFull {
            hasWordAfterLimit = true
            return
          }
        }
        append([part])
      }
    }
  }

  private mutating func endLine() {
    guard !isFull else {
      hasWordAfterLimit = true
      return
    }
    lines.append(line)
    line = []
    lineWidth = 0
    space = []
  }

  /// Removes as much from the end of a line as “…” needs, and appends “…”.
  private func shorten(_ line: inout [LinePiece<Style>]) {
    guard let style = line.last?.style else { return }
    let dots = makePiece("…", style)
    var room = width - dots.width - line.reduce(0) { $0 + $1.width }
    while room < 0 || line.last?.text.last?.isWhitespace == true, let last = line.popLast() {
      var text = last.text
      text.removeLast()
      let rest = makePiece(text, last.style)
      room += last.width - rest.width
      if !text.isEmpty { line.append(rest) }
    }
    line.append(dots)
  }

  private enum Kind {
    case newline, space, other
  }

  // The properties of Unicode are asked only for characters that need them.
  private static func kind(of character: Character) -> Kind {
    if let byte = character.asciiValue {
      return (0x0A...0x0D).contains(byte)
        ? .newline : byte == 0x20 || byte == 0x09 ? .space : .other
    }
    if character.isNewline { return .newline }
    return character.isWhitespace && character != "\u{A0}" ? .space : .other
  }

  private static func breaks(before next: Character, after last: Character?) -> Bool {
    if let byte = last?.asciiValue, byte != 0x2D, next.isASCII { return false }
    guard let last, let previous = last.unicodeScalars.first, let scalar = next.unicodeScalars.first
    else { return false }
    if last == "-" || last == "\u{2010}" { return next.isLetter }
    guard previous.isIdeographic || scalar.isIdeographic else { return false }
    return !Kinsoku.neverFirst.contains(next) && !Kinsoku.neverLast.contains(last)
  }

}

/// The characters that must not begin or end a line.
private enum Kinsoku {
  static let neverFirst = Set<Character>(
    "、。，．：；！？）］｝」』】》〉〕・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.:;!?)]}”’…%"
  )
  static let neverLast = Set<Character>("（［｛「『【《〈〔([{“‘")
}

extension Unicode.Scalar {
  /// Whether a line may end before or after it; not so for Korean, which is written with spaces.
  fileprivate var isIdeographic: Bool {
    isFullWidth && !(0xAC00...0xD7A3).contains(value) && !(0x1100...0x115F).contains(value)
  }
}
