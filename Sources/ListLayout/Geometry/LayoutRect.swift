/// A point, in points; x grows to the right and y downwards.
public struct LayoutPoint: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// The origin.
  public static let zero = LayoutPoint(x: 0, y: 0)

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct LayoutExtent: Hashable, Sendable {
  /// The horizontal length.
  public var width: Double
  /// The vertical length.
  public var height: Double

  /// The extent with no width and no height.
  public static let zero = LayoutExtent(width: 0, height: 0)

  /// Creates an extent.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle, in points; its origin is its top left corner.
public struct LayoutRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The horizontal length.
  public var width: Double
  /// The vertical length.
  public var height: Double

  /// The empty rectangle at the origin.
  public static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its top left corner and its extent.
  public init(origin: LayoutPoint, extent: LayoutExtent) {
    self.init(x: origin.x, y: origin.y, width: extent.width, height: extent.height)
  }

  /// The top left corner.
  public var origin: LayoutPoint { LayoutPoint(x: x, y: y) }
  /// The width and height.
  public var extent: LayoutExtent { LayoutExtent(width: width, height: height) }
  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The middle.
  public var center: LayoutPoint { LayoutPoint(x: x + width / 2, y: y + height / 2) }

  /// Returns whether the two share more than an edge.
  ///
  /// A rectangle without an area intersects nothing.
  public func intersects(_ other: LayoutRect) -> Bool {
    width > 0 && height > 0 && other.width > 0 && other.height > 0
      && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Returns the part of the rectangle within another one, without an area if they only touch;
  /// `nil` if they do not even touch.
  func cut(to other: LayoutRect) -> LayoutRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard left <= right, top <= bottom else { return nil }
    return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the moved rectangle.
  public func offsetBy(x: Double, y: Double) -> LayoutRect {
    LayoutRect(x: self.x + x, y: self.y + y, width: width, height: height)
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

/// The horizontal or the vertical axis.
public enum LayoutAxis: String, Codable, Hashable, Sendable {
  /// Left to right, or right to left.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The other axis.
  public var crossing: LayoutAxis { self == .horizontal ? .vertical : .horizontal }
}

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
