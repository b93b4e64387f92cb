/// An object that a search bar tells about changes.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: AnyObject {
  /// Called when the text was changed.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Called when the search key was pressed.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Called when the search was ended.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// Called when the editing begins.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Called when the editing has ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
  /// By default, nothing happens.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  /// By default, nothing happens.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
}
