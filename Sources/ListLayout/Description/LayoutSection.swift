/// How a section is arranged, in full: a group that is repeated, and what is around the groups;
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
  /// What is repeated until all cells have a place.
  public var group: LayoutGroup
  /// The space around the groups; headers and footers are outside of it.
  public var contentInsets: DirectionalEdgeInsets
  /// The space between two groups.
  public var interGroupSpacing: Double
  /// Whether and how the groups scroll across the list's own direction.
  public var orthogonalScrollingBehavior: SectionLayout.OrthogonalScrollingBehavior
  /// How they scroll, finer.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties
  /// Headers, footers and the like.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem]
  /// Whether headers and footers keep the section's insets across the scroll axis.
  public var supplementariesFollowContentInsets: Bool
  /// Which of the container's own insets the section keeps.
  public var contentInsetsReference: LayoutInsetsReference
  /// Which of the container's own insets headers and footers keep.
  public var supplementaryContentInsetsReference: LayoutInsetsReference
  /// Views behind the section.
  public var decorationItems: [LayoutDecorationItem]
  /// The name under which a ``LayoutRegistry`` has a handler that may change the visible items
  /// before each pass.
  public var visibleItemsInvalidationHandler: String?
  /// Whether the section takes no room, headers included, while it has no cells.
  public var hidesWhenEmpty: Bool
  /// Whether the section's groups go round in a circle: an infinite carousel.
  public var carousel: LayoutCarousel?

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
  /// How fast a fling ends.
  public var decelerationRate: DecelerationRate
  /// Whether the content can be pulled beyond its ends.
  public var bounce: Bounce

  /// How fast a fling ends.
  public enum DecelerationRate: String, Codable, Hashable, Sendable {
    /// As the behaviour wants it: fast where it pages, normal elsewhere.
    case automatic
    /// As a scroll view does by itself.
    case normal
    /// Sooner.
    case fast
  }

  /// Whether the content can be pulled beyond its ends.
  public enum Bounce: String, Codable, Hashable, Sendable {
    /// Where there is something to scroll.
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

/// Which of a container's insets a section keeps; UIContentInsetsReference.
public enum LayoutInsetsReference: String, Codable, Hashable, Sendable {
  /// That of the layout's configuration.
  case automatic
  /// None.
  case none
  /// What bars and rounded corners leave.
  case safeArea
  /// The view's margins.
  case layoutMargins
  /// What can be read comfortably.
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

/// What holds for all sections; UICollectionViewCompositionalLayoutConfiguration.
public struct LayoutConfiguration: Hashable, Sendable {
  /// The direction in which the sections follow each other.
  public var scrollDirection: LayoutAxis
  /// The space between two sections.
  public var interSectionSpacing: Double
  /// Headers, footers and the like of everything; there are none while there is no section.
  public var boundarySupplementaryItems: [LayoutBoundarySupplementaryItem]
  /// Which of the container's own insets sections keep that do not say it.
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
