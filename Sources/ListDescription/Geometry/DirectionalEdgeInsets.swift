/// Distances from four edges, in points.
///
/// `leading` is the left edge where text runs to the right.
///
/// In a compositional description, a distance above 0 and below 1 is a share of the container, as
/// documented for NSCollectionLayoutContainer's `contentInsets`.
public struct DirectionalEdgeInsets: Codable, Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the leading edge.
  public var leading: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the trailing edge.
  public var trailing: Double

  /// No distance on any edge.
  public static let zero = DirectionalEdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)

  /// Creates insets from four distances.
  @inlinable public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Reads `[top, leading, bottom, trailing]`.
  ///
  /// - Throws: `DecodingError` when there are fewer or more than four numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    top = try values.decode(Double.self)
    leading = try values.decode(Double.self)
    bottom = try values.decode(Double.self)
    trailing = try values.decode(Double.self)
    guard values.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "Insets are four numbers: top, leading, bottom, trailing."
      )
    }
  }

  /// Writes `[top, leading, bottom, trailing]`.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for length in [top, leading, bottom, trailing] { try values.encode(length) }
  }
}
