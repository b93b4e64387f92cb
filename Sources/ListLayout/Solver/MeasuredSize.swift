/// The measured size of a content, in points; a side that was not measured is `nil`.
public struct MeasuredSize: Hashable, Sendable {
  private var measuredWidth: Double
  private var measuredHeight: Double

  /// The size of a content that was not measured.
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

  /// Returns whether both have the same measured sides.
  public static func == (lhs: MeasuredSize, rhs: MeasuredSize) -> Bool {
    lhs.width == rhs.width && lhs.height == rhs.height
  }

  /// Hashes the measured sides.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
  }

  /// Returns the side along an axis, or the estimate.
  @inline(__always)
  func length(_ axis: LayoutAxis, or estimate: Double) -> Double {
    let length = axis == .horizontal ? measuredWidth : measuredHeight
    return length.isNaN ? estimate : length
  }

  var widthOrNaN: Double { measuredWidth }
  var heightOrNaN: Double { measuredHeight }
}
