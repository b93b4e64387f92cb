public import Foundation
import ListLayout

/// How a list looks: its appearance, headers, lines and swipe actions.
///
/// It makes a `LayoutList`.
public struct UICollectionLayoutListConfiguration {
  /// How sections look.
  public enum Appearance: Int, Hashable, Sendable {
    /// Rows from edge to edge, with headers that stay on screen.
    case plain
    /// Rows from edge to edge, in sections apart from each other.
    case grouped
    /// Rows on cards with round corners.
    case insetGrouped
    /// The rows of a sidebar, in sections.
    case sidebar
    /// The rows of a sidebar, with headers that stay on screen.
    case sidebarPlain

    var value: LayoutList.Appearance {
      switch self {
      case .plain: .plain
      case .grouped: .grouped
      case .insetGrouped: .insetGrouped
      case .sidebar: .sidebar
      case .sidebarPlain: .sidebarPlain
      }
    }
  }

  /// What stands at the head of a section.
  public enum HeaderMode: Int, Hashable, Sendable {
    /// Nothing.
    case none
    /// A supplementary view.
    case supplementary
    /// The first row.
    case firstItemInSection
  }

  /// What stands at the foot of a section.
  public enum FooterMode: Int, Hashable, Sendable {
    /// Nothing.
    case none
    /// A supplementary view.
    case supplementary
  }

  /// Returns the actions of a row that is swiped; `nil` for none.
  public typealias SwipeActionsConfigurationProvider = (_ indexPath: IndexPath) ->
    UISwipeActionsConfiguration?
  /// Returns the lines of a row, given those of the list.
  public typealias ItemSeparatorHandler = (
    _ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration
  ) -> UIListSeparatorConfiguration

  /// How sections look.
  public var appearance: Appearance
  /// What stands at the head of a section.
  public var headerMode = HeaderMode.none
  /// What stands at the foot of a section.
  public var footerMode = FooterMode.none
  /// The space above the head of a section; `nil` for that of the appearance.
  public var headerTopPadding: CGFloat?
  /// Whether there are lines between rows.
  public var showsSeparators = true
  /// The lines of all rows.
  public var separatorConfiguration: UIListSeparatorConfiguration
  /// Changes the lines of single rows.
  public var itemSeparatorHandler: ItemSeparatorHandler?
  /// The colour of the screen behind the rows; `nil` for that of the appearance.
  public var backgroundColor: UIColor?
  /// The actions at the leading side of a row.
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// The actions at the trailing side of a row.
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

  /// Creates a list without headers and footers.
  public init(appearance: Appearance) {
    self.appearance = appearance
    separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
  }

  /// Returns the list as a value, without its closures; the lines of single rows are asked for under
  /// a name.
  func value(handlerName: String?) -> LayoutList {
    var list = LayoutList(appearance: appearance.value)
    switch headerMode {
    case .none: list.headerMode = .none
    case .supplementary: list.headerMode = .supplementary
    case .firstItemInSection: list.headerMode = .firstItemInSection
    }
    list.footerMode = footerMode == .supplementary ? .supplementary : .none
    list.headerTopPadding = headerTopPadding.map { Double($0) }
    list.showsSeparators = showsSeparators
    list.separators = separatorConfiguration.value
    list.backgroundColor = backgroundColor?.css
    if itemSeparatorHandler != nil { list.separatorHandler = handlerName }
    return list
  }
}

/// The lines above and below a row.
public struct UIListSeparatorConfiguration: Hashable, Sendable {
  /// Whether there is a line.
  public enum Visibility: Int, Hashable, Sendable {
    /// As in lists of the appearance.
    case automatic
    /// There is one.
    case visible
    /// There is none.
    case hidden

    var value: LayoutListSeparators.Visibility {
      switch self {
      case .automatic: .automatic
      case .visible: .visible
      case .hidden: .hidden
      }
    }
  }

  /// The insets that stand for those of the list.
  public static let automaticInsets = NSDirectionalEdgeInsets(
    top: .greatestFiniteMagnitude,
    leading: .greatestFiniteMagnitude,
    bottom: .greatestFiniteMagnitude,
    trailing: .greatestFiniteMagnitude
  )

