public import ListDescription
import ListModel

extension Changeset {
  /// Where sections and cells go, come and move, without their ids and contents.
  public var rearrangement: Rearrangement {
    Rearrangement(
      deletedSections: deletedSections.map(\.at),
      insertedSections: insertedSections.map(\.at),
      movedSections: movedSections.map { Match(from: $0.from, to: $0.to) },
      deletedCells: deletedCells.map(\.at),
      insertedCells: insertedCells.map(\.at),
      movedCells: movedCells.map { Match(from: $0.from, to: $0.to) }
    )
  }

  /// Where sections stand before and after.
  var sectionMap: IndexMap {
    IndexMap(
      deleted: deletedSections.map(\.at),
      inserted: insertedSections.map(\.at),
      moved: movedSections.map { Match(from: $0.from, to: $0.to) }
    )
  }
}

extension PlaceMap {
  /// Creates the map of a changeset that fits some list.
  package init(_ changeset: Changeset) { self.init(changeset.rearrangement) }

  /// Creates the map of a changeset that fits some list, for following cells by their ids: a cell
  /// that is deleted and inserted again counts as moved.
  package init(followingIDsOf changeset: Changeset) {
    var destinations: [Cell.ID: CellPath] = [:]
    if !changeset.deletedCells.isEmpty {
      for insertion in changeset.insertedCells { destinations[insertion.id] = insertion.at }
    }
    let renewed = changeset.deletedCells.compactMap { deletion in
      destinations[deletion.id].map { Match(from: deletion.at, to: $0) }
    }
    let places = Set(renewed.map(\.to))
    var change = changeset.rearrangement
    change.deletedCells = changeset.deletedCells.filter { destinations[$0.id] == nil }.map(\.at)
    change.insertedCells.removeAll(where: places.contains)
    change.movedCells += renewed
    self.init(change)
  }
}
