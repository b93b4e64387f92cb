/// Places the boxes and lines of a node: blocks below each other, text in lines, rows of boxes side
/// by side.
struct NodeLayout {
  let measurer = TextMeasurer()
  /// The default distance between two blocks, in points.
  private static let blockGap = 2.0

  /// A placed part: its size, and its shapes from its own top left corner.
  struct Fragment {
    var size = ContentSize(width: 0, height: 0)
    var shapes: [ContentDrawing.Shape] = []

    mutating func add(_ other: Fragment, x: Double, y: Double) {
      shapes += other.shapes.map { $0.offsetBy(x: x, y: y) }
      size.width = max(size.width, x + other.size.width)
      size.height = max(size.height, y + other.size.height)
    }
  }

  /// The room of a box: a width, which is infinite while a width is measured; the height to which
  /// the box is stretched; and the height that is left.
  struct Room {
    var width: Double
    var height: Double?
    var limit: Double
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
    let node = StyledNode(node)
    if case .element(let element, let style) = node.kind, fillsItsFrame(element, style) {
      let room = Room(width: size.width, height: size.height, limit: size.height)
      return ContentDrawing(size: size, shapes: box(node, room).shapes)
    }
    let side = margin(of: node, in: size.width, margins)
    let room = Room(width: max(0, size.width - 2 * side), height: nil, limit: size.height)
    let content = box(node, room)
    var result = Fragment()
    result.add(content, x: side, y: max(0, (size.height - content.size.height) / 2))
    return ContentDrawing(size: size, shapes: result.shapes)
  }

