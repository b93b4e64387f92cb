/// The style of a text: the size and the weight of its letters.
public struct TextStyle: Hashable, Sendable {
  /// The weight of letters.
  public enum Weight: String, Hashable, Sendable {
    /// The weight of running text.
    case regular
    /// The weight of titles.
    case bold
  }

  /// The size of the letters, in points.
  public var size: Double
  /// The weight of the letters.
  public var weight: Weight

  /// Creates a style; a size that is not a positive finite number becomes 0.
  public init(size: Double = 15, weight: Weight = .regular) {
    self.size = size.isFinite && size > 0 ? min(size, 1000) : 0
    self.weight = weight
  }
}
