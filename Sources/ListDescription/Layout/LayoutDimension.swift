/// A width or a height, as NSCollectionLayoutDimension describes it.
public enum LayoutDimension: Hashable, Sendable {
  /// A share of the container's width; 1 is all of it.
  case fractionalWidth(Double)
  /// A share of the container's height; 1 is all of it.
  case fractionalHeight(Double)
  /// A length in points.
  case absolute(Double)
  /// A length in points that holds until the content is measured.
  case estimated(Double)
  /// Like ``estimated(_:)``, but then as long as the longest sibling.
  case uniformAcrossSiblings(estimate: Double)
}

/// A width and a height, each by its own dimension; NSCollectionLayoutSize.
public struct LayoutSize: Hashable, Sendable {
  /// The width.
  public var widthDimension: LayoutDimension
  /// The height.
  public var heightDimension: LayoutDimension

  /// Creates a size.
  ///
  /// A height may be a share of the container's width, and the other way round.
  public init(widthDimension: LayoutDimension, heightDimension: LayoutDimension) {
    self.widthDimension = widthDimension
    self.heightDimension = heightDimension
  }
}

/// The space between two neighbours, or at an edge of one; NSCollectionLayoutSpacing.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly this many points.
  case fixed(Double)
  /// At least this many points: all flexible spaces of a group share the remaining length.
  case flexible(Double)

  /// The least number of points it takes.
  public var spacing: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether the space can grow.
  package var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item, outside of its size; NSCollectionLayoutEdgeSpacing.
///
/// Unlike insets, it takes room in the group. Across the group's axis, flexible space aligns the
/// item: on the leading side it pushes the item to the end, on both sides to the middle.
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The space before it, horizontally.
  public var leading: LayoutSpacing?
  /// The space above it.
  public var top: LayoutSpacing?
  /// The space after it, horizontally.
  public var trailing: LayoutSpacing?
  /// The space below it.
  public var bottom: LayoutSpacing?

  /// Creates spacing at the given edges.
  public init(
    leading: LayoutSpacing? = nil,
    top: LayoutSpacing? = nil,
    trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }
}
