import ListDiff
import ListModel
import ListTestSupport
import Testing

/// A changeset says everything twice, with ids and with places.
///
/// Both must say the same.
@Suite struct AlgebraFormsTests {
  @Test func `ids alone and places alone lead to the same list`() {
    expectOfHistories(700, length: 4, seed: 0xf000) { lists in
      let whole = try Changeset.composition(
        of: zip(lists, lists.dropFirst()).map { try Changeset(from: $0, to: $1) }
      )
      for changeset in [whole, whole.normalized(), whole.inverted()] {
        let (source, target) =
          changeset == whole.inverted() ? (lists[3], lists[0]) : (lists[0], lists[3])
        guard apply(changeset, byIdsTo: source) == target else { return "by ids: other list" }
        guard apply(changeset, byPlacesTo: source) == target else { return "by places: other list" }
      }
      return nil
    }
  }

  @Test func `both forms of a rebased changeset are the same`() {
    expectOfHistories(700, length: 3, seed: 0xf100, branching: .fromFirst) { lists in
      let mine = try Changeset(from: lists[0], to: lists[1])
      let theirs = try Changeset(from: lists[0], to: lists[2])
      let rebased = try mine.rebased(onto: theirs) { _ in .omit }
      let result = try rebased.apply(to: lists[2])
      guard apply(rebased, byIdsTo: lists[2]) == result else { return "by ids: other list" }
      guard apply(rebased, byPlacesTo: lists[2]) == result else { return "by places: other list" }
      return nil
    }
  }

  /// Takes out and replaces what the changeset names, wherever it stands.
  ///
  /// Only arrivals need places.
  private func apply(_ changeset: Changeset, byIdsTo list: List) -> List {
    var list = list
    var cells: [Cell.ID: Cell] = [:]
    let leaving = Set(changeset.deletedCells.map(\.id) + changeset.movedCells.map(\.id))
    for section in list.sections.indices {
      for cell in list.sections[section].cells { cells[cell.id] = cell }
      list.sections[section].cells.removeAll { leaving.contains($0.id) }
    }
    var sections: [Section.ID: Section] = [:]
    for section in list.sections { sections[section.id] = section }
    let gone = Set(changeset.deletedSections.map(\.id) + changeset.movedSections.map(\.id))
    list.sections.removeAll { gone.contains($0.id) }

    let arrivingSections =
      changeset.insertedSections.map { insertion in
        var section = Section(id: insertion.id)
        section.attributes = insertion.attributes
        return (insertion.at, section)
      } + changeset.movedSections.compactMap { move in sections[move.id].map { (move.to, $0) } }
    for (index, section) in arrivingSections.sorted(by: { $0.0 < $1.0 }) {
      list.sections.insert(section, at: min(index, list.sections.count))
    }
    let arrivingCells =
      changeset.insertedCells.map { ($0.at, Cell(id: $0.id, component: $0.component)) }
      + changeset.movedCells.compactMap { move in cells[move.id].map { (move.to, $0) } }
    insert(arrivingCells, into: &list)

    let attributes = Dictionary(
      uniqueKeysWithValues: changeset.updatedSections.map { ($0.id, $0.new) }
    )
    let components = Dictionary(
      uniqueKeysWithValues: changeset.updatedCells.map { ($0.id, $0.new) }
    )
    for section in list.sections.indices {
      let id = list.sections[section].id
      list.sections[section].attributes = attributes[id] ?? list.sections[section].attributes
      for item in list.sections[section].cells.indices {
        let cell = list.sections[section].cells[item]
        list.sections[section].cells[item].component = components[cell.id] ?? cell.component
      }
    }
    return list
  }

  /// Takes out and replaces what stands at the places the changeset names, whatever it is.
  private func apply(_ changeset: Changeset, byPlacesTo list: List) -> List {
    let source = list
    var list = list
    let leaving = changeset.deletedCells.map(\.at) + changeset.movedCells.map(\.from)
    for path in leaving.sorted().reversed() {
      list.sections[path.section].cells.remove(at: path.item)
    }
    let kept = list.sections
    let gone = changeset.deletedSections.map(\.at) + changeset.movedSections.map(\.from)
    for index in gone.sorted().reversed() { list.sections.remove(at: index) }
    let arrivingSections =
      changeset.insertedSections.map { insertion in
        var section = Section(id: insertion.id)
        section.attributes = insertion.attributes
        return (insertion.at, section)
      } + changeset.movedSections.map { ($0.to, kept[$0.from]) }
    for (index, section) in arrivingSections.sorted(by: { $0.0 < $1.0 }) {
      list.sections.insert(section, at: min(index, list.sections.count))
    }
    let arrivingCells =
      changeset.insertedCells.map { ($0.at, Cell(id: $0.id, component: $0.component)) }
      + changeset.movedCells.map { ($0.to, source[$0.from]) }
    insert(arrivingCells, into: &list)
    for update in changeset.updatedSections { list.sections[update.at].attributes = update.new }
    for update in changeset.updatedCells {
      list.sections[update.at.section].cells[update.at.item].component = update.new
    }
    return list
  }

  private func insert(_ arrivals: [(CellPath, Cell)], into list: inout List) {
    for (path, cell) in arrivals.sorted(by: { $0.0 < $1.0 })
    where list.sections.indices.contains(path.section) {
      let count = list.sections[path.section].cells.count
      list.sections[path.section].cells.insert(cell, at: min(path.item, count))
    }
  }
}
