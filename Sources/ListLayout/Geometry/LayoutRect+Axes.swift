// Lengths by axis, so that the same code stacks to the right and down.

extension LayoutExtent {
  subscript(axis: LayoutAxis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension LayoutPoint {
  subscript(axis: LayoutAxis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

extension LayoutRect {
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? x : y }
  func length(_ axis: LayoutAxis) -> Double { axis == .horizontal ? width : height }
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? maxX : maxY }

  /// Creates a rectangle from its lengths along an axis and across it.
  init(_ axis: LayoutAxis, start: Double, length: Double, across: Double, breadth: Double) {
    switch axis {
    case .horizontal: self.init(x: start, y: across, width: length, height: breadth)
    case .vertical: self.init(x: across, y: start, width: breadth, height: length)
    }
  }

  func moved(to start: Double, _ axis: LayoutAxis) -> LayoutRect {
    var copy = self
    if axis == .horizontal { copy.x = start } else { copy.y = start }
    return copy
  }
}
