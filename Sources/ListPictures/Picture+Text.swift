import ListLayout
import ListRendering

extension Picture {
  /// Draws the picture with characters: a box for each cell, and the texts in it.
  ///
  /// A character stands for about 7 × 20 points, so small cells may share a line.
  ///
  /// - Parameter columns: How many columns the drawing has at most, but at least 9; `nil` for as many as the
  ///   screen needs.
  /// - Returns: Lines of text, each with a line feed.
  public func text(columns: Int? = nil) -> String {
    let natural = Self.columns(of: size)
    // The frame has a character at both ends.
    let width = min(max(8, min(columns.map { $0 - 1 } ?? natural, natural)), 400)
    let rows = min(max(2, Int((size.height / TextCanvas.rowHeight).rounded())), 2_000)
    var canvas = TextCanvas(
      columns: width,
      rows: rows,
      pointsPerColumn: size.width / Double(width)
    )
    for figure in figures { canvas.draw(figure) }
    return canvas.text
  }

  /// The columns that a screen needs without the frame's last one.
  static func columns(of size: LayoutExtent) -> Int { Int((size.width / 7).rounded()) }
}

/// A grid of characters that boxes and texts are drawn on.
private struct TextCanvas {
  static let rowHeight = 20.0

  private let columns: Int
  private let rows: Int
  private let pointsPerColumn: Double
  /// The lines of boxes that meet in each place, one bit for each direction.
  private var lines: [UInt8]
  /// The character in each place; an empty text behind a character of two columns.
  private var characters: [String?]

  private static let up: UInt8 = 1
  private static let right: UInt8 = 2
  private static let down: UInt8 = 4
  private static let left: UInt8 = 8
  /// The characters of boxes, by the directions in which lines leave them.
  private static let boxes = Array(" ╵╶└╷│┌├╴┘─┴┐┤┬┼").map(String.init)

  init(columns: Int, rows: Int, pointsPerColumn: Double) {
    self.columns = columns
    self.rows = rows
    self.pointsPerColumn = pointsPerColumn
    lines = Array(repeating: 0, count: (columns + 1) * (rows + 1))
    characters = Array(repeating: nil, count: (columns + 1) * (rows + 1))
  }

  mutating func draw(_ figure: Picture.Figure) {
    let frame = figure.frame
    let left = column(frame.x)
    let right = column(frame.maxX)
    let top = row(frame.y)
    let bottom = row(frame.maxY)
    guard right > left, bottom >= top else { return }
    if case .decoration = figure.element { return }
    if figure.isCell, right - left >= 3, bottom > top {
      erase(left, right, top, bottom)
      box(left, right, top, bottom)
      let rows = bottom - top > 1 ? top + 1..<bottom : top..<top + 1
      let signs = figure.marks.signs
      let inset = bottom - top > 1 ? 2 : 1
      write(figure, left + inset, right - inset + 1, rows, signs)
    } else {
      // The lower line of a box above it stays, if there is another line for the text.
      let first = bottom - top > 1 && hasLine(left, right, top) ? top + 1 : top
      write(figure, left + 1, right, first..<max(first + 1, bottom), "")
    }
  }

  /// Whether a line of a box runs through a row.
  private func hasLine(_ left: Int, _ right: Int, _ y: Int) -> Bool {
    guard 0...rows ~= y else { return false }
    return (max(0, left)..<max(0, left, min(columns, right))).contains { x in
      lines[y * (columns + 1) + x] & Self.right != 0
    }
  }

  /// Erases everything that a cell covers.
  private mutating func erase(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) {
    for y in max(0, top + 1)..<max(0, top + 1, min(rows + 1, bottom)) {
      for x in max(0, left + 1)..<max(0, left + 1, min(columns + 1, right)) {
        lines[y * (columns + 1) + x] = 0
        characters[y * (columns + 1) + x] = nil
      }
    }
  }

  private func column(_ x: Double) -> Int { bounded(x / pointsPerColumn, columns) }
  private func row(_ y: Double) -> Int { bounded(y / Self.rowHeight, rows) }

  private func bounded(_ value: Double, _ limit: Int) -> Int {
    Int(min(max(value.rounded(), -10), Double(limit + 10)))
  }

  private mutating func box(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) {
    for x in left..<right {
      add(Self.right, x, top)
      add(Self.left, x + 1, top)
      add(Self.right, x, bottom)
      add(Self.left, x + 1, bottom)
    }
    for y in top..<bottom {
      add(Self.down, left, y)
      add(Self.up, left, y + 1)
      add(Self.down, right, y)
      add(Self.up, right, y + 1)
    }
  }

  private mutating func add(_ direction: UInt8, _ x: Int, _ y: Int) {
    guard 0...columns ~= x, 0...rows ~= y else { return }
    lines[y * (columns + 1) + x] |= direction
  }

  /// Writes the texts of a figure, each on a line; a text that does not fit ends with “…”.
  private mutating func write(
    _ figure: Picture.Figure,
    _ left: Int,
    _ right: Int,
    _ rows: Range<Int>,
    _ signs: String
  ) {
    var texts = figure.node?.texts ?? []
    if rows.count < texts.count, let last = rows.last {
      texts =
        Array(texts[..<(last - rows.lowerBound)])
        + [texts[(last - rows.lowerBound)...].joined(separator: " · ")]
    }
    for (y, text) in zip(rows, texts) {
      let prefix = y == rows.lowerBound && !signs.isEmpty ? signs + " " : ""
      write(prefix + text, max(0, left), min(right, columns), y)
    }
    if texts.isEmpty, !signs.isEmpty, let y = rows.first { write(signs, max(0, left), right, y) }
  }

  /// Writes as much of a text as fits; a character without columns is left out.
  private mutating func write(_ text: String, _ left: Int, _ right: Int, _ y: Int) {
    guard 0...rows ~= y, right > left else { return }
    // No line has as many bytes as this, unless most of its characters have no columns.
    let flat = String(
      text.prefix(bytes: ShownFields.limit).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    ).printable
    var x = left
    for character in flat.cut(toTerminalColumns: right - left) {
      let width = character.terminalColumns
      guard width > 0 else { continue }
      put(String(character), x, y)
      for next in x + 1..<x + width { put("", next, y) }
      x += width
    }
  }

  private mutating func put(_ text: String, _ x: Int, _ y: Int) {
    guard 0...columns ~= x else { return }
    characters[y * (columns + 1) + x] = text
  }

  var text: String {
    var result = ""
    for y in 0...rows {
      var line = ""
      for x in 0...columns {
        let index = y * (columns + 1) + x
        line += characters[index] ?? Self.boxes[Int(lines[index])]
      }
      while line.last == " " { line.removeLast() }
      result += line + "\n"
    }
    while result.hasSuffix("\n\n") { result.removeLast() }
    return result
  }
}

extension ChangeMarks {
  /// The signs of the marks, the same as in the trees of the command line.
  fileprivate var signs: String {
    [(Self.inserted, "+"), (.deleted, "-"), (.moved, "→"), (.updated, "~")]
      .filter { contains($0.0) }.map(\.1).joined()
  }
}
