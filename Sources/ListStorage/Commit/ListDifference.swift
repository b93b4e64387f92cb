import ListDiff
import ListModel

/// The changes of a draft to its base, in the order and the coordinates of a `Changeset`.
///
/// Sections and cells are named as in ``ListDraft``.
struct ListDifference: Rearranging {
  var rearrangement = Rearrangement()
  var updatedSections: [Match<Int>] = []
  var updatedCells: [Match<CellPath>] = []
  /// The names of the cells, in the order of their places.
  var cells = CellNames()

  /// The names of the cells that a difference is about.
  struct CellNames {
    var deleted: [Int64] = []
    var inserted: [Int64] = []
    var moved: [Int64] = []
    var updated: [Int64] = []
  }

  var isEmpty: Bool { rearrangement.isEmpty && updatedSections.isEmpty && updatedCells.isEmpty }
}

extension ListDifference {
  /// Returns the changeset, with the replaced contents read from the draft's base.
  func changeset(of draft: ListDraft) throws -> Changeset {
    let base = draft.base
    func section(after index: Int) -> Int { draft.order?[index] ?? index }
    func old(_ cell: Int64) throws -> AnyComponent { AnyComponent(try base.component(cell)) }
    func new(_ cell: Int64) throws -> AnyComponent { AnyComponent(try draft.component(cell)) }

    return Changeset(
      deletedSections: try self.deletedSections.map {
        .init(id: base.sectionID($0), at: $0, attributes: try base.attributes($0))
      },
      insertedSections: try self.insertedSections.map {
        let name = section(after: $0)
        return .init(
          id: draft.sectionID(name),
          at: $0,
          attributes: try draft.attributes(of: name)
        )
      },
      movedSections: self.movedSections.map {
        .init(id: base.sectionID($0.from), from: $0.from, to: $0.to)
      },
      updatedSections: try updatedSections.map {
        .init(
          id: base.sectionID($0.from),
          from: $0.from,
          at: $0.to,
          old: try base.attributes($0.from),
          new: try draft.attributes(of: $0.from)
        )
      },
      deletedCells: try zip(self.deletedCells, cells.deleted).map { path, cell in
        .init(id: try base.entry(cell).id, at: path, component: try old(cell))
      },
      insertedCells: try zip(self.insertedCells, cells.inserted).map { path, cell in
        .init(id: try draft.cellID(cell), at: path, component: try new(cell))
      },
      movedCells: try zip(self.movedCells, cells.moved).map { move, cell in
        .init(id: try base.id(of: cell), from: move.from, to: move.to)
      },
      updatedCells: try zip(updatedCells, cells.updated).map { match, cell in
        .init(
          id: try base.entry(cell).id,
          from: match.from,
          at: match.to,
          old: try old(cell),
          new: try new(cell)
        )
      }
    )
  }
}
