import ListLayout
import ListRendering

extension Picture {
  /// Returns the picture as SVG: shapes and text, which any viewer opens.
  ///
  /// Letters are drawn where they were measured: the fonts of `TextMeasurer.fontFamily` have the
  /// measured widths, and another font is stretched to fit them.
  ///
  /// - Parameter scale: How many pixels a point has: 1, 2 or 3 on phones.
  /// - Returns: A document of XML.
  public func svg(scale: Double = 1) -> String { svg(.of(appearance), scale: scale) }

  func svg(_ colors: SVGColors, scale: Double = 1) -> String {
    var writer = SVGWriter(colors)
    writer.openDocument(size, scale: scale, describedAs: summary)
    draw(in: &writer)
    writer.close("svg")
    return writer.text + "\n"
  }

  /// A description of the picture for readers who cannot see it.
  var summary: String {
    let cells = figures.filter(\.isCell).count
    return "A list with \(cells) cell\(cells == 1 ? "" : "s") on screen"
  }

  /// Draws the screen with everything on it.
  func draw(in writer: inout SVGWriter) {
    // An svg within another cuts off everything beyond its edges.
    writer.open(
      "svg",
      [("class", "screen"), ("width", size.width.svg), ("height", size.height.svg)]
    )
    let screen = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
    writer.rectangle(screen, writer.fill(screenColor))
    writer.line()
    let neighbours = Neighbours(figures)
    for (index, figure) in figures.enumerated() where neighbours.below(index) {
      writer.seam(below: figure)
    }
    for index in figures.indices {
      draw(index, neighbours, in: &writer)
      writer.line()
    }
    writer.close("svg")
  }

  /// Draws a figure and its marks in one group, so that both move and fade together.
  private func draw(_ index: Int, _ neighbours: Neighbours, in writer: inout SVGWriter) {
    let figure = figures[index]
    let frame = figure.frame
    guard frame.width > 0, frame.height > 0 else { return }
    var transform = "translate(\(frame.x.svg) \(frame.y.svg))"
    if figure.scale != 1 || figure.rotation != 0 {
      let (x, y) = (frame.width / 2, frame.height / 2)
      transform += " translate(\(x.svg) \(y.svg))"
      if figure.rotation != 0 { transform += " rotate(\((figure.rotation * 180 / .pi).svg))" }
      if figure.scale != 1 { transform += " scale(\(figure.scale.svg))" }
      transform += " translate(\((-x).svg) \((-y).svg))"
    }
    var attributes = [("transform", transform)]
    if let id = figure.id { attributes.insert(("data-id", id), at: 0) }
    if figure.marks.contains(.moved) { attributes.append(("class", "moved")) }
    if figure.alpha < 1 { attributes.append(("opacity", max(0, figure.alpha).svg)) }
    writer.open("g", attributes)
    writer.open("svg", [("width", frame.width.svg), ("height", frame.height.svg)])
    let whole = LayoutRect(x: 0, y: 0, width: frame.width, height: frame.height)
    ground(figure, whole, neighbours.below(index), neighbours.isAlone(index), in: &writer)
    if let node = figure.node {
      let size = ContentSize(width: frame.width, height: frame.height)
      let margins: ContentMargins =
        figure.isDrawnAlone
        ? .none
        : figure.isCell ? figure.listRow?.margins ?? .row : supplementaryMargins(of: figure)
      for shape in node.drawing(in: size, margins: margins).shapes { writer.shape(shape) }
    }
    if let row = figure.listRow { writer.separators(of: row) }
    writer.close("svg")
    if !figure.marks.isEmpty {
      writer.mark(figure, signAt: signPlace(of: figure, neighbours.right(index)))
    }
    writer.close("g")
  }

  /// Returns the margins of a header or footer: in a list, its letters begin where those of the rows do.
  private func supplementaryMargins(of figure: Figure) -> ContentMargins {
    let row = figures.first { other in
      other.listRow != nil && other.element.indexPath?.section == figure.element.indexPath?.section
    }
    guard figure.isBoundary, let row = row?.listRow else {
      return .supplementary(at: figure.frame.x)
    }
    return ContentMargins(horizontal: row.margins.horizontal, vertical: 8)
  }

