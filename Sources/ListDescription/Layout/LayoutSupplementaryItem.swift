/// The kind of a supplementary or decoration view: any name, such as `"header"` or `"badge"`.
public typealias LayoutElementKind = String

/// A view attached to an item or a group; NSCollectionLayoutSupplementaryItem.
public struct LayoutSupplementaryItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// Its size; shares are shares of the item or group to which it is attached.
  public var layoutSize: LayoutSize
  /// The distances by which the view is smaller than ``layoutSize``.
  public var contentInsets: DirectionalEdgeInsets
  /// The point of the item or group at which the view is attached.
  public var containerAnchor: LayoutAnchor
  /// The point of the view that is placed there; `nil` means the same edges as ``containerAnchor``.
  public var itemAnchor: LayoutAnchor?
  /// The drawing order: larger numbers are in front.
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
}

/// A header, footer or similar view of a section or of the whole layout;
/// NSCollectionLayoutBoundarySupplementaryItem.
public struct LayoutBoundarySupplementaryItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// Its size; shares are shares of the container, less the section's insets across the scroll
  /// axis.
  public var layoutSize: LayoutSize
  /// The distances by which the view is smaller than ``layoutSize``.
  public var contentInsets: DirectionalEdgeInsets
  /// The edge or corner at which the view is.
  public var alignment: LayoutAlignment
  /// The shift of the view from that edge or corner, in points.
  public var absoluteOffset: LayoutPoint
  /// Whether the view makes the section longer; otherwise it lies over the section's content.
  public var extendsBoundary: Bool
  /// Whether the view stays on screen while its section is on screen.
  public var pinToVisibleBounds: Bool
  /// The drawing order: larger numbers are in front.
  public var zIndex: Int

  /// Creates a header, footer or similar view.
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

/// A view without data, such as a section's background; NSCollectionLayoutDecorationItem.
public struct LayoutDecorationItem: Hashable, Sendable {
  /// The kind of the view.
  public var elementKind: LayoutElementKind
  /// The distances by which the view is smaller than the whole section with headers and insets.
  public var contentInsets: DirectionalEdgeInsets
  /// The drawing order: larger numbers are in front.
  ///
  /// All other elements of its section have at least 1.
  public var zIndex: Int

  /// Creates a background of the whole section.
  public static func background(elementKind: LayoutElementKind) -> LayoutDecorationItem {
    LayoutDecorationItem(elementKind: elementKind)
  }

  private init(elementKind: LayoutElementKind) {
    self.elementKind = elementKind
    contentInsets = .zero
    zIndex = 0
  }
}
