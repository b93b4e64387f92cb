extension LayoutDimension {
  /// Whether the measured content decides the length.
  var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { true } else { false }
  }

  /// Returns the length in a container, before anything is measured; shares end on pixels (R10).
  func length(in container: LayoutExtent, on grid: PixelGrid) -> Double {
    switch self {
    case .fractionalWidth(let fraction): grid.share(fraction * container.width)
    case .fractionalHeight(let fraction): grid.share(fraction * container.height)
    case .absolute(let length), .estimated(let length): length
    case .uniformAcrossSiblings(let estimate): estimate
    }
  }
}

extension LayoutSize {
  subscript(axis: LayoutAxis) -> LayoutDimension {
    axis == .horizontal ? widthDimension : heightDimension
  }

  func extent(in container: LayoutExtent, on grid: PixelGrid) -> LayoutExtent {
    LayoutExtent(
      width: widthDimension.length(in: container, on: grid),
      height: heightDimension.length(in: container, on: grid)
    )
  }
}

extension LayoutSpacing {
  /// Returns the start of an element in a room, with this space before it and `end` after it (R12).
  ///
  /// Flexible space before the element pushes it to the end; on both sides, to the middle.
  func offset(of breadth: Double, in room: Double, before end: LayoutSpacing) -> Double {
    let slack = max(0, room - spacing - breadth - end.spacing)
    switch (isFlexible, end.isFlexible) {
    case (true, true): return spacing + slack / 2
    case (true, false): return spacing + slack
    case (false, _): return spacing
    }
  }
}

extension LayoutEdgeSpacing {
  func start(_ axis: LayoutAxis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func end(_ axis: LayoutAxis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}
