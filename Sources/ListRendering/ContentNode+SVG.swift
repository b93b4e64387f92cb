extension ContentNode {
  /// Returns the node as an SVG document.
  ///
  /// An `svg` element is written unchanged, with the namespace it needs; any other node is written
  /// as HTML inside an SVG of the given size.
  ///
  /// - Parameter size: The size of the drawing, in points; unused for an `svg` element.
  /// - Returns: The document as XML.
  public func svg(size: ContentSize) -> String {
    var root: Element
    if case .element(let element) = self, element.tag == "svg" {
      root = element
    } else {
      let (width, height) = ("\(size.width)", "\(size.height)")
      let page = ContentNode.element("div", ["xmlns": "http://www.w3.org/1999/xhtml"], [self])
      root = Element(
        "svg",
        ["width": width, "height": height],
        [.element("foreignObject", ["width": width, "height": height], [page])]
      )
    }
    root.attributes["xmlns"] = "http://www.w3.org/2000/svg"
    var text = ""
    ContentNode.element(root).write(to: &text, as: .xml)
    return text
  }
}
