import Foundation
import FoundationXML
import ListRendering
import Testing

@Suite struct ContentNodeTests {
  @Test func `an element is written with its attributes in order of their names`() {
    let node: ContentNode = .element("p", ["id": "x", "class": "y"], [.text("a"), .element("br")])
    #expect(node.html == #"<p class="y" id="x">a<br></p>"#)
  }

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"'", "&quot;&#39;"),
    ("</p><script>", "&lt;/p&gt;&lt;script&gt;"), ("a\rb", "a&#13;b"), ("a\u{0}b", "a\u{FFFD}b"),
    ("a\u{1B}b\u{FFFE}", "a\u{FFFD}b\u{FFFD}"), ("안녕 👋🏽\n\t", "안녕 👋🏽\n\t"),
  ])
  func `text is escaped, and what no page can contain is replaced`(text: String, html: String) {
    #expect(ContentNode.text(text).html == html)
    #expect(ContentNode.element("p", ["title": text]).html == "<p title=\"\(html)\"></p>")
  }

  @Test func `elements that can have no children in HTML have no end tag and no children`() {
    let node: ContentNode = .element("img", ["src": "a.png"], [.text("lost")])
    #expect(node.html == #"<img src="a.png">"#)
    #expect(ContentNode.element("div").html == "<div></div>")
  }

  @Test func `a line feed at the start of preformatted text survives`() {
    #expect(ContentNode.element("pre", text: "\na").html == "<pre>\n\na</pre>")
  }

  @Test(arguments: [
    "", "1a", "a b", "a>b", "a\"", "ä", "onclick", "ONLOAD", "a/",
    String(repeating: "a", count: 65),
  ])
  func `what could break out of markup, or run code, is not a name`(text: String) {
    #expect(ContentNode.Name(text) == nil)
  }

  @Test(arguments: ["script", "Style", "iframe", "TITLE", "textarea", "meta"])
  func `elements that run or include something are not written`(text: String) throws {
    let name = try #require(ContentNode.Name(text))
    let node = ContentNode.element(name, ["title": "a", "style": "color: red"], text: "</b>")
    let markup = #"<unnamed style="color: red" title="a">&lt;/b&gt;</unnamed>"#
    #expect(node.html == markup)
    #expect(node.svg(size: ContentSize(width: 1, height: 1)).contains(markup))
  }

  @Test(arguments: ["a", "h1", "data-id", "xlink:href", "foreignObject", "A_b.c"])
  func `the names of elements and attributes are names`(text: String) {
    #expect(ContentNode.Name(text)?.text == text)
  }

  @Test func `a literal that is no name is harmless`() {
    #expect(ContentNode.element("a b").html == "<unnamed></unnamed>")
  }

  @Test func `the texts are those on screen, in order`() {
    let node: ContentNode = .element(
      "div",
      [:],
      [.element("h2", text: "one"), .text(""), .element("p", [:], [.text("two")])]
    )
    #expect(node.texts == ["one", "two"])
  }

  @Test func `a drawing is a document with its namespace`() {
    let circle: ContentNode = .element("circle", ["r": "2", "fill": "red"])
    let node: ContentNode = .element(
      "svg",
      ["width": "4"],
      [circle, .element("text", text: "<&>")]
    )
    let svg = node.svg(size: ContentSize(width: 1, height: 1))
    #expect(
      svg == #"<svg width="4" xmlns="http://www.w3.org/2000/svg"><circle fill="red" r="2"/>"#
        + "<text>&lt;&amp;&gt;</text></svg>"
    )
  }

  @Test func `HTML becomes a part of a drawing of the given size`() {
    let svg = ContentNode.element("p", text: "a").svg(size: ContentSize(width: 320, height: 44))
    #expect(svg.contains(#"<foreignObject height="44.0" width="320.0">"#))
    #expect(svg.contains(#"<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>"#))
  }

  @Test func `any text comes back from a drawing, by an XML parser's reading`() throws {
    let texts = ["a & <b> \"c\" 'd'", "tab\tline\nfeed\rend", "🎈 é ]]> -->"]
    for text in texts {
      let node: ContentNode = .element("svg", ["data-x": text], [.element("text", text: text)])
      let reader = TextReader()
      let parser = XMLParser(data: Data(node.svg(size: ContentSize(width: 1, height: 1)).utf8))
      parser.delegate = reader
      #expect(parser.parse(), "\(text)")
      #expect(reader.text == text)
      #expect(reader.attribute == text)
    }
  }
}

@Suite struct DescribedContentTests {
  @Test func `contents say what they look like now`() {
    let text = TextContent("a", in: "h2")
    text.text = "b"
    #expect(text.node.html == "<h2>b</h2>")
    let drawing = NodeContent()
    drawing.node = .element("hr")
    #expect(drawing.node.html == "<hr>")
  }

  @Test func `plain content shows a type and a view model, which is only read by who looks`() {
    let content = PlainContent()
    var readings = 0
    content.show("Card") {
      readings += 1
      return "{}"
    }
    #expect(readings == 0)
    #expect(content.node.html == "<p><b>Card</b> <code>{}</code></p>")
    content.show("Card") { nil }
    #expect(content.node.html == "<p><b>Card</b></p>")
  }
}

/// Remembers the text and the attribute a parser reads.
private final class TextReader: NSObject, XMLParserDelegate {
  var text = ""
  var attribute: String?

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    attribute = attribute ?? attributes["data-x"]
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }
}
