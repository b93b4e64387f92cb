import ListModel

// Editing items. Everything is checked before anything changes.

extension DiffableDataSourceSnapshot {
  /// Adds items at the end of a section.
  ///
  /// - Parameters:
  ///   - identifiers: The items. An item that is in the snapshot already is moved, as in UIKit;
  ///     UIKit logs such items, the method returns them.
  ///   - sectionIdentifier: The section; `nil` for the last one.
  /// - Returns: The items that were moved.
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice, the section is not in the
  ///   snapshot, or there is no section.
  /// - Complexity: O(k + √n) for k items.
  @discardableResult
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection sectionIdentifier: SectionIdentifierType? = nil
  ) throws(DiffableDataSourceError) -> [ItemIdentifierType] {
    guard let section = sectionIdentifier ?? sectionIdentifiers.last else { throw .noSections }
    try require(section, as: .destination)
    try requireUnrepeated(identifiers)
    let moved = takeExisting(identifiers)
    items.append(identifiers, to: section)
    return moved
  }

  /// Adds items in front of one, in its section.
  ///
  /// - Returns: The items that were in the snapshot already and have been moved.
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice, or the item to insert before
  ///   is not in the snapshot or is one of those inserted.
  /// - Complexity: O(k + √n) for k items.
  @discardableResult
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    beforeItem beforeIdentifier: ItemIdentifierType
  ) throws(DiffableDataSourceError) -> [ItemIdentifierType] {
    try insertItems(identifiers, .before, beforeIdentifier)
  }

  /// Adds items behind one, in its section.
  ///
  /// - Returns: The items that were in the snapshot already and have been moved.
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice, or the item to insert after
  ///   is not in the snapshot or is one of those inserted.
  /// - Complexity: O(k + √n) for k items.
  @discardableResult
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    afterItem afterIdentifier: ItemIdentifierType
  ) throws(DiffableDataSourceError) -> [ItemIdentifierType] {
    try insertItems(identifiers, .after, afterIdentifier)
  }

  /// Removes items; identifiers that are not in the snapshot are ignored.
  ///
  /// - Complexity: O(k + √n) for one item or many neighbours; at most O(√n) for each of k items.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    items.remove(identifiers)
    forgetMarks(of: identifiers)
  }

  /// Removes all items, and all sections, as UIKit does in spite of the name.
  public mutating func deleteAllItems() {
    self = DiffableDataSourceSnapshot()
  }

  /// Moves an item in front of another one, into its section.
  ///
  /// - Throws: ``DiffableDataSourceError`` when one of the items is not in the snapshot, or both are
  ///   the same.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    beforeItem toIdentifier: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try moveItem(identifier, .before, toIdentifier)
  }

  /// Moves an item behind another one, into its section.
  ///
  /// - Throws: ``DiffableDataSourceError`` when one of the items is not in the snapshot, or both are
  ///   the same.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    afterItem toIdentifier: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try moveItem(identifier, .after, toIdentifier)
  }

  /// Marks items to get a new cell when the snapshot is applied.
  ///
  /// An item that is both reloaded and reconfigured is reloaded.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is not in the snapshot.
  public mutating func reloadItems(
    _ identifiers: [ItemIdentifierType]
  ) throws(DiffableDataSourceError) {
    for identifier in identifiers { try require(identifier, as: .reloadedItem) }
    marks.reloadedItems.formUnion(identifiers)
    marks.reconfiguredItems.subtract(identifiers)
  }

  /// Marks items to be drawn again, in the cell they have, when the snapshot is applied.
  ///
  /// The cell must stay of the same kind: the cell provider has to ask for the same reuse
  /// identifier again.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is not in the snapshot.
  public mutating func reconfigureItems(
    _ identifiers: [ItemIdentifierType]
  ) throws(DiffableDataSourceError) {
    for identifier in identifiers { try require(identifier, as: .reconfiguredItem) }
    let unmarked = identifiers.filter { !marks.reloadedItems.contains($0) }
    marks.reconfiguredItems.formUnion(unmarked)
  }
}

extension DiffableDataSourceSnapshot {
  /// Where an item is; `nil` if it is not in the snapshot.
  func path(of item: ItemIdentifierType) -> CellPath? {
    guard let group = items.group(of: item), let section = sectionIndices[group],
      let index = items.index(of: item)
    else { return nil }
    return CellPath(section: section, item: index)
  }

  /// The item at a path; `nil` if there is none.
  func item(at path: CellPath) -> ItemIdentifierType? {
    guard sectionIdentifiers.indices.contains(path.section) else { return nil }
    return items.element(at: path.item, in: sectionIdentifiers[path.section])
  }

  /// Makes `identifiers` the items of a section; those that stay keep their marks.
  mutating func replaceItems(
    of section: SectionIdentifierType,
    with identifiers: [ItemIdentifierType]
  ) {
    let old = items.removeGroup(section)
    items.append(identifiers, to: section)
    forgetMarks(of: old.filter { !items.contains($0) })
  }

  mutating func forgetMarks(of identifiers: [ItemIdentifierType]) {
    guard !(marks.reloadedItems.isEmpty && marks.reconfiguredItems.isEmpty) else { return }
    marks.reloadedItems.subtract(identifiers)
    marks.reconfiguredItems.subtract(identifiers)
  }

  private func require(
    _ item: ItemIdentifierType,
    as role: DiffableDataSourceError.ItemRole
  ) throws(DiffableDataSourceError) {
    if !items.contains(item) { throw .unknownItem(DiffableIdentifier(item), as: role) }
  }

  private func requireUnrepeated(
    _ identifiers: [ItemIdentifierType]
  ) throws(DiffableDataSourceError) {
    guard identifiers.count > 1 else { return }
    let repeated = identifiers.repeatedElements
    if !repeated.isEmpty { throw .repeatedItems(.init(erasing: repeated)) }
  }

  /// Takes out the items that are in the snapshot; their marks stay.
  private mutating func takeExisting(_ identifiers: [ItemIdentifierType]) -> [ItemIdentifierType] {
    let existing = identifiers.filter(items.contains)
    items.remove(existing)
    return existing
  }

  private mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    _ side: AnchorSide,
    _ anchor: ItemIdentifierType
  ) throws(DiffableDataSourceError) -> [ItemIdentifierType] {
    try requireUnrepeated(identifiers)
    if identifiers.contains(anchor) { throw .itemAnchoredToItself(DiffableIdentifier(anchor)) }
    try require(anchor, as: .insertionAnchor)
    let moved = takeExisting(identifiers)
    items.insert(identifiers, side, anchor)
    return moved
  }

  private mutating func moveItem(
    _ item: ItemIdentifierType,
    _ side: AnchorSide,
    _ anchor: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    if item == anchor { throw .itemAnchoredToItself(DiffableIdentifier(item)) }
    try require(item, as: .movedItem)
    try require(anchor, as: .moveAnchor)
    items.move(item, side, anchor)
  }
}
