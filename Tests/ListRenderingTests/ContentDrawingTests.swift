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

  @Test func `thousands of nested boxes are drawn as far as anybody looks`() {
    var node = ContentNode.text("deep")
    for _ in 0..<5_000 { node = .element("div", ["style": "padding: 1px"], [node]) }
    #expect(node.drawing(in: ContentSize(width: 100, height: 100)).lines.isEmpty)
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
