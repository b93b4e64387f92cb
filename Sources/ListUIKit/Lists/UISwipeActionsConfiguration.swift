public import Foundation
import ListModel

/// The actions that a swipe on a row shows.
///
/// No finger swipes here: a test asks a list for the actions of a row, and performs one.
@preconcurrency @MainActor
public final class UISwipeActionsConfiguration: NSObject {
  /// The actions, from the side of the row inwards.
  public let actions: [UIContextualAction]
  /// Whether a swipe across the whole row performs the first action.
  public var performsFirstActionWithFullSwipe = true

  /// Creates a set of actions.
  public init(actions: [UIContextualAction]) {
    self.actions = actions
  }

  /// Swipes across the whole row.
  ///
  /// - Parameter view: The view that the action is told of.
  /// - Returns: What the first action reported; `nil` if it is not performed, or reported nothing yet.
  @discardableResult
  public func performFullSwipe(in view: UIView) -> Bool? {
    performsFirstActionWithFullSwipe ? actions.first?.perform(in: view) : nil
  }
}

/// An action of a row.
@preconcurrency @MainActor
public final class UIContextualAction: NSObject {
  /// What an action does to its row.
  public enum Style: Int, Hashable, Sendable {
    /// The row stays.
    case normal
    /// The row goes.
    case destructive
  }

  /// Performs the action, and reports whether it was performed.
  public typealias Handler = (
    _ action: UIContextualAction, _ sourceView: UIView,
    _ completionHandler: @escaping (Bool) -> Void
  ) -> Void

  /// What the action does to its row.
  public let style: Style
  /// The text of its button.
  public var title: String?
  /// The picture of its button.
  public var image: UIImage?
  /// The colour of its button.
  public var backgroundColor: UIColor
  /// Performs the action.
  public let handler: Handler
  /// What the handler reported last; `nil` if it reported nothing yet.
  public private(set) var reportedResult: Bool?

  /// Creates an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    backgroundColor = style == .destructive ? .systemRed : .systemGray
  }

  /// Performs the action, as a tap on its button does.
  ///
  /// - Returns: What the handler reported; `nil` if it reported nothing before it returned.
  @discardableResult
  public func perform(in view: UIView) -> Bool? {
    reportedResult = nil
    handler(self, view) { [weak self] in self?.reportedResult = $0 }
    return reportedResult
  }
}

extension UICollectionView {
  /// Returns the actions at the leading side of a row; `nil` if there are none.
  public func leadingSwipeActionsConfiguration(
    forItemAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    listConfiguration(indexPath)?.leadingSwipeActionsConfigurationProvider?(indexPath)
  }

  /// Returns the actions at the trailing side of a row; `nil` if there are none.
  public func trailingSwipeActionsConfiguration(
    forItemAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    listConfiguration(indexPath)?.trailingSwipeActionsConfigurationProvider?(indexPath)
  }

  /// Returns the list of a row; `nil` if there is no such row, or if it is not in a list.
  private func listConfiguration(
    _ indexPath: IndexPath
  ) -> UICollectionLayoutListConfiguration? {
    let path = CellPath(indexPath)
    guard path.item >= 0, path.item < numberOfItems(inSection: path.section) else { return nil }
    return (collectionViewLayout as? UICollectionViewCompositionalLayout)?
      .listConfigurations[path.section]
  }
}