  /// Returns the middle of the first sign of a cell's marks, from the cell's own corner: where the
  /// cell's texts can be read, on the screen, and not below the cell beside it.
  private func signPlace(of figure: Figure, _ neighbourAtTheRight: Bool) -> LayoutPoint {
    let frame = figure.frame
    let x = frame.maxX - (neighbourAtTheRight ? 10 : 3)
    return LayoutPoint(
      x: max(frame.x, min(x, size.width - 12)) - frame.x,
      y: min(frame.maxY, max(frame.y + 3, 12)) - frame.y
    )
  }

  /// Returns whether a figure lies on a cell.
  private func covers(_ figure: Figure) -> Bool {
    figures.contains { other in
      other.isCell && other.frame.x < figure.frame.maxX - 0.5
        && figure.frame.x < other.frame.maxX - 0.5 && other.frame.y < figure.frame.maxY - 0.5
        && figure.frame.y < other.frame.maxY - 0.5
    }
  }

  /// Draws the ground of a figure that has no ground of its own.
  private func ground(
    _ figure: Figure,
    _ rect: LayoutRect,
    _ neighbourBelow: Bool,
    _ isAlone: Bool,
    in writer: inout SVGWriter
  ) {
    if let row = figure.listRow { return writer.ground(of: row, in: rect, figure.rowColor) }
    guard !figure.isDrawnAlone else {
      // A header above the rows of a list must be readable over them.
      if figure.isBoundary, figures.contains(where: { $0.listRow != nil }), covers(figure) {
        writer.rectangle(rect, writer.fill(screenColor))
      }
      return
    }
    switch figure.element {
    case .cell:
      guard figure.node?.bringsGround != true else { return }
      let radius = isAlone ? 10.0 : 0
      writer.rectangle(rect, cornerRadius: radius, writer.fill(.cellBackground))
      guard neighbourBelow, rect.width > 48 else { return }
      let line = LayoutRect(x: 16, y: rect.height - 0.5, width: rect.width - 16, height: 0.5)
      writer.rectangle(line, writer.fill(.separator))
    case .decoration:
      guard figure.node == nil else { return }
      writer.rectangle(rect, cornerRadius: 12, writer.fill(.fill))
    case .itemSupplementary, .groupSupplementary, .boundarySupplementary, .layoutSupplementary:
      if figure.node == nil {
        writer.rectangle(rect, cornerRadius: rect.height / 2, writer.fill(.badge))
      } else if figure.node?.bringsGround == false, covers(figure) {
        // A pinned header must be readable over the cells that are scrolled below it.
        writer.rectangle(rect, writer.fill(screenColor))
      }
    }
  }
}

extension Picture.Figure {
  /// Whether it is a header or footer of a section.
  fileprivate var isBoundary: Bool {
    if case .boundarySupplementary = element { return true }
    return false
  }
}

extension ContentMargins {
  /// Returns the margins of headers and footers: none at the sides if they keep clear of the
  /// screen's edge already, so that their letters begin where those of the cells do.
  static func supplementary(at x: Double) -> ContentMargins {
    ContentMargins(horizontal: x < 8 ? 16 : 0, vertical: 8)
  }
}

extension ContentColor {
  /// The colour of a view of which only the place is known.
  static let badge = ContentColor(0xff3b30, dark: 0xff453a)
}

/// The cells that touch each other.
private struct Neighbours {
  private var below: Set<Int> = []
  private var right: Set<Int> = []
  private var touching: Set<Int> = []

  /// More cells than this are not compared with each other.
  private static let limit = 300

  init(_ figures: [Picture.Figure]) {
    let cells = figures.indices.filter { figures[$0].isCell }
    guard cells.count <= Self.limit else {
      touching = Set(cells)
      return
    }
    for first in cells {
      for second in cells where first != second {
        let (a, b) = (figures[first].frame, figures[second].frame)
        let overlapsAcross = a.x < b.maxX - 0.5 && b.x < a.maxX - 0.5
        let overlapsAlong = a.y < b.maxY - 0.5 && b.y < a.maxY - 0.5
        if overlapsAcross, abs(a.maxY - b.y) < 0.5 {
          below.insert(first)
          touching.formUnion([first, second])
        } else if overlapsAlong, abs(a.maxX - b.x) < 0.5 {
          right.insert(first)
          touching.formUnion([first, second])
        }
      }
    }
  }