  func size(of node: ContentNode, width: Double, margins: ContentMargins) -> ContentSize {
    let node = StyledNode(node)
    let bare = natural(node)
    let room = width.isFinite && width < .greatestFiniteMagnitude ? max(0, width) : .infinity
    if case .element(let element, let style) = node.kind, fillsItsFrame(element, style) {
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
  private func margin(of node: StyledNode, in width: Double, _ margins: ContentMargins) -> Double {
    let spare = (width - natural(node)) / 2
    if spare >= margins.horizontal { return margins.horizontal }
    return min(margins.horizontal, spare >= 0 ? max(spare, 0) : max(2, width / 24))
  }

  func height(_ node: StyledNode, _ width: Double) -> Double {
    box(node, Room(width: width, limit: .infinity)).size.height
  }

  func fillsItsFrame(_ element: ContentNode.Element) -> Bool {
    fillsItsFrame(element, NodeStyle(element, in: InlineStyle()))
  }

  private func fillsItsFrame(_ element: ContentNode.Element, _ style: NodeStyle) -> Bool {
    switch element.tag.text.lowercased() {
    case "hr", "img", "svg": true
    default: style.hasGround
    }
  }

  // MARK: Boxes

  func box(_ node: StyledNode, _ room: Room) -> Fragment {
    guard case .element(let element, let style) = node.kind else {
      return lines([node], node.inherited, room)
    }
    if style.display == .none { return Fragment() }
    var result = box(node, element, style, room)
    if style.opacity < 1 { result.shapes = result.shapes.map { $0.faded(to: style.opacity) } }
    return result
  }

  private func box(
    _ node: StyledNode,
    _ element: ContentNode.Element,
    _ style: NodeStyle,
    _ room: Room
  ) -> Fragment {
    switch element.tag.text.lowercased() {
    case "hr": return rule(style, room)
    case "img": return picture(element, style, room)
    case "svg": return vector(element, style, room)
    case "br": return Fragment()
    default: break
    }
    var outer = style.width.map { min($0, room.width) } ?? room.width
    if style.display == .inlineBlock, room.height == nil, outer.isFinite, style.width == nil {
      outer = min(outer, natural(node))
    }
    let height = room.height ?? style.height
    let inside = content(
      node,
      style,
      Room(
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
    if style.clips, let clipped = clipped(inside, x: style.padding.left, y: top, style, size) {
      result.shapes = clipped
    } else {
      result.add(inside, x: style.padding.left, y: top)
    }
    // A part that does not fit does not make the box larger; it is cut off when the box is drawn.
    if height != nil { result.size.height = size.height }
    if outer.isFinite { result.size.width = outer }
    return result
  }

  private func content(_ node: StyledNode, _ style: NodeStyle, _ room: Room) -> Fragment {
    var result = style.isRow ? row(node.items, style, room) : column(node, style, room)
    for child in node.placed {
      guard case .element(_, let own) = child.kind else { continue }
      let room = Room(
        width: own.width ?? natural(child),
        height: own.height,
        limit: own.height ?? .infinity
      )
      result.shapes += box(child, room).shapes.map { $0.offsetBy(x: own.left, y: own.top) }
    }
    return result
  }

  /// Places blocks below each other, and the text between them in lines.
  ///
  /// Blocks are as wide as the room, unless they are aligned across a column.
  private func column(_ node: StyledNode, _ style: NodeStyle, _ room: Room) -> Fragment {
    var result = Fragment()
    var y = 0.0
    var isFirst = true
    let isAligned =
      style.display == .flex && style.crossAlignment != .start && room.width.isFinite
    for run in node.runs {
      let gap = isFirst ? 0 : style.gap ?? Self.blockGap
      let left = room.limit - y - gap
      guard isFirst || left >= 10 else { break }
      let width = isAligned ? min(room.width, natural(run, style)) : room.width
      let inner = Room(width: width, limit: left)
      let part =
        switch run {
        case .block(let child): box(child, inner)
        case .lines(let nodes): lines(nodes, style.text, inner)
        }
      guard part.size.height > 0 else { continue }
      let spare = isAligned ? room.width - part.size.width : 0
      result.add(part, x: style.crossAlignment == .center ? spare / 2 : spare, y: y + gap)
      y += gap + part.size.height
      isFirst = false
    }
    return result
  }

  /// Places boxes side by side.
  private func row(_ children: [StyledNode], _ style: NodeStyle, _ room: Room) -> Fragment {
    guard !children.isEmpty else { return Fragment() }
    let gap = style.gap ?? 0
    let widths = widths(of: children, room, gap)
    let parts = zip(children, widths).map { child, width in
      box(child, Room(width: width, limit: room.limit))
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

  private func widths(of children: [StyledNode], _ room: Room, _ gap: Double) -> [Double] {
    var widths = children.map { natural($0) }
    guard room.width.isFinite else { return widths }
    let available = max(0, room.width - gap * Double(children.count - 1))
    let shares = children.map { child in
      if case .element(_, let style) = child.kind { return style.flex }
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

  // MARK: Widths

  /// Returns the width that a node takes in a room without an end.
  ///
  /// Boxes in boxes ask for it at every level, so each node remembers its own.
  private func natural(_ node: StyledNode) -> Double {
    if let known = node.naturalWidth { return known }
    let width = measured(node)
    node.naturalWidth = width
    return width
  }

  private func measured(_ node: StyledNode) -> Double {
    guard case .element(let element, let style) = node.kind else {
      return naturalWidth(ofLines: [node], node.inherited)
    }
    if style.display == .none { return 0 }
    let room = Room(width: .infinity, limit: .infinity)
    switch element.tag.text.lowercased() {
    case "hr", "br": return 0
    case "img": return picture(element, style, room).size.width
    case "svg": return vector(element, style, room).size.width
    default: break
    }
    if let width = style.width { return width }
    return naturalWidth(ofContent: node, style) + style.padding.horizontal
  }

  private func naturalWidth(ofContent node: StyledNode, _ style: NodeStyle) -> Double {
    if style.isRow {
      let items = node.items
      let gaps = (style.gap ?? 0) * Double(max(0, items.count - 1))
      return items.reduce(gaps) { $0 + natural($1) }
    }
    return node.runs.reduce(0) { max($0, natural($1, style)) }
  }

  private func natural(_ run: StyledNode.Run, _ style: NodeStyle) -> Double {
    switch run {
    case .block(let child): child.hasHeight ? natural(child) : 0
    case .lines(let nodes): naturalWidth(ofLines: nodes, style.text)
    }
  }

  private func naturalWidth(ofLines nodes: [StyledNode], _ style: InlineStyle) -> Double {
    var breaker = LineBreaker<InlineStyle>(
      measurer: measurer,
      width: .infinity,
      maximum: style.lineLimit
    )
    var boxes = 0
    for node in nodes { add(node, style, &breaker, &boxes) { natural($0) } }
    return breaker.finish().map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
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
    let picture = ContentDrawing.Shape.picture(
      ContentRect(x: 0, y: 0, width: size.width, height: size.height),
      cornerRadius: style.cornerRadius,
      label: (element.attributes["alt"] ?? "").drawable
    )
    return Fragment(size: size, shapes: shadow(style, size) + [picture] + borders(style, size))
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
          element,
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

extension String {
  /// The text with U+FFFD in place of characters that no drawing can contain.
  var drawable: String {
    guard unicodeScalars.contains(where: \.isUndrawable) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isUndrawable ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  var withoutLineFeeds: String {
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
