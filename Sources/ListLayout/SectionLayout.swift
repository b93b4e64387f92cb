/// How a section arranges its cells, as a value that is stored and versioned with the section.
///
/// The three arrangements and their defaults are those of the declarative list adapters this
/// package descends from: a vertical list, a horizontal carousel, and a grid.
///
/// ```swift
/// let feed = SectionLayout.vertical(spacing: 12)
///   .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 16, trailing: 20))
/// ```
///
/// All lengths are points.
public struct SectionLayout: Codable, Hashable, Sendable {
  /// The arrangement of the cells.
  public var arrangement: Arrangement
  /// The space between the section's edges and its cells.
  public var contentInsets: EdgeInsets
  /// Whether the header stays at the viewport's edge while its section is visible.
  public var pinsHeaderToVisibleBounds: Bool
  /// Whether the footer stays at the viewport's edge while its section is visible.
  public var pinsFooterToVisibleBounds: Bool

  /// Creates a layout with zero insets and unpinned header and footer.
  public init(arrangement: Arrangement) {
    self.arrangement = arrangement
    contentInsets = .zero
    pinsHeaderToVisibleBounds = false
    pinsFooterToVisibleBounds = false
  }

  /// Cells one below the other, `spacing` points apart.
  public static func vertical(spacing: Double = 0) -> SectionLayout {
    SectionLayout(arrangement: .vertical(spacing: spacing))
  }

  /// Cells side by side, `spacing` points apart, scrolling across the list's own direction.
  public static func horizontal(
    spacing: Double = 0,
    scrollingBehavior: OrthogonalScrollingBehavior = .continuous
  ) -> SectionLayout {
    SectionLayout(
      arrangement: .horizontal(spacing: spacing, scrollingBehavior: scrollingBehavior)
    )
  }

  /// Rows of `numberOfItemsInRow` cells of equal width.
  public static func verticalGrid(
    numberOfItemsInRow: Int,
    itemSpacing: Double = 0,
    lineSpacing: Double = 0
  ) -> SectionLayout {
    SectionLayout(
      arrangement: .verticalGrid(
        numberOfItemsInRow: numberOfItemsInRow,
        itemSpacing: itemSpacing,
        lineSpacing: lineSpacing
      )
    )
  }

  /// Returns the layout with other section insets.
  public func withSectionContentInsets(_ insets: EdgeInsets) -> SectionLayout {
    var copy = self
    copy.contentInsets = insets
    return copy
  }

  /// Returns the layout with its header pinned, or not, to the visible bounds.
  public func withHeaderPinToVisibleBounds(_ pins: Bool) -> SectionLayout {
    var copy = self
    copy.pinsHeaderToVisibleBounds = pins
    return copy
  }

  /// Returns the layout with its footer pinned, or not, to the visible bounds.
  public func withFooterPinToVisibleBounds(_ pins: Bool) -> SectionLayout {
    var copy = self
    copy.pinsFooterToVisibleBounds = pins
    return copy
  }
}

extension SectionLayout {
  /// An arrangement of cells within a section.
  public enum Arrangement: Hashable, Sendable {
    /// One below the other.
    case vertical(spacing: Double)
    /// Side by side, scrolling orthogonally to the list.
    case horizontal(spacing: Double, scrollingBehavior: OrthogonalScrollingBehavior)
    /// Rows of equally wide cells; a row is as high as its highest cell.
    case verticalGrid(numberOfItemsInRow: Int, itemSpacing: Double, lineSpacing: Double)
  }

  /// How a horizontal section scrolls, in UICollectionView's words.
  public enum OrthogonalScrollingBehavior: String, Codable, Hashable, Sendable {
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
    /// Does not scroll orthogonally.
    case none
  }

  /// Distances from four edges, in points.
  public struct EdgeInsets: Codable, Hashable, Sendable {
    /// The distance from the top edge.
    public var top: Double
    /// The distance from the leading edge.
    public var leading: Double
    /// The distance from the bottom edge.
    public var bottom: Double
    /// The distance from the trailing edge.
    public var trailing: Double

    /// No distance on any edge.
    public static let zero = EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)

    /// Creates insets from four distances.
    public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }
}
