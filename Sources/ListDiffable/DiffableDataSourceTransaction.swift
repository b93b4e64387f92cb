/// The changes made by a user's move of an item: NSDiffableDataSourceTransaction without UIKit.
public struct DiffableDataSourceTransaction<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: Sendable {
  /// The snapshot before.
  public let initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The snapshot after.
  public let finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The difference between the items of all sections, before and after.
  ///
  /// It is empty when an item moves from the end of a section to the start of the next one: the
  /// order of all items stays. The differences of the sections show such a move.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The changes in each section that lost or got the item, or in the one section within which it
  /// moved; the last section is first.
  public let sectionTransactions:
    [DiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]

  init(
    from initialSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    to finalSnapshot: DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    sectionTransactions: [DiffableDataSourceSectionTransaction<
      SectionIdentifierType, ItemIdentifierType
    >]
  ) {
    self.initialSnapshot = initialSnapshot
    self.finalSnapshot = finalSnapshot
    self.sectionTransactions = sectionTransactions
    difference = finalSnapshot.itemIdentifiers.difference(from: initialSnapshot.itemIdentifiers)
  }
}

/// The changes in one section made by a user's move of an item:
/// NSDiffableDataSourceSectionTransaction without UIKit.
public struct DiffableDataSourceSectionTransaction<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: Sendable {
  /// The section.
  public let sectionIdentifier: SectionIdentifierType
  /// The section's items and their hierarchy before.
  public let initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The section's items and their hierarchy after.
  public let finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The difference between the visible items before and after.
  public let difference: CollectionDifference<ItemIdentifierType>

  init(
    _ sectionIdentifier: SectionIdentifierType,
    from initialSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    to finalSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    self.sectionIdentifier = sectionIdentifier
    self.initialSnapshot = initialSnapshot
    self.finalSnapshot = finalSnapshot
    difference = finalSnapshot.visibleItems.difference(from: initialSnapshot.visibleItems)
  }
}
