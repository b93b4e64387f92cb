import ListModel

/// The operations of a changeset by id, and its places.
struct ChangesetIndex {
  /// The identity of a section across changesets that start at the same list.
  enum SectionKey: Hashable {
    /// The section that has this index in that list.
    case original(Int)
    /// A section that is not in that list.
    case inserted(Section.ID)
  }

  let changeset: Changeset
  let places: PlaceMap
  let deletedSections: [Section.ID: Int]
  let insertedSections: [Section.ID: Int]
  let movedSections: [Section.ID: Int]
  let updatedSections: [Section.ID: Int]
  let deletedCells: [Cell.ID: Int]
  let insertedCells: [Cell.ID: Int]
  let movedCells: [Cell.ID: Int]
  let updatedCells: [Cell.ID: Int]
  private let deletedSectionPlaces: [Int: Int]
  private let insertedSectionPlaces: [Int: Int]

  /// Indexes a changeset that fits some list.
  init(_ changeset: Changeset) {
    self.changeset = changeset
    places = PlaceMap(changeset)
    deletedSections = Self.positions(changeset.deletedSections.map(\.id))
    insertedSections = Self.positions(changeset.insertedSections.map(\.id))
    movedSections = Self.positions(changeset.movedSections.map(\.id))
    updatedSections = Self.positions(changeset.updatedSections.map(\.id))
    deletedCells = Self.positions(changeset.deletedCells.map(\.id))
    insertedCells = Self.positions(changeset.insertedCells.map(\.id))
    movedCells = Self.positions(changeset.movedCells.map(\.id))
    updatedCells = Self.positions(changeset.updatedCells.map(\.id))
    deletedSectionPlaces = Self.positions(changeset.deletedSections.map(\.at))
    insertedSectionPlaces = Self.positions(changeset.insertedSections.map(\.at))
  }

  private static func positions<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
    Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Which section stands at an index after the changeset.
  func key(after index: Int) -> SectionKey? {
    if let insertion = insertedSectionPlaces[index] {
      return .inserted(changeset.insertedSections[insertion].id)
    }
    return places.sections.before(index).map(SectionKey.original)
  }

  /// The operation that deletes the section at an index before.
  func deletion(ofSectionAt index: Int) -> Changeset.OperationPath? {
    deletedSectionPlaces[index].map { Changeset.OperationPath(.sections, .deleted, $0) }
  }

  /// Where a section stands after the changeset; `nil` if it is not in the list then.
  func index(of key: SectionKey) -> Int? {
    switch key {
    case .original(let index): places.sections.after(index)
    case .inserted(let id): insertedSections[id].map { changeset.insertedSections[$0].at }
    }
  }
}
