/// Places the boxes and lines of a node: blocks below each other, text in lines, rows of boxes side
/// by side.
struct NodeLayout {
  private let measurer = TextMeasurer()
  /// Nodes deeper than this are left out.
  private static let depthLimit = 64
  /// The default distance between two blocks, in points.
  private static let blockGap = 2.0

  /// A placed part: its size, and its shapes from its own top left corner.
  private struct Fragment {
    var size = ContentSize(width: 0, height: 0)
    var shapes: [ContentDrawing.Shape] = []
    /// Whether no part was left out.
    var isWhole = true

    mutating func add(_ other: Fragment, x: Double, y: Double) {
      shapes += other.shapes.map { $0.offsetBy(x: x, y: y) }
      size.width = max(size.width, x + other.size.width)
      size.height = max(size.height, y + other.size.height)
      if !other.isWhole { isWhole = false }
    }
  }

  /// The room of a box: a width, which is infinite while a width is measured; the height to which
  /// the box is stretched; and the height that is left.
  private struct Room {
    var width: Double
    var height: Double?
    var limit: Double
    var depth = 0

    func inner(width: Double, limit: Double) -> Room {
      Room(width: width, height: nil, limit: limit, depth: depth + 1)
    }
  }

  // MARK: Whole nodes

  func drawing(
    of node: ContentNode,
    in size: ContentSize,
    margins: ContentMargins
  ) -> ContentDrawing {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return ContentDrawing(size: ContentSize(width: 0, height: 0), shapes: [])
    }
    if case .element(let element) = node, fillsItsFrame(element) {
      let room = Room(width: size.width, height: size.height, limit: size.height)
      return ContentDrawing(size: size, shapes: box(element, InlineStyle(), room).shapes)
    }
    let side = margin(of: node, in: size.width, margins)
    let room = Room(width: max(0, size.width - 2 * side), height: nil, limit: size.height)
    let content = anyBox(node, InlineStyle(), room)
    var result = Fragment()
    result.add(content, x: side, y: max(0, (size.height - content.size.height) / 2))
    return ContentDrawing(size: size, shapes: result.shapes)
  }

  func size(of node: ContentNode, width: Double, margins: ContentMargins) -> ContentSize {
    let bare = natural(node)
    let room = width.isFinite && width < .greatestFiniteMagnitude ? max(0, width) : .infinity
    if case .element(let element) = node, fillsItsFrame(element) {
      return ContentSize(width: min(bare, room), height: height(node, room))
    }
    let side = room.isFinite ? margin(of: node, in: room, margins) : margins.horizontal
    return ContentSize(
      width: min(bare + 2 * margins.horizontal, room),
      height: height(node, max(0, room - 2 * side)) + 2 * margins.vertical
    )
  }

  /// Returns the margin at the sides of a node: smaller when its longest line would not fit
  /// otherwise.
  private func margin(of node: ContentNode, in width: Double, _ margins: ContentMargins) -> Double {
    let spare = (width - natural(node)) / 2
    if spare >= margins.horizontal { return margins.horizontal }
    return min(margins.horizontal, spare >= 0 ? max(spare, 0) : max(2, width / 24))
  }

  private func natural(_ node: ContentNode) -> Double {
    anyBox(node, InlineStyle(), Room(width: .infinity, limit: .infinity)).size.width
  }

  private func height(_ node: ContentNode, _ width: Double) -> Double {
    anyBox(node, InlineStyle(), Room(width: width, limit: .infinity)).size.height
  }

  func fillsItsFrame(_ element: ContentNode.Element) -> Bool {
    switch element.tag.text.lowercased() {
    case "hr", "img", "svg": true
    default: NodeStyle(element, in: InlineStyle()).hasGround
    }
  }

  // MARK: Boxes

  private func anyBox(_ node: ContentNode, _ style: InlineStyle, _ room: Room) -> Fragment {
    switch node {
    case .text: lines([node], style, room)
    case .element(let element): box(element, style, room)
    }
  }

  private func box(
    _ element: ContentNode.Element,
    _ inherited: InlineStyle,
    _ room: Room
  ) -> Fragment {
    guard room.depth < Self.depthLimit else { return Fragment(isWhole: false) }
    let style = NodeStyle(element, in: inherited)
    switch element.tag.text.lowercased() {
    case "hr": return rule(style, room)
    case "img": return picture(element, style, room)
    case "svg": return vector(element, style, room)
    case "br": return Fragment()
    default: break
    }
    if style.display == .none { return Fragment() }
    var outer = style.width.map { min($0, room.width) } ?? room.width
    if style.display == .inlineBlock, room.height == nil, outer.isFinite, style.width == nil {
      let room = Room(width: .infinity, limit: .infinity, depth: room.depth + 1)
      outer = min(outer, content(element, style, room).size.width + style.padding.horizontal)
    }
    let height = room.height ?? style.height
    let inside = content(
      element,
      style,
      room.inner(
        width: max(0, outer - style.padding.horizontal),
        limit: (height ?? room.limit) - style.padding.vertical
      )
    )
    return framed(inside, style, outer, height, isStretched: room.height != nil)
  }

  /// Returns a box around its content.
  private func framed(
    _ inside: Fragment,
    _ style: NodeStyle,
    _ outer: Double,
    _ height: Double?,
    isStretched: Bool
  ) -> Fragment {
    let size = ContentSize(
      width: outer.isFinite ? outer : inside.size.width + style.padding.horizontal,
      height: height ?? inside.size.height + style.padding.vertical
    )
    var result = Fragment(size: size, shapes: ground(style, size))
    let spare = size.height - style.padding.vertical - inside.size.height
    let isCentred =
      (style.display == .flex && style.isColumn ? style.justification : style.crossAlignment)
      == .center || (isStretched && style.display == .inlineBlock)
    let top = style.padding.top + (isCentred ? max(0, spare / 2) : 0)
    result.add(inside, x: style.padding.left, y: top)
    // A part that does not fit does not make the box larger; it is cut off when the box is drawn.
    if height != nil { result.size.height = size.height }
    if outer.isFinite { result.size.width = outer }
    return result
  }

  /// Returns the background of a box and the lines at its edges.
  private func ground(_ style: NodeStyle, _ size: ContentSize) -> [ContentDrawing.Shape] {
    var shapes: [ContentDrawing.Shape] = []
    let around = style.borders.around
    if style.ground != nil || around != nil {
      shapes.append(
        .rectangle(
          ContentRect(x: 0, y: 0, width: size.width, height: size.height),
          cornerRadius: style.cornerRadius,
          fill: style.ground,
          border: around
        )
      )
    }
    guard around == nil else { return shapes }
    func line(_ border: ContentDrawing.Border?, _ rect: (Double) -> ContentRect) {
      guard let border else { return }
      shapes.append(
        .rectangle(rect(border.width), cornerRadius: 0, fill: border.color, border: nil)
      )
    }
    line(style.borders.top) { ContentRect(x: 0, y: 0, width: size.width, height: $0) }
    line(style.borders.right) {
      ContentRect(x: size.width - $0, y: 0, width: $0, height: size.height)
    }
    line(style.borders.bottom) {
      ContentRect(x: 0, y: size.height - $0, width: size.width, height: $0)
    }
    line(style.borders.left) { ContentRect(x: 0, y: 0, width: $0, height: size.height) }
    return shapes
  }

  private func content(
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room
  ) -> Fragment {
    if style.display == .flex, !style.isColumn { return row(element.children, style, room) }
    return column(element, style, room)
  }

  /// Places blocks below each other, and the text between them in lines.
  private func column(
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room
  ) -> Fragment {
    var result = Fragment()
    var y = 0.0
    var isFirst = true
    for run in runs(element, style) {
      let gap = isFirst ? 0 : style.gap ?? Self.blockGap
      let left = room.limit - y - gap
      guard isFirst || left >= 10 else {
        result.isWhole = false
        break
      }
      let inner = room.inner(width: room.width, limit: left)
      let part =
        switch run {
        case .block(let child): box(child, style.text, inner)
        case .lines(let nodes): lines(nodes, style.text, inner)
        }
      guard part.size.height > 0 else { continue }
      result.add(part, x: 0, y: y + gap)
      y += gap + part.size.height
      isFirst = false
    }
    return result
  }

  private enum Run {
    case block(ContentNode.Element)
    case lines([ContentNode])
  }

  private func runs(_ element: ContentNode.Element, _ style: NodeStyle) -> [Run] {
    var runs: [Run] = []
    var inline: [ContentNode] = element.tag == "li" ? [.text("• ")] : []
    for child in element.children {
      guard case .element(let element) = child, isBlock(element, style.text) else {
        inline.append(child)
        continue
      }
      if !inline.isEmpty { runs.append(.lines(inline)) }
      inline = []
      runs.append(.block(element))
    }
    if !inline.isEmpty { runs.append(.lines(inline)) }
    return runs
  }

  private func isBlock(_ element: ContentNode.Element, _ style: InlineStyle) -> Bool {
    switch element.tag.text.lowercased() {
    case "br": return false
    case "hr", "img", "svg": return true
    default: break
    }
    switch NodeStyle(element, in: style).display {
    case .block, .flex: return true
    case .inline, .inlineBlock, .none: return false
    }
  }

  /// Places boxes side by side.
  private func row(_ children: [ContentNode], _ style: NodeStyle, _ room: Room) -> Fragment {
    let children = children.filter { node in
      if case .text(let text) = node { return !text.allSatisfy(\.isWhitespace) }
      return true
    }
    guard !children.isEmpty else { return Fragment() }
    let gap = style.gap ?? 0
    let widths = widths(of: children, style, room, gap)
    let parts = zip(children, widths).map { child, width in
      anyBox(child, style.text, room.inner(width: width, limit: room.limit))
    }
    let height = parts.map(\.size.height).max() ?? 0
    let used = widths.reduce(0, +) + gap * Double(widths.count - 1)
    let spare = room.width.isFinite ? max(0, room.width - used) : 0
    var x = style.justification == .center ? spare / 2 : style.justification == .end ? spare : 0
    let between =
      style.justification == .spaceBetween && parts.count > 1
      ? spare / Double(parts.count - 1) : 0
    var result = Fragment()
    for (part, width) in zip(parts, widths) {
      let y =
        switch style.crossAlignment {
        case .center: (height - part.size.height) / 2
        case .end: height - part.size.height
        case .start, .spaceBetween: 0.0
        }
      result.add(part, x: x, y: y)
      x += width + gap + between
    }
    return result
  }

  private func widths(
    of children: [ContentNode],
    _ style: NodeStyle,
    _ room: Room,
    _ gap: Double
  ) -> [Double] {
    let inner = Room(width: .infinity, limit: .infinity, depth: room.depth + 1)
    var widths = children.map { anyBox($0, style.text, inner).size.width }
    guard room.width.isFinite else { return widths }
    let available = max(0, room.width - gap * Double(children.count - 1))
    let shares = children.map { child in
      if case .element(let element) = child { return NodeStyle(element, in: style.text).flex }
      return 0.0
    }
    let total = shares.reduce(0, +)
    if total > 0 {
      let fixed = zip(widths, shares).reduce(0) { $0 + ($1.1 > 0 ? 0 : $1.0) }
      for index in widths.indices where shares[index] > 0 {
        widths[index] = max(0, available - fixed) * shares[index] / total
      }
    }
    let used = widths.reduce(0, +)
    if used > available { widths = widths.map { $0 * available / used } }
    return widths
  }

  // MARK: Lines

  private func lines(_ nodes: [ContentNode], _ style: InlineStyle, _ room: Room) -> Fragment {
    let height = measurer.lineHeight(of: style.textStyle)
    let fitting = room.limit.isFinite ? max(1, Int((room.limit + 1) / max(1, height))) : .max
    var breaker = LineBreaker<InlineStyle>(
      measurer: measurer,
      width: room.width,
      maximum: min(fitting, style.lineLimit)
    )
    var boxes: [Fragment] = []
    for node in nodes { add(node, style, room, &breaker, &boxes) }
    var result = Fragment()
    var y = 0.0
    for pieces in breaker.finish() {
      let line = line(pieces, style, room, boxes)
      result.add(line, x: 0, y: y)
      y += line.size.height
    }
    return result
  }

  private func add(
    _ node: ContentNode,
    _ style: InlineStyle,
    _ room: Room,
    _ breaker: inout LineBreaker<InlineStyle>,
    _ boxes: inout [Fragment]
  ) {
    switch node {
    case .text(let text):
      breaker.add(style.keepsSpaces ? text.drawable : text.drawable.withoutLineFeeds, style)
    case .element(let element):
      guard room.depth < Self.depthLimit else { return }
      let own = NodeStyle(element, in: style)
      var inner = room
      inner.depth += 1
      switch own.display {
      case .none: return
      case .inline where element.tag.text.lowercased() == "br": breaker.add("\n", style)
      case .block where element.tag.text.lowercased() == "br": breaker.add("\n", style)
      case .inline:
        for child in element.children { add(child, own.text, inner, &breaker, &boxes) }
      case .inlineBlock, .block, .flex:
        inner.height = nil
        let box = box(element, style, inner)
        var boxStyle = style
        boxStyle.box = boxes.count
        boxes.append(box)
        breaker.addBox(boxStyle, width: box.size.width)
      }
    }
  }

  private func line(
    _ pieces: [LinePiece<InlineStyle>],
    _ style: InlineStyle,
    _ room: Room,
    _ boxes: [Fragment]
  ) -> Fragment {
    let textHeight = pieces.reduce(measurer.lineHeight(of: style.textStyle)) {
      max($0, measurer.lineHeight(of: $1.style.textStyle))
    }
    let height = pieces.reduce(textHeight) { height, piece in
      piece.style.box.map { max(height, boxes[$0].size.height) } ?? height
    }
    let largest = pieces.map(\.style.textStyle).max { $0.size < $1.size } ?? style.textStyle
    let (ascent, descent) = (measurer.ascent(of: largest), measurer.descent(of: largest))
    let baseline = (height - ascent - descent) / 2 + ascent
    let width = pieces.reduce(0) { $0 + $1.width }
    var x = 0.0
    if room.width.isFinite {
      switch style.alignment {
      case .start: break
      case .center: x = max(0, (room.width - width) / 2)
      case .end: x = max(0, room.width - width)
      }
    }
    var result = Fragment(size: ContentSize(width: x + width, height: height))
    for piece in merged(pieces) {
      if let box = piece.style.box {
        result.add(boxes[box], x: x, y: (height - boxes[box].size.height) / 2)
      } else {
        result.shapes.append(.text(line(piece, x, baseline)))
      }
      x += piece.width
    }
    return result
  }

  private func line(
    _ piece: LinePiece<InlineStyle>,
    _ x: Double,
    _ baseline: Double
  ) -> ContentDrawing.Line {
    ContentDrawing.Line(
      text: piece.text,
      style: piece.style.textStyle,
      color: piece.style.color,
      x: x,
      baseline: baseline,
      width: piece.width,
      isExact: measurer.isExact(for: piece.text)
    )
  }

  /// Joins neighbouring pieces of one style.
  private func merged(_ pieces: [LinePiece<InlineStyle>]) -> [LinePiece<InlineStyle>] {
    var result: [LinePiece<InlineStyle>] = []
    for piece in pieces {
      if let last = result.last, last.style == piece.style, piece.style.box == nil {
        result[result.count - 1].text += piece.text
        result[result.count - 1].width += piece.width
      } else {
        result.append(piece)
      }
    }
    return result
  }

  // MARK: Elements without children

  private func rule(_ style: NodeStyle, _ room: Room) -> Fragment {
    let height = min(1, room.height ?? 1)
    let width = room.width.isFinite ? room.width : 0
    let y = room.height.map { ($0 - height) / 2 } ?? 0
    return Fragment(
      size: ContentSize(width: width, height: room.height ?? height),
      shapes: [
        .rectangle(
          ContentRect(x: 0, y: y, width: width, height: height),
          cornerRadius: 0,
          fill: style.ground ?? .separator,
          border: nil
        )
      ]
    )
  }

  private func picture(
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room
  ) -> Fragment {
    let size = replacedSize(element, style, room, ContentSize(width: 120, height: 80))
    return Fragment(
      size: size,
      shapes: [
        .picture(
          ContentRect(x: 0, y: 0, width: size.width, height: size.height),
          cornerRadius: style.cornerRadius,
          label: (element.attributes["alt"] ?? "").drawable
        )
      ]
    )
  }

  private func vector(
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room
  ) -> Fragment {
    let natural = ContentSize(width: 120, height: 80)
    let size = replacedSize(element, style, room, natural, ratio: element.viewBoxRatio)
    return Fragment(
      size: size,
      shapes: [
        .vector(
          element.shapesOnly,
          ContentRect(x: 0, y: 0, width: size.width, height: size.height)
        )
      ]
    )
  }

  /// Returns the size of a picture: its own width and height if it has them, otherwise the room's
  /// or `natural`.
  ///
  /// If it has one of them and a `ratio` of width to height, that gives the other.
  private func replacedSize(
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room,
    _ natural: ContentSize,
    ratio: Double? = nil
  ) -> ContentSize {
    var width = style.width ?? element.attributes["width"].flatMap { NodeStyle.length($0) }
    var height = style.height ?? element.attributes["height"].flatMap { NodeStyle.length($0) }
    if let ratio, (width == nil) != (height == nil) {
      width = min(width ?? (height ?? 0) * ratio, room.width)
      height = height ?? (width ?? 0) / ratio
    }
    if let stretched = room.height, room.width.isFinite {
      return ContentSize(width: room.width, height: stretched)
    }
    let size = ContentSize(
      width: min(width ?? (room.width.isFinite ? room.width : natural.width), room.width),
      height: height ?? natural.height
    )
    return ContentSize(width: size.width, height: min(size.height, room.limit))
  }
}

