/// The search of a screen.
open class UISearchController: UIViewController {
  /// The bar.
  public let searchBar = UISearchBar(frame: .zero)
  /// The object that shows what was found.
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  /// The object that is told about changes; accepted for compatibility only.
  open weak var delegate: (any UISearchControllerDelegate)?
  /// Whether the list is dimmed during the search; accepted for compatibility only.
  open var obscuresBackgroundDuringPresentation = true
  /// Whether the bar of the screen is hidden during the search; accepted for compatibility only.
  open var hidesNavigationBarDuringPresentation = true
  /// Whether a person searches.
  open var isActive = false
  /// The screen that shows what was found.
  public private(set) var searchResultsController: UIViewController?

  /// Creates a search.
  public convenience init(searchResultsController: UIViewController?) {
    self.init(nibName: nil, bundle: nil)
    self.searchResultsController = searchResultsController
    let told = UIAction { [weak self] _ in
      guard let self else { return }
      isActive = true
      searchResultsUpdater?.updateSearchResults(for: self)
    }
    searchBar.searchTextField.addAction(told, for: .editingChanged)
  }
}

/// An object that shows what was found.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: AnyObject {
  /// Called when the text was changed.
  func updateSearchResults(for searchController: UISearchController)
}

/// An object that a search tells about changes; it is not told anything.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: AnyObject {}
