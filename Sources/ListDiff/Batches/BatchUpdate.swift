public import ListModel

/// The operations of one `performBatchUpdates` call.
///
/// Coordinates are UICollectionView's: `deleted*`, `reloaded*`, `reconfigured*` and `moved*.from`
/// are places *before* the batch; `inserted*` and `moved*.to` are places *after the whole* batch.
/// The order of the operations means nothing.
///
/// A batch holds no contents. One that an adapter hands to a view is legal.
public struct BatchUpdate: Hashable, Sendable {
  /// A change of place.
  public struct Move<Position: Hashable & Sendable>: Hashable, Sendable {
    /// The place before the batch.
    public var from: Position
    /// The place after the batch.
    public var to: Position

    /// Creates a move.
    package init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// The sections that disappear, with all their items.
  public var deletedSections: [Int]
  /// The sections that appear, with all their items.
  public var insertedSections: [Int]
  /// The sections that are replaced by new views: header, footer and all items.
  public var reloadedSections: [Int]
  /// The sections whose header and footer are drawn again, and whose layout is computed again.
  ///
  /// UICollectionView has no such operation, and needs none: the adapter draws into the views that
  /// are on screen and invalidates the layout once the batch is accepted. No item is touched.
  public var reconfiguredSections: [Int]
  /// The sections that change their place.
  public var movedSections: [Move<Int>]
  /// The items that disappear from sections that stay.
  public var deletedItems: [CellPath]
  /// The items that appear in sections that stay.
  public var insertedItems: [CellPath]
  /// The items that are replaced by new views.
  public var reloadedItems: [CellPath]
  /// The items that are drawn again in the view they have.
  public var reconfiguredItems: [CellPath]
  /// The items that change their place.
  public var movedItems: [Move<CellPath>]

  /// Creates a batch of the given operations, unchecked.
  package init(
    deletedSections: [Int] = [],
    insertedSections: [Int] = [],
    reloadedSections: [Int] = [],
    reconfiguredSections: [Int] = [],
    movedSections: [Move<Int>] = [],
    deletedItems: [CellPath] = [],
    insertedItems: [CellPath] = [],
    reloadedItems: [CellPath] = [],
    reconfiguredItems: [CellPath] = [],
    movedItems: [Move<CellPath>] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.reloadedSections = reloadedSections
    self.reconfiguredSections = reconfiguredSections
    self.movedSections = movedSections
    self.deletedItems = deletedItems
    self.insertedItems = insertedItems
    self.reloadedItems = reloadedItems
    self.reconfiguredItems = reconfiguredItems
    self.movedItems = movedItems
  }

  /// The number of operations.
  package var operationCount: Int {
    deletedSections.count + insertedSections.count + reloadedSections.count
      + reconfiguredSections.count + movedSections.count + deletedItems.count + insertedItems.count
      + reloadedItems.count + reconfiguredItems.count + movedItems.count
  }

  /// Whether nothing happens.
  public var isEmpty: Bool { operationCount == 0 }
}

/// How a cell whose component changed is shown again.
public enum CellUpdateStyle: Hashable, Sendable {
  /// Every such cell gets a new view.
  case reload
  /// The cell keeps its view and is drawn again; a cell that needs another kind of view gets one.
  case reconfigure
}
