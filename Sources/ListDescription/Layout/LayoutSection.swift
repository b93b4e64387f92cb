/// The full description of a section: a group that is repeated, and the views around the groups;
/// NSCollectionLayoutSection.
///
/// ```swift
/// let item = LayoutItem(
///   layoutSize: LayoutSize(widthDimension: .fractionalWidth(1 / 3), heightDimension: .fractionalHeight(1))
/// )
/// let row = LayoutGroup.horizontal(
///   layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(1 / 3)),
///   subitems: [item]
/// )
/// let grid = LayoutSection(group: row)
/// ```
///
/// It is a value: hashable, and stored with its section through ``SectionLayout/compositional(_:)``.
/// All lengths are points.
public struct LayoutSection: Hashable, Sendable {
  /// The group, which is repeated until all cells are placed.
  public var group: LayoutGroup
  /// The space around the groups, inside of headers and footers.
  public var contentInsets: DirectionalEdgeInsets
  /// The space between two groups.
  public var interGroupSpacing: Double
  /// Whether and how the groups scroll across the list's own direction.
  public var orthogonalScrollingBehavior: SectionLayout.OrthogonalScrollingBehavior
  /// Further properties of that scrolling.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties
  /// The headers, footers and similar views.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem]
  /// Whether the section's insets also apply to headers and footers, across the scroll axis.
  public var supplementariesFollowContentInsets: Bool
  /// The container's insets that apply to the section.
  public var contentInsetsReference: LayoutInsetsReference
  /// The container's insets that apply to headers and footers.
  public var supplementaryContentInsetsReference: LayoutInsetsReference
  /// The views behind the section.
  public var decorationItems: [LayoutDecorationItem]
  /// The name of a handler in a `LayoutRegistry` that may change the visible items before each
  /// pass.
  public var visibleItemsInvalidationHandler: String?
  /// Whether the section takes no room while it has no cells, not even for headers.
  public var hidesWhenEmpty: Bool
  /// The infinite carousel, if the section's groups go round in a circle.
  public var carousel: LayoutCarousel?
  /// The list of which the section is, if its cells are rows with separators.
  public var list: LayoutList?

  /// Creates a section without insets, headers or orthogonal scrolling.
  public init(group: LayoutGroup) {
    self.group = group
    contentInsets = .zero
    interGroupSpacing = 0
    orthogonalScrollingBehavior = .none
    orthogonalScrollingProperties = OrthogonalScrollingProperties()
    boundarySupplementaryItems = []
    supplementariesFollowContentInsets = true
    contentInsetsReference = .automatic
    supplementaryContentInsetsReference = .automatic
    decorationItems = []
    visibleItemsInvalidationHandler = nil
    hidesWhenEmpty = false
    carousel = nil
    list = nil
  }

  /// Returns the section as an infinite carousel: its groups follow each other in a circle.
  public func infiniteCarousel(_ carousel: LayoutCarousel = LayoutCarousel()) -> LayoutSection {
    var copy = self
    copy.carousel = carousel
    return copy
  }
}

/// How the groups of an orthogonal section scroll; UICollectionLayoutSectionOrthogonalScrollingProperties.
public struct OrthogonalScrollingProperties: Hashable, Sendable {
  /// The rate at which a fling slows down.
  public var decelerationRate: DecelerationRate
  /// Whether the content can be pulled beyond its ends.
  public var bounce: Bounce

  /// The rate at which a fling slows down.
  public enum DecelerationRate: String, Codable, Hashable, Sendable {
    /// The rate of the behaviour: fast if it pages, otherwise normal.
    case automatic
    /// The normal rate of a scroll view.
    case normal
    /// A faster stop than normal.
    case fast
  }

  /// Whether the content can be pulled beyond its ends.
  public enum Bounce: String, Codable, Hashable, Sendable {
    /// Only if there is something to scroll.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// Creates properties.
  public init(decelerationRate: DecelerationRate = .automatic, bounce: Bounce = .automatic) {
    self.decelerationRate = decelerationRate
    self.bounce = bounce
  }
}

/// The insets of a container that apply to a section; UIContentInsetsReference.
public enum LayoutInsetsReference: String, Codable, Hashable, Sendable {
  /// The reference of the layout's configuration.
  case automatic
  /// No insets.
  case none
  /// The insets for bars and rounded corners.
  case safeArea
  /// The margins of the view.
  case layoutMargins
  /// The insets of the comfortably readable width.
  case readableContent
}

/// A section whose groups go round in a circle.
public struct LayoutCarousel: Hashable, Sendable {
  /// Whether a single group goes round as well.
  public var loopSingle: Bool

  /// Creates a carousel.
  public init(loopSingle: Bool = false) {
    self.loopSingle = loopSingle
  }
}

/// The configuration of all sections; UICollectionViewCompositionalLayoutConfiguration.
public struct LayoutConfiguration: Hashable, Sendable {
  /// The direction in which the sections follow each other.
  public var scrollDirection: LayoutAxis
  /// The space between two sections.
  public var interSectionSpacing: Double
  /// The headers, footers and similar views of the whole layout; a layout without sections has
  /// none.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem]
  /// The container's insets that apply to sections with the reference
  /// ``LayoutInsetsReference/automatic``.
  public var contentInsetsReference: LayoutInsetsReference

  /// Creates the configuration of a list that scrolls down.
  public init(
    scrollDirection: LayoutAxis = .vertical,
    interSectionSpacing: Double = 0,
    boundarySupplementaryItems: [LayoutBoundarySupplementaryItem] = [],
    contentInsetsReference: LayoutInsetsReference = .safeArea
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
    self.contentInsetsReference = contentInsetsReference
  }
}
