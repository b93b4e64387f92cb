public import ListAdapter
import ListDiff
public import ListModel

/// Shows snapshots of identifiers in a collection view, each by its differences from the one
/// before: UICollectionViewDiffableDataSource without UIKit.
///
/// ```swift
/// let dataSource = DiffableDataSource<String, Int>(collectionView: view) {
///   (view, path, item) throws(CollectionViewError) in
///   let cell = try view.dequeueReusableCell(reuseIdentifier: "Number", for: path)
///   cell.render(AnyComponent(NumberRow(item)))
///   return cell
/// }
/// var snapshot = dataSource.snapshot()
/// try snapshot.appendSections(["numbers"])
/// try snapshot.appendItems([1, 2, 3])
/// dataSource.apply(snapshot)
/// ```
///
/// Each apply is performed at once, even while an earlier one is still animated. An apply that is
/// made while another is being performed (by a cell provider, say) is performed right after it.
/// Every completion is called exactly once, in the order of the applies.
///
/// All changes of places are one legal batch; reloads and reconfigurations follow in a second one,
/// at the new places. If the view refuses a batch, the previous snapshot is shown again.
///
/// A data source belongs to no actor and is not `Sendable`: it stays in the isolation in which it
/// was made; in an app, on the main actor.
public final class DiffableDataSource<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
> {
  /// The snapshots this data source shows.
  public typealias Snapshot =
    DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The section snapshots this data source shows.
  public typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// Returns the cell for an item, which it takes out of the view's pool, exactly once.
  public typealias CellProvider = (
    _ collectionView: any CollectionView,
    _ path: CellPath,
    _ itemIdentifier: ItemIdentifierType
  ) throws(CollectionViewError) -> (any ReusableView)?
  /// Returns the supplementary view of a kind at a path, which is the path of a cell, a group or a
  /// section, as `CollectionViewDataSource` says; `nil` if there is none.
  public typealias SupplementaryViewProvider = (
    _ collectionView: any CollectionView,
    _ elementKind: SupplementaryKind,
    _ path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)?
  /// Called once with the result of an apply.
  public typealias Completion = (Result<Void, DiffableDataSourceError>) -> Void

  /// Gives the supplementary views of all kinds.
  public var supplementaryViewProvider: SupplementaryViewProvider?
  /// The handlers that are called when a user moves an item.
  public var reorderingHandlers = ReorderingHandlers()
  /// The handlers that are called when a user expands or collapses an item.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers()

  let cellProvider: CellProvider
  weak var collectionView: (any CollectionView)?
  /// The state that the view knows.
  var shown = State()
  /// The state that the last apply asked for; it differs from ``shown`` while applies wait.
  var requested = State()
  var waiting: [Request] = []
  var isPresenting = false
  let answers = DiffableDataSourceAnswers()
  var scrutiny = DiffableDataSourceScrutiny<SectionIdentifierType, ItemIdentifierType>()

  typealias State = DiffableDataSourceState<SectionIdentifierType, ItemIdentifierType>

  /// Creates a data source without sections, and makes it the view's.
  ///
  /// - Parameters:
  ///   - collectionView: The view; it is held weakly, and holds the data source weakly.
  ///   - cellProvider: Gives the cells.
  public init(collectionView: any CollectionView, cellProvider: @escaping CellProvider) {
    self.collectionView = collectionView
    self.cellProvider = cellProvider
    collectionView.dataSource = self
  }
}

// MARK: Applying

extension DiffableDataSource {
  /// Shows a snapshot by its differences from the one before.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot. Its items to reload and reconfigure are shown again by this apply
  ///     only.
  ///   - animatingDifferences: Whether the differences are animated.
  ///   - completion: Called once, after the animations; possibly before this method returns.
  /// - Complexity: O(n) expected, plus O(k log k) for k operations.
  public func apply(
    _ snapshot: Snapshot,
    animatingDifferences: Bool = true,
    completion: Completion? = nil
  ) {
    submit(
      requested.replacing(with: snapshot),
      .differences(animatingDifferences ? .animated : .immediate),
      completion
    )
  }

  /// Shows a snapshot by its differences from the one before, and returns when it is shown.
  ///
  /// - Throws: ``DiffableDataSourceError`` when the view refused it, or is gone.
  nonisolated(nonsending) public func apply(
    _ snapshot: Snapshot,
    animatingDifferences: Bool = true
  ) async throws(DiffableDataSourceError) {
    let answer = await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) {
        continuation.resume(returning: $0)
      }
    }
    try answer.get()
  }

  /// Shows a snapshot by a reload, without looking for differences.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - completion: Called once, after the completions of earlier applies; possibly before this
  ///     method returns.
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: Completion? = nil) {
    submit(requested.replacing(with: snapshot), .reload, completion)
  }

  /// Shows a snapshot by a reload, and returns when it is shown.
  ///
  /// - Throws: ``DiffableDataSourceError`` when the view refused it, or is gone.
  nonisolated(nonsending) public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot
  ) async throws(DiffableDataSourceError) {
    let answer = await withCheckedContinuation { continuation in
      applySnapshotUsingReloadData(snapshot) { continuation.resume(returning: $0) }
    }
    try answer.get()
  }
}

// MARK: Queries

extension DiffableDataSource {
  /// The snapshot that was applied last, with nothing to reload or reconfigure.
  public func snapshot() -> Snapshot { requested.withoutMarks().snapshot }

  /// The item at a path in the view; `nil` if there is none.
  public func itemIdentifier(for path: CellPath) -> ItemIdentifierType? {
    shown.snapshot.item(at: path)
  }

  /// The path of an item in the view; `nil` if it is not there.
  public func indexPath(for itemIdentifier: ItemIdentifierType) -> CellPath? {
    shown.snapshot.path(of: itemIdentifier)
  }

  /// The section at an index in the view; `nil` if there is none.
  public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    let sections = shown.snapshot.sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// The index of a section in the view; `nil` if it is not there.
  public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    shown.snapshot.indexOfSection(sectionIdentifier)
  }
}
