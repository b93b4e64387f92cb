/// The style of an element, from its name and its `style` attribute.
struct NodeStyle {
  enum Display {
    case block, inline, inlineBlock, flex, none
  }

  enum Alignment {
    case start, center, end, spaceBetween
  }

  var display = Display.block
  var isColumn = false
  var ground: ContentColor?
  /// The lines at its edges.
  var borders = Borders()
  var cornerRadius = 0.0
  /// Whether its content is cut off at its edges.
  var clips = false
  /// The shadow of its ground.
  var shadow: Shadow?
  /// How much of it is seen, from 0 to 1.
  var opacity = 1.0
  var padding = Edges()
  var gap: Double?
  var width: Double?
  var height: Double?
  /// Whether it stands at ``left`` and ``top`` of its parent, and not after its siblings.
  var isPlaced = false
  var left = 0.0
  var top = 0.0
  /// The share of the remaining room that it takes beside others in a row.
  var flex = 0.0
  /// The alignment along the direction of the children.
  var justification = Alignment.start
  /// The alignment across that direction.
  var crossAlignment = Alignment.start
  /// The style that children inherit.
  var text: InlineStyle

  struct Edges {
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    var left = 0.0
    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }
  }

  struct Shadow {
    var x: Double
    var y: Double
    var blur: Double
    var color: ContentColor
  }

  struct Borders {
    var top: ContentDrawing.Border?
    var right: ContentDrawing.Border?
    var bottom: ContentDrawing.Border?
    var left: ContentDrawing.Border?

    init(all border: ContentDrawing.Border? = nil) {
      top = border
      right = border
      bottom = border
      left = border
    }

    var isEmpty: Bool { top == nil && right == nil && bottom == nil && left == nil }
    /// The line at all four edges; `nil` when the edges differ.
    var around: ContentDrawing.Border? {
      top == right && top == bottom && top == left ? top : nil
    }
  }

  /// Whether children stand side by side.
  var isRow: Bool { display == .flex && !isColumn }

  /// Whether it has a background, a border or padding.
  var hasGround: Bool {
    ground != nil || !borders.isEmpty || padding.horizontal > 0 || padding.vertical > 0
  }
}

/// The style of text; children inherit it from their parents.
struct InlineStyle: Hashable, LineStyle {
  var textStyle = TextStyle(size: 16)
  var color = ContentColor.label
  var alignment = Alignment.start
  var keepsSpaces = false
  /// The most lines that a text may have.
  var lineLimit = Int.max
  /// The index of the box in the line, if this is not text.
  var box: Int?

  enum Alignment: Hashable {
    case start, center, end
  }
}

extension NodeStyle {
  /// Creates the style of an element.
  init(_ element: ContentNode.Element, in parent: InlineStyle) {
    text = parent
    let tag = element.tag.text.lowercased()
    setDefaults(of: tag)
    let declarations = Self.declarations(element)
    for (name, value) in declarations { set(name, value) }
    // A part of a line with a background is a box in the line.
    if display == .inline, hasGround { display = .inlineBlock }
    // Without a `color`, the letters get a readable colour.
    if let ground, ground.light.alpha > 0.5, !declarations.contains(where: { $0.name == "color" }) {
      text.color = ground.letters
    }
  }

  private mutating func setDefaults(of tag: String) {
    switch tag {
    case "h1": heading(28)
    case "h2": heading(20)
    case "h3": heading(17)
    case "h4", "h5", "h6": heading(16)
    case "b", "strong", "th":
      display = .inline
      text.textStyle.weight = .bold
    case "a":
      display = .inline
      text.color = ContentColor.named["systemblue"] ?? text.color
    case "small":
      display = .inline
      text.textStyle.size = 13
      text.color = .detail
    case "button":
      display = .inlineBlock
      text.color = ContentColor.named["systemblue"] ?? text.color
    case "pre": text.keepsSpaces = true
    case "span", "i", "em", "code", "kbd", "label", "mark", "s", "sub", "sup", "time", "u", "var",
      "abbr", "cite", "q", "unnamed":
      display = .inline
    default: display = .block
    }
  }

  private mutating func heading(_ size: Double) {
    text.textStyle = TextStyle(size: size, weight: .bold)
  }

