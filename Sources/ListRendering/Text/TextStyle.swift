/// How a text is set: the size of its letters, and how heavy they are.
public struct TextStyle: Hashable, Sendable {
  /// How heavy letters are.
  public enum Weight: String, Hashable, Sendable {
    /// The weight of running text.
    case regular
    /// The weight of titles.
    case bold
  }

  /// The size of the letters, in points.
  public var size: Double
  /// How heavy the letters are.
  public var weight: Weight

  /// Creates a style; a size that is not a positive number is taken as 0.
  public init(size: Double = 15, weight: Weight = .regular) {
    self.size = size.isFinite && size > 0 ? min(size, 1000) : 0
    self.weight = weight
  }
}
