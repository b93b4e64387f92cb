import ListAdapter
import ListLayout
import ListRendering

// A list inside another view is drawn as the elements it has on screen.

extension UIScrollView {
  /// The ground of a list, and its elements on screen.
  func drawn(_ simulation: SimulatedCollectionView) -> ContentNode {
    var figures = simulation.drawnElements
    let ground = backgroundColor ?? simulation.listGround
    if let ground, ground != .clear {
      figures.insert(
        .element("rect", ["width": "100%", "height": "100%", "fill": "\(ground.css)"]),
        at: 0
      )
    }
    let viewport = simulation.viewport
    return .element(
      "svg",
      ["width": "\(viewport.width)", "height": "\(viewport.height)"],
      figures
    )
  }
}

extension UICollectionView {
  func drawnList() -> ContentNode { drawn(simulation) }
}

extension SimulatedCollectionView {
  /// The colour of the screen behind rows; `nil` for sidebars, and for what are no rows.
  fileprivate var listGround: UIColor? {
    let row = pathsForVisibleItems.lazy.compactMap { self.listRow(at: $0) }.first
    guard let row else { return nil }
    if let color = row.backgroundColor { return UIColor(css: color) }
    let isGrouped = row.appearance == .grouped || row.appearance == .insetGrouped
    return isGrouped ? .systemGroupedBackground : row.appearance == .plain ? .systemBackground : nil
  }

  /// The elements on screen.
  @MainActor fileprivate var drawnElements: [ContentNode] {
    let isVertical = scrollAxis == .vertical
    let (x, y) = isVertical ? (0, -contentOrigin) : (-contentOrigin, 0)
    let shown = visibleAttributes.filter { !$0.isHidden }
      .sorted(by: LayoutAttributes.isDrawnBefore)
    return shown.flatMap { attributes -> [ContentNode] in
      let content = visibleView(of: attributes.element)?.content
      guard let content = content as? any DescribedContent else { return [] }
      let frame = attributes.frame.offsetBy(x: x, y: y)
      let figure = figure(of: content, attributes, frame)
      guard case .cell(let path) = attributes.element, let row = content as? any HostedListRow,
        let place = listRow(at: path)
      else { return [figure] }
      return [Self.ground(of: place, frame, row.rowColor)].compactMap(\.self) + [figure]
        + place.separators.map { Self.line($0, frame) }
    }
  }

  /// The ground of a row, with the corners of a card.
  private static func ground(
    of row: LayoutListRow,
    _ frame: LayoutRect,
    _ color: ContentColor?
  ) -> ContentNode? {
    let isCard = row.appearance == .grouped || row.appearance == .insetGrouped
    let usual: UIColor? = isCard && !row.isHeader ? .secondarySystemGroupedBackground : nil
    guard let css = color.map(UIColor.css) ?? usual?.css else { return nil }
    let (top, bottom) = (row.topCornerRadius, row.bottomCornerRadius)
    func corner(_ radius: Double, _ x: Double, _ y: Double) -> String {
      radius > 0 ? "a\(radius) \(radius) 0 0 1 \(x * radius) \(y * radius)" : ""
    }
    let path =
      "M\(frame.x + top) \(frame.y)H\(frame.maxX - top)" + corner(top, 1, 1)
      + "V\(frame.maxY - bottom)" + corner(bottom, -1, 1) + "H\(frame.x + bottom)"
      + corner(bottom, -1, -1) + "V\(frame.y + top)" + corner(top, 1, -1) + "z"
    return .element("path", ["d": "\(path)", "fill": "\(css)"])
  }

  private static func line(
    _ separator: LayoutListRow.Separator,
    _ frame: LayoutRect
  ) -> ContentNode {
    let rect = separator.frame.offsetBy(x: frame.x, y: frame.y)
    return .element(
      "rect",
      [
        "x": "\(rect.x)", "y": "\(rect.y)", "width": "\(rect.width)", "height": "\(rect.height)",
        "fill": "\(separator.color ?? UIColor.separator.css)",
      ]
    )
  }

  @MainActor
  private func figure(
    of content: any DescribedContent,
    _ attributes: LayoutAttributes,
    _ frame: LayoutRect
  ) -> ContentNode {
    let (width, height) = (frame.width * attributes.scale, frame.height * attributes.scale)
    let place: [ContentNode.Name: String] = [
      "x": "\(frame.center.x - width / 2)", "y": "\(frame.center.y - height / 2)",
      "width": "\(width)", "height": "\(height)", "opacity": "\(attributes.alpha)",
      "viewBox": "0 0 \(frame.width) \(frame.height)", "overflow": "visible",
    ]
    let size = ContentSize(width: frame.width, height: frame.height)
    let margins: ContentMargins = content.isDrawnAlone ? .none : .row
    let drawing = content.node.drawing(in: size, margins: margins)
    return .element("svg", place, drawing.shapes.map(Self.vector))
  }

  // A colour is written with both of its values, of which the picture chooses one.
  private static func vector(_ shape: ContentDrawing.Shape) -> ContentNode {
    switch shape {
    case .rectangle(let rect, let radius, let fill, let border):
      var attributes = place(rect)
      attributes["rx"] = "\(radius)"
      attributes["fill"] = fill.map(UIColor.css) ?? "none"
      if let border {
        attributes["stroke"] = UIColor.css(border.color)
        attributes["stroke-width"] = "\(border.width)"
      }
      return .element("rect", attributes)
    case .text(let line):
      var attributes: [ContentNode.Name: String] = [
        "x": "\(line.x)", "y": "\(line.baseline)", "font-size": "\(line.style.size)",
        "font-weight": line.style.weight == .bold ? "bold" : "normal",
        "fill": UIColor.css(line.color),
      ]
      if line.width > 0, line.text.count > 1 || !line.isExact {
        attributes["textLength"] = "\(line.width)"
        attributes["lengthAdjust"] = "spacingAndGlyphs"
      }
      return .element("text", attributes, text: line.text)
    case .picture(let rect, let radius, _):
      var attributes = place(rect)
      attributes["rx"] = "\(radius)"
      attributes["fill"] = UIColor.css(.fill)
      return .element("rect", attributes)
    case .clipped(let shapes, let rect, let radius):
      let numbers = [rect.x, rect.y, rect.width, rect.height, radius]
      let name = "clip" + numbers.map { "_\($0)" }.joined()
      var outline = place(rect)
      outline["rx"] = "\(radius)"
      let clip = ContentNode.element("clipPath", ["id": "\(name)"], [.element("rect", outline)])
      return .element("g", ["clip-path": "url(#\(name))"], [clip] + shapes.map(vector))
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
