import ListDiff
import ListModel

/// The changes of a draft to its base, in the order and the coordinates of a `Changeset`.
///
/// Sections and cells are named as in ``ListDraft``.
struct ListDifference {
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Match<Int>] = []
  var updatedSections: [Match<Int>] = []
  var deletedCells: [(at: CellPath, cell: Int64)] = []
  var insertedCells: [(at: CellPath, cell: Int64)] = []
  var movedCells: [(from: CellPath, to: CellPath, cell: Int64)] = []
  var updatedCells: [(from: CellPath, to: CellPath, cell: Int64)] = []

  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && updatedSections.isEmpty && deletedCells.isEmpty && insertedCells.isEmpty
      && movedCells.isEmpty && updatedCells.isEmpty
  }
}

extension ListDifference {
  /// Returns the changeset, with the replaced contents read from the draft's base.
  func changeset(of draft: ListDraft) throws -> Changeset {
    let base = draft.base
    func section(after index: Int) -> Int { draft.order?[index] ?? index }
    func old(_ cell: Int64) throws -> AnyComponent { AnyComponent(try base.component(cell)) }
    func new(_ cell: Int64) throws -> AnyComponent { AnyComponent(try draft.component(cell)) }

    return Changeset(
      deletedSections: try deletedSections.map {
        .init(id: base.sectionID($0), at: $0, attributes: try base.attributes($0))
      },
      insertedSections: try insertedSections.map {
        let name = section(after: $0)
        return .init(
          id: draft.sectionID(name),
          at: $0,
          attributes: try draft.attributes(of: name)
        )
      },
      movedSections: movedSections.map {
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
      deletedCells: try deletedCells.map {
        .init(id: try base.entry($0.cell).id, at: $0.at, component: try old($0.cell))
      },
      insertedCells: try insertedCells.map {
        .init(id: try draft.cellID($0.cell), at: $0.at, component: try new($0.cell))
      },
      movedCells: try movedCells.map {
        .init(id: try base.id(of: $0.cell), from: $0.from, to: $0.to)
      },
      updatedCells: try updatedCells.map {
        .init(
          id: try base.entry($0.cell).id,
          from: $0.from,
          at: $0.to,
          old: try old($0.cell),
          new: try new($0.cell)
        )
      }
    )
  }
}
