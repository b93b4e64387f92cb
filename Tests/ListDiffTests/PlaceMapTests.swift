import ListDescription
import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct PlaceMapTests {
  @Test func `every section and cell is where the map of the changeset says`() throws {
    var moves = 0
    for seed in 1...UInt64(Soak.count(80, soak: 20_000)) {
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
    #expect(moves > 80)
  }

  @Test func `the way back leads every place back`() throws {
    for seed in 1...UInt64(Soak.count(80, soak: 20_000)) {
      let (changeset, source, _) = try randomChangeset(seed: seed)
      let change = changeset.rearrangement
      #expect(change.inverted().inverted() == change, "seed \(seed)")
      let (forth, back) = (PlaceMap(change), PlaceMap(change.inverted()))
      for (index, section) in source.sections.enumerated() {
        for item in section.cells.indices {
          let path = CellPath(section: index, item: item)
          guard let target = forth.after(path) else { continue }
          #expect(back.after(target) == path, "seed \(seed)")
        }
      }
    }
  }

  @Test func `elements leave and arrive as if one by one`() throws {
    for seed in 1...UInt64(Soak.count(120, soak: 20_000)) {
      var random = SeededGenerator(seed: seed)
      let elements = (0..<Int.random(in: 0...12, using: &random)).map { $0 }
      let leaving = elements.indices.filter { _ in Bool.random(using: &random) }
      var expected = elements
      for offset in leaving.reversed() { expected.remove(at: offset) }
      #expect(try elements.removing(at: leaving) == expected, "seed \(seed)")
      let total = expected.count + Int.random(in: 0...5, using: &random)
      let arriving = (0..<total).shuffled(using: &random).prefix(total - expected.count).sorted()
      let arrivals = arriving.enumerated().map { (at: $0.element, element: 100 + $0.offset) }
      let result = try expected.inserting(arrivals)
      for (at, element) in arrivals { expected.insert(element, at: at) }
      #expect(result == expected, "seed \(seed)")
    }
  }

  @Test(arguments: [[-1], [1, 1], [0, 5], [2, 1], [Int.min], [Int.max]])
  func `places that do not exist or come twice are named by their number`(places: [Int]) {
    let number = places.count - 1
    let leaving = #expect(throws: Misplacement.self) { try ["a", "b", "c"].removing(at: places) }
    #expect(leaving?.number == number)
    let arriving = #expect(throws: Misplacement.self) {
      try ["a", "b", "c"].inserting(places.map { (at: $0, element: "new") })
    }
    #expect(arriving?.number == number)
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
