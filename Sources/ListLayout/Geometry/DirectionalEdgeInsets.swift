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
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
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

extension DirectionalEdgeInsets {
  /// Returns the distance from the edge at which an axis begins.
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? leading : top }
  /// Returns the distance from the edge at which an axis ends.
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? trailing : bottom }
  func total(_ axis: LayoutAxis) -> Double { start(axis) + end(axis) }

  /// Returns the distances in points: a distance above 0 and below 1 is a share of the container.
  func resolved(in container: LayoutExtent) -> DirectionalEdgeInsets {
    func points(_ inset: Double, _ length: Double) -> Double {
      inset > 0 && inset < 1 ? inset * length : inset
    }
    return DirectionalEdgeInsets(
      top: points(top, container.height),
      leading: points(leading, container.width),
      bottom: points(bottom, container.height),
      trailing: points(trailing, container.width)
    )
  }

  /// Returns the distances along one axis, and zero across it.
  func only(_ axis: LayoutAxis) -> DirectionalEdgeInsets {
    switch axis {
    case .horizontal:
      DirectionalEdgeInsets(top: 0, leading: leading, bottom: 0, trailing: trailing)
    case .vertical: DirectionalEdgeInsets(top: top, leading: 0, bottom: bottom, trailing: 0)
    }
  }

  static func + (lhs: DirectionalEdgeInsets, rhs: DirectionalEdgeInsets) -> DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: lhs.top + rhs.top,
      leading: lhs.leading + rhs.leading,
      bottom: lhs.bottom + rhs.bottom,
      trailing: lhs.trailing + rhs.trailing
    )
  }
}
