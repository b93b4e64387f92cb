public import ListDiffable

/// The items of one section as a tree.
///
/// A change that is not possible is left out, and the data source refuses the snapshot; see ``error``.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  typealias Value = DiffableDataSourceSectionSnapshot<Identified<ItemIdentifierType>>

  var value: Value
  /// The error of the first change that was not possible; `nil` if all were.
  public private(set) var error: DiffableDataSourceError?

  /// Creates an empty snapshot.
  public init() {
    value = Value()
  }

  init(_ value: Value) {
    self.value = value
  }

  private mutating func attempt(
    _ change: (inout Value) throws(DiffableDataSourceError) -> Void
  ) {
    do {
      try change(&value)
    } catch {
      self.error = self.error ?? error
    }
  }
}

extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}

extension NSDiffableDataSourceSectionSnapshot {
  /// All items, each before its descendants.
  public var items: [ItemIdentifierType] { value.items.map(\.value) }
  /// The items without a parent.
  public var rootItems: [ItemIdentifierType] { value.rootItems.map(\.value) }
  /// The items that are shown.
  public var visibleItems: [ItemIdentifierType] { value.visibleItems.map(\.value) }

  /// Returns whether an item is in the snapshot.
  public func contains(_ item: ItemIdentifierType) -> Bool { value.contains(Identified(item)) }
  /// Returns whether an item's children are shown when the item is.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { value.isExpanded(Identified(item)) }
  /// Returns whether an item is shown.
  public func isVisible(_ item: ItemIdentifierType) -> Bool { value.isVisible(Identified(item)) }
  /// Returns the number of an item's ancestors, or 0 if the item is not in the snapshot.
  public func level(of item: ItemIdentifierType) -> Int {
    (try? value.level(of: Identified(item))) ?? 0
  }
  /// Returns the parent of an item.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    value.parent(of: Identified(child))?.value
  }
  /// Returns the index of an item among all items.
  public func index(of item: ItemIdentifierType) -> Int? { value.index(of: Identified(item)) }

  /// Adds items after the last child of a parent or, without a parent, after the last root.
  public mutating func append(
    _ items: [ItemIdentifierType],
    to parent: ItemIdentifierType? = nil
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.append(items.identified, to: parent.map { Identified($0) })
    }
  }

  /// Adds items before an item.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insert(items.identified, before: Identified(item))
    }
  }

  /// Adds items after an item.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insert(items.identified, after: Identified(item))
    }
  }

  /// Removes items with their descendants.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.delete(items.identified)
    }
  }

  /// Removes all items.
  public mutating func deleteAll() { value.deleteAll() }

  /// Shows the children of items; those that are not there are ignored.
  public mutating func expand(_ items: [ItemIdentifierType]) { value.expand(items.identified) }

  /// Hides the children of items; those that are not there are ignored.
  public mutating func collapse(_ items: [ItemIdentifierType]) { value.collapse(items.identified) }

  /// Replaces the descendants of an item.
  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    attempt { value throws(DiffableDataSourceError) in
      try value.replace(childrenOf: Identified(parent), using: snapshot.value)
    }
  }
}
