public import Foundation
import ListAdapter
import ListDiffable
import ListModel

/// Shows snapshots of identifiers in a collection view, each by its differences from the one before.
///
/// Identifiers may be of any type that can be hashed, classes too. Completions are called when the
/// animations end, on `collectionView.simulation.flush()`, or at once without animation.
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
>: NSObject, UICollectionViewDataSource, SelfServingDataSource {
  /// Returns the cell for an item, taken from the view's pool.
  public typealias CellProvider = (
    _ collectionView: UICollectionView, _ indexPath: IndexPath,
    _ itemIdentifier: ItemIdentifierType
  ) -> UICollectionViewCell?
  /// Returns the supplementary view of a kind at a path, taken from the view's pool.
  public typealias SupplementaryViewProvider = (
    _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
  ) -> UICollectionReusableView?
  /// The snapshots that are shown.
  public typealias Snapshot = NSDiffableDataSourceSnapshot<
    SectionIdentifierType, ItemIdentifierType
  >

  /// Provides the supplementary views of all kinds.
  open var supplementaryViewProvider: SupplementaryViewProvider?
  /// The handlers that are called when a person moves an item.
  open var reorderingHandlers = ReorderingHandlers() {
    didSet { installReordering() }
  }

  weak var collectionView: UICollectionView?
  private let cellProvider: CellProvider
  var core: DiffableCore<SectionIdentifierType, ItemIdentifierType>?
  /// The handlers that are called when a person expands or collapses an item.
  open var sectionSnapshotHandlers = SectionSnapshotHandlers() {
    didSet { installExpanding() }
  }

  /// The handlers that are called when a person moves an item.
  public struct ReorderingHandlers {
    /// Returns whether an item may be moved; without this handler, none may.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item is moved, while the data source has the snapshot before.
    public var willReorder:
      (
        (
          NSDiffableDataSourceTransaction<
            SectionIdentifierType, ItemIdentifierType
          >
        ) -> Void
      )?
    /// Called after items have been moved, with the snapshot that is shown now.
    public var didReorder:
      (
        (
          NSDiffableDataSourceTransaction<
            SectionIdentifierType, ItemIdentifierType
          >
        ) -> Void
      )?

    /// Creates handlers that allow nothing.
    public init() {}
  }

  /// Creates a data source without sections, and sets it as the view's data source.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    self.collectionView = collectionView
    self.cellProvider = cellProvider
    super.init()
    let core = DiffableCore<SectionIdentifierType, ItemIdentifierType>(collectionView.host) {
      [weak self, weak collectionView] _, path, _ throws(CollectionViewError) in
      guard let self, let collectionView else { return nil }
      return try collectionView.host.answer(at: path) {
        self.collectionView(collectionView, cellForItemAt: IndexPath(path))
      }
    }
    core.source.supplementaryViewProvider = {
      [weak self, weak collectionView] _, kind, path throws(CollectionViewError) in
      guard let self, let collectionView else { return nil }
      return try collectionView.host.answer(at: path) {
        self.suppliedView(collectionView, kind.uikitName, IndexPath(path))
      }
    }
    self.core = core
    collectionView.dataSource = self
  }

  // MARK: Applying

  /// Shows a snapshot by its differences from the previous one.
  ///
  /// It may be called on any thread. A call outside the main actor returns before the snapshot is
  /// shown.
  nonisolated public func apply(
    _ snapshot: Snapshot,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    Parcel((self, snapshot, completion)).open { source, snapshot, completion in
      source.core?.apply(snapshot, animatingDifferences ? .animated : .immediate, completion)
    }
  }

  /// Shows a snapshot by its differences from the previous one, without waiting for animations.
  public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
    core?.apply(snapshot, animatingDifferences ? .animated : .immediate, nil)
  }

  /// Shows a snapshot by a reload, without looking for differences.
  nonisolated public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot,
    completion: (() -> Void)? = nil
  ) {
    Parcel((self, snapshot, completion)).open { source, snapshot, completion in
      source.core?.apply(snapshot, .reload, completion)
    }
  }

  /// Shows the visible items of a section snapshot as the items of a section.
  nonisolated public func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    to section: SectionIdentifierType,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    Parcel((self, snapshot, section, completion)).open { source, snapshot, section, completion in
      let style: DiffableCore<SectionIdentifierType, ItemIdentifierType>.Style =
        animatingDifferences ? .animated : .immediate
      source.core?.apply(snapshot, to: section, style, completion)
      source.showOutline()
    }
  }

  // MARK: Queries

  /// Returns the snapshot that was applied last.
  public func snapshot() -> Snapshot { core.map { Snapshot($0.source.snapshot()) } ?? Snapshot() }

  /// Returns the hierarchy of a section that was applied last.
  public func snapshot(
    for section: SectionIdentifierType
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    core.map { NSDiffableDataSourceSectionSnapshot($0.source.snapshot(for: Identified(section))) }
      ?? NSDiffableDataSourceSectionSnapshot()
  }

  /// Returns the item at a path in the view.
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    core?.source.itemIdentifier(for: CellPath(indexPath))?.value
  }

  /// Returns the path of an item in the view.
  public func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    core?.source.indexPath(for: Identified(itemIdentifier)).map { IndexPath($0) }
  }

  /// Returns the section at an index in the view.
  public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    core?.source.sectionIdentifier(for: index)?.value
  }

  /// Returns the index of a section in the view.
  public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    core?.source.index(for: Identified(sectionIdentifier))
  }

  // MARK: What the view asks

  /// Returns the number of sections shown.
  open func numberOfSections(in collectionView: UICollectionView) -> Int {
    core?.source.numberOfSections(in: collectionView.simulation) ?? 0
  }

  /// Returns the number of items shown in a section.
  open func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    core?.source.collectionView(collectionView.simulation, numberOfItemsInSection: section) ?? 0
  }

  /// Returns the cell of the cell provider, or a cell that the view refuses if the provider returns
  /// none.
  open func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard let item = itemIdentifier(for: indexPath),
      let cell = cellProvider(collectionView, indexPath, item)
    else { return UICollectionViewCell() }
    show(item, in: cell)
    return cell
  }

  /// Returns the view of the supplementary view provider, or one that the collection view refuses if
  /// the provider returns none.
  open func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView()
  }

  private func suppliedView(
    _ collectionView: UICollectionView,
    _ kind: String,
    _ path: IndexPath
  ) -> UICollectionReusableView? {
    self.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: path)
  }

  private func installReordering() {
    guard let core else { return }
    let handlers = reorderingHandlers
    core.source.reorderingHandlers.canReorderItem = { handlers.canReorderItem?($0.value) ?? false }
    core.source.reorderingHandlers.willReorder = { transaction in
      handlers.willReorder?(NSDiffableDataSourceTransaction(transaction))
    }
    core.source.reorderingHandlers.didReorder = { transaction in
      handlers.didReorder?(NSDiffableDataSourceTransaction(transaction))
    }
  }
}

