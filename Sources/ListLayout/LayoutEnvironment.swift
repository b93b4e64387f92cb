/// The environment of a layout; NSCollectionLayoutEnvironment.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The container.
  public var container: LayoutContainer
  /// The direction in which text runs.
  public var layoutDirection: LayoutDirection
  /// The number of pixels in a point.
  ///
  /// If it is given, shares are rounded down to whole pixels, and origins to the nearest.
  public var displayScale: Double?

  /// Creates the environment of a container.
  public init(
    container: LayoutContainer,
    layoutDirection: LayoutDirection = .leftToRight,
    displayScale: Double? = nil
  ) {
    self.container = container
    self.layoutDirection = layoutDirection
    self.displayScale = displayScale
  }
}

/// The side at which lines of text begin.
public enum LayoutDirection: String, Codable, Hashable, Sendable {
  /// At the left.
  case leftToRight
  /// At the right: everything is mirrored.
  case rightToLeft
}

/// The viewport, and the insets that sections may apply; NSCollectionLayoutContainer.
public struct LayoutContainer: Hashable, Sendable {
  /// The size of the viewport.
  public var contentSize: LayoutExtent
  /// The insets that bars and rounded corners cover.
  public var safeAreaInsets: DirectionalEdgeInsets
  /// The margins of the view.
  public var layoutMargins: DirectionalEdgeInsets
  /// The insets outside of the comfortably readable width.
  public var readableContentInsets: DirectionalEdgeInsets
  /// The insets of the scroll view across its scroll axis, which the lines of a flow layout leave free.
  public var contentInsets: DirectionalEdgeInsets

  /// Creates a container without insets.
  public init(
    contentSize: LayoutExtent,
    safeAreaInsets: DirectionalEdgeInsets = .zero,
    layoutMargins: DirectionalEdgeInsets = .zero,
    readableContentInsets: DirectionalEdgeInsets = .zero,
    contentInsets: DirectionalEdgeInsets = .zero
  ) {
    self.contentSize = contentSize
    self.safeAreaInsets = safeAreaInsets
    self.layoutMargins = layoutMargins
    self.readableContentInsets = readableContentInsets
    self.contentInsets = contentInsets
  }

  /// Returns the insets of a reference.
  public func insets(_ reference: LayoutInsetsReference) -> DirectionalEdgeInsets {
    switch reference {
    case .none: .zero
    case .automatic, .safeArea: safeAreaInsets
    case .layoutMargins: layoutMargins
    case .readableContent: readableContentInsets
    }
  }

  /// The viewport less its safe area.
  public var effectiveContentSize: LayoutExtent {
    LayoutExtent(
      width: contentSize.width - safeAreaInsets.leading - safeAreaInsets.trailing,
      height: contentSize.height - safeAreaInsets.top - safeAreaInsets.bottom
    )
  }
}

/// The code that layouts call by name.
///
/// Only the names are stored, never the code.
public struct LayoutRegistry: Sendable {
  /// Makes the layout of a section; `nil` leaves the section empty.
  public typealias SectionProvider =
    @Sendable (
      _ section: Int, _ environment: LayoutEnvironment
    ) -> LayoutSection?
  /// Changes the lines of a row, given those of all rows.
  public typealias SeparatorHandler =
    @Sendable (_ path: CellPath, _ separators: LayoutListSeparators) -> LayoutListSeparators
  /// Makes the frames of a custom group's cells, from the group's top left corner.
  public typealias ItemProvider = @Sendable (_ group: LayoutContainer) -> [LayoutGroupCustomItem]

  /// The section providers, by name.
  public var sectionProviders: [String: SectionProvider] = [:]
  /// The providers of flow sections, by name; they are asked before ``sectionProviders``.
  package var flowProviders: [String: @Sendable (Int, LayoutEnvironment) -> FlowSection?] = [:]
  /// The providers of custom groups, by name.
  public var itemProviders: [String: ItemProvider] = [:]
  /// Finds the provider of a custom group that is not among ``itemProviders``.
  package var otherItemProviders: (@Sendable (String) -> ItemProvider?)?
  /// The handlers that change visible items, by name.
  public var visibleItemsHandlers: [String: VisibleItemsInvalidationHandler] = [:]
  /// The handlers that change the lines of single rows of lists, by name.
  public var separatorHandlers: [String: SeparatorHandler] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Whether it has no code that makes layouts.
  var isEmpty: Bool {
    sectionProviders.isEmpty && flowProviders.isEmpty && itemProviders.isEmpty
      && otherItemProviders == nil
  }
}
