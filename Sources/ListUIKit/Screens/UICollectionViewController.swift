public import Foundation

/// A screen of a collection view.
open class UICollectionViewController: UIViewController, UICollectionViewDataSource,
  UICollectionViewDelegate
{
  /// The layout that the view is made with.
  public let collectionViewLayout: UICollectionViewLayout
  /// Whether the selection ends when the screen appears.
  open var clearsSelectionOnViewWillAppear = true
  /// Accepted for compatibility only.
  open var installsStandardGestureForInteractiveMovement = true
  /// Accepted for compatibility only.
  open var useLayoutToLayoutNavigationTransitions = false
  private var list: UICollectionView?

  /// Creates a screen with a layout.
  public init(collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates a screen with a flow layout.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Creates a screen as if from a storyboard; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The list; never `nil`.
  open var collectionView: UICollectionView! {
    get {
      loadViewIfNeeded()
      return list ?? UICollectionView(frame: .zero, collectionViewLayout: collectionViewLayout)
    }
    set {
      list = newValue
      view = newValue
    }
  }

  /// Creates the list, which is the view.
  open override func loadView() {
    let list = UICollectionView(
      frame: UIScreen.main.bounds,
      collectionViewLayout: collectionViewLayout
    )
    list.backgroundColor = .systemBackground
    self.list = list
    view = list
    list.dataSource = self
    list.delegate = self
    list.isEditing = isEditing
  }

  /// Ends the selection, if ``clearsSelectionOnViewWillAppear`` says so.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard clearsSelectionOnViewWillAppear, let list else { return }
    for path in list.indexPathsForSelectedItems ?? [] {
      list.deselectItem(at: path, animated: false)
    }
  }

  /// Begins or ends editing, in the list too.
  open override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    list?.isEditing = editing
  }

  /// The number of sections: one, unless a subclass says otherwise.
  open func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

  /// Returns the number of items: none, unless a subclass says otherwise.
  open func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { 0 }

  /// Returns a cell; a subclass with items says which.
  open func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }

  /// Returns the supplementary view of a kind at a path, taken from the view's pool.
  open func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }

  /// Returns whether a person may move an item.
  open func collectionView(
    _ collectionView: UICollectionView,
    canMoveItemAt indexPath: IndexPath
  ) -> Bool { false }

  /// Called after a person has moved an item; the data source must move it in its data now.
  open func collectionView(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}

  /// Returns whether a cell is highlighted, and then selected, when a finger is put on it.
  open func collectionView(
    _ collectionView: UICollectionView,
    shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool { true }

  /// Returns whether a cell is selected when the finger is lifted.
  open func collectionView(
    _ collectionView: UICollectionView,
    shouldSelectItemAt indexPath: IndexPath
  ) -> Bool { true }

  /// Returns whether the selection of a cell ends when a finger is lifted, if several may be selected.
  open func collectionView(
    _ collectionView: UICollectionView,
    shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool { true }

  /// Called when a cell is selected.
  open func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {}

  /// Called when a cell is no longer selected.
  open func collectionView(
    _ collectionView: UICollectionView,
    didDeselectItemAt indexPath: IndexPath
  ) {}

  /// Called when a finger is put on a cell.
  open func collectionView(
    _ collectionView: UICollectionView,
    didHighlightItemAt indexPath: IndexPath
  ) {}

  /// Called when the finger is lifted.
  open func collectionView(
    _ collectionView: UICollectionView,
    didUnhighlightItemAt indexPath: IndexPath
  ) {}

  /// Called when a cell is about to appear.
  open func collectionView(
    _ collectionView: UICollectionView,
    willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}

  /// Called when a cell has disappeared.
  open func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}

  /// Called when a supplementary view is about to appear.
  open func collectionView(
    _ collectionView: UICollectionView,
    willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) {}

  /// Called when a supplementary view has disappeared.
  open func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String,
    at indexPath: IndexPath
  ) {}

  /// Called when the content has moved.
  open func scrollViewDidScroll(_ scrollView: UIScrollView) {}

  /// Called when a finger begins to drag.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}

  /// Called when a finger is about to be lifted; the delegate may change where the content will rest.
  open func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}

  /// Called when a finger was lifted.
  open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}

  /// Called when the content begins to slow down.
  open func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}

  /// Called when the content has come to rest.
  open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}

  /// Returns whether a tap on the status bar scrolls to the top.
  open func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }

  /// Called when the content has scrolled to the top.
  open func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
