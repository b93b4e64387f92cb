import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct PlaceMapTests {
  @Test func `every section and cell is where the map of the changeset says`() throws {
    var moves = 0
    for seed in 1...UInt64(Soak.count(200, soak: 20_000)) {
      let (changeset, source, target) = try randomChangeset(seed: seed)
      moves += changeset.movedSections.count + changeset.movedCells.count
      let map = PlaceMap(changeset)
      let places = Places(of: target)
      for (index, section) in source.sections.enumerated() {
        #expect(map.sections.after(index) == places.sections[section.id], "seed \(seed)")
        for (item, cell) in section.cells.enumerated() {
          let path = CellPath(section: index, item: item)
          #expect(map.after(path) == places.cells[cell.id], "seed \(seed)")
        }
      }
      let origins = Places(of: source)
      for (index, section) in target.sections.enumerated() {
        #expect(map.sections.before(index) == origins.sections[section.id], "seed \(seed)")
      }
    }
    #expect(moves > 200)
  }

  @Test func `a cell that is deleted and inserted again is followed by its id`() {
    func path(_ item: Int) -> CellPath { CellPath(section: 0, item: item) }
    let component = AnyComponent(TextComponent("text"))
    let changeset = Changeset(
      deletedCells: [
        .init(id: "a", at: path(0), component: component),
        .init(id: "b", at: path(1), component: component),
      ],
      insertedCells: [.init(id: "a", at: path(1), component: component)]
    )
    let followed = PlaceMap(followingIDsOf: changeset)
    #expect(followed.after(path(0)) == path(1))
    #expect(followed.after(path(1)) == nil)
    #expect(followed.after(path(2)) == path(0))
    let map = PlaceMap(changeset)
    #expect(map.after(path(0)) == nil)
    #expect(map.after(path(2)) == path(0))
  }
}

/// Where everything stands in a list, by id.
private struct Places {
  var sections: [Section.ID: Int] = [:]
  var cells: [Cell.ID: CellPath] = [:]

  init(of list: List) {
    for (index, section) in list.sections.enumerated() {
      sections[section.id] = index
      for (item, cell) in section.cells.enumerated() {
        cells[cell.id] = CellPath(section: index, item: item)
      }
    }
  }
}