  private static func declarations(
    _ element: ContentNode.Element
  ) -> [(name: String, value: String)] {
    guard let style = element.attributes["style"] else { return [] }
    return style.split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].trimmed.lowercased(), parts[1].trimmed)
    }
  }

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "display": setDisplay(value)
    case "flex-direction": isColumn = value == "column"
    case "background", "background-color": ground = ContentColor(css: value) ?? ground
    case "color": text.color = ContentColor(css: value) ?? text.color
    case "border": if let line = border(value) { borders = Borders(all: line) }
    case "border-top": if let line = border(value) { borders.top = line }
    case "border-right": if let line = border(value) { borders.right = line }
    case "border-bottom": if let line = border(value) { borders.bottom = line }
    case "border-left": if let line = border(value) { borders.left = line }
    case "border-radius": cornerRadius = Self.length(value) ?? cornerRadius
    case "overflow": clips = value == "hidden" || value == "clip"
    case "box-shadow": shadow = Self.shadow(value)
    case "opacity": opacity = Self.number(value).map { min(max(0, $0), 1) } ?? opacity
    case "padding": setPadding(value)
    case "padding-top": padding.top = Self.length(value) ?? padding.top
    case "padding-right": padding.right = Self.length(value) ?? padding.right
    case "padding-bottom": padding.bottom = Self.length(value) ?? padding.bottom
    case "padding-left": padding.left = Self.length(value) ?? padding.left
    case "gap": gap = Self.length(value)
    case "width": width = Self.length(value)
    case "height": height = Self.length(value)
    case "position": isPlaced = value == "absolute"
    case "left": left = Self.distance(value) ?? left
    case "top": top = Self.distance(value) ?? top
    case "flex", "flex-grow":
      flex = value.split(separator: " ").first.flatMap { Self.number($0) } ?? flex
    case "justify-content": justification = Self.alignment(value)
    case "align-items": crossAlignment = Self.alignment(value)
    case "font-size":
      if let size = Self.length(value) {
        text.textStyle = TextStyle(size: size, weight: text.textStyle.weight)
      }
    case "font-weight": setWeight(value)
    case "text-align":
      text.alignment =
        value == "center" ? .center : value == "right" || value == "end" ? .end : .start
    case "white-space": text.keepsSpaces = value.hasPrefix("pre")
    case "-webkit-line-clamp", "line-clamp": text.lineLimit = Int(value).map { max(1, $0) } ?? .max
    default: break
    }
  }

  private mutating func setDisplay(_ value: String) {
    switch value {
    case "block": display = .block
    case "inline": display = .inline
    case "inline-block", "inline-flex": display = .inlineBlock
    case "flex": display = .flex
    case "none": display = .none
    default: break
    }
  }

  private mutating func setWeight(_ value: String) {
    let isBold = value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600
    text.textStyle.weight = isBold ? .bold : .regular
  }

  /// Returns the line that a value describes: no line for `none` and for a width of 0; `nil` for a
  /// value that is not understood.
  private func border(_ value: String) -> ContentDrawing.Border?? {
    let words = Self.words(value)
    if words.contains(where: { $0 == "none" || $0 == "hidden" }) { return .some(nil) }
    guard let width = words.lazy.compactMap({ Self.length($0) }).first else { return nil }
    guard width > 0 else { return .some(nil) }
    let color = words.lazy.compactMap { ContentColor(css: $0) }.first
    return ContentDrawing.Border(color: color ?? .separator, width: width)
  }

  /// Returns the shadow that a value describes: two distances, a blur, and a colour.
  private static func shadow(_ value: String) -> Shadow? {
    let words = words(value)
    let lengths = words.compactMap { distance($0) }
    guard lengths.count >= 2, let color = words.lazy.compactMap({ ContentColor(css: $0) }).first
    else { return nil }
    let blur = lengths.count > 2 ? max(0, lengths[2]) : 0
    return Shadow(x: lengths[0], y: lengths[1], blur: blur, color: color)
  }

  private mutating func setPadding(_ value: String) {
    let lengths = value.split(separator: " ").compactMap { Self.length($0) }
    guard let first = lengths.first else { return }
    padding.top = first
    padding.right = lengths.count > 1 ? lengths[1] : first
    padding.bottom = lengths.count > 2 ? lengths[2] : first
    padding.left = lengths.count > 3 ? lengths[3] : padding.right
  }

  private static func alignment(_ value: String) -> Alignment {
    switch value {
    case "center": .center
    case "end", "flex-end": .end
    case "space-between": .spaceBetween
    default: .start
    }
  }

  /// Returns the words of a value; a text in parentheses is one word.
  private static func words(_ value: String) -> [String] {
    var words = [""]
    var depth = 0
    for character in value {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == " ", depth <= 0 {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Reads a length in pixels, which are points here, and bounds it to 0 to 1,000,000.
  static func length(_ text: some StringProtocol) -> Double? {
    var text = text.trimmed
    if text.hasSuffix("px") || text.hasSuffix("pt") { text.removeLast(2) }
    return number(text).map { min(max(0, $0), 1e6) }
  }

  /// Returns a number of points, which may be negative.
  private static func distance(_ text: String) -> Double? {
    text.hasPrefix("-") ? length(text.dropFirst()).map { -$0 } : length(text)
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
