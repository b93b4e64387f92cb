import ListModel

/// The sections and items a diffable data source shows, or is to show: NSDiffableDataSourceSnapshot
/// without UIKit.
///
/// ```swift
/// var snapshot = DiffableDataSourceSnapshot<String, Int>()
/// try snapshot.appendSections(["fruit", "vegetables"])
/// try snapshot.appendItems([1, 2, 3], toSection: "fruit")
/// try snapshot.moveItem(3, beforeItem: 1)
/// ```
///
/// Section identifiers are unique, item identifiers are unique in the whole snapshot. Where UIKit
/// raises an exception, a method throws ``DiffableDataSourceError`` and changes nothing; what UIKit
/// ignores, such as the deletion of an item that is not there, is ignored.
///
/// Copies are independent; a copy costs nothing until it is changed.
public struct DiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: Sendable {
  /// The sections, in order.
  public internal(set) var sectionIdentifiers: [SectionIdentifierType] = []

  /// Where each section is in ``sectionIdentifiers``.
  var sectionIndices: [SectionIdentifierType: Int] = [:]
  var items = GroupedOrder<SectionIdentifierType, ItemIdentifierType>()
  var marks = Marks()

  /// The sections and items to show again although their identifiers stay; all are in the snapshot.
  struct Marks: Sendable {
    var reloadedSections: Set<SectionIdentifierType> = []
    var reloadedItems: Set<ItemIdentifierType> = []
    var reconfiguredItems: Set<ItemIdentifierType> = []

    var isEmpty: Bool {
      reloadedSections.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
    }
  }

  /// Creates a snapshot without sections.
  public init() {}
}

// MARK: Queries

extension DiffableDataSourceSnapshot {
  /// The number of items in all sections.
  public var numberOfItems: Int { items.count }

  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }

  /// The items of all sections, in order.
  ///
  /// - Complexity: O(n).
  public var itemIdentifiers: [ItemIdentifierType] {
    var identifiers: [ItemIdentifierType] = []
    identifiers.reserveCapacity(items.count)
    for section in sectionIdentifiers { identifiers += items.elements(in: section) }
    return identifiers
  }

  /// The number of items in a section.
  ///
  /// - Throws: ``DiffableDataSourceError/unknownSection(_:as:)``.
  public func numberOfItems(
    inSection identifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) -> Int {
    try require(identifier, as: .subject)
    return items.count(in: identifier)
  }

  /// The items of a section, in order.
  ///
  /// - Throws: ``DiffableDataSourceError/unknownSection(_:as:)``, as UIKit does since iOS 14.
  /// - Complexity: O(items of the section).
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) throws(DiffableDataSourceError) -> [ItemIdentifierType] {
    try require(identifier, as: .subject)
    return items.elements(in: identifier)
  }

  /// The section an item is in; `nil` if the item is in none.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? {
    items.group(of: identifier)
  }

  /// The index of an item among the items of all sections; `nil` if it is in none.
  ///
  /// - Complexity: O(sections before + √n).
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    guard let path = path(of: identifier) else { return nil }
    return sectionIdentifiers[..<path.section].reduce(path.item) { $0 + items.count(in: $1) }
  }

  /// The index of a section; `nil` if it is not in the snapshot.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sectionIndices[identifier]
  }

  /// The sections to reload, in the order of the snapshot.
  public var reloadedSectionIdentifiers: [SectionIdentifierType] {
    sectionIdentifiers.filter(marks.reloadedSections.contains)
  }

  /// The items to reload, in the order of the snapshot.
  public var reloadedItemIdentifiers: [ItemIdentifierType] {
    marks.reloadedItems.isEmpty ? [] : itemIdentifiers.filter(marks.reloadedItems.contains)
  }

  /// The items to reconfigure, in the order of the snapshot.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
    marks.reconfiguredItems.isEmpty ? [] : itemIdentifiers.filter(marks.reconfiguredItems.contains)
  }
}

extension DiffableDataSourceSnapshot: Equatable {
  /// Whether both have the same sections with the same items, in the same order.
  ///
  /// Sections and items to reload or reconfigure are not compared, as in UIKit.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.items.count == rhs.items.count && lhs.sectionIdentifiers == rhs.sectionIdentifiers
      && lhs.sectionIdentifiers.allSatisfy {
        lhs.items.count(in: $0) == rhs.items.count(in: $0)
          && lhs.items.elements(in: $0) == rhs.items.elements(in: $0)
      }
  }
}

extension DiffableDataSourceSnapshot {
  /// Whether the indices and marks agree with the sections and items; for tests.
  ///
  /// - Complexity: O(n).
  package var isConsistent: Bool {
    items.isConsistent && sectionIndices.count == sectionIdentifiers.count
      && sectionIdentifiers.indices.allSatisfy { sectionIndices[sectionIdentifiers[$0]] == $0 }
      && itemIdentifiers.count == items.count
      && marks.reloadedSections.allSatisfy { sectionIndices[$0] != nil }
      && marks.reloadedItems.union(marks.reconfiguredItems).allSatisfy(items.contains)
      && marks.reloadedItems.isDisjoint(with: marks.reconfiguredItems)
  }
}
