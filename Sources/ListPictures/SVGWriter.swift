import ListLayout
import ListRendering

/// Which of its two values a colour has in a drawing.
enum SVGColors {
  /// That of an appearance, in every viewer.
  case of(ContentAppearance)
  /// That of the page around the drawing, which follows its reader; the bright one for a viewer that
  /// does not know `light-dark()` of CSS.
  case ofPage

  /// The colours of a drawing on a page: a bright page follows its reader, a dark one is dark.
  static func ofReaders(_ appearance: ContentAppearance) -> SVGColors {
    appearance == .dark ? .of(.dark) : .ofPage
  }
}

/// Writes SVG: elements with attributes, escaped.
struct SVGWriter {
  private(set) var text = ""
  private let colors: SVGColors

  init(_ colors: SVGColors) { self.colors = colors }

  mutating func open(_ tag: String, _ attributes: [(String, String)] = []) {
    text += "<\(tag)"
    write(attributes)
    text += ">"
  }

  mutating func close(_ tag: String) { text += "</\(tag)>" }

  mutating func line() { text += "\n" }

  mutating func empty(_ tag: String, _ attributes: [(String, String)]) {
    text += "<\(tag)"
    write(attributes)
    text += "/>"
  }

  mutating func element(
    _ tag: String,
    _ attributes: [(String, String)] = [],
    containing content: String
  ) {
    open(tag, attributes)
    text += Self.escaped(content)
    close(tag)
  }

  /// Writes markup that was made by another writer.
  mutating func markup(_ markup: String) { text += markup }

  private mutating func write(_ attributes: [(String, String)]) {
    let styles = attributes.filter { $0.0 == "style" }.map(\.1)
    var isStyled = false
    for (name, value) in attributes {
      // A colour of a fill and one of a stroke share the one attribute there may be.
      if name == "style", isStyled { continue }
      isStyled = isStyled || name == "style"
      let value = name == "style" ? styles.joined(separator: "; ") : value
      text += " \(name)=\"\(Self.escaped(value))\""
    }
  }

  static func escaped(_ text: String) -> String {
    let needsEscape = text.utf8.contains { byte in
      byte < 0x20 || byte >= 0x7F || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
        || byte == 0x27
    }
    return needsEscape ? ContentNode.text(text).html : text
  }

  // MARK: Colours

  func fill(_ color: ContentColor?) -> [(String, String)] {
    guard let color else { return [("fill", "none")] }
    return paint("fill", color)
  }

  func stroke(_ color: ContentColor, _ width: Double) -> [(String, String)] {
    paint("stroke", color) + [("stroke-width", width.svg)]
  }

  private func paint(_ name: String, _ color: ContentColor) -> [(String, String)] {
    switch colors {
    case .of(let appearance): return paint(name, color.components(in: appearance))
    case .ofPage where color.light == color.dark: return paint(name, color.light)
    case .ofPage:
      let (light, dark) = (color.light.translucentHex, color.dark.translucentHex)
      return [(name, light), ("style", "\(name): light-dark(\(light), \(dark))")]
    }
  }

  private func paint(_ name: String, _ color: ContentColor.Components) -> [(String, String)] {
    if color.alpha == 0 { return [(name, "none")] }
    let opacity = color.alpha < 1 ? [("\(name)-opacity", color.alpha.svg)] : []
    return [(name, color.hex)] + opacity
  }

  // MARK: Shapes

  mutating func rectangle(
    _ rect: LayoutRect,
    cornerRadius: Double = 0,
    _ paint: [(String, String)]
  ) {
    var attributes = [
      ("x", rect.x.svg), ("y", rect.y.svg), ("width", max(0, rect.width).svg),
      ("height", max(0, rect.height).svg),
    ]
    let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
    if radius > 0 { attributes.append(("rx", radius.svg)) }
    empty("rect", attributes + paint)
  }

  /// Writes a text in one line.
  mutating func label(
    _ label: String,
    x: Double,
    baseline: Double,
    _ style: TextStyle,
    _ color: ContentColor,
    anchor: String = "start"
  ) {
    var attributes = [("x", x.svg), ("y", baseline.svg), ("font-size", style.size.svg)]
    if style.weight == .bold { attributes.append(("font-weight", "bold")) }
    if anchor != "start" { attributes.append(("text-anchor", anchor)) }
    element("text", attributes + fill(color), containing: label)
  }

  mutating func shape(_ shape: ContentDrawing.Shape) {
    switch shape {
    case .rectangle(let rect, let radius, let color, let border):
      self.rectangle(rect, radius, color, border)
    case .text(let line): self.line(line)
    case .picture(let rect, let radius, let label): picture(rect, radius, label)
    case .vector(let element, let rect): vector(element, rect)
    case .clipped(let shapes, let rect, let radius): clipped(shapes, rect, radius)
    }
  }

  private mutating func rectangle(
    _ rect: ContentRect,
    _ radius: Double,
    _ color: ContentColor?,
    _ border: ContentDrawing.Border?
  ) {
    let inset = (border?.width ?? 0) / 2
    let rect = LayoutRect(
      x: rect.x + inset,
      y: rect.y + inset,
      width: rect.width - 2 * inset,
      height: rect.height - 2 * inset
    )
    rectangle(
      rect,
      cornerRadius: max(0, radius - inset),
      fill(color) + (border.map { stroke($0.color, $0.width) } ?? [])
    )
  }

