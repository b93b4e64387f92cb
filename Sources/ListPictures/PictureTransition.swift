import ListLayout

/// What is between two pictures: cells that stay glide from one place to the other, those that go fade
/// out, and those that come fade in.
public struct PictureTransition: Hashable, Sendable {
  /// The picture at 0.
  public var start: Picture
  /// The picture at 1.
  public var end: Picture

  /// Creates a transition.
  public init(from start: Picture, to end: Picture) {
    self.start = start
    self.end = end
  }

  /// The picture at a time.
  ///
  /// - Parameter time: From 0 to 1; what is beyond is moved to the nearest.
  /// - Returns: The first picture at 0, the second at 1, and what is between them.
  /// - Complexity: O(figures).
  public func picture(at time: Double) -> Picture {
    let time = time.isNaN ? 0 : min(1, max(0, time))
    if time == 0 { return start }
    if time == 1 { return end }
    var origins: [Key: Picture.Figure] = [:]
    for figure in start.figures { origins[Key(figure)] = figure }
    var result = end
    result.size = LayoutExtent(
      width: between(start.size.width, end.size.width, time),
      height: between(start.size.height, end.size.height, time)
    )
    for index in result.figures.indices {
      let target = result.figures[index]
      if let origin = origins.removeValue(forKey: Key(target)) {
        result.figures[index].frame = between(origin.frame, target.frame, time)
        result.figures[index].alpha = between(origin.alpha, target.alpha, time)
        result.figures[index].scale = between(origin.scale, target.scale, time)
        if time < 0.5 { result.figures[index].node = origin.node }
      } else {
        result.figures[index].alpha *= time
      }
    }
    let leaving = start.figures.filter { origins[Key($0)] != nil }.map { figure in
      var figure = figure
      figure.alpha *= 1 - time
      return figure
    }
    result.figures = leaving + result.figures
    return result
  }

  /// What is one thing in both pictures: a cell by its id, something else by its place.
  private enum Key: Hashable {
    case id(String)
    case element(LayoutElement)

    init(_ figure: Picture.Figure) {
      self = figure.id.map { .id($0) } ?? .element(figure.element)
    }
  }

  private func between(_ start: Double, _ end: Double, _ time: Double) -> Double {
    start + (end - start) * time
  }

  private func between(_ start: LayoutRect, _ end: LayoutRect, _ time: Double) -> LayoutRect {
    LayoutRect(
      x: between(start.x, end.x, time),
      y: between(start.y, end.y, time),
      width: between(start.width, end.width, time),
      height: between(start.height, end.height, time)
    )
  }
}
