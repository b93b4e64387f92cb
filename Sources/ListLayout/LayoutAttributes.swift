/// The place of a cell: its section and its ordinal there.
public struct LayoutIndexPath: Hashable, Comparable, Sendable {
  /// The section's index.
  public var section: Int
  /// The index within the section.
  public var item: Int

  /// Creates an index path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one comes before the other in the list.
  public static func < (lhs: LayoutIndexPath, rhs: LayoutIndexPath) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

/// Something a layout gives a place to.
public enum LayoutElement: Hashable, Sendable {
  /// A cell.
  case cell(LayoutIndexPath)
  /// What is attached to a cell; the path is the cell's.
  case itemSupplementary(kind: LayoutElementKind, LayoutIndexPath)
  /// What is attached to a group; the item is the ordinal of the group among those of its section
  /// with such a view.
  case groupSupplementary(kind: LayoutElementKind, LayoutIndexPath)
  /// A header, footer or the like of a section; the item is its ordinal among those of its kind.
  case boundarySupplementary(kind: LayoutElementKind, LayoutIndexPath)
  /// A header, footer or the like of the whole layout, by its ordinal among those of its kind.
  case layoutSupplementary(kind: LayoutElementKind, Int)
  /// A decoration of a section; the item is its ordinal among those of its kind.
  case decoration(kind: LayoutElementKind, LayoutIndexPath)

  /// The index path; `nil` for what belongs to the whole layout.
  public var indexPath: LayoutIndexPath? {
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

  /// 0 for decorations, 1 for cells, 2 for supplementary views: the order in which those of one
  /// z-index are drawn (R24).
  var drawingRank: Int {
    switch self {
    case .decoration: 0
    case .cell: 1
    case .itemSupplementary, .groupSupplementary, .boundarySupplementary, .layoutSupplementary: 2
    }
  }
}

/// Where something is and how it is drawn; UICollectionViewLayoutAttributes.
public struct LayoutAttributes: Hashable, Sendable {
  /// What it is.
  public var element: LayoutElement
  /// Where it is seen, in the coordinates of the list's content: a cell of an orthogonal section
  /// where its scroller's offset has it, a pinned header where it is pinned.
  public var frame: LayoutRect
  /// Where it is in the content of its section's own scroller, along the scroller's axis; the same
  /// as ``frame`` elsewhere.
  public var contentFrame: LayoutRect
  /// The order in which it is drawn.
  public var zIndex: Int
  /// How much of what is behind it is covered, 0 to 1.
  public var alpha = 1.0
  /// Whether it is not drawn.
  public var isHidden = false
  /// How it is scaled about its centre; ``frame`` is without it.
  public var scale = 1.0

  /// Creates attributes.
  public init(
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

  /// Whether one is drawn before the other: by z-index, then decorations before cells before
  /// supplementary views, then by index path.
  public static func isDrawnBefore(_ lhs: LayoutAttributes, _ rhs: LayoutAttributes) -> Bool {
    if lhs.zIndex != rhs.zIndex { return lhs.zIndex < rhs.zIndex }
    if lhs.element.drawingRank != rhs.element.drawingRank {
      return lhs.element.drawingRank < rhs.element.drawingRank
    }
    let start = LayoutIndexPath(section: -1, item: 0)
    return (lhs.element.indexPath ?? start) < (rhs.element.indexPath ?? start)
  }
}

/// Changes visible items before a layout pass shows them;
/// NSCollectionLayoutSectionVisibleItemsInvalidationHandler.
///
/// - Parameters:
///   - visibleItems: What of the section is visible, in no particular order. Changes hold for the
///     pass.
///   - contentOffset: That of the section's own scroller, or of the list.
///   - environment: The room; its container is the viewport.
public typealias VisibleItemsInvalidationHandler =
  @Sendable (
    _ visibleItems: inout [LayoutAttributes],
    _ contentOffset: LayoutPoint,
    _ environment: LayoutEnvironment
  ) -> Void
