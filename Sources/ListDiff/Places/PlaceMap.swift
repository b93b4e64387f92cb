package import ListDescription

/// Where the sections and cells of a list stand before and after a change.
///
/// - Complexity: O(k log k) to create for k places, and O(log k) for each query.
package struct PlaceMap: Sendable {
  /// The places of sections before and after.
  package let sections: IndexMap
  private let departures: NamedPlaces<CellPath>
  private let arrivals: NamedPlaces<CellPath>

  /// Creates a map from the places of cells in any order.
  package init(
    sections: IndexMap,
    deletedCells: [CellPath],
    insertedCells: [CellPath],
    movedCells: [(from: CellPath, to: CellPath)]
  ) {
    self.sections = sections
    departures = NamedPlaces(deletedCells, moved: movedCells.map { ($0.from, $0.to) })
    arrivals = NamedPlaces(insertedCells + movedCells.map(\.to), moved: [])
  }

  /// Creates the map of a changeset that fits some list.
  package init(_ changeset: Changeset) {
    self.init(
      sections: changeset.sectionMap,
      deletedCells: changeset.deletedCells.map(\.at),
      insertedCells: changeset.insertedCells.map(\.at),
      movedCells: changeset.movedCells.map { ($0.from, $0.to) }
    )
  }

  /// Creates the map of the places of a changeset that fits some list.
  package init(_ change: PlaceChanges) {
    self.init(
      sections: IndexMap(
        deleted: change.deletedSections.map(\.at),
        inserted: change.insertedSections.map(\.at),
        moved: change.movedSections.map { ($0.from, $0.to) }
      ),
      deletedCells: change.deletedCells,
      insertedCells: change.insertedCells,
      movedCells: change.movedCells.map { ($0.from, $0.to) }
    )
  }

  /// Creates the map of a changeset that fits some list, for following cells by their ids: a cell
  /// that is deleted and inserted again counts as moved.
  package init(followingIDsOf changeset: Changeset) {
    var destinations: [Cell.ID: CellPath] = [:]
    if !changeset.deletedCells.isEmpty {
      for insertion in changeset.insertedCells { destinations[insertion.id] = insertion.at }
    }
    let deleted = changeset.deletedCells.filter { destinations[$0.id] == nil }
    let renewed = changeset.deletedCells.compactMap { deletion in
      destinations[deletion.id].map { (from: deletion.at, to: $0) }
    }
    let places = Set(renewed.map(\.to))
    self.init(
      sections: changeset.sectionMap,
      deletedCells: deleted.map(\.at),
      insertedCells: changeset.insertedCells.map(\.at).filter { !places.contains($0) },
      movedCells: changeset.movedCells.map { ($0.from, $0.to) } + renewed
    )
  }

  /// The path after of the cell at a path before; `nil` if it is deleted.
  package func after(_ path: CellPath) -> CellPath? {
    switch departures.find(path) {
    case .named(let destination):
      return destination
    case .unnamed(let count):
      guard let section = sections.after(path.section) else { return nil }
      let leaving = count - departures.places.prefixCount { $0.section < path.section }
      let start = arrivals.places.prefixCount { $0.section < section }
      let end = arrivals.places.prefixCount { $0.section <= section }
      let arriving = arrivals.places[start..<end]
      let item = arriving.index(ofRank: path.item &- leaving, \.item)
      return CellPath(section: section, item: item)
    }
  }
}

extension Changeset {
  /// Where sections stand before and after.
  var sectionMap: IndexMap {
    IndexMap(
      deleted: deletedSections.map(\.at),
      inserted: insertedSections.map(\.at),
      moved: movedSections.map { ($0.from, $0.to) }
    )
  }
}
