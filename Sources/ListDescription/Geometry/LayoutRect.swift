/// A point, in points; x grows to the right and y downwards.
public struct LayoutPoint: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// The origin.
  public static let zero = LayoutPoint(x: 0, y: 0)

  /// Creates a point.
  @inlinable public init(x: Double, y: Double) {
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
  @inlinable public init(width: Double, height: Double) {
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
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its top left corner and its extent.
  @inlinable public init(origin: LayoutPoint, extent: LayoutExtent) {
    self.init(x: origin.x, y: origin.y, width: extent.width, height: extent.height)
  }

  /// The top left corner.
  @inlinable public var origin: LayoutPoint { LayoutPoint(x: x, y: y) }
  /// The width and height.
  @inlinable package var extent: LayoutExtent { LayoutExtent(width: width, height: height) }
  /// The right edge.
  @inlinable public var maxX: Double { x + width }
  /// The bottom edge.
  @inlinable public var maxY: Double { y + height }
  /// The middle.
  @inlinable public var center: LayoutPoint { LayoutPoint(x: x + width / 2, y: y + height / 2) }

  /// Returns whether the two share more than an edge.
  ///
  /// A rectangle without an area intersects nothing.
  @inlinable public func intersects(_ other: LayoutRect) -> Bool {
    width > 0 && height > 0 && other.width > 0 && other.height > 0
      && x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Returns the moved rectangle.
  @inlinable package func offsetBy(x: Double, y: Double) -> LayoutRect {
    LayoutRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

/// The horizontal or the vertical axis.
public enum LayoutAxis: String, Codable, Hashable, Sendable {
  /// Left to right, or right to left.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The other axis.
  @inlinable package var crossing: LayoutAxis { self == .horizontal ? .vertical : .horizontal }
}
