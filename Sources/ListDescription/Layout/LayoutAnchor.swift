/// A set of edges; NSDirectionalRectEdge.
public struct LayoutEdges: OptionSet, Hashable, Sendable {
  /// The edges, one bit for each.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = LayoutEdges(rawValue: 1)
  /// The edge where text begins.
  public static let leading = LayoutEdges(rawValue: 2)
  /// The lower edge.
  public static let bottom = LayoutEdges(rawValue: 4)
  /// The edge where text ends.
  public static let trailing = LayoutEdges(rawValue: 8)
  /// All four.
  public static let all: LayoutEdges = [.top, .leading, .bottom, .trailing]
}

/// A point of a rectangle, given by edges; NSCollectionLayoutAnchor.
///
/// One edge means the middle of that edge, two edges that meet mean a corner, no edge means the
/// centre.
public struct LayoutAnchor: Hashable, Sendable {
  /// The edges on which the point is.
  public var edges: LayoutEdges
  /// The shift of the attached view from that point.
  public var offset: Offset

  /// A shift.
  public enum Offset: Hashable, Sendable {
    /// A shift in points.
    case absolute(LayoutPoint)
    /// A shift in shares of the width and height of the attached view.
    case fractional(LayoutPoint)
  }

  /// Creates an anchor without a shift.
  public init(edges: LayoutEdges) {
    self.edges = edges
    offset = .absolute(.zero)
  }

  /// Creates an anchor with a shift in points.
  public init(edges: LayoutEdges, absoluteOffset: LayoutPoint) {
    self.edges = edges
    offset = .absolute(absoluteOffset)
  }

  /// Creates an anchor with a shift in shares of the attached view's own size.
  public init(edges: LayoutEdges, fractionalOffset: LayoutPoint) {
    self.edges = edges
    offset = .fractional(fractionalOffset)
  }
}

/// The side or corner at which a view is; NSRectAlignment.
public enum LayoutAlignment: String, Codable, Hashable, Sendable {
  /// In the middle.
  case none
  /// In the middle of the top edge.
  case top
  /// In the corner where the text of the first line begins.
  case topLeading
  /// In the middle of the leading edge.
  case leading
  /// In the lower leading corner.
  case bottomLeading
  /// In the middle of the bottom edge.
  case bottom
  /// In the lower trailing corner.
  case bottomTrailing
  /// In the middle of the trailing edge.
  case trailing
  /// In the upper trailing corner.
  case topTrailing
}
