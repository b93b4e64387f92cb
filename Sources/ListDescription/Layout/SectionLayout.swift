/// The arrangement of a section's cells: a value that is stored and versioned with the section.
///
/// A vertical list, a horizontal carousel and a grid are the convenient layouts, with the defaults
/// of the declarative list adapters from which this package descends. ``compositional(_:)``
/// describes all others.
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

  /// Creates a layout of cells one below the other, `spacing` points apart.
  public static func vertical(spacing: Double = 0) -> SectionLayout {
    SectionLayout(arrangement: .vertical(spacing: spacing))
  }

  /// Creates a layout of cells side by side, `spacing` points apart, which scrolls across the
  /// list's own direction.
  public static func horizontal(
    spacing: Double = 0,
    scrollingBehavior: OrthogonalScrollingBehavior = .continuous
  ) -> SectionLayout {
    SectionLayout(
      arrangement: .horizontal(spacing: spacing, scrollingBehavior: scrollingBehavior)
    )
  }

  /// Creates a layout of rows of `numberOfItemsInRow` cells with equal widths.
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

  /// Creates a layout of lines, with as many cells in each line as fit.
  public static func flow(_ flow: LayoutFlow = LayoutFlow()) -> SectionLayout {
    SectionLayout(arrangement: .flow(flow))
  }

  /// Creates a layout of rows with separators, as lists and tables of a phone have them.
  ///
  /// A header and a footer that the section has are shown, whatever the modes of the list say.
  public static func list(_ list: LayoutList) -> SectionLayout {
    SectionLayout(arrangement: .list(list))
  }

  /// Creates a layout from a full description.
  public static func compositional(_ section: LayoutSection) -> SectionLayout {
    SectionLayout(arrangement: .compositional(section))
  }

  /// Creates a layout that chooses the largest `minWidth` up to the container's width; the first
  /// choice if the container is narrower than all of them.
  public static func adaptive(_ choices: [AdaptiveChoice]) -> SectionLayout {
    SectionLayout(arrangement: .adaptive(choices))
  }

  /// Creates a layout that a section provider makes; the provider is registered by name and never
  /// stored.
  public static func provider(_ name: String) -> SectionLayout {
    SectionLayout(arrangement: .provider(name))
  }

  /// Returns the layout with other section insets.
  ///
  /// An adaptive layout changes the insets of every choice; the sections of a provider have their
  /// own insets.
  public func withSectionContentInsets(_ insets: EdgeInsets) -> SectionLayout {
    changing {
      $0.contentInsets = insets
    } section: {
      $0.contentInsets = insets
    }
  }

  /// Returns the layout with its header pinned to the visible bounds, or not pinned.
  public func withHeaderPinToVisibleBounds(_ pins: Bool) -> SectionLayout {
    changing {
      $0.pinsHeaderToVisibleBounds = pins
    } section: {
      $0.pin(pins, kind: SectionLayout.headerKind)
    }
  }

  /// Returns the layout with its footer pinned to the visible bounds, or not pinned.
  public func withFooterPinToVisibleBounds(_ pins: Bool) -> SectionLayout {
    changing {
      $0.pinsFooterToVisibleBounds = pins
    } section: {
      $0.pin(pins, kind: SectionLayout.footerKind)
    }
  }

  private func changing(
    _ simple: (inout SectionLayout) -> Void,
    section change: (inout LayoutSection) -> Void
  ) -> SectionLayout {
    var copy = self
    switch arrangement {
    case .vertical, .horizontal, .verticalGrid, .flow, .list, .provider: simple(&copy)
    case .compositional(var section):
      change(&section)
      copy.arrangement = .compositional(section)
    case .adaptive(let choices):
      copy.arrangement = .adaptive(
        choices.map {
          AdaptiveChoice(
            minWidth: $0.minWidth,
            layout: $0.layout.changing(simple, section: change)
          )
        }
      )
    }
    return copy
  }
}

extension SectionLayout {
  /// The kind of a section's header.
  package static let headerKind: LayoutElementKind = "header"
  /// The kind of a section's footer.
  package static let footerKind: LayoutElementKind = "footer"

  /// Whether code that is called by name makes the layout or its groups.
  package var callsCode: Bool {
    switch arrangement {
    case .vertical, .horizontal, .verticalGrid, .flow, .list: false
    case .compositional(let section): section.group.callsCode
    case .adaptive(let choices): choices.contains { $0.layout.callsCode }
    case .provider: true
    }
  }

  /// An arrangement of cells within a section.
  public indirect enum Arrangement: Hashable, Sendable {
    /// One below the other.
    case vertical(spacing: Double)
    /// Side by side, scrolling orthogonally to the list.
    case horizontal(spacing: Double, scrollingBehavior: OrthogonalScrollingBehavior)
    /// Rows of equally wide cells; a row is as high as its highest cell.
    case verticalGrid(numberOfItemsInRow: Int, itemSpacing: Double, lineSpacing: Double)
    /// Lines, with as many cells in each line as fit.
    case flow(LayoutFlow)
    /// Rows with separators.
    case list(LayoutList)
    /// Any compositional layout.
    case compositional(LayoutSection)
    /// One of several layouts, by the width of the container.
    case adaptive([AdaptiveChoice])
    /// The layout that the provider with this name in a `LayoutRegistry` makes for the
    /// environment.
    case provider(String)
  }

  /// A layout for containers that are wide enough.
  public struct AdaptiveChoice: Codable, Hashable, Sendable {
    /// The least width of the container, in points.
    public var minWidth: Double
    /// The layout for this width and more.
    public var layout: SectionLayout

    /// Creates a choice.
    public init(minWidth: Double, layout: SectionLayout) {
      self.minWidth = minWidth
      self.layout = layout
    }

    enum CodingKeys: String, CodingKey { case minWidth, layout }
  }

  /// The scrolling of a horizontal section, with UICollectionView's names.
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

  /// The distances between a section's content and its edges.
  public typealias EdgeInsets = DirectionalEdgeInsets
}

extension LayoutSection {
  /// Sets whether the headers or footers of a kind are pinned.
  package mutating func pin(_ pins: Bool, kind: LayoutElementKind) {
    for index in boundarySupplementaryItems.indices
    where boundarySupplementaryItems[index].elementKind == kind {
      boundarySupplementaryItems[index].pinToVisibleBounds = pins
    }
  }
}
