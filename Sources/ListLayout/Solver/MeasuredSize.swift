/// The size a content was measured to want, in points; a side that was not measured is `nil`.
public struct MeasuredSize: Hashable, Sendable {
  private var measuredWidth: Double
  private var measuredHeight: Double

  /// Not measured at all.
  public static let none = MeasuredSize(width: nil, height: nil)

  /// Creates a size.
  public init(width: Double?, height: Double?) {
    measuredWidth = width ?? .nan
    measuredHeight = height ?? .nan
  }

  init(orNaN width: Double, _ height: Double) {
    measuredWidth = width
    measuredHeight = height
  }

  /// The width.
  public var width: Double? { measuredWidth.isNaN ? nil : measuredWidth }
  /// The height.
  public var height: Double? { measuredHeight.isNaN ? nil : measuredHeight }

  /// Whether both are measured alike.
  public static func == (lhs: MeasuredSize, rhs: MeasuredSize) -> Bool {
    lhs.width == rhs.width && lhs.height == rhs.height
  }

  /// Hashes the measured sides.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
  }

  /// The side along an axis, or what is estimated.
  @inline(__always)
  func length(_ axis: LayoutAxis, or estimate: Double) -> Double {
    let length = axis == .horizontal ? measuredWidth : measuredHeight
    return length.isNaN ? estimate : length
  }

  var widthOrNaN: Double { measuredWidth }
  var heightOrNaN: Double { measuredHeight }
}
