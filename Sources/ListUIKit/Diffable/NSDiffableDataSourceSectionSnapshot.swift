public import ListDiffable

/// The items of one section, with items below items.
///
/// A change that cannot be is left out, and the data source refuses the snapshot; see ``error``.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  typealias Value = DiffableDataSourceSectionSnapshot<Identified<ItemIdentifierType>>

  var value: Value
  /// The first change that could not be; `nil` where all could.
  public private(set) var error: DiffableDataSourceError?

  /// Creates a snapshot of nothing.
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
  /// All items, each in front of what is below it.
  public var items: [ItemIdentifierType] { value.items.map(\.value) }
  /// The items that are below none.
  public var rootItems: [ItemIdentifierType] { value.rootItems.map(\.value) }
  /// The items that are shown.
  public var visibleItems: [ItemIdentifierType] { value.visibleItems.map(\.value) }

  /// Whether an item is in the snapshot.
  public func contains(_ item: ItemIdentifierType) -> Bool { value.contains(Identified(item)) }
  /// Whether what is below an item is shown, if the item is.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { value.isExpanded(Identified(item)) }
  /// Whether an item is shown.
  public func isVisible(_ item: ItemIdentifierType) -> Bool { value.isVisible(Identified(item)) }
  /// How many items an item is below of; 0 where it is not in the snapshot.
  public func level(of item: ItemIdentifierType) -> Int {
    (try? value.level(of: Identified(item))) ?? 0
  }
  /// The item an item is below of.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    value.parent(of: Identified(child))?.value
  }
  /// The index of an item among all.
  public func index(of item: ItemIdentifierType) -> Int? { value.index(of: Identified(item)) }

  /// Adds items at the end of those below a parent; without one, of the roots.
  public mutating func append(
    _ items: [ItemIdentifierType],
    to parent: ItemIdentifierType? = nil
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.append(items.identified, to: parent.map { Identified($0) })
    }
  }

  /// Adds items in front of one.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insert(items.identified, before: Identified(item))
    }
  }

  /// Adds items behind one.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insert(items.identified, after: Identified(item))
    }
  }

  /// Removes items with what is below them.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    value.delete(items.identified)
  }

  /// Removes all items.
  public mutating func deleteAll() { value.deleteAll() }

  /// Shows what is below items.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.expand(items.identified)
    }
  }

  /// Hides what is below items.
  public mutating func collapse(_ items: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.collapse(items.identified)
    }
  }

  /// Replaces what is below an item.
  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    attempt { value throws(DiffableDataSourceError) in
      try value.replace(childrenOf: Identified(parent), using: snapshot.value)
    }
  }
}
