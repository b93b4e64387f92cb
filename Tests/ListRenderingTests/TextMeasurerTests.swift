import ListRendering
import Testing

/// How large texts are.
struct TextMeasurerTests {
  private let measurer = TextMeasurer()

  @Test func `widths are those of the font's table`() {
    // A: 1366, B: 1366, of 2048 units.
    #expect(measurer.width(of: "AB", in: TextStyle(size: 16)) == 2 * 1366 * 16 / 2048.0)
    #expect(measurer.width(of: "i", in: TextStyle(size: 1000)) == 455 * 1000 / 2048.0)
    #expect(measurer.width(of: "", in: TextStyle()) == 0)
  }

  @Test func `a letter with an accent is as wide composed as decomposed`() {
    let style = TextStyle(size: 20)
    #expect(measurer.width(of: "\u{E9}", in: style) == measurer.width(of: "e\u{301}", in: style))
  }

  @Test(arguments: [
    ("漢字", 2.0), ("한글", 1.84), ("ｱｲ", 1), ("😀", 1.25), ("👨‍👩‍👧‍👦", 1.25), ("ก", 0.6), ("\u{200D}", 0),
  ])
  func `what the font does not have takes the documented width`(text: String, width: Double) {
    #expect(abs(measurer.width(of: text, in: TextStyle(size: 10)) - width * 10) < 0.01)
    #expect(!measurer.isExact(for: text) || width == 0)
  }

  @Test func `lines end at spaces, and none is wider than it may be`() {
    let text = "The quick brown fox jumps over the lazy dog"
    let style = TextStyle(size: 16)
    // As wide as the widest word at least, which is not cut then.
    for width in stride(from: 60.0, through: 400, by: 12) {
      let lines = measurer.lines(of: text, in: style, width: width)
      #expect(lines.map(\.text).joined(separator: " ") == text)
      #expect(lines.allSatisfy { $0.width <= width + 0.01 })
      #expect(lines.allSatisfy { abs($0.width - measurer.width(of: $0.text, in: style)) < 0.01 })
    }
  }

  @Test func `a word wider than a line is cut, and every line has a character`() {
    let lines = measurer.lines(of: "Donaudampfschiff", in: TextStyle(size: 16), width: 1)
    #expect(lines.map(\.text).joined() == "Donaudampfschiff")
    #expect(lines.count == 16)
  }

  @Test func `a size is that of the lines, to the last bit`() {
    let parts = [
      "a", "Word", "well-known", "-", "- x", " ", "  ", "1-2", "é",
      "W" + String(repeating: "i", count: 30),
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        parts[Int.random(in: parts.indices, using: &random)]
      }.joined(separator: Bool.random() ? " " : "")
      let style = TextStyle(size: [13, 17, 20.5][Int.random(in: 0..<3, using: &random)])
      let width = [0, 20, 61.3, 120, 1e6][Int.random(in: 0..<5, using: &random)]
      let maximum = [1, 2, 3, Int.max][Int.random(in: 0..<4, using: &random)]
      let lines = TextMeasurer().lines(of: text, in: style, width: width, atMost: maximum)
      let size = TextMeasurer().size(of: text, in: style, width: width, atMost: maximum)
      #expect(size.width == lines.map(\.width).max() ?? 0, "\(text) in \(width), \(maximum)")
      #expect(size.height == Double(lines.count) * TextMeasurer().lineHeight(of: style))
    }
  }

  @Test func `a line feed ends a line`() {
    let lines = measurer.lines(of: "a\nb\r\n\nc", in: TextStyle(), width: 100)
    #expect(lines.map(\.text) == ["a", "b", "", "c"])
  }

  @Test func `ideographs break anywhere but before a full stop`() {
    let lines = measurer.lines(of: "日本語文字。", in: TextStyle(size: 10), width: 50)
    #expect(lines.map(\.text) == ["日本語文", "字。"])
  }

  @Test func `a text of too many lines ends with an ellipsis that fits`() {
    let style = TextStyle(size: 16)
    let text = String(repeating: "word ", count: 40)
    for width in stride(from: 30.0, through: 300, by: 7) {
      let lines = measurer.lines(of: text, in: style, width: width, atMost: 2)
      #expect(lines.count == 2)
      #expect(lines.last?.text.last == "…")
      #expect(lines.allSatisfy { $0.width <= width + 0.01 })
    }
  }

  @Test func `the last line there may be is filled before it ends`() {
    let style = TextStyle(size: 13)
    let text = "Free delivery everywhere"
    let width = measurer.width(of: "Free delivery ever…", in: style)
    let lines = measurer.lines(of: text, in: style, width: width, atMost: 1)
    #expect(lines.map(\.text) == ["Free delivery ever…"])
    // No blank stands before the dots.
    let narrow = measurer.width(of: "Free delivery …", in: style)
    let cut = measurer.lines(of: text, in: style, width: narrow, atMost: 1)
    #expect(cut.map(\.text) == ["Free delivery…"])
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `a size that is none measures nothing`(size: Double) {
    #expect(measurer.width(of: "text", in: TextStyle(size: size)) == 0)
  }
}
