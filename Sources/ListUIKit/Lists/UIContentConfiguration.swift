public import Foundation

/// A content of a cell, as a value that makes the view that shows it.
@preconcurrency @MainActor
public protocol UIContentConfiguration {
  /// Makes a view that shows the content.
  func makeContentView() -> any UIView & UIContentView
  /// Returns the content for a state of its cell.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content.
@preconcurrency @MainActor
public protocol UIContentView: UIView {
  /// The content that is shown.
  var configuration: any UIContentConfiguration { get set }
}

/// The state of a view, for its content.
public protocol UIConfigurationState {
  /// The traits of the device.
  var traitCollection: UITraitCollection { get }
}

/// The name of what an app adds to a state.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The state of a view that is no cell, for its content.
public struct UIViewConfigurationState: UIConfigurationState, Hashable, Sendable {
  /// The traits of the device.
  public var traitCollection: UITraitCollection

  /// Creates a state.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
}

/// The state of a cell, for its content.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
  /// The traits of the device.
  public var traitCollection: UITraitCollection
  /// Whether the cell is selected.
  public var isSelected = false
  /// Whether a finger is on the cell.
  public var isHighlighted = false
  /// Whether the list is being edited.
  public var isEditing = false
  /// Whether the children of the cell's item are shown.
  public var isExpanded = false
  /// Whether a person can use the cell.
  public var isDisabled = false
  /// Whether the cell is focused.
  public var isFocused = false
  /// Whether the cell is swiped aside.
  public var isSwiped = false
  /// Whether the cell is moved.
  public var isReordering = false
  /// What an app adds to the state.
  private var custom: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  /// What an app adds to the state: values that can be compared.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { custom[key] }
    set { custom[key] = newValue }
  }

  /// Creates the state of a cell that is neither selected nor touched.
  public init(traitCollection: UITraitCollection) {
    self.traitCollection = traitCollection
  }
}

/// The ground of a row.
public struct UIBackgroundConfiguration: Hashable {
  /// The colour; `nil` for that of the list.
  public var backgroundColor: UIColor?
  /// The radius of the corners; accepted for compatibility only: the list decides.
  public var cornerRadius: CGFloat = 0
  /// The colour of a line around the ground.
  public var strokeColor: UIColor?
  /// The width of that line.
  public var strokeWidth: CGFloat = 0
  /// The space around the ground of a cell; in a row of a list, accepted for compatibility only.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero
  /// The picture of the ground; accepted for compatibility only.
  public var image: UIImage?
  /// A blur; accepted for compatibility only.
  public var visualEffect: UIVisualEffect?
  /// Changes the colour.
  public var backgroundColorTransformer: UIConfigurationColorTransformer?
  /// A view of the app on the ground; accepted for compatibility only.
  public var customView: UIView?

  /// Returns whether both look alike.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.shownColor == rhs.shownColor && lhs.cornerRadius == rhs.cornerRadius
      && lhs.strokeColor == rhs.strokeColor && lhs.strokeWidth == rhs.strokeWidth
      && lhs.backgroundInsets == rhs.backgroundInsets
  }

  /// Hashes the colour.
  public func hash(into hasher: inout Hasher) { hasher.combine(shownColor) }

  /// The colour that is shown.
  var shownColor: UIColor? {
    guard let transformer = backgroundColorTransformer else { return backgroundColor }
    return transformer(backgroundColor ?? .systemBackground)
  }

  /// Returns where the ground is in a cell.
  @MainActor
  func frame(in size: CGSize) -> CGRect {
    let isTurned = UIApplication.shared.userInterfaceLayoutDirection == .rightToLeft
    let insets = backgroundInsets
    return CGRect(
      x: isTurned ? insets.trailing : insets.leading,
      y: insets.top,
      width: max(0, size.width - insets.leading - insets.trailing),
      height: max(0, size.height - insets.top - insets.bottom)
    )
  }

  /// Returns the ground for a state: that of a selected or touched row is the list's.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration { self }

  /// The ground of a cell of a list.
  public static func listCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  /// The ground of a header.
  public static func listHeader() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  /// The ground of a header.
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration {
    UIBackgroundConfiguration()
  }
  /// The ground of a header.
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration {
    UIBackgroundConfiguration()
  }
  /// A ground that cannot be seen.
  public static func clear() -> UIBackgroundConfiguration {
    UIBackgroundConfiguration(backgroundColor: .clear)
  }
  /// The ground of a row of a plain list.
  public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  /// The ground of a row of a grouped list.
  public static func listGroupedCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
  /// The ground of a row of a sidebar.
  public static func listSidebarCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}
