import ListLayout
import ListRendering

extension Film {
  /// Draws all screens at once, in rows, with the caption below each.
  ///
  /// - Parameters:
  ///   - columns: How many screens stand in a row.
  ///   - scale: How many pixels a point has.
  /// - Returns: A document of XML.
  public func svg(columns: Int = 4, scale: Double = 1) -> String {
    let columns = min(max(1, columns), max(1, steps.count))
    let rows = (steps.count + columns - 1) / columns
    let width = steps.map(\.picture.size.width).max() ?? 0
    let heights = (0..<rows).map { row in
      let steps = row * columns..<min(steps.count, (row + 1) * columns)
      return steps.map { rowHeight(of: $0) }.max() ?? 0
    }
    let marks = steps.reduce(ChangeMarks()) { $0.union($1.picture.marks) }
    let size = LayoutExtent(
      width: 20 + Double(columns) * (width + 20),
      height: 64 + heights.reduce(0, +) + (marks.isEmpty ? 0 : 40)
    )
    var writer = SVGWriter(.of(appearance))
    writer.openDocument(size, scale: scale, describedAs: title)
    writer.rectangle(
      LayoutRect(x: 0, y: 0, width: size.width, height: size.height),
      writer.fill(.cellBackground)
    )
    let style = TextStyle(size: 22, weight: .bold)
    let heading = TextMeasurer().lines(of: title, in: style, width: size.width - 40, atMost: 1)
    writer.label(heading.first?.text ?? "", x: 20, baseline: 41, style, .label)
    for (index, step) in steps.enumerated() {
      let x = 20 + Double(index % columns) * (width + 20)
      let y = 64 + heights[..<(index / columns)].reduce(0, +)
      writer.open("g", [("transform", "translate(\(x.svg) \(y.svg))")])
      step.draw(caption(of: index), in: &writer)
      writer.close("g")
      writer.line()
    }
    if !marks.isEmpty { writer.legend(of: marks, x: 20, y: size.height - 32) }
    writer.close("svg")
    return writer.text + "\n"
  }

  /// Draws the screens with characters, one below the other, with the caption above each.
  public func text() -> String {
    steps.enumerated().map { index, step in
      let change = step.summary.isEmpty ? "" : " (\(step.summary))"
      let lines = ["\(caption(of: index))\(change)", step.note].filter { !$0.isEmpty }
      return lines.map { $0.printable + "\n" }.joined() + step.picture.text()
    }.joined(separator: "\n")
  }

  /// Returns the caption of a screen, with its number.
  private func caption(of index: Int) -> String {
    isNumbered ? "\(index + 1). \(steps[index].caption)" : steps[index].caption
  }

  /// Returns the height of a screen and of the texts below it.
  private func rowHeight(of index: Int) -> Double {
    let step = steps[index]
    let lines = step.captionLines(caption(of: index)).count + step.detailLines.count
    return step.picture.size.height + Double(lines) * 20 + 28
  }

  /// How a film is written to a file.
  public enum Form: String, CaseIterable, Sendable {
    /// A page with a slider.
    case html
    /// All screens at once.
    case svg
    /// All screens drawn with characters.
    case text = "txt"

    /// Returns the form for the extension of a file's name; `nil` for any other extension.
    public init?(fileName: String) {
      let parts = fileName.split(separator: ".")
      guard parts.count > 1, let form = parts.last.flatMap({ Form(rawValue: $0.lowercased()) })
      else { return nil }
      self = form
    }
  }

  /// Returns the film in a form.
  public func document(_ form: Form) -> String {
    switch form {
    case .html: html()
    case .svg: svg()
    case .text: text()
    }
  }

}

extension FilmStep {
  private static let captionStyle = TextStyle(size: 15, weight: .bold)
  private static let detailStyle = TextStyle(size: 14)

  fileprivate func captionLines(_ caption: String) -> [TextLine] {
    TextMeasurer().lines(
      of: caption,
      in: Self.captionStyle,
      width: picture.size.width,
      atMost: 2
    )
  }

  /// The note and what changed, in lines below the caption.
  fileprivate var detailLines: [TextLine] {
    func lines(_ text: String, _ count: Int) -> [TextLine] {
      TextMeasurer()
        .lines(of: text, in: Self.detailStyle, width: picture.size.width, atMost: count)
    }
    return lines(note, 2) + lines(summary, 1)
  }

  fileprivate func draw(_ caption: String, in writer: inout SVGWriter) {
    drawScreen(in: &writer)
    var y = picture.size.height + 22
    for line in captionLines(caption) {
      writer.label(line.text, x: 0, baseline: y, Self.captionStyle, .label)
      y += 20
    }
    for line in detailLines {
      writer.label(line.text, x: 0, baseline: y, Self.detailStyle, .detail)
      y += 20
    }
  }

  /// Draws the screen in a frame, with the finger that led to it.
  func drawScreen(in writer: inout SVGWriter) {
    picture.draw(in: &writer)
    writer.rectangle(
      LayoutRect(x: -0.5, y: -0.5, width: picture.size.width + 1, height: picture.size.height + 1),
      writer.fill(nil) + writer.stroke(.opaqueSeparator, 1)
    )
    if let touch { writer.touch(touch) }
  }
}

extension Picture {
  /// The marks that any of its cells has.
  fileprivate var marks: ChangeMarks { figures.reduce(ChangeMarks()) { $0.union($1.marks) } }
}

extension SVGWriter {
  /// Draws a finger, and the way it goes.
  mutating func touch(_ touch: FilmTouch) {
    let color = ContentColor(0x5856d6, dark: 0x7d7aff)
    func finger(_ point: LayoutPoint, _ opacity: String) {
      empty(
        "circle",
        [
          ("class", "touch"), ("cx", point.x.svg), ("cy", point.y.svg), ("r", "22"),
          ("fill-opacity", opacity),
        ] + fill(color) + stroke(color, 2)
      )
    }
    switch touch {
    case .tap(let point): finger(point, "0.35")
    case .swipe(let start, let end):
      finger(start, "0.35")
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = (x * x + y * y).squareRoot()
      guard length > 1 else { return }
      let (ux, uy) = (x / length, y / length)
      let tip = "M\(start.x.svg) \(start.y.svg)L\(end.x.svg) \(end.y.svg)"
      let left = "M\((end.x - 14 * ux - 9 * uy).svg) \((end.y - 14 * uy + 9 * ux).svg)"
      let right = "L\(end.x.svg) \(end.y.svg)L\((end.x - 14 * ux + 9 * uy).svg) "
      empty(
        "path",
        [
          ("class", "touch"),
          ("d", tip + left + right + "\((end.y - 14 * uy - 9 * ux).svg)"),
          ("stroke-linecap", "round"), ("stroke-linejoin", "round"),
        ] + fill(nil) + stroke(color, 4)
      )
    }
  }
}
