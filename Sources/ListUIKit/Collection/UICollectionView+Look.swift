import ListAdapter
import ListLayout
import ListRendering

// A list inside a cell of another list is drawn as the elements it has on screen.

extension UICollectionView {
  func drawnList() -> ContentNode {
    let viewport = simulation.viewport
    let isVertical = simulation.scrollAxis == .vertical
    let (x, y) =
      isVertical ? (0, -simulation.contentOrigin) : (-simulation.contentOrigin, 0)
    let shown = simulation.visibleAttributes.filter { !$0.isHidden }
      .sorted(by: LayoutAttributes.isDrawnBefore)
    let figures = shown.compactMap { attributes in
      (simulation.visibleView(of: attributes.element)?.content as? any DescribedContent).map {
        figure(of: $0, attributes, attributes.frame.offsetBy(x: x, y: y))
      }
    }
    let size: [ContentNode.Name: String] = [
      "width": "\(viewport.width)", "height": "\(viewport.height)",
    ]
    return .element("svg", size, figures)
  }

  private func figure(
    of content: any DescribedContent,
    _ attributes: LayoutAttributes,
    _ frame: LayoutRect
  ) -> ContentNode {
    let (width, height) = (frame.width * attributes.scale, frame.height * attributes.scale)
    let place: [ContentNode.Name: String] = [
      "x": "\(frame.center.x - width / 2)", "y": "\(frame.center.y - height / 2)",
      "width": "\(width)", "height": "\(height)", "opacity": "\(attributes.alpha)",
      "viewBox": "0 0 \(frame.width) \(frame.height)",
    ]
    let size = ContentSize(width: frame.width, height: frame.height)
    let margins: ContentMargins = content.isDrawnAlone ? .none : .row
    let drawing = content.node.drawing(in: size, margins: margins)
    return .element("svg", place, drawing.shapes.map(Self.vector))
  }

  // Each shape is drawn in one colour, the one of light mode.
  private static func vector(_ shape: ContentDrawing.Shape) -> ContentNode {
    switch shape {
    case .rectangle(let rect, let radius, let fill, let border):
      var attributes = place(rect)
      attributes["rx"] = "\(radius)"
      attributes["fill"] = fill?.light.hex ?? "none"
      attributes["fill-opacity"] = "\(fill?.light.alpha ?? 1)"
      if let border {
        attributes["stroke"] = border.color.light.hex
        attributes["stroke-opacity"] = "\(border.color.light.alpha)"
        attributes["stroke-width"] = "\(border.width)"
      }
      return .element("rect", attributes)
    case .text(let line):
      let attributes: [ContentNode.Name: String] = [
        "x": "\(line.x)", "y": "\(line.baseline)", "font-size": "\(line.style.size)",
        "font-weight": line.style.weight == .bold ? "bold" : "normal",
        "fill": line.color.light.hex, "fill-opacity": "\(line.color.light.alpha)",
      ]
      return .element("text", attributes, text: line.text)
    case .picture(let rect, let radius, _):
      var attributes = place(rect)
      attributes["rx"] = "\(radius)"
      attributes["fill"] = ContentColor.fill.light.hex
      return .element("rect", attributes)
    case .vector(var element, let rect):
      element.attributes.merge(place(rect)) { $1 }
      return .element(element)
    }
  }

  private static func place(_ rect: ContentRect) -> [ContentNode.Name: String] {
    [
      "x": "\(rect.x)", "y": "\(rect.y)", "width": "\(rect.width)", "height": "\(rect.height)",
    ]
  }
}
