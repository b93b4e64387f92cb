/// A node with the styles it is drawn in, as the layout sees it.
///
/// It is made once for a drawing, so that no style is read twice, and remembers how wide it would
/// like to be. Content beyond ``DrawingLimits`` is not in it.
final class StyledNode {
  /// What it is.
  enum Kind {
    case text(String)
    /// An element; its children are those of the node.
    case element(ContentNode.Element, NodeStyle)
  }

  let kind: Kind
  let children: [StyledNode]
  /// The style of a text, and that in which an element stands.
  let inherited: InlineStyle
  /// Its width in a room without an end, once ``NodeLayout`` has measured it.
  var naturalWidth: Double?
  /// The children of a row.
  private(set) lazy var items = children.filter { !$0.isBlankText && !$0.isPlaced }
  /// The children that stand at places of their own.
  private(set) lazy var placed = children.filter(\.isPlaced)
  /// The children of a column.
  private(set) lazy var runs = makeRuns()
  /// Whether it takes any height as a box.
  private(set) lazy var hasHeight = takesHeight()

  private init(_ kind: Kind, _ children: [StyledNode], in style: InlineStyle) {
    self.kind = kind
    self.children = children
    inherited = style
  }

  /// Creates the node that is drawn for a content.
  convenience init(_ node: ContentNode) {
    var rest = DrawingLimits()
    self.init(node, InlineStyle(), &rest)
  }

  private convenience init(_ node: ContentNode, _ style: InlineStyle, _ rest: inout DrawingLimits) {
    switch node {
    case .text(let text): self.init(.text(rest.take(text)), [], in: style)
    case .element(let element):
      guard let bare = rest.enter(element) else {
        self.init(.text(""), [], in: style)
        return
      }
      defer { rest.depth -= 1 }
      let own = NodeStyle(bare, in: style)
      if own.display == .none {
        self.init(.element(bare, own), [], in: style)
        return
      }
      if bare.isDrawing {
        self.init(.element(rest.shapes(of: element), own), [], in: style)
        return
      }
      var children: [StyledNode] = []
      for child in element.children {
        if rest.isExhausted { break }
        children.append(StyledNode(child, own.text, &rest))
      }
      self.init(.element(bare, own), children, in: style)
    }
  }
}

extension StyledNode {
  /// A part of a column: a box, or neighbours that share lines.
  enum Run {
    case block(StyledNode)
    case lines([StyledNode])
  }

  private func makeRuns() -> [Run] {
    guard case .element(let element, let style) = kind else { return [] }
    var runs: [Run] = []
    var inline: [StyledNode] = []
    if element.tag == "li" { inline.append(StyledNode(.text("• "), [], in: style.text)) }
    for child in children where !child.isPlaced {
      guard child.isBlock else {
        inline.append(child)
        continue
      }
      if !inline.isEmpty { runs.append(.lines(inline)) }
      inline = []
      runs.append(.block(child))
    }
    if !inline.isEmpty { runs.append(.lines(inline)) }
    return runs
  }

  private var isPlaced: Bool {
    if case .element(_, let style) = kind { return style.isPlaced && style.display != .none }
    return false
  }

  private var isBlankText: Bool {
    if case .text(let text) = kind { return text.allSatisfy(\.isWhitespace) }
    return false
  }

  private var isBlock: Bool {
    guard case .element(let element, let style) = kind else { return false }
    switch element.tag.text.lowercased() {
    case "br": return false
    case "hr", "img", "svg": return true
    default: break
    }
    switch style.display {
    case .block, .flex: return true
    case .inline, .inlineBlock, .none: return false
    }
  }

  private func takesHeight() -> Bool {
    guard case .element(let element, let style) = kind else { return hasLine }
    if style.display == .none { return false }
    switch element.tag.text.lowercased() {
    case "hr", "img", "svg": return true
    case "br": return false
    default: break
    }
    if let height = style.height { return height > 0 }
    if style.padding.vertical > 0 { return true }
    if style.isRow { return items.contains(where: \.hasHeight) }
    return runs.contains { run in
      switch run {
      case .block(let child): child.hasHeight
      case .lines(let nodes): nodes.contains(where: \.hasLine)
      }
    }
  }

  /// Whether it makes a line among others that share lines.
  private var hasLine: Bool {
    switch kind {
    case .text(let text):
      return text.contains { inherited.keepsSpaces && $0.isNewline || !$0.isWhitespace }
    case .element(let element, let style):
      if style.display == .none { return false }
      if element.tag.text.lowercased() == "br" { return true }
      return style.display == .inline ? children.contains(where: \.hasLine) : true
    }
  }
}

/// How much of a content is drawn: no screen shows more, and time and memory have an end.
struct DrawingLimits {
  /// The elements of a content that are drawn.
  private var elements = 10_000
  /// The bytes of its texts, in UTF-8, that are drawn; then “…” follows.
  private var bytes = 100_000
  /// The bytes of its attributes that are read; an element with more than are left is not drawn.
  private var attributeBytes = 1_000_000
  /// How deep the present element is; deeper ones than 64 are not drawn.
  var depth = 0

  /// Whether no more can be drawn.
  var isExhausted: Bool { elements == 0 || bytes == 0 }

  /// Returns a text, or as much of it as may be drawn.
  mutating func take(_ text: String) -> String {
    let count = text.utf8.count
    guard count > bytes else {
      bytes -= count
      return text
    }
    defer { bytes = 0 }
    return bytes == 0 ? "" : text.prefix(bytes: bytes) + "…"
  }

  /// Returns an element without its children, which come next; `nil` if it is not drawn.
  mutating func enter(_ element: ContentNode.Element) -> ContentNode.Element? {
    let size = element.attributes.values.reduce(0) { $0 + $1.utf8.count }
    guard elements > 0, depth < 64, size <= attributeBytes else { return nil }
    elements -= 1
    attributeBytes -= size
    depth += 1
    return ContentNode.Element(element.tag, element.attributes)
  }

  /// Returns an `svg` element, which has been entered, with what is drawn of it: shapes and text.
  mutating func shapes(of element: ContentNode.Element) -> ContentNode.Element {
    var copy = ContentNode.Element(element.tag, element.attributes)
    for child in element.children {
      if isExhausted { break }
      switch child {
      case .text(let text): copy.children.append(.text(take(text)))
      case .element(let element):
        guard element.isShape, enter(element) != nil else { continue }
        copy.children.append(.element(shapes(of: element)))
        depth -= 1
      }
    }
    return copy
  }
}

extension String {
  /// Returns whole characters from its beginning, in at most some bytes of UTF-8.
  package func prefix(bytes: Int) -> Substring {
    if utf8.count <= bytes { return self[...] }
    let end = utf8.index(startIndex, offsetBy: bytes)
    // The character at the end may begin before it; then it is left out.
    return self[..<index(before: index(after: end))]
  }
}

extension ContentNode.Element {
  /// The elements of SVG that draw shapes and text, and load nothing.
  private static let shapes: Set<String> = [
    "svg", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan",
    "defs", "lineargradient", "radialgradient", "stop", "clippath",
  ]

  fileprivate var isShape: Bool { Self.shapes.contains(tag.text.lowercased()) }
  fileprivate var isDrawing: Bool { tag.text.lowercased() == "svg" }
}
