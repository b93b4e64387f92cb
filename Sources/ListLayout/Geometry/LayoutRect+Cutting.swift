extension LayoutRect {
  /// Returns the part of the rectangle within another one, without an area if they only touch;
  /// `nil` if they do not even touch.
  func cut(to other: LayoutRect) -> LayoutRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard left <= right, top <= bottom else { return nil }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle that contains both.
  func union(_ other: LayoutRect) -> LayoutRect {
    let x = min(x, other.x)
    let y = min(y, other.y)
    return LayoutRect(
      x: x,
      y: y,
      width: max(maxX, other.maxX) - x,
      height: max(maxY, other.maxY) - y
    )
  }

  /// Returns the rectangle less the insets of a left-to-right layout; a negative side becomes zero.
  func inset(by insets: DirectionalEdgeInsets) -> LayoutRect {
    LayoutRect(
      x: x + insets.leading,
      y: y + insets.top,
      width: max(0, width - insets.leading - insets.trailing),
      height: max(0, height - insets.top - insets.bottom)
    )
  }

  /// Returns the rectangle mirrored about the vertical middle line of a container.
  func mirrored(in width: Double) -> LayoutRect {
    LayoutRect(x: width - maxX, y: y, width: self.width, height: height)
  }

  var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
