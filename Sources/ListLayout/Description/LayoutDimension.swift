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
  /// As ``estimated(_:)``, and then as long as the longest sibling.
  case uniformAcrossSiblings(estimate: Double)

  /// Whether the content has a say.
  var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .fractionalWidth, .fractionalHeight, .absolute: false
    }
  }

  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { true } else { false }
  }

  /// The length in a container, before anything is measured.
  func length(in container: LayoutExtent) -> Double {
    switch self {
    case .fractionalWidth(let fraction): fraction * container.width
    case .fractionalHeight(let fraction): fraction * container.height
    case .absolute(let length), .estimated(let length): length
    case .uniformAcrossSiblings(let estimate): estimate
    }
  }
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

  subscript(axis: LayoutAxis) -> LayoutDimension {
    axis == .horizontal ? widthDimension : heightDimension
  }

  func extent(in container: LayoutExtent) -> LayoutExtent {
    LayoutExtent(
      width: widthDimension.length(in: container),
      height: heightDimension.length(in: container)
    )
  }
}

/// The space between two neighbours, or beside one; NSCollectionLayoutSpacing.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly so many points.
  case fixed(Double)
  /// So many points or more: what is left over is shared by all flexible spaces of a group.
  case flexible(Double)

  /// The points it takes at least.
  public var spacing: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether it grows.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }

  /// Where something of a breadth begins in a room, with this space before it and another behind it
  /// (R12): flexible space before it pushes it to the end, on both sides to the middle.
  func offset(of breadth: Double, in room: Double, before end: LayoutSpacing) -> Double {
    let slack = max(0, room - spacing - breadth - end.spacing)
    switch (isFlexible, end.isFlexible) {
    case (true, true): return spacing + slack / 2
    case (true, false): return spacing + slack
    case (false, _): return spacing
    }
  }
}

/// Space around an item, outside of its size; NSCollectionLayoutEdgeSpacing.
///
/// Unlike insets it takes room in the group. Across the group's axis flexible space aligns: on the
/// leading side it pushes to the end, on both sides to the middle.
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The space before it, horizontally.
  public var leading: LayoutSpacing?
  /// The space above it.
  public var top: LayoutSpacing?
  /// The space behind it, horizontally.
  public var trailing: LayoutSpacing?
  /// The space below it.
  public var bottom: LayoutSpacing?

  /// Creates spacing of the edges that have some.
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

  func start(_ axis: LayoutAxis) -> LayoutSpacing? { axis == .horizontal ? leading : top }
  func end(_ axis: LayoutAxis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}
