public import ListDescription

/// The operations of one `performBatchUpdates` call.
///
/// Coordinates are UICollectionView's: what is deleted, reloaded or reconfigured, and where a move begins,
/// are places *before* the batch; what is inserted, and where a move ends, are places *after the whole*
/// batch. The order of the operations means nothing. Cells of deleted and inserted sections are not named.
///
/// A batch holds no contents. One that an adapter hands to a view is legal.
public struct BatchUpdate: Rearranging, Hashable, Sendable {
  /// What goes, comes and moves.
  public var rearrangement: Rearrangement
  /// The sections that are replaced by new views: header, footer and all cells.
  public var reloadedSections: [Int]
  /// The sections whose header and footer are drawn again, and whose layout is computed again.
  ///
  /// UICollectionView has no such operation, and needs none: the adapter draws into the views that
  /// are on screen and invalidates the layout once the batch is accepted. No cell is touched.
  public var reconfiguredSections: [Int]
  /// The cells that are replaced by new views.
  public var reloadedCells: [CellPath]
  /// The cells that are drawn again in the view they have.
  public var reconfiguredCells: [CellPath]

  /// Creates a batch of the given operations, unchecked.
  package init(
    deletedSections: [Int] = [],
    insertedSections: [Int] = [],
    reloadedSections: [Int] = [],
    reconfiguredSections: [Int] = [],
    movedSections: [Match<Int>] = [],
    deletedCells: [CellPath] = [],
    insertedCells: [CellPath] = [],
    reloadedCells: [CellPath] = [],
    reconfiguredCells: [CellPath] = [],
    movedCells: [Match<CellPath>] = []
  ) {
    rearrangement = Rearrangement(
      deletedSections: deletedSections,
      insertedSections: insertedSections,
      movedSections: movedSections,
      deletedCells: deletedCells,
      insertedCells: insertedCells,
      movedCells: movedCells
    )
    self.reloadedSections = reloadedSections
    self.reconfiguredSections = reconfiguredSections
    self.reloadedCells = reloadedCells
    self.reconfiguredCells = reconfiguredCells
  }

  /// Creates a batch that moves what a rearrangement moves, unchecked.
  package init(_ rearrangement: Rearrangement) {
    self.init()
    self.rearrangement = rearrangement
  }

  /// The number of operations.
  package var operationCount: Int {
    rearrangement.count + reloadedSections.count + reconfiguredSections.count + reloadedCells.count
      + reconfiguredCells.count
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