  /// Writes shapes that are cut off at a rectangle.
  ///
  /// The outline is named by its numbers, so that two outlines of one name are the same.
  private mutating func clipped(
    _ shapes: [ContentDrawing.Shape],
    _ rect: ContentRect,
    _ radius: Double
  ) {
    let numbers = [rect.x, rect.y, rect.width, rect.height, radius]
    let name = "clip" + numbers.map { "_" + $0.svg }.joined()
    open("clipPath", [("id", name)])
    rectangle(
      LayoutRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height),
      cornerRadius: radius,
      []
    )
    close("clipPath")
    open("g", [("clip-path", "url(#\(name))")])
    for shape in shapes { self.shape(shape) }
    close("g")
  }

  private mutating func line(_ line: ContentDrawing.Line) {
    let isRightToLeft = line.text.isRightToLeft
    var attributes = [
      ("x", (isRightToLeft ? line.x + line.width : line.x).svg), ("y", line.baseline.svg),
      ("font-size", line.style.size.svg),
    ]
    if line.style.weight == .bold { attributes.append(("font-weight", "bold")) }
    if isRightToLeft { attributes.append(("direction", "rtl")) }
    // A font with other widths is stretched to fit the measured width, in any viewer.
    if line.width > 0, line.text.count > 1 || !line.isExact {
      attributes.append(("textLength", line.width.svg))
      attributes.append(("lengthAdjust", "spacingAndGlyphs"))
    }
    element("text", attributes + fill(line.color), containing: line.text)
  }

  /// Draws a picture that is not loaded: its frame, a mountain and a sun, and its label.
  private mutating func picture(_ rect: ContentRect, _ radius: Double, _ label: String) {
    rectangle(
      LayoutRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height),
      cornerRadius: radius,
      fill(.fill)
    )
    let side = min(rect.width, rect.height)
    guard side >= 24 else { return }
    let style = TextStyle(size: 11)
    let hasLabel = !label.isEmpty && rect.height >= 56
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2 - (hasLabel ? 8 : 0))
    let unit = min(14, side / 4)
    let path =
      "M\((x - 1.5 * unit).svg) \((y + unit).svg)l\(unit.svg) \((-1.5 * unit).svg)"
      + "l\((0.7 * unit).svg) \(unit.svg)l\((0.5 * unit).svg) \((-0.6 * unit).svg)"
      + "l\((0.8 * unit).svg) \((1.1 * unit).svg)z"
    empty("path", [("d", path)] + fill(.detail))
    empty(
      "circle",
      [
        ("cx", (x + 0.8 * unit).svg), ("cy", (y - 0.6 * unit).svg), ("r", (unit / 3).svg),
      ] + fill(.detail)
    )
    guard hasLabel else { return }
    let lines = TextMeasurer().lines(of: label, in: style, width: rect.width - 12, atMost: 1)
    guard let line = lines.first else { return }
    self.label(
      line.text,
      x: x,
      baseline: y + unit + 18,
      style,
      .detail,
      anchor: "middle"
    )
  }

  private mutating func vector(_ element: ContentNode.Element, _ rect: ContentRect) {
    var element = element
    element.attributes["x"] = rect.x.svg
    element.attributes["y"] = rect.y.svg
    element.attributes["width"] = rect.width.svg
    element.attributes["height"] = rect.height.svg
    let drawing = ContentNode.element(resolved(element))
      .svg(size: ContentSize(width: 0, height: 0))
    markup(drawing)
  }

  /// Returns a vector drawing with its named colours as those of the picture.
  private func resolved(_ element: ContentNode.Element) -> ContentNode.Element {
    var element = element
    for name in ["fill", "stroke"] {
      guard let key = ContentNode.Name(name), let value = element.attributes[key],
        value.isNameOfContentColor,
        let color = ContentColor(css: value)
      else { continue }
      element.attributes[key] = nil
      for (name, value) in paint(name, color) {
        guard let key = ContentNode.Name(name) else { continue }
        let isStyle = name == "style"
        element.attributes[key] =
          isStyle ? element.attributes[key].map { $0 + "; " + value } ?? value : value
      }
    }
    element.children = element.children.map { child in
      if case .element(let child) = child { return .element(resolved(child)) }
      return child
    }
    return element
  }
}

extension ContentColor.Components {
  /// The colour as CSS writes it, with its opacity: `#rrggbb` or `#rrggbbaa`.
  fileprivate var translucentHex: String {
    if alpha >= 1 { return hex }
    let digits = String(Int((alpha * 255).rounded()), radix: 16)
    return hex + (digits.count == 1 ? "0" : "") + digits
  }
}

extension Double {
  /// The number as SVG and CSS write it: at most three digits behind the point, and none for a
  /// whole number.
  var svg: String {
    guard isFinite else { return "0" }
    let thousandths = (Swift.min(Swift.max(self, -1e9), 1e9) * 1000).rounded()
    let whole = Int(thousandths)
    if whole % 1000 == 0 { return "\(whole / 1000)" }
    var digits = "\(abs(whole) % 1000)"
    while digits.count < 3 { digits = "0" + digits }
    while digits.last == "0" { digits.removeLast() }
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 1000).\(digits)"
  }
}

extension String {
  /// Whether it is a colour that SVG does not know: a name of the system, or one with two values.
  fileprivate var isNameOfContentColor: Bool {
    hasPrefix("light-dark(") || hasPrefix("rgba(") || self == "label" || self == "separator"
      || self == "link" || contains(where: \.isUppercase) && !hasPrefix("#")
  }

  /// Whether its first letter belongs to a script that is written from right to left.
  fileprivate var isRightToLeft: Bool {
    for scalar in unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        return true
      default: return false
      }
    }
    return false
  }
}
