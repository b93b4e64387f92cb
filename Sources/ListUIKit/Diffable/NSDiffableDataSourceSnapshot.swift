public import ListDiffable

/// Sections and items by their identifiers, in order.
///
/// UIKit ends an app that changes a snapshot in a way that cannot be. Here the change is left out, ``error`` says
/// why, and the data source refuses the snapshot.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  typealias Value = DiffableDataSourceSnapshot<
    Identified<SectionIdentifierType>, Identified<ItemIdentifierType>
  >

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

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}

extension NSDiffableDataSourceSnapshot: Equatable {
  /// Whether sections and items are equal, in order.
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
  /// The sections to be shown anew.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    value.reloadedSectionIdentifiers.map(\.value)
  }
  /// The items to be shown anew, in other cells.
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    value.reloadedItemIdentifiers.map(\.value)
  }
  /// The items to be shown anew, in their cells.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    value.reconfiguredItemIdentifiers.map(\.value)
  }

  /// The number of items of a section; 0 where there is no such section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    itemIdentifiers(inSection: identifier).count
  }

  /// The items of a section, in order; none where there is no such section.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] {
    let items = try? value.itemIdentifiers(inSection: Identified(identifier))
    return items?.map(\.value) ?? []
  }

  /// The section an item is in.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    value.sectionIdentifier(containingItem: Identified(identifier))?.value
  }

  /// The index of an item, counted through all sections.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    value.indexOfItem(Identified(identifier))
  }

  /// The index of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    value.indexOfSection(Identified(identifier))
  }
}

// MARK: Items

extension NSDiffableDataSourceSnapshot {
  /// Adds items to the end of a section; without one, of the last section.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection section: SectionIdentifierType? = nil
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.appendItems(identifiers.identified, toSection: section.map { Identified($0) })
    }
  }

  /// Adds items in front of one.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    beforeItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertItems(identifiers.identified, beforeItem: Identified(item))
    }
  }

  /// Adds items behind one.
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

  /// Moves an item in front of another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    beforeItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveItem(Identified(identifier), beforeItem: Identified(item))
    }
  }

  /// Moves an item behind another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    afterItem item: ItemIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveItem(Identified(identifier), afterItem: Identified(item))
    }
  }

  /// Has items shown anew, in other cells.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.reloadItems(identifiers.identified)
    }
  }

  /// Has items shown anew, in their cells.
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

  /// Adds sections in front of one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    beforeSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.insertSections(identifiers.identified, beforeSection: Identified(section))
    }
  }

  /// Adds sections behind one.
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

  /// Moves a section in front of another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    beforeSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveSection(Identified(identifier), beforeSection: Identified(section))
    }
  }

  /// Moves a section behind another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    afterSection section: SectionIdentifierType
  ) {
    attempt { value throws(DiffableDataSourceError) in
      try value.moveSection(Identified(identifier), afterSection: Identified(section))
    }
  }

  /// Has sections shown anew.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    attempt { value throws(DiffableDataSourceError) in
      try value.reloadSections(identifiers.identified)
    }
  }
}
