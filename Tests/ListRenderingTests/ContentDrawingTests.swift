import ListRendering
import Testing

/// Nodes as shapes, and their sizes.
struct ContentDrawingTests {
  private static let card: ContentNode = .element(
    "article",
    ["style": "background: #d7e9ff; padding: 12px; border-radius: 14px"],
    [
      .element("h3", text: "A title that is long enough for two lines of a card"),
      .element("p", [:], [.text("Text with "), .element("b", text: "bold"), .text(" words.")]),
    ]
  )

  @Test func `what was measured has room for what is drawn`() {
    for width in stride(from: 80.0, through: 500, by: 13) {
      for node in [Self.card, .element("p", text: "Plain text that is broken into lines")] {
        let size = node.sizeThatFits(ContentSize(width: width, height: .greatestFiniteMagnitude))
        let drawing = node.drawing(in: ContentSize(width: width, height: size.height))
        // White space is where lines end, or words are cut.
        let drawn = drawing.texts.filter { !$0.isWhitespace }
        #expect(drawn == node.texts.joined().filter { !$0.isWhitespace }, "\(width)")
        for line in drawing.lines {
          #expect(line.x >= 0 && line.x + line.width <= width + 0.01)
          #expect(line.baseline > 0 && line.baseline < size.height)
        }
      }
    }
  }

  @Test func `a node as wide as it asked for has one line`() {
    let node = ContentNode.element("p", text: "One line of text")
    let size = node.sizeThatFits(ContentSize(width: 1000, height: 1000))
    #expect(node.drawing(in: size).lines.count == 1)
    #expect(size.height == 44)
  }

  @Test func `text that does not fit ends with an ellipsis`() {
    let node = ContentNode.element("p", text: String(repeating: "word ", count: 100))
    let drawing = node.drawing(in: ContentSize(width: 200, height: 44))
    #expect(drawing.lines.count == 2)
    #expect(drawing.lines.last?.text.hasSuffix("…") == true)
  }

  @Test func `letters on a dark ground are bright`() {
    let node = ContentNode.element("div", ["style": "background: #101010"], text: "x")
    let color = node.drawing(in: ContentSize(width: 50, height: 50)).lines.first?.color
    #expect(color?.light.red == 1)
  }

  @Test func `boxes in a row share the room that is left`() {
    let node: ContentNode = .element(
      "div",
      ["style": "display: flex; gap: 10px; padding: 10px"],
      [
        .element("div", ["style": "width: 40px; height: 40px; background: red"]),
        .element("p", ["style": "flex: 1"], text: "a"),
        .element("div", ["style": "width: 30px; height: 40px; background: blue"]),
      ]
    )
    let boxes = node.drawing(in: ContentSize(width: 200, height: 60)).rectangles
    #expect(boxes.map(\.x) == [10, 160])
    #expect(boxes.map(\.width) == [40, 30])
  }

  @Test(arguments: [("start", 0.0), ("center", 40), ("end", 80)])
  func `boxes of a column stand where they are aligned, as wide as they need`(
    alignment: String,
    x: Double
  ) {
    let box = ContentNode.element(
      "div",
      ["style": "width: 20px; height: 10px; background: #ff0000"]
    )
    let column = ContentNode.element(
      "div",
      [
        "style":
          "background: #ffffff; display: flex; flex-direction: column; align-items: \(alignment)"
      ],
      [box]
    )
    let frames = column.drawing(in: ContentSize(width: 100, height: 40)).shapes.compactMap {
      if case .rectangle(let rect, _, _, _) = $0 { rect } else { nil }
    }
    #expect(frames.last == ContentRect(x: x, y: 0, width: 20, height: 10))
  }

  @Test func `an inline element with a ground is a box in its line`() {
    let style = "background: #d7e9ff; border-radius: 8px; padding: 2px 8px"
    let node: ContentNode = .element(
      "div",
      ["style": "padding: 10px"],
      [.element("span", ["style": style], text: "Badge"), .element("p", text: "Below")]
    )
    let drawing = node.drawing(in: ContentSize(width: 200, height: 80))
    let width = TextMeasurer().width(of: "Badge", in: TextStyle(size: 16))
    let box = drawing.rectangles.first { $0.width < 200 }
    #expect(box == ContentRect(x: 10, y: 10, width: width + 16, height: 24))
    #expect(drawing.lines.map(\.x) == [18, 10])
    // One without a ground is part of its line.
    let plain = ContentNode.element("p", [:], [.element("span", text: "a"), .text("b")])
    #expect(plain.drawing(in: ContentSize(width: 200, height: 80)).rectangles.isEmpty)
  }

