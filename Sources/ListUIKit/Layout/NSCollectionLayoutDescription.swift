public import Foundation
package import ListLayout

// The classes of an app's layout code, with UIKit's names. Each is a reference type, as in UIKit, and
// makes the value of the same meaning when a layout is solved.

/// A width or a height.

///

/// It makes a `LayoutDimension`.
public final class NSCollectionLayoutDimension {
  let value: LayoutDimension

  init(_ value: LayoutDimension) {
    self.value = value
  }

  /// A share of the container's width.
  public static func fractionalWidth(_ share: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalWidth(Double(share)))
  }

  /// A share of the container's height.
  public static func fractionalHeight(_ share: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalHeight(Double(share)))
  }

  /// A length in points.
  public static func absolute(_ length: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.absolute(Double(length)))
  }

  /// A length in points that is used until the content is measured.
  public static func estimated(_ length: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.estimated(Double(length)))
  }

  /// As long as the longest sibling.
  public static func uniformAcrossSiblings(estimate: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.uniformAcrossSiblings(estimate: Double(estimate)))
  }

  /// The share, or the points.
  public var dimension: CGFloat {
    switch value {
    case .fractionalWidth(let number), .fractionalHeight(let number), .absolute(let number),
      .estimated(let number), .uniformAcrossSiblings(let number):
      CGFloat(number)
    }
  }

  /// Whether it is a share of a width.
  public var isFractionalWidth: Bool { if case .fractionalWidth = value { true } else { false } }
  /// Whether it is a share of a height.
  public var isFractionalHeight: Bool { if case .fractionalHeight = value { true } else { false } }
  /// Whether it is in points.
  public var isAbsolute: Bool { if case .absolute = value { true } else { false } }
  /// Whether it is used only until the content is measured.
  public var isEstimated: Bool { if case .estimated = value { true } else { false } }
}

/// A width and a height.

///

/// It makes a `LayoutSize`.
public final class NSCollectionLayoutSize {
  /// The width.
  public let widthDimension: NSCollectionLayoutDimension
  /// The height.
  public let heightDimension: NSCollectionLayoutDimension

  /// Creates a size.
  public init(
    widthDimension: NSCollectionLayoutDimension,
    heightDimension: NSCollectionLayoutDimension
  ) {
    self.widthDimension = widthDimension
    self.heightDimension = heightDimension
  }

  var value: LayoutSize {
    LayoutSize(
      widthDimension: widthDimension.value,
      heightDimension: heightDimension.value
    )
  }
}

/// The space between two neighbours, or beside one.

///

/// It makes a `LayoutSpacing`.
public final class NSCollectionLayoutSpacing {
  let value: LayoutSpacing

  private init(_ value: LayoutSpacing) {
    self.value = value
  }

  /// Exactly this many points.
  public static func fixed(_ points: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(.fixed(Double(points)))
  }

  /// This many points or more.
  public static func flexible(_ points: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(.flexible(Double(points)))
  }

  /// The least space, in points.
  public var spacing: CGFloat { CGFloat(value.spacing) }
  /// Whether the space can grow.
  public var isFlexibleSpacing: Bool { value.isFlexible }
  /// Whether the space cannot grow.
  public var isFixedSpacing: Bool { !value.isFlexible }
}

/// Space around an item.

///

/// It makes a `LayoutEdgeSpacing`.
public final class NSCollectionLayoutEdgeSpacing {
  /// The space before it, horizontally.
  public let leading: NSCollectionLayoutSpacing?
  /// The space above it.
  public let top: NSCollectionLayoutSpacing?
  /// The space after it, horizontally.
  public let trailing: NSCollectionLayoutSpacing?
  /// The space below it.
  public let bottom: NSCollectionLayoutSpacing?

  /// Creates spacing; an edge with `nil` has none.
  public init(
    leading: NSCollectionLayoutSpacing?,
    top: NSCollectionLayoutSpacing?,
    trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  var value: LayoutEdgeSpacing {
    LayoutEdgeSpacing(
      leading: leading?.value,
      top: top?.value,
      trailing: trailing?.value,
      bottom: bottom?.value
    )
  }
}

/// Distances from four edges, in points.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the leading edge.
  public var leading: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the trailing edge.
  public var trailing: CGFloat

  /// No distance on any edge.
  public static let zero = NSDirectionalEdgeInsets()

