import ListDiff
public import ListModel
public import ListRendering

/// Whom a collection view asks for what it shows.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections now.
  func numberOfSections(in collectionView: any CollectionView) -> Int
  /// The number of items in a section now.
  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int
  /// The cell to show at a path; it must come out of the view's pool, once for each call.
  ///
  /// - Throws: What the pool throws.
  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView
  /// The supplementary view of a kind to show at a path; `nil` if there is none.
  ///
  /// | view of | path |
  /// |---|---|
  /// | a cell | the cell's |
  /// | a group | its section, and the group's ordinal among those that have such a view |
  /// | a section | the section, and the view's ordinal among those of its kind: 0 for a header |
  /// | the whole layout | the view's ordinal as the section; item 0 |
  ///
  /// - Throws: What the pool throws.
  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)?
  /// Whether a user may move a cell.
  func collectionView(_ collectionView: any CollectionView, canMoveItemAt path: CellPath) -> Bool
  /// A user has moved a cell from one path to the one it has afterwards.
  ///
  /// The data has to change now; the view shows it already.
  func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  )
}

extension CollectionViewDataSource {
  /// By default, no cell can be moved.
  public func collectionView(
    _ collectionView: any CollectionView,
    canMoveItemAt path: CellPath
  ) -> Bool { false }

  /// By default, nothing happens: no cell can be moved.
  public func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  ) {}
}

/// Whom a collection view tells what happens in it.
public protocol CollectionViewDelegate: AnyObject {
  /// A cell is about to appear; `path` is its path now.
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  )
  /// A cell has disappeared; `path` is the one it had when it was last shown, which may be another
  /// item's, or nobody's, by now.
  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  )
  /// A supplementary view is about to appear.
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  )
  /// A supplementary view has disappeared; `path` is the one it had when it was last shown.
  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  )
  /// The user did something with a cell.
  func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  )
  /// Scrolling went into another phase, or on.
  func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase)
  /// Scrolling of a section that scrolls by itself went into another phase, or on.
  func collectionView(
    _ collectionView: any CollectionView,
    section: Int,
    didEnter phase: SectionScrollPhase
  )
  /// A finger is about to be lifted; `target` is where scrolling will end, and may be changed.
  func collectionView(
    _ collectionView: any CollectionView,
    willEndDraggingWithVelocity velocity: Double,
    target: inout Double
  )
  /// Whether a tap on the status bar scrolls to the top.
  func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool
  /// The user pulled the content down far enough to refresh it.
  func collectionViewDidPullToRefresh(_ collectionView: any CollectionView)
  /// The view's room is another, as after a rotation; it has been laid out anew.
  func collectionViewDidChangeLayoutEnvironment(_ collectionView: any CollectionView)
  /// A user has lifted a cell that may be moved.
  func collectionView(
    _ collectionView: any CollectionView,
    willBeginMovingItemAt path: CellPath
  )
  /// A user does not hold the cell any more; called once for each one that was lifted, after the
  /// data source was told of the move.
  func collectionView(_ collectionView: any CollectionView, didEndMovingItem end: ItemMoveEnd)
  /// The content of a cell was measured.
  func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofItemAt path: CellPath
  )
  /// The content of a supplementary view was measured.
  func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofSupplementaryViewOfKind kind: SupplementaryKind,
    at path: CellPath
  )
}

extension CollectionViewDelegate {
  /// By default, nothing happens.
  public func collectionViewDidChangeLayoutEnvironment(_ collectionView: any CollectionView) {}

  /// By default, nothing happens.
  public func collectionView(
    _ collectionView: any CollectionView,
    section: Int,
    didEnter phase: SectionScrollPhase
  ) {}

  /// By default, nothing happens.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofItemAt path: CellPath
  ) {}

  /// By default, nothing happens.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofSupplementaryViewOfKind kind: SupplementaryKind,
    at path: CellPath
  ) {}

  /// By default, nothing happens.
  public func collectionView(
    _ collectionView: any CollectionView,
    willBeginMovingItemAt path: CellPath
  ) {}

  /// By default, nothing happens.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndMovingItem end: ItemMoveEnd
  ) {}
}

/// How a user's move of a cell ends.
public enum ItemMoveEnd: Hashable, Sendable {
  /// The cell is in another place.
  case moved
  /// The cell is where it was.
  case cancelled
}

/// What a user can do with a cell.
public enum ItemInteraction: Hashable, Sendable {
  /// The cell is selected.
  case select
  /// The cell is no longer selected.
  case deselect
  /// A finger is put on the cell.
  case highlight
  /// The finger is lifted.
  case unhighlight
}

/// A phase of scrolling.
public enum ScrollPhase: Hashable, Sendable {
  /// The content offset changed, by dragging or deceleration.
  case scrolled(Touch)
  /// A finger begins to drag.
  case willBeginDragging
  /// A finger was lifted.
  case didEndDragging(Deceleration)
  /// The content begins to slow down.
  case willBeginDecelerating
  /// The content has come to rest.
  case didEndDecelerating
  /// The content has scrolled to the top after a tap on the status bar.
  case scrolledToTop

  /// Whether a finger holds the content.
  public enum Touch: Hashable, Sendable {
    /// A finger drags.
    case dragging
    /// No finger is down.
    case free
  }
}

/// A phase of scrolling of a section that scrolls by itself.
///
/// UICollectionView tells nobody of these; a host knows them by its section's
/// `visibleItemsInvalidationHandler`.
public enum SectionScrollPhase: Hashable, Sendable {
  /// A finger begins to drag.
  case willBeginDragging
  /// The section is at another offset from its first cell, in points.
  case scrolled(offset: Double)
  /// A finger was lifted; the section will rest at an offset, in points.
  case willSettle(target: Double)
  /// The section has come to rest at an offset, in points; `page` is the ordinal of that place among
  /// those where it may rest, and `nil` where it may rest anywhere.
  case didSettle(offset: Double, page: Int?)
}

/// Whom a collection view tells which items may be needed soon.
///
/// Paths come unordered, may repeat and may overlap with cancelled ones.
public protocol CollectionViewPrefetchDataSource: AnyObject {
  /// These items are likely to appear.
  func collectionView(_ collectionView: any CollectionView, prefetchItemsAt paths: [CellPath])
  /// These items are no longer likely to appear.
  func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  )
}

/// A data source that lets a strict view look at what UIKit never sees: who stands where.
///
/// The view uses it to check, never to answer: nothing an adapter can ask of a view depends on it.
public protocol ScrutinizedDataSource: CollectionViewDataSource {
  /// The section at an index now, with its cells.
  func scrutinizedSection(at index: Int) -> Section?
}

/// A data source that lets a strict view look at its list in trees.
protocol IndexedDataSource: ScrutinizedDataSource {
  /// The list now.
  var scrutinizedList: IndexedList? { get }
}