  @Test(arguments: [
    ("border-bottom: 1px solid #d1d1d6", [ContentRect(x: 0, y: 59, width: 100, height: 1)]),
    ("border-top: 2px solid red", [ContentRect(x: 0, y: 0, width: 100, height: 2)]),
    ("border-left: 3px", [ContentRect(x: 0, y: 0, width: 3, height: 60)]),
    ("border-right: 4px", [ContentRect(x: 96, y: 0, width: 4, height: 60)]),
    ("border: 1px solid red", [ContentRect(x: 0, y: 0, width: 100, height: 60)]),
    (
      "border: 1px solid red; border-top: none; border-left: 0",
      [
        ContentRect(x: 99, y: 0, width: 1, height: 60),
        ContentRect(x: 0, y: 59, width: 100, height: 1),
      ]
    ),
    ("border-bottom: none", []),
  ])
  func `an edge has a line of its own`(style: String, lines: [ContentRect]) {
    let node = ContentNode.element("div", ["style": "\(style); padding: 8px"], text: "Row")
    #expect(node.drawing(in: ContentSize(width: 100, height: 60)).rectangles == lines)
  }

  @Test(arguments: [
    ("label", "#000000", 1, "#ffffff", 1), ("secondaryLabel", "#3c3c43", 0.6, "#ebebf5", 0.6),
    ("separator", "#3c3c43", 0.29, "#545458", 0.6),
    ("systemBackground", "#ffffff", 1, "#000000", 1),
    ("secondarySystemBackground", "#f2f2f7", 1, "#1c1c1e", 1),
    ("tertiarySystemBackground", "#ffffff", 1, "#2c2c2e", 1),
    ("systemGroupedBackground", "#f2f2f7", 1, "#000000", 1),
    ("secondarySystemGroupedBackground", "#ffffff", 1, "#1c1c1e", 1),
    ("tertiarySystemGroupedBackground", "#f2f2f7", 1, "#2c2c2e", 1),
    ("systemFill", "#787880", 0.2, "#787880", 0.36),
    ("tertiarySystemFill", "#767680", 0.12, "#767680", 0.24),
  ])
  func `colours of UIKit's names have its values`(
    name: String,
    light: String,
    lightAlpha: Double,
    dark: String,
    darkAlpha: Double
  ) throws {
    let color = try #require(ContentColor(css: name))
    #expect(color.light.hex == light)
    #expect(color.light.alpha == lightAlpha)
    #expect(color.dark.hex == dark)
    #expect(color.dark.alpha == darkAlpha)
  }

  @Test(arguments: [
    ("#fff", 1.0, 1.0), ("#ff000080", 1, 1), ("rgb(255, 0, 0)", 1, 1),
    ("light-dark(#fff, #000)", 1, 0), ("systemRed", 1, 1), ("white", 1, 1),
  ])
  func `colours of CSS are read`(text: String, light: Double, dark: Double) throws {
    let color = try #require(ContentColor(css: text))
    #expect(color.light.red == light)
    #expect(color.dark.red == dark)
  }

  @Test(arguments: [
    "", "#12", "#ggg", "rgb(1)", "url(x)", "light-dark(#fff)", "light-dark(((", "(",
  ])
  func `what is no colour is not read`(text: String) {
    #expect(ContentColor(css: text) == nil)
  }

  @Test func `elements of svg that load something are left out`() {
    let node: ContentNode = .element(
      "svg",
      [:],
      [
        .element("image", ["href": "https://x"]), .element("g", [:], [.element("use")]),
        .element("rect"),
      ]
    )
    let drawing = node.drawing(in: ContentSize(width: 10, height: 10))
    guard case .vector(let element, _)? = drawing.shapes.first else {
      Issue.record("no drawing")
      return
    }
    #expect(element.children == [.element("g"), .element("rect")])
  }

