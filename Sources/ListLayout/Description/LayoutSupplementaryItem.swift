/// The kind of a supplementary or decoration view: an open name, such as `"header"` or `"badge"`.
public typealias LayoutElementKind = String

/// A view attached to an item or a group; NSCollectionLayoutSupplementaryItem.
public struct LayoutSupplementaryItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// Its size; shares are of the item or group it is attached to.
  public var layoutSize: LayoutSize
  /// What the view is smaller than its place.
  public var contentInsets: DirectionalEdgeInsets
  /// The point of the item or group it is attached at.
  public var containerAnchor: LayoutAnchor
  /// The point of its own that is put there; `nil` is the same edges as ``containerAnchor``.
  public var itemAnchor: LayoutAnchor?
  /// The order in which it is drawn.
  public var zIndex: Int

  /// Creates an attached view.
  public init(
    layoutSize: LayoutSize,
    elementKind: LayoutElementKind,
    containerAnchor: LayoutAnchor,
    itemAnchor: LayoutAnchor? = nil
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    contentInsets = .zero
    zIndex = 1
  }

  /// The place on a host, of a view of the given size.
  func frame(on host: LayoutRect, extent: LayoutExtent) -> LayoutRect {
    let target = containerAnchor.point(of: host.extent)
    let shift = containerAnchor.shift(of: extent)
    let own = (itemAnchor ?? LayoutAnchor(edges: containerAnchor.edges))
    let point = own.point(of: extent)
    let ownShift = own.shift(of: extent)
    return LayoutRect(
      x: host.x + target.x + shift.x - point.x + ownShift.x,
      y: host.y + target.y + shift.y - point.y + ownShift.y,
      width: extent.width,
      height: extent.height
    ).inset(by: contentInsets.resolved(in: extent).ignoringEstimated(layoutSize))
  }
}

/// A header, footer or the like of a section or of the whole layout;
/// NSCollectionLayoutBoundarySupplementaryItem.
public struct LayoutBoundarySupplementaryItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// Its size; shares are of the container, less the section's insets across the scroll axis.
  public var layoutSize: LayoutSize
  /// What the view is smaller than its place.
  public var contentInsets: DirectionalEdgeInsets
  /// The edge or corner it is at.
  public var alignment: LayoutAlignment
  /// How far from there it is shifted, in points.
  public var absoluteOffset: LayoutPoint
  /// Whether the section gets longer by it; otherwise it lies over the section's content.
  public var extendsBoundary: Bool
  /// Whether it stays on screen while its section is.
  public var pinToVisibleBounds: Bool
  /// The order in which it is drawn.
  public var zIndex: Int

  /// Creates a header, footer or the like.
  public init(
    layoutSize: LayoutSize,
    elementKind: LayoutElementKind,
    alignment: LayoutAlignment,
    absoluteOffset: LayoutPoint = .zero
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
    contentInsets = .zero
    extendsBoundary = true
    pinToVisibleBounds = false
    zIndex = 1
  }
}

/// A view that no data stands behind, such as a section's background; NSCollectionLayoutDecorationItem.
public struct LayoutDecorationItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// What the view is smaller than the whole section, headers and insets included.
  public var contentInsets: DirectionalEdgeInsets
  /// The order in which it is drawn.
  ///
  /// Everything else of its section is at least at 1.
  public var zIndex: Int

  /// A background of the whole section.
  public static func background(elementKind: LayoutElementKind) -> LayoutDecorationItem {
    LayoutDecorationItem(elementKind: elementKind)
  }

  private init(elementKind: LayoutElementKind) {
    self.elementKind = elementKind
    contentInsets = .zero
    zIndex = 0
  }
}
