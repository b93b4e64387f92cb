/// Sections and cells that go, come and move: what changes the places in a list.
///
/// Coordinates are those of `UICollectionView`'s batch updates. Deletions are places before the change, insertions
/// are places after it, and a move has both. Sections and cells that are not named keep their order. Whether cells
/// of deleted and inserted sections are named, too, is said by the type that holds the rearrangement.
public struct Rearrangement: Hashable, Sendable {
  /// The sections that go, by their indices before.
  public var deletedSections: [Int]
  /// The sections that come, by their indices after.
  public var insertedSections: [Int]
  /// The sections that move.
  public var movedSections: [Match<Int>]
  /// The cells that go, by their paths before.
  public var deletedCells: [CellPath]
  /// The cells that come, by their paths after.
  public var insertedCells: [CellPath]
  /// The cells that move, also to another section.
  public var movedCells: [Match<CellPath>]

  /// Creates a rearrangement; without arguments, one that moves nothing.
  public init(
    deletedSections: [Int] = [],
    insertedSections: [Int] = [],
    movedSections: [Match<Int>] = [],
    deletedCells: [CellPath] = [],
    insertedCells: [CellPath] = [],
    movedCells: [Match<CellPath>] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.movedSections = movedSections
    self.deletedCells = deletedCells
    self.insertedCells = insertedCells
    self.movedCells = movedCells
  }

  /// The number of operations.
  public var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + deletedCells.count
      + insertedCells.count + movedCells.count
  }

  /// Whether everything stays where it is.
  public var isEmpty: Bool { count == 0 }

  /// Whether sections go, come or move.
  package var movesSections: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty)
  }

  /// Where sections stand before and after.
  package var sectionMap: IndexMap {
    IndexMap(deleted: deletedSections, inserted: insertedSections, moved: movedSections)
  }

  /// The way back: what was deleted is inserted.
  public func inverted() -> Rearrangement {
    Rearrangement(
      deletedSections: insertedSections,
      insertedSections: deletedSections,
      movedSections: movedSections.inverted(),
      deletedCells: insertedCells,
      insertedCells: deletedCells,
      movedCells: movedCells.inverted()
    )
  }
}

extension Array {
  /// The matches the other way round, sorted by their places after.
  package func inverted<Place: Comparable>() -> Self where Element == Match<Place> {
    map { Match(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to }
  }
}

/// What holds a rearrangement beside other changes: its parts are read as if they were the holder's own.
@dynamicMemberLookup
public protocol Rearranging {
  /// What goes, comes and moves.
  var rearrangement: Rearrangement { get set }
}

extension Rearranging {
  /// A part of the rearrangement.
  @inlinable
  public subscript<Part>(dynamicMember part: WritableKeyPath<Rearrangement, Part>) -> Part {
    get { rearrangement[keyPath: part] }
    _modify { yield &rearrangement[keyPath: part] }
  }
}
