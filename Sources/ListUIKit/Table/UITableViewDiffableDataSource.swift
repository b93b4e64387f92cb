public import Foundation
import ListAdapter
import ListDiffable
import ListModel

/// Shows snapshots of identifiers in a table view, each by its differences from the one before.
///
/// A table is a list of one column; all that holds for ``UICollectionViewDiffableDataSource`` holds here.
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
>: NSObject, UITableViewDataSource, SelfServingDataSource {
  /// Gives the row for an item: one out of the view's pool.
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?
  /// The snapshots that are shown.
  public typealias Snapshot = NSDiffableDataSourceSnapshot<
    SectionIdentifierType, ItemIdentifierType
  >

  /// How rows come and go; taken for UIKit's sake.
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  private let cellProvider: CellProvider
  private var core: DiffableCore<SectionIdentifierType, ItemIdentifierType>?

  /// Creates a data source without sections, and makes it the view's.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.cellProvider = cellProvider
    super.init()
    let core = DiffableCore<SectionIdentifierType, ItemIdentifierType>(tableView.host) {
      [weak self, weak tableView] _, path, _ throws(CollectionViewError) in
      guard let self, let tableView else { return nil }
      return try tableView.host.answer(at: path) {
        self.tableView(tableView, cellForRowAt: IndexPath(path))
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

  /// Shows a snapshot by its differences from the one before.
  ///
  /// It may be called from anywhere. Away from the main actor, the snapshot is shown soon.
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

  /// The snapshot that was applied last.
  public func snapshot() -> Snapshot { core.map { Snapshot($0.source.snapshot()) } ?? Snapshot() }

  /// The item at a path in the view.
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    core?.source.itemIdentifier(for: CellPath(indexPath))?.value
  }

  /// The path of an item in the view.
  public func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    core?.source.indexPath(for: Identified(itemIdentifier)).map { IndexPath($0) }
  }

  /// The section at an index in the view.
  public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    core?.source.sectionIdentifier(for: index)?.value
  }

  /// The index of a section in the view.
  public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    core?.source.index(for: Identified(sectionIdentifier))
  }

  /// The number of sections shown.
  open func numberOfSections(in tableView: UITableView) -> Int {
    core?.source.numberOfSections(in: tableView.simulation) ?? 0
  }

  /// The number of rows shown in a section.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    core?.source.collectionView(tableView.simulation, numberOfItemsInSection: section) ?? 0
  }

  /// The row that the cell provider gives; one that the view refuses where it gives none.
  open func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// What stands above a section: nothing, unless a subclass says it.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }

  /// What stands below a section: nothing, unless a subclass says it.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    nil
  }
}
