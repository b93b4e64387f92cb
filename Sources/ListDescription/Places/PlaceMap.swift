/// Where the sections and cells of a list stand before and after a change.
///
/// - Complexity: O(k log k) to create for k places, and O(log k) for each query.
package struct PlaceMap: Sendable {
  /// The places of sections before and after.
  package let sections: IndexMap
  private let departures: NamedPlaces<CellPath>
  private let arrivals: NamedPlaces<CellPath>

  /// Creates the map of a rearrangement, whose places may be in any order.
  package init(_ change: Rearrangement) {
    sections = change.sectionMap
    departures = NamedPlaces(change.deletedCells, moved: change.movedCells.map { ($0.from, $0.to) })
    arrivals = NamedPlaces(change.insertedCells + change.movedCells.map(\.to), moved: [])
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
