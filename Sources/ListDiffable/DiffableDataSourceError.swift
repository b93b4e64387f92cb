public import ListAdapter

/// An error of a snapshot, a section snapshot or a diffable data source.
///
/// Where UIKit raises an exception, a method throws one of these instead; nothing has changed then.
/// Each case carries the offender, its ``description`` says what was expected, and ``uikitMessage``
/// is the reason UIKit gives.
public enum DiffableDataSourceError: Error, Hashable, Sendable {
  /// An item that has to be in the snapshot is not.
  case unknownItem(DiffableIdentifier, as: ItemRole)
  /// A section that has to be in the snapshot is not.
  case unknownSection(DiffableIdentifier, as: SectionRole)
  /// These items are in one argument more than once.
  case repeatedItems([DiffableIdentifier])
  /// These sections are in one argument more than once.
  case repeatedSections([DiffableIdentifier])
  /// These sections are in the snapshot already. (Items that are in it already are moved.)
  case existingSections([DiffableIdentifier])
  /// These items are in the section snapshot already.
  case existingItems([DiffableIdentifier])
  /// These items of a section snapshot are in another section than the one it is applied to.
  case itemsOfOtherSections([DiffableIdentifier], section: DiffableIdentifier)
  /// Items were appended without naming a section, and there is none.
  case noSections
  /// An item is to be placed beside itself, or below itself.
  case itemAnchoredToItself(DiffableIdentifier)
  /// A section is to be placed beside itself.
  case sectionAnchoredToItself(DiffableIdentifier)
  /// The collection view refused a batch. The previous snapshot is shown again, by a reload.
  case refusedByView(CollectionViewError)
  /// There is no collection view any more, or it dropped the completion of a batch.
  case collectionViewGone

  /// The role in which an item was named.
  public enum ItemRole: String, Hashable, Sendable {
    /// The item beside which others are inserted.
    case insertionAnchor = "the anchor of an insertion"
    /// The item that moves.
    case movedItem = "the item to move"
    /// The item beside which another moves.
    case moveAnchor = "the anchor of a move"
    /// An item to reload.
    case reloadedItem = "an item to reload"
    /// An item to reconfigure.
    case reconfiguredItem = "an item to reconfigure"
    /// The item that gets children, or whose children are asked for.
    case parent = "a parent"
    /// An item to delete from a section snapshot.
    case deletedItem = "an item to delete"
    /// The item a question is about.
    case subject = "the subject of a query"
  }

  /// The role in which a section was named.
  public enum SectionRole: String, Hashable, Sendable {
    /// The section that gets items.
    case destination = "the destination of items"
    /// The section beside which others are inserted.
    case insertionAnchor = "the anchor of an insertion"
    /// The section that moves.
    case movedSection = "the section to move"
    /// The section beside which another moves.
    case moveAnchor = "the anchor of a move"
    /// A section to reload.
    case reloadedSection = "a section to reload"
    /// The section a question is about.
    case subject = "the subject of a query"
  }
}

/// The identifier of a section or an item, of any type.
public struct DiffableIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The identifier itself.
  public let base: any Hashable & Sendable

  /// Wraps an identifier.
  package init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  /// Whether both wrap equal identifiers of one type.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }

  /// The identifier as text.
  public var description: String { String(describing: base) }
}

extension [DiffableIdentifier] {
  init(erasing identifiers: some Sequence<some Hashable & Sendable>) {
    self = identifiers.map { DiffableIdentifier($0) }
  }

  fileprivate var list: String { map { "\"\($0)\"" }.joined(separator: ", ") }

  /// The identifiers as Foundation prints a collection.
  fileprivate var foundationList: String {
    "(\n" + map { "    \($0)" }.joined(separator: ",\n") + "\n)"
  }
}

