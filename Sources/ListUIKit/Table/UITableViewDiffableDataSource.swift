public import Foundation
import ListAdapter
import ListDiffable
import ListModel

/// Shows snapshots of identifiers in a table view, each by its differences from the previous one.
///
/// A table is a list of one column; everything said about ``UICollectionViewDiffableDataSource`` is
/// true here.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
>: NSObject, UITableViewDataSource, SelfServingDataSource {
  /// Returns the row for an item, taken from the view's pool.
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?
  /// The snapshots that are shown.
  public typealias Snapshot = NSDiffableDataSourceSnapshot<
    SectionIdentifierType, ItemIdentifierType
  >

  /// How rows come and go; accepted for compatibility only.
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  private let cellProvider: CellProvider
  private var core: DiffableCore<SectionIdentifierType, ItemIdentifierType>?

  /// Creates a data source without sections, and sets it as the view's data source.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.cellProvider = cellProvider
    super.init()
    let core = DiffableCore<SectionIdentifierType, ItemIdentifierType>(tableView.host) {
      [weak self, weak tableView] _, path, _ throws(CollectionViewError) in
      guard let self, let tableView else { return nil }
      return try tableView.host.answer(at: path) {
        let cell = self.tableView(tableView, cellForRowAt: IndexPath(path))
        cell.givenHeight = tableView.givenHeight(IndexPath(path))
        return cell
      }
    }
    core.source.supplementaryViewProvider = {
      [weak tableView] _, kind, path throws(CollectionViewError) in
      guard let tableView else { return nil }
      return try tableView.host.answer(at: path) {
        tableView.titleView(kind.uikitName, IndexPath(path))
      }
    }
    self.core = core
    tableView.dataSource = self
  }

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

  /// Shows a snapshot by a reload, without looking for differences.
  nonisolated public func applySnapshotUsingReloadData(
    _ snapshot: Snapshot,
    completion: (() -> Void)? = nil
  ) {
    Parcel((self, snapshot, completion)).open { source, snapshot, completion in
      source.core?.apply(snapshot, .reload, completion)
    }
  }

  /// Returns the snapshot that was applied last.
  public func snapshot() -> Snapshot { core.map { Snapshot($0.source.snapshot()) } ?? Snapshot() }

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

  /// Returns whether a person may edit a row; a subclass may say so.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  /// Called when a person deletes or inserts a row; a subclass applies a snapshot.
  open func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {}
  /// Returns whether a person may move a row; a subclass may say so.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// Called after a person has moved a row; a subclass applies a snapshot.
  open func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}

  /// Returns the number of sections shown.
  open func numberOfSections(in tableView: UITableView) -> Int {
    core?.source.numberOfSections(in: tableView.simulation) ?? 0
  }

  /// Returns the number of rows shown in a section.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    core?.source.collectionView(tableView.simulation, numberOfItemsInSection: section) ?? 0
  }

  /// Returns the row of the cell provider, or a row that the view refuses if the provider returns none.
  open func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// Returns the title above a section; none, unless a subclass returns one.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }

  /// Returns the title below a section; none, unless a subclass returns one.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    nil
  }
}
