/// An element that a layout places.
public enum LayoutElement: Hashable, Sendable {
  /// A cell.
  case cell(CellPath)
  /// A view that is attached to a cell; the path is the path of the cell.
  case itemSupplementary(kind: LayoutElementKind, CellPath)
  /// A view that is attached to a group; the item is the index of the group among those of its
  /// section with such a view.
  case groupSupplementary(kind: LayoutElementKind, CellPath)
  /// A header, footer or similar view of a section; the item is its index among the views of its
  /// kind.
  case boundarySupplementary(kind: LayoutElementKind, CellPath)
  /// A header, footer or similar view of the whole layout; the number is its index among the views
  /// of its kind.
  case layoutSupplementary(kind: LayoutElementKind, Int)
  /// A decoration of a section; the item is its index among the decorations of its kind.
  case decoration(kind: LayoutElementKind, CellPath)

  /// The index path; `nil` for a view of the whole layout.
  public var indexPath: CellPath? {
    switch self {
    case .cell(let path), .itemSupplementary(_, let path), .groupSupplementary(_, let path),
      .boundarySupplementary(_, let path), .decoration(_, let path):
      path
    case .layoutSupplementary: nil
    }
  }

  /// The kind; `nil` for a cell.
  public var kind: LayoutElementKind? {
    switch self {
    case .cell: nil
    case .itemSupplementary(let kind, _), .groupSupplementary(let kind, _),
      .boundarySupplementary(let kind, _), .layoutSupplementary(let kind, _),
      .decoration(let kind, _):
      kind
    }
  }

  /// The drawing order of elements with the same z-index (R24): 0 for decorations, 1 for cells, 2
  /// for supplementary views.
  var drawingRank: Int {
    switch self {
    case .decoration: 0
    case .cell: 1
    case .itemSupplementary, .groupSupplementary, .boundarySupplementary, .layoutSupplementary: 2
    }
  }
}

/// The frame of an element and how it is drawn; UICollectionViewLayoutAttributes.
public struct LayoutAttributes: Hashable, Sendable {
  /// The element.
  public var element: LayoutElement
  /// The visible frame, in the coordinates of the list's content: the scroller's offset moves a
  /// cell of an orthogonal section, and pinning moves a header.
  public var frame: LayoutRect
  /// The frame in the content of its section's own scroller, along the scroller's axis; otherwise
  /// the same as ``frame``.
  public var contentFrame: LayoutRect
  /// The drawing order: larger numbers are in front.
  public var zIndex: Int
  /// The opacity, 0 to 1.
  public var alpha = 1.0
  /// Whether the element is not drawn.
  public var isHidden = false
  /// The scale about the centre; ``frame`` is the frame without it.
  public var scale = 1.0
  /// How far the element is turned about its centre, clockwise, in radians; ``frame`` is the frame
  /// without it.
  public var rotation = 0.0

  /// Creates attributes.
  package init(
    element: LayoutElement,
    frame: LayoutRect,
    contentFrame: LayoutRect? = nil,
    zIndex: Int = 0
  ) {
    self.element = element
    self.frame = frame
    self.contentFrame = contentFrame ?? frame
    self.zIndex = zIndex
  }

  /// Returns whether one is drawn before the other: by z-index, then decorations before cells
  /// before supplementary views, then by index path.
  public static func isDrawnBefore(_ lhs: LayoutAttributes, _ rhs: LayoutAttributes) -> Bool {
    if lhs.zIndex != rhs.zIndex { return lhs.zIndex < rhs.zIndex }
    if lhs.element.drawingRank != rhs.element.drawingRank {
      return lhs.element.drawingRank < rhs.element.drawingRank
    }
    let start = CellPath(section: -1, item: 0)
    return (lhs.element.indexPath ?? start) < (rhs.element.indexPath ?? start)
  }
}

/// Changes visible items before a layout pass shows them;
/// NSCollectionLayoutSectionVisibleItemsInvalidationHandler.
///
/// - Parameters:
///   - visibleItems: The visible items of the section, in no particular order. Changes hold for
///     this pass.
///   - contentOffset: The offset of the section's own scroller, or of the list.
///   - environment: The environment; its container is the viewport.
public typealias VisibleItemsInvalidationHandler =
  @Sendable (
    _ visibleItems: inout [LayoutAttributes],
    _ contentOffset: LayoutPoint,
    _ environment: LayoutEnvironment
  ) -> Void
