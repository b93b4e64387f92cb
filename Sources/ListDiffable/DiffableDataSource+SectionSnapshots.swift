import ListAdapter

extension DiffableDataSource {
  /// The handlers that are called when a user expands or collapses an item.
  public struct SectionSnapshotHandlers {
    /// Whether an item may be expanded; without this handler, any may.
    public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
    /// An item is about to be expanded.
    public var willExpandItem: ((ItemIdentifierType) -> Void)?
    /// Whether an item may be collapsed; without this handler, any may.
    public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
    /// An item is about to be collapsed.
    public var willCollapseItem: ((ItemIdentifierType) -> Void)?
    /// Returns the new items below an item that is about to be expanded, given those below it now;
    /// for children that are loaded when they are needed.
    public var snapshotForExpandingParent:
      ((ItemIdentifierType, SectionSnapshot) throws(DiffableDataSourceError) -> SectionSnapshot)?

    /// Creates handlers that allow everything and do nothing.
    public init() {}
  }

  /// Shows the visible items of a section snapshot as the items of a section.
  ///
  /// - Parameters:
  ///   - snapshot: The section snapshot.
  ///   - section: The section; one that is not there is appended.
  ///   - animatingDifferences: Whether the differences are animated.
  ///   - completion: Called once, after the animations; possibly before this method returns.
  /// - Throws: ``DiffableDataSourceError/itemsOfOtherSections(_:section:)``; nothing is shown then,
  ///   and `completion` is not called.
  public func apply(
    _ snapshot: SectionSnapshot,
    to section: SectionIdentifierType,
    animatingDifferences: Bool = true,
    completion: Completion? = nil
  ) throws(DiffableDataSourceError) {
    submit(
      try requested.replacing(section, with: snapshot),
      .differences(animatingDifferences ? .animated : .immediate),
      completion
    )
  }

  /// Shows the visible items of a section snapshot as the items of a section, and returns when they
  /// are shown.
  ///
  /// - Throws: ``DiffableDataSourceError`` when items are in other sections, or the view refused
  ///   them, or is gone.
  nonisolated(nonsending) public func apply(
    _ snapshot: SectionSnapshot,
    to section: SectionIdentifierType,
    animatingDifferences: Bool = true
  ) async throws(DiffableDataSourceError) {
    let target = try requested.replacing(section, with: snapshot)
    let answer = await withCheckedContinuation { continuation in
      submit(target, .differences(animatingDifferences ? .animated : .immediate)) {
        continuation.resume(returning: $0)
      }
    }
    try answer.get()
  }

  /// The hierarchy of a section, as it was applied last.
  ///
  /// A section has only roots if it has no section snapshot, or if a whole snapshot has changed its
  /// items since. A section that is not there has no items.
  public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
    requested.sectionSnapshot(for: section)
  }

  /// Expands an item, as a user's tap on its disclosure does.
  ///
  /// - Returns: Whether the item may be expanded, is there and was collapsed.
  /// - Throws: The errors of `snapshotForExpandingParent`, and ``DiffableDataSourceError`` when its
  ///   items are elsewhere already.
  @discardableResult
  public func expandItem(
    _ item: ItemIdentifierType,
    animatingDifferences: Bool = true,
    completion: Completion? = nil
  ) throws(DiffableDataSourceError) -> Bool {
    guard let section = requested.snapshot.sectionIdentifier(containingItem: item) else {
      return false
    }
    var hierarchy = snapshot(for: section)
    let handlers = sectionSnapshotHandlers
    guard !hierarchy.isExpanded(item), handlers.shouldExpandItem?(item) ?? true else {
      return false
    }
    handlers.willExpandItem?(item)
    if let below = try handlers.snapshotForExpandingParent?(item, try hierarchy.snapshot(of: item))
    {
      try hierarchy.replace(childrenOf: item, using: below)
    }
    hierarchy.expand([item])
    try apply(
      hierarchy,
      to: section,
      animatingDifferences: animatingDifferences,
      completion: completion
    )
    return true
  }

  /// Collapses an item, as a user's tap on its disclosure does.
  ///
  /// - Returns: Whether the item may be collapsed, is there and was expanded.
  /// - Throws: ``DiffableDataSourceError``; no input causes it.
  @discardableResult
  public func collapseItem(
    _ item: ItemIdentifierType,
    animatingDifferences: Bool = true,
    completion: Completion? = nil
  ) throws(DiffableDataSourceError) -> Bool {
    guard let section = requested.snapshot.sectionIdentifier(containingItem: item) else {
      return false
    }
    var hierarchy = snapshot(for: section)
    let handlers = sectionSnapshotHandlers
    guard hierarchy.isExpanded(item), handlers.shouldCollapseItem?(item) ?? true else {
      return false
    }
    handlers.willCollapseItem?(item)
    hierarchy.collapse([item])
    try apply(
      hierarchy,
      to: section,
      animatingDifferences: animatingDifferences,
      completion: completion
    )
    return true
  }
}