  /// Creates insets.
  public init(
    top: CGFloat = 0,
    leading: CGFloat = 0,
    bottom: CGFloat = 0,
    trailing: CGFloat = 0
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  init(_ insets: DirectionalEdgeInsets) {
    self.init(
      top: CGFloat(insets.top),
      leading: CGFloat(insets.leading),
      bottom: CGFloat(insets.bottom),
      trailing: CGFloat(insets.trailing)
    )
  }

  package var value: DirectionalEdgeInsets {
    DirectionalEdgeInsets(
      top: Double(top),
      leading: Double(leading),
      bottom: Double(bottom),
      trailing: Double(trailing)
    )
  }
}

/// A set of edges.

///

/// It makes a `LayoutEdges`.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
  /// One bit for each edge.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  /// The edge where text begins.
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  /// The edge where text ends.
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
  /// All four.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]

  var value: LayoutEdges { LayoutEdges(rawValue: UInt8(rawValue & 15)) }
}

/// The side or corner at which a view stands.

///

/// It makes a `LayoutAlignment`.
public enum NSRectAlignment: Int, Hashable, Sendable {
  /// In the middle.
  case none
  /// In the middle of the top edge.
  case top
  /// In the upper leading corner.
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

  var value: LayoutAlignment {
    switch self {
    case .none: .none
    case .top: .top
    case .topLeading: .topLeading
    case .leading: .leading
    case .bottomLeading: .bottomLeading
    case .bottom: .bottom
    case .bottomTrailing: .bottomTrailing
    case .trailing: .trailing
    case .topTrailing: .topTrailing
    }
  }
}

/// A point of an item, and an offset from that point.

///

/// It makes a `LayoutAnchor`.
public final class NSCollectionLayoutAnchor {
  let value: LayoutAnchor
  /// The edges the point is on.
  public let edges: NSDirectionalRectEdge

  /// Creates an anchor without an offset.
  public init(edges: NSDirectionalRectEdge) {
    self.edges = edges
    value = LayoutAnchor(edges: edges.value)
  }

  /// Creates an anchor with an offset in points.
  public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
    self.edges = edges
    value = LayoutAnchor(edges: edges.value, absoluteOffset: LayoutPoint(absoluteOffset))
  }

  /// Creates an anchor with an offset in shares of the attached item's own size.
  public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
    self.edges = edges
    value = LayoutAnchor(edges: edges.value, fractionalOffset: LayoutPoint(fractionalOffset))
  }
}

/// How an orthogonal section scrolls.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Hashable, Sendable {
  /// Does not scroll orthogonally.
  case none
  /// Scrolls freely.
  case continuous
  /// Scrolls freely and comes to rest at the leading edge of a group.
  case continuousGroupLeadingBoundary
  /// Pages by the width of the container.
  case paging
  /// Pages by group, resting at its leading edge.
  case groupPaging
  /// Pages by group, resting with the group centred.
  case groupPagingCentered

  init(_ value: SectionLayout.OrthogonalScrollingBehavior) {
    switch value {
    case .none: self = .none
    case .continuous: self = .continuous
    case .continuousGroupLeadingBoundary: self = .continuousGroupLeadingBoundary
    case .paging: self = .paging
    case .groupPaging: self = .groupPaging
    case .groupPagingCentered: self = .groupPagingCentered
    }
  }

  package var value: SectionLayout.OrthogonalScrollingBehavior {
    switch self {
    case .none: .none
    case .continuous: .continuous
    case .continuousGroupLeadingBoundary: .continuousGroupLeadingBoundary
    case .paging: .paging
    case .groupPaging: .groupPaging
    case .groupPagingCentered: .groupPagingCentered
    }
  }
}

/// Which insets of the view a section respects.
public enum UIContentInsetsReference: Int, Hashable, Sendable {
  /// The reference of the layout's configuration.
  case automatic
  /// None.
  case none
  /// The insets of the safe area.
  case safeArea
  /// The view's margins.
  case layoutMargins
  /// The insets of the readable width.
  case readableContent

  var value: LayoutInsetsReference {
    switch self {
    case .automatic: .automatic
    case .none: .none
    case .safeArea: .safeArea
    case .layoutMargins: .layoutMargins
    case .readableContent: .readableContent
    }
  }
}

extension LayoutPoint {
  init(_ point: CGPoint) {
    self.init(x: Double(point.x), y: Double(point.y))
  }
}

extension CGPoint {
  init(_ point: LayoutPoint) {
    self.init(x: CGFloat(point.x), y: CGFloat(point.y))
  }
}

extension CGRect {
  init(_ rect: LayoutRect) {
    self.init(
      x: CGFloat(rect.x),
      y: CGFloat(rect.y),
      width: CGFloat(rect.width),
      height: CGFloat(rect.height)
    )
  }
}

extension CGSize {
  init(_ extent: LayoutExtent) {
    self.init(width: CGFloat(extent.width), height: CGFloat(extent.height))
  }
}