extension ContentDrawing.Shape {
  func offsetBy(x: Double, y: Double) -> ContentDrawing.Shape {
    func moved(_ rect: ContentRect) -> ContentRect {
      ContentRect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
    }
    switch self {
    case .rectangle(let rect, let radius, let fill, let border):
      return .rectangle(moved(rect), cornerRadius: radius, fill: fill, border: border)
    case .text(var line):
      line.x += x
      line.baseline += y
      return .text(line)
    case .picture(let rect, let radius, let label):
      return .picture(moved(rect), cornerRadius: radius, label: label)
    case .vector(let element, let rect): return .vector(element, moved(rect))
    }
  }
}

extension ContentNode.Element {
  /// The elements of SVG that draw shapes and text, and load nothing.
  private static let drawn: Set<String> = [
    "svg", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan",
    "defs", "lineargradient", "radialgradient", "stop", "clippath",
  ]

  /// The element with only shapes and text.
  fileprivate var shapesOnly: ContentNode.Element { shapesOnly(depth: 0) }

  private func shapesOnly(depth: Int) -> ContentNode.Element {
    var copy = self
    copy.children = children.compactMap { child in
      guard case .element(let element) = child else { return child }
      guard depth < 64, Self.drawn.contains(element.tag.text.lowercased()) else { return nil }
      return .element(element.shapesOnly(depth: depth + 1))
    }
    return copy
  }
}

extension String {
  /// The text with U+FFFD in place of characters that no drawing can contain.
  var drawable: String {
    guard unicodeScalars.contains(where: \.isUndrawable) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isUndrawable ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  fileprivate var withoutLineFeeds: String {
    String(map { $0.isNewline ? " " : $0 })
  }
}

extension Unicode.Scalar {
  fileprivate var isUndrawable: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}

extension ContentNode.Element {
  /// The width of the `viewBox` of an `svg` element divided by its height; `nil` without a usable one.
  fileprivate var viewBoxRatio: Double? {
    let parts = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    let ratio = numbers[2] / numbers[3]
    return ratio.isFinite && ratio > 0 ? ratio : nil
  }
}