  /// Whether there is a line above the row.
  public var topSeparatorVisibility = Visibility.automatic
  /// Whether there is a line below the row.
  public var bottomSeparatorVisibility = Visibility.automatic
  /// The space at both ends of the line above, from the sides of the row.
  public var topSeparatorInsets = Self.automaticInsets
  /// The space at both ends of the line below, from the sides of the row.
  public var bottomSeparatorInsets = Self.automaticInsets
  /// The colour of the lines.
  public var color = UIColor.separator
  /// The colour of the lines while several rows are selected; accepted for compatibility only.
  public var multipleSelectionColor = UIColor.separator

  /// Creates the lines of an appearance.
  public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}

  /// Creates the lines that a value describes.
  init(_ value: LayoutListSeparators) {
    topSeparatorVisibility = Self.visibility(value.top)
    bottomSeparatorVisibility = Self.visibility(value.bottom)
    topSeparatorInsets = Self.insets(value.topInsets)
    bottomSeparatorInsets = Self.insets(value.bottomInsets)
    if let css = value.color { color = UIColor(css: css) }
  }

  private static func visibility(_ value: LayoutListSeparators.Visibility) -> Visibility {
    switch value {
    case .automatic: .automatic
    case .visible: .visible
    case .hidden: .hidden
    }
  }

  /// Returns insets of which each side may be automatic.
  private static func insets(_ value: LayoutListSeparators.Insets) -> NSDirectionalEdgeInsets {
    var insets = automaticInsets
    if let leading = value.leading { insets.leading = CGFloat(leading) }
    if let trailing = value.trailing { insets.trailing = CGFloat(trailing) }
    return insets
  }

  var value: LayoutListSeparators {
    func insets(_ insets: NSDirectionalEdgeInsets) -> LayoutListSeparators.Insets {
      func known(_ side: CGFloat) -> Double? {
        side == .greatestFiniteMagnitude ? nil : Double(side)
      }
      return LayoutListSeparators.Insets(
        leading: known(insets.leading),
        trailing: known(insets.trailing)
      )
    }
    return LayoutListSeparators(
      top: topSeparatorVisibility.value,
      bottom: bottomSeparatorVisibility.value,
      topInsets: insets(topSeparatorInsets),
      bottomInsets: insets(bottomSeparatorInsets),
      color: color == .separator ? nil : color.css
    )
  }
}

extension NSCollectionLayoutSection {
  /// Returns the section of a list, which may be changed like any other.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration,
    layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    let environment = (layoutEnvironment as? Environment)?.value ?? layoutEnvironment.value
    var value = configuration.value(handlerName: LayoutCode.name).section(in: environment)
    let boundaries = value.boundarySupplementaryItems
    value.boundarySupplementaryItems = []
    let section = NSCollectionLayoutSection(value)
    section.boundarySupplementaryItems = boundaries.map(
      NSCollectionLayoutBoundarySupplementaryItem.init
    )
    section.listConfiguration = configuration
    return section
  }
}

extension UICollectionViewCompositionalLayout {
  /// Returns a layout whose sections are all lists.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout { _, environment in
      .list(using: configuration, layoutEnvironment: environment)
    }
  }
}

extension NSCollectionLayoutEnvironment {
  /// The environment as a value, if it is one of an app's own.
  fileprivate var value: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(container.contentSize)),
      layoutDirection: traitCollection.layoutDirection == .rightToLeft
        ? .rightToLeft : .leftToRight,
      displayScale: traitCollection.displayScale > 0 ? Double(traitCollection.displayScale) : nil
    )
  }
}

extension NSCollectionLayoutBoundarySupplementaryItem {
  /// Creates the header or footer of a list.
  fileprivate convenience init(_ item: LayoutBoundarySupplementaryItem) {
    let isHeader = item.elementKind == SectionLayout.headerKind
    self.init(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: NSCollectionLayoutDimension(item.layoutSize.heightDimension)
      ),
      elementKind: isHeader
        ? UICollectionView.elementKindSectionHeader : UICollectionView.elementKindSectionFooter,
      alignment: isHeader ? .top : .bottom
    )
    pinToVisibleBounds = item.pinToVisibleBounds
    zIndex = item.zIndex
  }
}
