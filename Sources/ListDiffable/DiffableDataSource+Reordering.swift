import ListAdapter
public import ListModel

extension DiffableDataSource {
  /// The changes made by a user's move of an item.
  public typealias Transaction =
    DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

  /// The handlers that are called when a user moves an item.
  public struct ReorderingHandlers {
    /// Whether an item may be moved; without this handler, none may.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// An item is about to be moved.
    public var willReorder: ((Transaction) -> Void)?
    /// An item has been moved, and is shown in its place: now the app changes its own data.
    public var didReorder: ((Transaction) -> Void)?

    /// Creates handlers that allow nothing.
    public init() {}
  }

  /// Whether a user may move the item at a path.
  public func canMoveItem(at path: CellPath) -> Bool {
    guard let item = itemIdentifier(for: path) else { return false }
    return reorderingHandlers.canReorderItem?(item) ?? false
  }

  /// Moves an item as a user's drag does: asks whether it may be moved, shows it in its new place,
  /// and tells the handlers.
  ///
  /// In a hierarchy, an item takes all items below it along. It becomes a sibling of the item it is
  /// dropped in front of, or a root at the end of a section.
  ///
  /// - Parameters:
  ///   - source: The path of the item.
  ///   - destination: Its path afterwards, counted without the item and the visible items below it;
  ///     a path behind the end of its section means the end.
  ///   - completion: Called once, after the animations and the handlers.
  /// - Returns: Whether the item may be moved, and the destination is in a section.
  /// - Throws: ``DiffableDataSourceError``; no input causes it.
  @discardableResult
  public func reorderItem(
    at source: CellPath,
    to destination: CellPath,
    completion: Completion? = nil
  ) throws(DiffableDataSourceError) -> Bool {
    guard canMoveItem(at: source), let item = itemIdentifier(for: source),
      let section = requested.snapshot.sectionIdentifier(containingItem: item),
      let destinationSection = sectionIdentifier(for: destination.section),
      requested.snapshot.indexOfSection(destinationSection) != nil
    else { return false }
    let (target, transaction) = try requested.reordering(
      item,
      from: section,
      to: destinationSection,
      at: max(0, destination.item)
    )
    reorderingHandlers.willReorder?(transaction)
    let didReorder = reorderingHandlers.didReorder
    submit(target, .differences(.animated)) { answer in
      if case .success = answer { didReorder?(transaction) }
      completion?(answer)
    }
    return true
  }
}

extension DiffableDataSourceState {
  /// Returns the state after an item, with everything below it, was moved to an index of a
  /// section's visible items.
  fileprivate func reordering(
    _ item: Item,
    from section: Section,
    to destination: Section,
    at index: Int
  ) throws(DiffableDataSourceError) -> (Self, DiffableDataSourceTransaction<Section, Item>) {
    let before = sectionSnapshot(for: section)
    var source = before
    let moved = try source.snapshot(of: item, includingParent: true)
    try source.delete([item])
    var state = try replacing(section, with: source)
    let destinationBefore = section == destination ? before : sectionSnapshot(for: destination)
    var arrived = section == destination ? source : destinationBefore
    let visible = arrived.visibleItems
    if index < visible.count {
      try arrived.insert(moved, before: visible[index])
    } else if let last = arrived.rootItems.last {
      try arrived.insert(moved, after: last)
    } else {
      arrived = moved
    }
    state = try state.replacing(destination, with: arrived)
    var transactions = [
      DiffableDataSourceSectionTransaction(destination, from: destinationBefore, to: arrived)
    ]
    if section != destination {
      // The last section is first, as in UIKit.
      let isLater =
        snapshot.indexOfSection(section) ?? 0 > snapshot.indexOfSection(destination) ?? 0
      let other = DiffableDataSourceSectionTransaction(section, from: before, to: source)
      transactions.insert(other, at: isLater ? 0 : 1)
    }
    return (
      state,
      DiffableDataSourceTransaction(
        from: snapshot,
        to: state.snapshot,
        sectionTransactions: transactions
      )
    )
  }
}
