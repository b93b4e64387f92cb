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

/// The state of a cell, for its content.
public struct UICellConfigurationState: UIConfigurationState, Hashable, Sendable {
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

  /// Creates the state of a cell that is neither selected nor touched.
  public init(traitCollection: UITraitCollection) {
    self.traitCollection = traitCollection
  }
}

/// The ground of a row.
public struct UIBackgroundConfiguration: Hashable, Sendable {
  /// The colour; `nil` for that of the list.
  public var backgroundColor: UIColor?
  /// The radius of the corners; accepted for compatibility only: the list decides.
  public var cornerRadius: CGFloat = 0

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
