extension ContentDrawing.Shape {
  /// Returns the shape with a part of its opacity.
  func faded(to opacity: Double) -> ContentDrawing.Shape {
    switch self {
    case .rectangle(let rect, let radius, let fill, var border):
      if let color = border?.color { border?.color = color.faded(to: opacity) }
      return .rectangle(rect, cornerRadius: radius, fill: fill?.faded(to: opacity), border: border)
    case .text(var line):
      line.color = line.color.faded(to: opacity)
      return .text(line)
    case .picture: return self
    case .clipped(let shapes, let rect, let radius):
      return .clipped(shapes.map { $0.faded(to: opacity) }, rect, cornerRadius: radius)
    case .vector(var element, let rect):
      let own = element.attributes["opacity"].flatMap { Double($0) } ?? 1
      element.attributes["opacity"] = "\(own * opacity)"
      return .vector(element, rect)
    }
  }

  func offsetBy(x: Double, y: Double) -> ContentDrawing.Shape {
    func moved(_ rect: ContentRect) -> ContentRect {
      ContentRect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
    }
    switch self {
    case .rectangle(let rect, let radius, let fill, let border):
      return .rectangle(moved(rect), cornerRadius: radius, fill: fill, border: border)
    case .text(var line):
      line.x += x
      line.baseline += y
      return .text(line)
    case .picture(let rect, let radius, let label):
      return .picture(moved(rect), cornerRadius: radius, label: label)
    case .vector(let element, let rect): return .vector(element, moved(rect))
    case .clipped(let shapes, let rect, let radius):
      let inside = shapes.map { $0.offsetBy(x: x, y: y) }
      return .clipped(inside, moved(rect), cornerRadius: radius)
    }
  }
}
