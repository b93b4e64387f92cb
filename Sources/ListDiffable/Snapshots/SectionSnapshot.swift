/// The items of one section as a hierarchy that can be expanded and collapsed:
/// NSDiffableDataSourceSectionSnapshot without UIKit.
///
/// ```swift
/// var outline = DiffableDataSourceSectionSnapshot<String>()
/// try outline.append(["fruit", "vegetables"])
/// try outline.append(["apple", "pear"], to: "fruit")
/// outline.expand(["fruit"])
/// outline.visibleItems  // fruit, apple, pear, vegetables
/// ```
///
/// Items are unique in the section snapshot. A new item is collapsed: its children are there, but
/// not visible. Where UIKit raises an exception, a method throws ``DiffableDataSourceError`` and
/// changes nothing.
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable & Sendable>: Sendable {
  /// The children of each item; the children of `nil` are the roots.
  var children = GroupedOrder<ItemIdentifierType?, ItemIdentifierType>()
  var expanded: Set<ItemIdentifierType> = []

  /// Creates a section snapshot without items.
  public init() {}

  /// Creates a section snapshot whose items are all roots, given once each.
  init(uniqueRoots items: [ItemIdentifierType]) {
    children.append(items, to: nil)
  }
}

// MARK: Editing

extension DiffableDataSourceSectionSnapshot {
  /// Adds items as the last children of a parent, or as the last roots; no items change nothing,
  /// whatever the parent is.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice or is in the snapshot, or the
  ///   parent is not.
  public mutating func append(
    _ items: [ItemIdentifierType],
    to parent: ItemIdentifierType? = nil
  ) throws(DiffableDataSourceError) {
    guard !items.isEmpty else { return }
    try requireNew(items)
    if let parent { try require(parent, as: .parent) }
    children.append(items, to: parent)
  }

  /// Adds items in front of one, as its siblings.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice or is in the snapshot, or the
  ///   item to insert before is not.
  public mutating func insert(
    _ items: [ItemIdentifierType],
    before item: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try insert(items, .before, item)
  }

  /// Adds items behind one and all below it, as its siblings.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is given twice or is in the snapshot, or the
  ///   item to insert after is not.
  public mutating func insert(
    _ items: [ItemIdentifierType],
    after item: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try insert(items, .after, item)
  }

  /// Removes items with everything below them.
  ///
  /// - Throws: ``DiffableDataSourceError`` when an item is not in the snapshot; nothing is removed then.
  public mutating func delete(_ items: [ItemIdentifierType]) throws(DiffableDataSourceError) {
    for item in items { try require(item, as: .deletedItem) }
    remove(items)
  }

  /// Removes items of the snapshot with everything below them.
  private mutating func remove(_ items: [ItemIdentifierType]) {
    children.remove(items)
    var remaining = items
    while let item = remaining.popLast() {
      expanded.remove(item)
      remaining += children.removeGroup(item)
    }
  }

  /// Removes all items.
  public mutating func deleteAll() {
    self = DiffableDataSourceSectionSnapshot()
  }

  /// Makes the children of items visible, if the items are visible; items that are not in the
  /// snapshot are ignored, as UIKit ignores them.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    expanded.formUnion(items.filter(contains))
  }

  /// Hides everything below items; expanded items below stay expanded.
  ///
  /// Items that are not in the snapshot are ignored.
  public mutating func collapse(_ items: [ItemIdentifierType]) { expanded.subtract(items) }

  /// Replaces everything below a parent by the items of another section snapshot, with their
  /// hierarchy and expanded items.
  ///
  /// - Throws: ``DiffableDataSourceError`` when the parent is not in the snapshot, or an item of
  ///   the other snapshot is elsewhere in this one.
  public mutating func replace(
    childrenOf parent: ItemIdentifierType,
    using snapshot: DiffableDataSourceSectionSnapshot
  ) throws(DiffableDataSourceError) {
    try require(parent, as: .parent)
    var replaced = self
    replaced.remove(children.elements(in: parent))
    try replaced.requireNew(snapshot.items)
    replaced.children.append(snapshot.rootItems, to: parent)
    replaced.adopt(snapshot)
    self = replaced
  }

  /// Adds the items of another section snapshot in front of an item: its roots become siblings.
  ///
  /// - Throws: ``DiffableDataSourceError`` when the item is not in the snapshot, or one of the other
  ///   snapshot is.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot,
    before item: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try insert(snapshot, .before, item)
  }

  /// Adds the items of another section snapshot behind an item and all below it: its roots become
  /// siblings.
  ///
  /// - Throws: ``DiffableDataSourceError`` when the item is not in the snapshot, or one of the other
  ///   snapshot is.
  public mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot,
    after item: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try insert(snapshot, .after, item)
  }
}

extension DiffableDataSourceSectionSnapshot {
  private func require(
    _ item: ItemIdentifierType,
    as role: DiffableDataSourceError.ItemRole
  ) throws(DiffableDataSourceError) {
    if !contains(item) { throw .unknownItem(DiffableIdentifier(item), as: role) }
  }

  private func requireNew(_ items: [ItemIdentifierType]) throws(DiffableDataSourceError) {
    let repeated = items.repeatedElements
    if !repeated.isEmpty { throw .repeatedItems(.init(erasing: repeated)) }
    let existing = items.filter(contains)
    if !existing.isEmpty { throw .existingItems(.init(erasing: existing)) }
  }

  private mutating func insert(
    _ items: [ItemIdentifierType],
    _ side: AnchorSide,
    _ anchor: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    guard !items.isEmpty else { return }
    if items.contains(anchor) { throw .itemAnchoredToItself(DiffableIdentifier(anchor)) }
    try requireNew(items)
    try require(anchor, as: .insertionAnchor)
    children.insert(items, side, anchor)
  }

  private mutating func insert(
    _ snapshot: DiffableDataSourceSectionSnapshot,
    _ side: AnchorSide,
    _ anchor: ItemIdentifierType
  ) throws(DiffableDataSourceError) {
    try require(anchor, as: .insertionAnchor)
    try requireNew(snapshot.items)
    children.insert(snapshot.rootItems, side, anchor)
    adopt(snapshot)
  }

  /// Takes over everything below the roots of another section snapshot; the roots are in place
  /// already.
  private mutating func adopt(_ snapshot: DiffableDataSourceSectionSnapshot) {
    for item in snapshot.items {
      let below = snapshot.children.elements(in: item)
      if !below.isEmpty { children.append(below, to: item) }
    }
    expanded.formUnion(snapshot.expanded)
  }
}
