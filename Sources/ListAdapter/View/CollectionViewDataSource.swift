public import ListDescription
import ListDiff
public import ListModel

/// The object that a collection view asks for its content.
public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections now.
  func numberOfSections(in collectionView: any CollectionView) -> Int
  /// Returns the number of items in a section now.
  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int
  /// Returns the cell to show at a path; it must come out of the view's pool, once for each call.
  ///
  /// - Throws: An error of the pool.
  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView
  /// Returns the supplementary view of a kind to show at a path; `nil` if there is none.
  ///
  /// | view of | path |
  /// |---|---|
  /// | a cell | the cell's |
  /// | a group | its section, and the group's ordinal among those that have such a view |
  /// | a section | the section, and the view's ordinal among those of its kind: 0 for a header |
  /// | the whole layout | the view's ordinal as the section; item 0 |
  ///
  /// - Throws: An error of the pool.
  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)?
  /// Returns whether a user may move a cell.
  func collectionView(_ collectionView: any CollectionView, canMoveItemAt path: CellPath) -> Bool
  /// Moves a cell, as a user has done, from one path to the path that it has afterwards.
  ///
  /// The data has to change now; the view already shows the move.
  func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  )
}

extension CollectionViewDataSource {
  /// Returns `false` by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    canMoveItemAt path: CellPath
  ) -> Bool { false }

  /// Does nothing by default: no cell can be moved.
  public func collectionView(
    _ collectionView: any CollectionView,
    moveItemAt source: CellPath,
    to destination: CellPath
  ) {}
}

/// The object that a collection view tells what happens in it.
public protocol CollectionViewDelegate: AnyObject {
  /// Tells that a cell is about to appear; `path` is its path now.
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  )
  /// Tells that a cell has disappeared; `path` is its path when it was last shown, which may belong
  /// to another item, or to none, by now.
  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  )
  /// Tells that a supplementary view is about to appear.
  func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  )
  /// Tells that a supplementary view has disappeared; `path` is its path when it was last shown.
  func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    at path: CellPath
  )
  /// Returns whether a person's finger highlights, selects or deselects a cell.
  func collectionView(
    _ collectionView: any CollectionView,
    allows interaction: ItemInteraction,
    at path: CellPath
  ) -> Bool
  /// Tells what the user did with a cell.
  func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  )
  /// Returns the content offset at which a view shows a batch or reloaded data, before it asks for
  /// cells there; `offset` is where the content is.
  func collectionView(
    _ collectionView: any CollectionView,
    targetContentOffsetForProposed offset: Double
  ) -> Double
  /// Tells that scrolling has entered another phase, or continues in one.
  func collectionView(_ collectionView: any CollectionView, didEnter phase: ScrollPhase)
  /// Tells the same of a section that scrolls by itself.
  func collectionView(
    _ collectionView: any CollectionView,
    section: Int,
    didEnter phase: SectionScrollPhase
  )
  /// Tells that a finger will be lifted; `target` is where scrolling will end, and may be changed.
  func collectionView(
    _ collectionView: any CollectionView,
    willEndDraggingWithVelocity velocity: Double,
    target: inout Double
  )
  /// Returns whether a tap on the status bar scrolls to the top.
  func collectionViewShouldScrollToTop(_ collectionView: any CollectionView) -> Bool
  /// Tells that the user pulled the content down far enough to refresh it.
  func collectionViewDidPullToRefresh(_ collectionView: any CollectionView)
  /// Tells that the layout environment has changed, as after a rotation; the view is laid out again.
  func collectionViewDidChangeLayoutEnvironment(_ collectionView: any CollectionView)
  /// Tells that a user has lifted a cell that may be moved.
  func collectionView(
    _ collectionView: any CollectionView,
    willBeginMovingItemAt path: CellPath
  )
  /// Tells that a user has let go of a cell; called once for each lifted cell, after the data source
  /// was told of the move.
  func collectionView(_ collectionView: any CollectionView, didEndMovingItem end: ItemMoveEnd)
  /// Tells that the content of a cell was measured.
  func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofItemAt path: CellPath
  )
  /// Tells that the content of a supplementary view was measured.
  func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofSupplementaryViewOfKind kind: SupplementaryKind,
    at path: CellPath
  )
}

extension CollectionViewDelegate {
  /// By default, everything is allowed.
  public func collectionView(
    _ collectionView: any CollectionView,
    allows interaction: ItemInteraction,
    at path: CellPath
  ) -> Bool { true }

  /// Leaves the content where it is, by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    targetContentOffsetForProposed offset: Double
  ) -> Double { offset }

  /// Does nothing by default.
  public func collectionViewDidChangeLayoutEnvironment(_ collectionView: any CollectionView) {}

  /// Does nothing by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    section: Int,
    didEnter phase: SectionScrollPhase
  ) {}

  /// Does nothing by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofItemAt path: CellPath
  ) {}

  /// Does nothing by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    didMeasure size: ContentSize,
    ofSupplementaryViewOfKind kind: SupplementaryKind,
    at path: CellPath
  ) {}

  /// Does nothing by default.
  public func collectionView(
    _ collectionView: any CollectionView,
    willBeginMovingItemAt path: CellPath
  ) {}

  /// Does nothing by default.
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
/// UICollectionView does not report these phases; a host knows them from its section's
/// `visibleItemsInvalidationHandler`.
public enum SectionScrollPhase: Hashable, Sendable {
  /// A finger begins to drag.
  case willBeginDragging
  /// The section is at another offset from its first cell, in points.
  case scrolled(offset: Double)
  /// A finger was lifted; the section will rest at an offset, in points.
  case willSettle(target: Double)
  /// The section has come to rest at an offset, in points; `page` is its ordinal among the offsets
  /// where the section may rest, and `nil` if it may rest anywhere.
  case didSettle(offset: Double, page: Int?)
}

/// The object that a collection view tells which items may be needed soon.
///
/// Paths come unordered, may repeat and may overlap with cancelled ones.
public protocol CollectionViewPrefetchDataSource: AnyObject {
  /// Tells that these items are likely to appear.
  func collectionView(_ collectionView: any CollectionView, prefetchItemsAt paths: [CellPath])
  /// Tells that these items are no longer likely to appear.
  func collectionView(
    _ collectionView: any CollectionView,
    cancelPrefetchingForItemsAt paths: [CellPath]
  )
}

/// A data source that lets a strict view read what UIKit never sees: which cell has which path.
///
/// The view uses it only to check: nothing that an adapter can ask of a view depends on it.
public protocol ScrutinizedDataSource: CollectionViewDataSource {
  /// Returns the section at an index now, with its cells.
  func scrutinizedSection(at index: Int) -> Section?
}

/// A data source that lets a strict view read its list as trees.
protocol IndexedDataSource: ScrutinizedDataSource {
  /// The list now.
  var scrutinizedList: IndexedList? { get }
}