/// The change that a person made by moving an item.
public struct NSDiffableDataSourceTransaction<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  /// The snapshot before the move.
  public let initialSnapshot:
    NSDiffableDataSourceSnapshot<
      SectionIdentifierType, ItemIdentifierType
    >
  /// The snapshot after the move.
  public let finalSnapshot:
    NSDiffableDataSourceSnapshot<
      SectionIdentifierType, ItemIdentifierType
    >
  /// The differences of the items of all sections.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The changes in each section that lost or got the item; the last section is first.
  public let sectionTransactions:
    [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]

  init(
    _ transaction: DiffableDataSourceTransaction<
      Identified<SectionIdentifierType>, Identified<ItemIdentifierType>
    >
  ) {
    initialSnapshot = NSDiffableDataSourceSnapshot(transaction.initialSnapshot)
    finalSnapshot = NSDiffableDataSourceSnapshot(transaction.finalSnapshot)
    difference = finalSnapshot.itemIdentifiers.difference(from: initialSnapshot.itemIdentifiers)
      .inferringMoves()
    sectionTransactions = transaction.sectionTransactions.map { .init($0) }
  }
}

/// The change of one section that a person made by moving an item.
public struct NSDiffableDataSourceSectionTransaction<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  /// The section.
  public let sectionIdentifier: SectionIdentifierType
  /// The items of the section before the move.
  public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The items of the section after the move.
  public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The differences of the section's items.
  public let difference: CollectionDifference<ItemIdentifierType>

  init(
    _ transaction: DiffableDataSourceSectionTransaction<
      Identified<SectionIdentifierType>, Identified<ItemIdentifierType>
    >
  ) {
    sectionIdentifier = transaction.sectionIdentifier.value
    initialSnapshot = NSDiffableDataSourceSectionSnapshot(transaction.initialSnapshot)
    finalSnapshot = NSDiffableDataSourceSectionSnapshot(transaction.finalSnapshot)
    difference = finalSnapshot.visibleItems.difference(from: initialSnapshot.visibleItems)
      .inferringMoves()
  }
}