extension DiffableDataSourceError: CustomStringConvertible {
  /// The offender, and what was expected.
  public var description: String {
    switch self {
    case .unknownItem(let item, let role):
      "item \"\(item)\" is not in the snapshot, but is named as \(role.rawValue); expected an item "
        + "of the snapshot"
    case .unknownSection(let section, let role):
      "section \"\(section)\" is not in the snapshot, but is named as \(role.rawValue); expected a "
        + "section of the snapshot"
    case .repeatedItems(let items):
      "items \(items.list) are given more than once; expected each item once"
    case .repeatedSections(let sections):
      "sections \(sections.list) are given more than once; expected each section once"
    case .existingSections(let sections):
      "sections \(sections.list) are in the snapshot already; expected new sections, or a move"
    case .existingItems(let items):
      "items \(items.list) are in the section snapshot already; expected new items"
    case .itemsOfOtherSections(let items, let section):
      "items \(items.list) are in other sections than \"\(section)\"; expected items of that "
        + "section, or new ones"
    case .noSections:
      "items are appended to the last section, but there is none; expected a section first"
    case .itemAnchoredToItself(let item):
      "item \"\(item)\" is to be placed beside or below itself; expected another item"
    case .sectionAnchoredToItself(let section):
      "section \"\(section)\" is to be placed beside itself; expected another section"
    case .refusedByView(let error): "the collection view refused: \(error)"
    case .collectionViewGone: "the collection view is gone"
    }
  }

  /// The reason UIKit's exception gives; `nil` where UIKit has none, or none is known.
  ///
  /// Texts are those of crash reports and of observed behaviour (see docs/diffable.md).
  public var uikitMessage: String? {
    switch self {
    case .unknownItem(let item, let role): role.uikitMessage(item)
    case .unknownSection(_, let role): role.uikitMessage
    case .repeatedItems(let items):
      "Fatal: supplied item identifiers are not unique. Duplicate identifiers: "
        + "{\(items.foundationList)}"
    case .repeatedSections(let sections):
      "Fatal: supplied section identifiers are not unique. Duplicate identifiers: "
        + "{\(sections.foundationList)}"
    case .existingSections(let sections):
      "Diffable data source detected an attempt to insert or append \(sections.count) section "
        + (sections.count == 1
          ? "identifier that already exists" : "identifiers that already exist")
        + " in the snapshot. Identifiers in a snapshot must be unique. Section "
        + (sections.count == 1
          ? "identifier that already exists" : "identifiers that already exist")
        + ": \(sections.foundationList)"
    case .noSections:
      "There are currently no sections in the data source. Please add a section first."
    case .itemAnchoredToItself(let anchor), .sectionAnchoredToItself(let anchor):
      "Invalid update: destination for insertion operation [\(anchor)] is in the insertion "
        + "identifier list for update"
    case .refusedByView(let error): error.description
    case .existingItems(let items):
      "Identifiers in a section snapshot must be unique. Duplicate item identifiers: "
        + "{\(items.foundationList)}"
    case .itemsOfOtherSections, .collectionViewGone: nil
    }
  }
}

extension DiffableDataSourceError.ItemRole {
  fileprivate func uikitMessage(_ item: DiffableIdentifier) -> String? {
    switch self {
    case .insertionAnchor: "Invalid parameter not satisfying: section != NSNotFound"
    case .movedItem: "Invalid parameter not satisfying: fromSection != NSNotFound"
    case .moveAnchor: "Invalid parameter not satisfying: toSection != NSNotFound"
    case .reloadedItem:
      "Attempted to reload item identifier that does not exist in the snapshot: \(item)"
    case .reconfiguredItem:
      "Attempted to reconfigure item identifier that does not exist in the snapshot: \(item)"
    case .deletedItem: "Failed to find index of item \(item)"
    case .parent: "Parent item identifier does not exist in section snapshot"
    case .subject: "Item identifier does not exist in section snapshot: \(item)"
    }
  }
}

extension DiffableDataSourceError.SectionRole {
  fileprivate var uikitMessage: String? {
    switch self {
    case .destination: "Invalid parameter not satisfying: section != NSNotFound"
    case .insertionAnchor: "Invalid parameter not satisfying: insertIndex != NSNotFound"
    case .movedSection: "Invalid parameter not satisfying: fromIndex != NSNotFound"
    case .moveAnchor: "Invalid parameter not satisfying: toIndex != NSNotFound"
    case .subject:
      "Section identifier was not found. You can verify the section exists by calling the "
        + "indexOfSectionIdentifier API (which has O(1) performance)"
    case .reloadedSection: nil
    }
  }
}
