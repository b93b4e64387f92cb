public import ListDiffable

/// Sections and items by their identifiers, in order.
///
/// UIKit ends an app that makes a change that is not possible. Here the change is left out, ``error``
/// says why, and the data source refuses the snapshot. ``SnapshotFailure/failures`` has it at once, and what is
/// asked of sections that are not there.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  typealias Value = DiffableDataSourceSnapshot<
    Identified<SectionIdentifierType>, Identified<ItemIdentifierType>
  >

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
      SnapshotFailure.note(error)
    }
  }
}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}

extension NSDiffableDataSourceSnapshot: Equatable {
  /// Returns whether sections and items are equal, in order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
}

// MARK: Reading

extension NSDiffableDataSourceSnapshot {
  /// The number of items in all sections.
  public var numberOfItems: Int { value.numberOfItems }
  /// The number of sections.
  public var numberOfSections: Int { value.numberOfSections }
  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { value.sectionIdentifiers.map(\.value) }
  /// The items of all sections, in order.
  public var itemIdentifiers: [ItemIdentifierType] { value.itemIdentifiers.map(\.value) }
  /// The sections to show again.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    value.reloadedSectionIdentifiers.map(\.value)
  }
  /// The items to show again in new cells.
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    value.reloadedItemIdentifiers.map(\.value)
  }
  /// The items to show again in their present cells.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    value.reconfiguredItemIdentifiers.map(\.value)
  }

  /// Returns the number of items of a section, or 0 if there is no such section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  /// Returns the items of a section, in order, or none if there is no such section.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    do throws(DiffableDataSourceError) {
      return try value.itemIdentifiers(inSection: Identified(identifier)).map(\.value)
    } catch {
      SnapshotFailure.note(error)
      return []
    }
  }

  /// Returns the section that contains an item.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    value.sectionIdentifier(containingItem: Identified(identifier))?.value
  }

  /// Returns the index of an item, counted through all sections.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    value.indexOfItem(Identified(identifier))
  }

  /// Returns the index of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    value.indexOfSection(Identified(identifier))
  }
}

// MARK: Items

extension NSDiffableDataSourceSnapshot {
  /// Adds items to the end of a section or, without a section, of the last one.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection section: SectionIdentifierType? = nil
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.appendItems(identifiers.identified, toSection: section.map { Identified($0) })
    }
  }

  /// Adds items before an item.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    beforeItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertItems(identifiers.identified, beforeItem: Identified(item))
    }
  }

  /// Adds items after an item.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    afterItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertItems(identifiers.identified, afterItem: Identified(item))
    }
  }

  /// Removes items; those that are not there are ignored.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    value.deleteItems(identifiers.identified)
  }

  /// Removes all items and sections.
  public mutating func deleteAllItems() { value.deleteAllItems() }

  /// Moves an item before another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    beforeItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveItem(Identified(identifier), beforeItem: Identified(item))
    }
  }

  /// Moves an item after another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    afterItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveItem(Identified(identifier), afterItem: Identified(item))
    }
  }

  /// Marks items to be shown again in new cells.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.reloadItems(identifiers.identified)
    }
  }

  /// Marks items to be shown again in their present cells.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.reconfigureItems(identifiers.identified)
    }
  }
}

// MARK: Sections

extension NSDiffableDataSourceSnapshot {
  /// Adds sections at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.appendSections(identifiers.identified)
    }
  }

  /// Adds sections before a section.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    beforeSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertSections(identifiers.identified, beforeSection: Identified(section))
    }
  }

  /// Adds sections after a section.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    afterSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertSections(identifiers.identified, afterSection: Identified(section))
    }
  }

  /// Removes sections with their items; those that are not there are ignored.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    value.deleteSections(identifiers.identified)
  }

  /// Moves a section before another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    beforeSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveSection(Identified(identifier), beforeSection: Identified(section))
    }
  }

  /// Moves a section after another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    afterSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveSection(Identified(identifier), afterSection: Identified(section))
    }
  }

  /// Marks sections to be shown again.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.reloadSections(identifiers.identified)
    }
  }
}
