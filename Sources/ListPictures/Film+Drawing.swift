import ListLayout
import ListRendering

extension Film {
  /// All screens at once, in rows, with what was done below each.
  ///
  /// - Parameters:
  ///   - columns: How many screens stand in a row.
  ///   - scale: How many pixels a point has.
  /// - Returns: A document of XML.
  public func svg(columns: Int = 4, scale: Double = 1) -> String {
    let columns = min(max(1, columns), max(1, steps.count))
    let rows = (steps.count + columns - 1) / columns
    let width = steps.map(\.picture.size.width).max() ?? 0
    let height = steps.map(\.picture.size.height).max() ?? 0
    let size = LayoutExtent(
      width: 20 + Double(columns) * (width + 20),
      height: 64 + Double(rows) * (height + 84)
    )
    var writer = SVGWriter(appearance)
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
      let y = 64 + Double(index / columns) * (height + 84)
      writer.open("g", [("transform", "translate(\(x.svg) \(y.svg))")])
      step.draw(number: index + 1, nextTouch: touch(after: index), in: &writer)
      writer.close("g")
      writer.line()
    }
    writer.close("svg")
    return writer.text + "\n"
  }

  /// The screens drawn with characters, one below the other, with what was done above each.
  public func text() -> String {
    steps.enumerated().map { index, step in
      let change = step.summary.isEmpty ? "" : " (\(step.summary))"
      return "\(index + 1). \(step.caption)\(change)\n\(step.picture.text())"
    }.joined(separator: "\n")
  }

  /// How a film is written to a file.
  public enum Form: String, CaseIterable, Sendable {
    /// A page with a slider.
    case html
    /// All screens at once.
    case svg
    /// All screens drawn with characters.
    case text = "txt"

    /// The form that the end of a file's name says; `nil` for any other end.
    public init?(fileName: String) {
      let parts = fileName.split(separator: ".")
      guard parts.count > 1, let form = parts.last.flatMap({ Form(rawValue: $0.lowercased()) })
      else { return nil }
      self = form
    }
  }

  /// The film in a form.
  public func document(_ form: Form) -> String {
    switch form {
    case .html: html()
    case .svg: svg()
    case .text: text()
    }
  }

  /// The finger on a screen: that of the step which follows.
  func touch(after index: Int) -> FilmTouch? {
    index + 1 < steps.count ? steps[index + 1].touch : nil
  }
}

extension FilmStep {
  fileprivate func draw(number: Int, nextTouch: FilmTouch?, in writer: inout SVGWriter) {
    drawScreen(nextTouch, in: &writer)
    let measurer = TextMeasurer()
    let style = TextStyle(size: 15, weight: .bold)
    let caption = measurer.lines(
      of: "\(number). \(caption)",
      in: style,
      width: picture.size.width,
      atMost: summary.isEmpty ? 2 : 1
    )
    var y = picture.size.height + 22
    for line in caption {
      writer.label(line.text, x: 0, baseline: y, style, .label)
      y += 20
    }
    let detail = TextStyle(size: 14)
    let lines = measurer.lines(of: summary, in: detail, width: picture.size.width, atMost: 1)
    if let line = lines.first {
      writer.label(line.text, x: 0, baseline: y, detail, .secondaryLabel)
    }
  }

  /// The screen in a frame, with the finger that is on it.
  func drawScreen(_ touch: FilmTouch?, in writer: inout SVGWriter) {
    picture.draw(in: &writer)
    writer.rectangle(
      LayoutRect(x: -0.5, y: -0.5, width: picture.size.width + 1, height: picture.size.height + 1),
      writer.fill(nil) + writer.stroke(.separator, 1)
    )
    if let touch { writer.touch(touch) }
  }
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
