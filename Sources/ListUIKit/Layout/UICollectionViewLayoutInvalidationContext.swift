public import Foundation

/// What of a layout is no longer valid, and how the screen and the content move with it.
///
/// Here every answer of a layout is asked for again, also if single elements are named.
@preconcurrency @MainActor
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Whether everything is to be laid out again, as after `reloadData()`.
  public internal(set) var invalidateEverything = false
  /// Whether the numbers of sections and items have changed.
  public internal(set) var invalidateDataSourceCounts = false
  /// How far the screen moves in the content.
  open var contentOffsetAdjustment = CGPoint.zero
  /// How much larger the content becomes; the layout's own size is used in any case.
  open var contentSizeAdjustment = CGSize.zero
  /// The cells that are named; `nil` if none is.
  public private(set) var invalidatedItemIndexPaths: [IndexPath]?
  /// The supplementary views that are named, by kind; `nil` if none is.
  public private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  /// The decorations that are named, by kind; `nil` if none is.
  public private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

  /// Where the items were that a finger moves; `nil` if none does.
  public internal(set) var previousIndexPathsForInteractivelyMovingItems: [IndexPath]?
  /// Where they would be if the finger let go; `nil` if none moves.
  public internal(set) var targetIndexPathsForInteractivelyMovingItems: [IndexPath]?
  /// Where the finger is, in the content.
  public internal(set) var interactiveMovementTarget = CGPoint.zero

  /// Creates a context in which nothing is named.
  public nonisolated required override init() { super.init() }

  /// Names cells.
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }

  /// Names supplementary views of a kind.
  open func invalidateSupplementaryElements(
    ofKind elementKind: String,
    at indexPaths: [IndexPath]
  ) {
    invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:])
      .merging([elementKind: indexPaths]) { $0 + $1 }
  }

  /// Names decorations of a kind.
  open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:])
      .merging([elementKind: indexPaths]) { $0 + $1 }
  }
}

/// What of a flow layout is no longer valid.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext
{
  /// Whether the delegate is asked for sizes and insets again.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// Whether the lines are made again.
  open var invalidateFlowLayoutAttributes = true
}

/// A change of a batch, as a layout is told of it.
@preconcurrency @MainActor
open class UICollectionViewUpdateItem: NSObject {
  /// What happens to an item or a section.
  public enum Action: Int, Hashable, Sendable {
    /// It comes.
    case insert
    /// It goes.
    case delete
    /// It is shown again.
    case reload
    /// It moves.
    case move
    /// Nothing happens.
    case none
  }

  /// Its path before the batch; `nil` for one that comes.
  ///
  /// A section has the item `NSNotFound`.
  public let indexPathBeforeUpdate: IndexPath?
  /// Its path after the batch; `nil` for one that goes.
  public let indexPathAfterUpdate: IndexPath?
  /// What happens.
  public let updateAction: Action

  init(_ action: Action, _ before: IndexPath?, _ after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
  }
}
