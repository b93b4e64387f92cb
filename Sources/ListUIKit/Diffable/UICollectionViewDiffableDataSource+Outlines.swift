import ListAdapter
import ListDiffable
import ListModel

// The rows of a section snapshot know their level, and whether their children are shown.

extension UICollectionViewDiffableDataSource {
  /// The handlers that are called when a person expands or collapses an item.
  public struct SectionSnapshotHandlers {
    /// Returns whether an item may be expanded; without this handler, any may.
    public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item is expanded.
    public var willExpandItem: ((ItemIdentifierType) -> Void)?
    /// Returns whether an item may be collapsed; without this handler, any may.
    public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
    /// Called before an item is collapsed.
    public var willCollapseItem: ((ItemIdentifierType) -> Void)?
    /// Returns the items below an item that is about to be expanded, given those below it now.
    public var snapshotForExpandingParent:
      (
        (ItemIdentifierType, NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>)
          -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
      )?

    /// Creates handlers that allow everything and do nothing.
    public init() {}
  }

  func installExpanding() {
    guard let core else { return }
    let handlers = sectionSnapshotHandlers
    var installed = DiffableCore<SectionIdentifierType, ItemIdentifierType>.Source
      .SectionSnapshotHandlers()
    installed.shouldExpandItem = handlers.shouldExpandItem.map { ask in { ask($0.value) } }
    installed.willExpandItem = handlers.willExpandItem.map { tell in { tell($0.value) } }
    installed.shouldCollapseItem = handlers.shouldCollapseItem.map { ask in { ask($0.value) } }
    installed.willCollapseItem = handlers.willCollapseItem.map { tell in { tell($0.value) } }
    if let children = handlers.snapshotForExpandingParent {
      installed.snapshotForExpandingParent = { item, below throws(DiffableDataSourceError) in
        let answer = children(item.value, NSDiffableDataSourceSectionSnapshot(below))
        if let error = answer.error { throw error }
        return answer.value
      }
    }
    core.source.sectionSnapshotHandlers = installed
  }

  /// Tells a row of its item's place in the hierarchy.
  func show(_ item: ItemIdentifierType, in cell: UICollectionViewCell) {
    guard let cell = cell as? UICollectionViewListCell, let source = core?.source,
      let section = source.snapshot().sectionIdentifier(containingItem: Identified(item))
    else { return }
    let hierarchy = source.snapshot(for: section)
    // A row that its app has indented by itself keeps that.
    if let level = try? hierarchy.level(of: Identified(item)), level > 0 {
      cell.indentationLevel = level
    }
    cell.isExpanded = hierarchy.isExpanded(Identified(item))
    cell.toggleOutline = { [weak self] in self?.toggle(item) }
  }

  /// Tells all rows on screen of their items' places.
  func showOutline() {
    guard let collectionView else { return }
    for path in collectionView.indexPathsForVisibleItems {
      guard let item = itemIdentifier(for: path), let cell = collectionView.cellForItem(at: path)
      else { continue }
      show(item, in: cell)
    }
  }

  /// Expands an item that is collapsed, and collapses one that is expanded.
  private func toggle(_ item: ItemIdentifierType) {
    guard let source = core?.source, let host = collectionView?.host else { return }
    let item = Identified(item)
    host.attempt {
      if try !source.expandItem(item) { try source.collapseItem(item) }
    }
    showOutline()
  }
}