  @Test(arguments: [
    (["width": "30"], ContentSize(width: 30, height: 15)),
    (["height": "30"], ContentSize(width: 60, height: 30)),
    (["width": "30", "height": "30"], ContentSize(width: 30, height: 30)),
    // No wider than the room, which has margins.
    (["width": "400"], ContentSize(width: 550.0 / 3, height: 275.0 / 3)),
  ])
  func `a vector drawing keeps its shape when it has one side`(
    attributes: [ContentNode.Name: String],
    size: ContentSize
  ) {
    var attributes = attributes
    attributes["viewBox"] = "0 0 20 10"
    let node: ContentNode = .element("div", [:], [.element("svg", attributes, [.element("rect")])])
    let drawing = node.drawing(in: ContentSize(width: 200, height: 200))
    let rects = drawing.shapes.compactMap { shape in
      if case .vector(_, let rect) = shape { return rect }
      return nil
    }
    guard let rect = rects.first else {
      Issue.record("no drawing")
      return
    }
    #expect(abs(rect.width - size.width) < 1e-9 && abs(rect.height - size.height) < 1e-9)
  }

  @Test func `thousands of nested boxes are drawn as far as anybody looks`() {
    var node = ContentNode.text("deep")
    for _ in 0..<5_000 { node = .element("div", ["style": "padding: 1px"], [node]) }
    #expect(node.drawing(in: ContentSize(width: 100, height: 100)).lines.isEmpty)
  }

  @Test(arguments: ["flex", "inline-block"])
  func `boxes that ask for the width of their content may stand in each other`(display: String) {
    // A layout that measures each box again for every box around it would never end here.
    var node = ContentNode.element("p", text: "inmost")
    for level in 0..<60 {
      let style = "display: \(display); gap: 1px"
      node = .element("div", ["style": style], [.element("b", text: "\(level) "), node])
    }
    let drawing = node.drawing(in: ContentSize(width: 4_000, height: 100))
    #expect(drawing.lines.count == 61)
    #expect(drawing.texts.hasSuffix("0 inmost"))
    #expect(node.sizeThatFits(ContentSize(width: 4_000, height: 100)).width > 61 * 8)
  }

  @Test(arguments: [
    ContentNode.text(String(repeating: "w", count: 500_000)),
    .element("div", ["style": "display: flex"], (0..<20_000).map { _ in .element("b") }),
    .element("div", [:], (0..<30_000).map { _ in .text("many words ") }),
    .element("svg", [:], (0..<30_000).map { _ in .element("rect") }),
    .element("svg", ["d": String(repeating: "M0 0", count: 500_000)]),
    .element("img", ["alt": String(repeating: "a", count: 2_000_000)]),
  ])
  func `of any content, no more is drawn than the limits say`(node: ContentNode) {
    let drawing = node.drawing(in: ContentSize(width: 20_000, height: 4_000))
    let bytes = drawing.lines.reduce(0) { $0 + $1.text.utf8.count }
    #expect(bytes <= 100_003)
    #expect(drawing.shapes.count <= 10_000)
    for case .vector(let element, _) in drawing.shapes {
      #expect(element.children.count < 10_000)
      #expect(element.attributes.values.allSatisfy { $0.utf8.count <= 1_000_000 })
    }
  }

  @Test func `a text that is cut ends with dots, and between characters`() {
    let text = String(repeating: "👩‍👩‍👧‍👦", count: 5_000)
    let drawing = ContentNode.text(text).drawing(in: ContentSize(width: 20_000, height: 4_000))
    let drawn = drawing.lines.map(\.text).joined()
    #expect(drawn.last == "…")
    #expect(drawn.dropLast().allSatisfy { $0 == "👩‍👩‍👧‍👦" })
    #expect(drawn.count == 100_000 / 25 + 1)
    #expect("ab\u{301}c".prefix(bytes: 3) == "a")
    #expect("ab\u{301}c".prefix(bytes: 4) == "ab\u{301}")
    #expect("b\u{301}c".prefix(bytes: 1) == "")
    #expect("日本".prefix(bytes: 4) == "日")
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func `a drawing without a size is empty`(side: Double) {
    #expect(Self.card.drawing(in: ContentSize(width: side, height: 10)).shapes.isEmpty)
  }
}

extension ContentDrawing {
  var lines: [Line] {
    shapes.compactMap { shape in
      if case .text(let line) = shape { return line }
      return nil
    }
  }

  var texts: String {
    lines.map(\.text).joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  var rectangles: [ContentRect] {
    shapes.compactMap { shape in
      if case .rectangle(let rect, _, _, _) = shape { return rect }
      return nil
    }
  }
}
