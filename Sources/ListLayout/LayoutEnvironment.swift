/// The room a layout is for; NSCollectionLayoutEnvironment.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The container.
  public var container: LayoutContainer
  /// The direction in which text runs.
  public var layoutDirection: LayoutDirection
  /// The pixels of a point.
  ///
  /// Edges are rounded to whole pixels where it is given.
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

/// Where lines begin.
public enum LayoutDirection: String, Codable, Hashable, Sendable {
  /// At the left.
  case leftToRight
  /// At the right: everything is mirrored.
  case rightToLeft
}

/// The viewport, and what of it sections may keep free; NSCollectionLayoutContainer.
public struct LayoutContainer: Hashable, Sendable {
  /// The size of the viewport.
  public var contentSize: LayoutExtent
  /// What bars and rounded corners cover.
  public var safeAreaInsets: DirectionalEdgeInsets
  /// The margins of the view.
  public var layoutMargins: DirectionalEdgeInsets
  /// What is beyond comfortable reading.
  public var readableContentInsets: DirectionalEdgeInsets

  /// Creates a container without insets.
  public init(
    contentSize: LayoutExtent,
    safeAreaInsets: DirectionalEdgeInsets = .zero,
    layoutMargins: DirectionalEdgeInsets = .zero,
    readableContentInsets: DirectionalEdgeInsets = .zero
  ) {
    self.contentSize = contentSize
    self.safeAreaInsets = safeAreaInsets
    self.layoutMargins = layoutMargins
    self.readableContentInsets = readableContentInsets
  }

  /// The insets a reference stands for.
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
/// It is never stored; the names are.
public struct LayoutRegistry: Sendable {
  /// Makes the layout of a section; `nil` leaves the section empty.
  public typealias SectionProvider =
    @Sendable (
      _ section: Int, _ environment: LayoutEnvironment
    ) -> LayoutSection?
  /// Makes the places of a custom group's cells, from the group's top left corner.
  public typealias ItemProvider = @Sendable (_ group: LayoutContainer) -> [LayoutGroupCustomItem]

  /// The section providers, by name.
  public var sectionProviders: [String: SectionProvider] = [:]
  /// The providers of custom groups, by name.
  public var itemProviders: [String: ItemProvider] = [:]
  /// Finds the provider of a custom group that is not among ``itemProviders``.
  public var otherItemProviders: (@Sendable (String) -> ItemProvider?)?
  /// What changes visible items, by name.
  public var visibleItemsHandlers: [String: VisibleItemsInvalidationHandler] = [:]

  /// Creates a registry of nothing.
  public init() {}

  /// Whether no layout can be made by it.
  var isEmpty: Bool {
    sectionProviders.isEmpty && itemProviders.isEmpty && otherItemProviders == nil
  }
}
