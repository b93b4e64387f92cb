import ListDiff
import ListModel

// The same inputs as lists with ids and contents: their changeset can be stored, inverted and passed to
// a collection view.

extension Pair<Section> {
  /// Creates two lists from the given sections.
  init(_ source: [BenchSection], _ target: [BenchSection]) {
    self.init(source: source.map(Section.init), target: target.map(Section.init))
  }

  /// The complete change as a value.
  var changeset: Changeset? {
    try? Changeset(from: List(sections: source), to: List(sections: target))
  }

  /// The number of batches a collection view needs for the change.
  var stageCount: Int {
    let stages = try? changeset?.stages(from: List(sections: source))
    return stages?.count ?? -1
  }
}

extension Section {
  init(_ section: BenchSection) {
    self.init(id: Section.ID(section.id), cells: section.cells.map(Cell.init))
  }
}

extension Cell {
  init(_ element: BenchElement) {
    let content = try? Content(parsing: Array(String(element.content).utf8))
    let component = StoredComponent(type: "Row", content: content)
    self.init(id: Cell.ID(element.id), component: AnyComponent(component))
  }
}
