public import ListDiff
public import ListLayout
public import ListModel

/// The part of UICollectionView that an adapter needs.
///
/// ``SimulatedCollectionView`` is one without a screen. A host conforms its own view by forwarding;
/// UICollectionView is `@MainActor`, so there the conformance is `@MainActor CollectionView`, and
/// the compiler keeps view and adapter together on the main actor.
///
/// Nothing here lets an adapter see more than UIKit would show it. Where UIKit raises an exception,
/// this protocol throws an error; a host whose view raises exceptions simply never throws.
public protocol CollectionView: AnyObject {
  /// The object that the view asks for counts, cells and headers; held weakly.
  var dataSource: (any CollectionViewDataSource)? { get set }
  /// The object that the view tells what happens; held weakly.
  var delegate: (any CollectionViewDelegate)? { get set }
  /// The object that the view tells what may be needed soon; held weakly.
  var prefetchDataSource: (any CollectionViewPrefetchDataSource)? { get set }

  /// Whether the view is in a window.
  ///
  /// UIKit does not animate batch updates of a view outside a window, and they are not reliable.
  var isInWindow: Bool { get }

  /// Registers the kind of cell that `reuseIdentifier` names.
  func registerCell(reuseIdentifier: String)
  /// Registers the kind of supplementary view that `reuseIdentifier` names.
  func registerSupplementaryView(ofKind kind: SupplementaryKind, reuseIdentifier: String)
  /// Returns a cell to show at a path: one from the pool, or the present one while it is reconfigured.
  ///
  /// - Throws: ``CollectionViewError`` when the identifier is not registered, or a reconfigured
  ///   cell has another one.
  func dequeueReusableCell(
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView
  /// Returns a supplementary view to show at a path.
  ///
  /// - Throws: ``CollectionViewError`` when the identifier is not registered.
  func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView

  /// Forgets everything; the data source is asked again in the next layout pass, not before.
  func reloadData()
  /// Runs a layout pass now, if one is due.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  func layoutIfNeeded() throws(CollectionViewError)
  /// Makes the next layout pass compute positions again; counts stay.
  func invalidateLayout()
  /// Shows a change of the data as one batch.
  ///
  /// - Parameters:
  ///   - update: The operations. Supplementary views of its `reconfiguredSections` are not touched.
  ///   - animation: Whether changes are animated.
  ///   - changingData: Changes what the data source answers; called once, synchronously.
  ///   - completion: Called once, after the animations.
  /// - Throws: ``CollectionViewError`` when the batch does not fit the change of the data. Nothing
  ///   is shown then, and `completion` is not called.
  func performBatchUpdates(
    _ update: BatchUpdate,
    animation: UpdateAnimation,
    changingData: () -> Void,
    completion: @escaping (_ finished: Bool) -> Void
  ) throws(CollectionViewError)

  /// The paths of the cells on screen, in no particular order.
  var pathsForVisibleItems: [CellPath] { get }
  /// Returns the cell on screen at a path.
  func visibleCell(at path: CellPath) -> (any ReusableView)?
  /// Returns the paths of the supplementary views of a kind that are on screen, in no particular order.
  ///
  /// ``CollectionViewDataSource/collectionView(_:viewForSupplementaryElementOfKind:at:)`` says what a path
  /// means.
  func pathsForVisibleSupplementaryViews(ofKind kind: SupplementaryKind) -> [CellPath]
  /// Returns the supplementary view of a kind at a path, if it is on screen.
  func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) -> (any ReusableView)?

  /// The paths of the selected cells, in no particular order.
  var pathsForSelectedItems: [CellPath] { get }
  /// Selects a cell without telling the delegate.
  func selectItem(at path: CellPath)

  /// The distance of the start of the screen from the start of the content, along the scrolling
  /// axis, in points.
  var contentOffset: Double { get set }
  /// Whether a finger holds the content; the finger then sets the content's offset.
  var isDragging: Bool { get }
  /// Returns the distance of the start of a cell from the start of the content, along the scrolling
  /// axis, in points; `nil` if there is no such cell.
  func position(ofItemAt path: CellPath) -> Double?
  /// The length of the content along the scrolling axis, in points.
  var contentLength: Double { get }
  /// The length of the screen along the scrolling axis, in points.
  var viewportLength: Double { get }
  /// The environment of the layout, which says how often an infinite carousel is repeated.
  ///
  /// `nil`, the default, if nothing is to be repeated.
  var layoutEnvironment: LayoutEnvironment? { get }
  /// The control a user pulls for fresh content; set by an adapter when it is created.
  var refreshControl: CollectionViewAdapterConfiguration.RefreshControl { get set }
  /// Whether the refresh control turns.
  var isRefreshing: Bool { get }
  /// Stops the refresh control.
  func endRefreshing()
}

extension CollectionView {
  /// By default, the view has no environment.
  public var layoutEnvironment: LayoutEnvironment? { nil }
}

/// A cell or supplementary view that is used again for other content.
public protocol ReusableView: AnyObject {
  /// The name of its pool.
  var reuseIdentifier: String { get }
  /// The content that it shows; `nil` before the first time.
  var content: AnyObject? { get }
  /// Draws a component: creates the content the first time, updates it from then on.
  ///
  /// ``RenderedContent`` does both.
  func render(_ component: AnyComponent)
}

/// Whether a batch is animated.
public enum UpdateAnimation: Hashable, Sendable {
  /// Cells fade and slide to their places.
  case animated
  /// Cells are in their places at once.
  case immediate
}