  func below(_ index: Int) -> Bool { below.contains(index) }
  func right(_ index: Int) -> Bool { right.contains(index) }
  func isAlone(_ index: Int) -> Bool { !touching.contains(index) }
}

extension SVGWriter {
  /// Opens the root of a document.
  mutating func openDocument(_ size: LayoutExtent, scale: Double, describedAs title: String) {
    let scale = scale.isFinite && scale > 0 ? min(scale, 16) : 1
    open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("width", (size.width * scale).svg), ("height", (size.height * scale).svg),
        ("viewBox", "0 0 \(size.width.svg) \(size.height.svg)"),
        ("font-family", TextMeasurer.fontFamily),
        ("style", "font-kerning: none; font-variant-ligatures: none"), ("role", "img"),
      ]
    )
    element("title", containing: title)
    line()
  }

  /// Draws a cell's marks around it: a line in the colour of the first mark, and a sign for each.
  ///
  /// Places are counted from the cell's own corner.
  mutating func mark(_ figure: Picture.Figure, signAt place: LayoutPoint) {
    let marks = ChangeMarks.legend.filter { figure.marks.contains($0.mark) }
    guard let first = marks.first else { return }
    let frame = figure.frame
    rectangle(
      LayoutRect(x: 1.5, y: 1.5, width: frame.width - 3, height: frame.height - 3),
      cornerRadius: 9,
      fill(nil) + stroke(first.mark.color, 3)
        + (first.mark == .deleted ? [("stroke-dasharray", "7 5")] : [])
    )
    for (index, entry) in marks.enumerated() {
      sign(entry.mark, x: place.x - Double(index) * 20, y: place.y)
    }
  }

  /// Draws the signs of marks with their names.
  ///
  /// - Parameters:
  ///   - marks: The marks to name.
  ///   - x: Where the first sign begins.
  ///   - y: The middle of the signs.
  mutating func legend(of marks: ChangeMarks, x: Double, y: Double) {
    var x = x + 9
    let style = TextStyle(size: 14)
    for entry in ChangeMarks.legend where marks.contains(entry.mark) {
      sign(entry.mark, x: x, y: y)
      label(entry.name, x: x + 16, baseline: y + 5, style, .label)
      x += 16 + TextMeasurer().width(of: entry.name, in: style) + 28
    }
  }

  /// Draws the sign of a mark: a disc with a plus, a minus, an arrow or a wave.
  mutating func sign(_ mark: ChangeMarks, x: Double, y: Double) {
    empty("circle", [("cx", x.svg), ("cy", y.svg), ("r", "9")] + fill(mark.color))
    let path: String
    switch mark {
    case .inserted: path = "M-4 0H4M0 -4V4"
    case .deleted: path = "M-4 0H4"
    case .moved: path = "M0 5V-5M-3 -2L0 -5L3 -2M-3 2L0 5L3 2"
    default: path = "M-5 0q2.5 -4 5 0t5 0"
    }
    empty(
      "path",
      [
        ("transform", "translate(\(x.svg) \(y.svg))"), ("d", path), ("fill", "none"),
      ] + stroke(ChangeMarks.signColor, 1.8) + [
        ("stroke-linecap", "round"), ("stroke-linejoin", "round"),
      ]
    )
  }
}

extension ChangeMarks {
  /// The colour of a sign on its disc.
  static let signColor = ContentColor(0xffffff, dark: 0x1c1f25)

  /// The colour of a single mark.
  ///
  /// Any two are told apart by every kind of sight, and all are readable on the ground of a list (4.5 : 1).
  var color: ContentColor {
    switch self {
    case .inserted: ContentColor(0x007a74, dark: 0x3ddcc4)
    case .deleted: ContentColor(0x9b1033, dark: 0xff6b8b)
    case .moved: ContentColor(0x3a34c4, dark: 0x9d95ff)
    default: ContentColor(0xa05a00, dark: 0xffd04a)
    }
  }
}
