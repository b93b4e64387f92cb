// The ground of a box: its shadow, its colour, the lines at its edges, and what they cut off.

extension NodeLayout {
  /// Returns the background of a box and the lines at its edges.
  func ground(_ style: NodeStyle, _ size: ContentSize) -> [ContentDrawing.Shape] {
    guard let fill = style.ground, let around = style.borders.around else {
      return colour(style, size) + borders(style, size)
    }
    let whole = ContentRect(x: 0, y: 0, width: size.width, height: size.height)
    return shadow(style, size) + [
      .rectangle(whole, cornerRadius: style.cornerRadius, fill: fill, border: around)
    ]
  }

  /// Returns the shadow and the colour of a box.
  private func colour(_ style: NodeStyle, _ size: ContentSize) -> [ContentDrawing.Shape] {
    let whole = ContentRect(x: 0, y: 0, width: size.width, height: size.height)
    let fill = style.ground.map {
      ContentDrawing.Shape.rectangle(
        whole,
        cornerRadius: style.cornerRadius,
        fill: $0,
        border: nil
      )
    }
    return shadow(style, size) + [fill].compactMap(\.self)
  }

  /// Returns the lines at the edges of a box.
  func borders(_ style: NodeStyle, _ size: ContentSize) -> [ContentDrawing.Shape] {
    let whole = ContentRect(x: 0, y: 0, width: size.width, height: size.height)
    if let around = style.borders.around {
      return [.rectangle(whole, cornerRadius: style.cornerRadius, fill: nil, border: around)]
    }
    var shapes: [ContentDrawing.Shape] = []
    func line(_ border: ContentDrawing.Border?, _ rect: (Double) -> ContentRect) {
      guard let border else { return }
      shapes.append(
        .rectangle(rect(border.width), cornerRadius: 0, fill: border.color, border: nil)
      )
    }
    line(style.borders.top) { ContentRect(x: 0, y: 0, width: size.width, height: $0) }
    line(style.borders.right) {
      ContentRect(x: size.width - $0, y: 0, width: $0, height: size.height)
    }
    line(style.borders.bottom) {
      ContentRect(x: 0, y: size.height - $0, width: size.width, height: $0)
    }
    line(style.borders.left) { ContentRect(x: 0, y: 0, width: $0, height: size.height) }
    return shapes
  }

  /// Returns a shadow as rectangles on top of each other, which every viewer draws alike.
  func shadow(_ style: NodeStyle, _ size: ContentSize) -> [ContentDrawing.Shape] {
    guard let shadow = style.shadow else { return [] }
    let count = shadow.blur > 0 ? 6 : 1
    let color = shadow.color.faded(to: 1 / Double(count))
    return (0..<count).map { index in
      // From far outside to a little inside of the edge.
      let part = 0.75 - (Double(index) + 0.5) / Double(count)
      let outset = count == 1 ? 0 : shadow.blur * part
      return .rectangle(
        ContentRect(
          x: shadow.x - outset,
          y: shadow.y - outset,
          width: max(0, size.width + 2 * outset),
          height: max(0, size.height + 2 * outset)
        ),
        cornerRadius: max(0, style.cornerRadius + outset),
        fill: color,
        border: nil
      )
    }
  }

  /// Returns the shapes of a box that cuts off its content, with its lines in front; `nil` if nothing
  /// sticks out.
  func clipped(
    _ inside: Fragment,
    x: Double,
    y: Double,
    _ style: NodeStyle,
    _ size: ContentSize
  ) -> [ContentDrawing.Shape]? {
    let whole = ContentRect(x: 0, y: 0, width: size.width, height: size.height)
    let shapes = inside.shapes.map { $0.offsetBy(x: x, y: y) }
    // Where a corner's curve is 45 degrees steep, it is this far from both edges.
    let inset = style.cornerRadius * (1 - 0.5.squareRoot())
    guard shapes.contains(where: { !$0.bounds.isInside(whole, inset: inset) }) else { return nil }
    let content = ContentDrawing.Shape.clipped(shapes, whole, cornerRadius: style.cornerRadius)
    return colour(style, size) + [content] + borders(style, size)
  }
}

extension ContentRect {
  fileprivate func isInside(_ outer: ContentRect, inset: Double) -> Bool {
    let hair = 1e-6
    return x >= outer.x + inset - hair && y >= outer.y + inset - hair
      && x + width <= outer.x + outer.width - inset + hair
      && y + height <= outer.y + outer.height - inset + hair
  }
}

extension ContentDrawing.Shape {
  /// A rectangle that contains the shape.
  fileprivate var bounds: ContentRect {
    switch self {
    case .rectangle(let rect, _, _, _), .picture(let rect, _, _), .vector(_, let rect),
      .clipped(_, let rect, _):
      return rect
    case .text(let line):
      let measurer = TextMeasurer()
      let ascent = measurer.ascent(of: line.style)
      return ContentRect(
        x: line.x,
        y: line.baseline - ascent,
        width: line.width,
        height: ascent + measurer.descent(of: line.style)
      )
    }
  }
}
