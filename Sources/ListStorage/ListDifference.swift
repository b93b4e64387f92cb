import GRDB
import ListDiff
import ListModel

/// What a proposal changes in a list's head: found from ids and digests, without payloads.
struct ListDifference {
  var structure: SectionedDifference
  /// The sections in both whose header, footer or layout differs.
  var updatedSections: [SectionedDifference.Pair<Int>]

  init(from state: ListState, to proposal: ListProposal) {
    let structure = SectionedDifference(
      from: state.sections.map { ($0.id, $0.cells.map(\.id)) },
      to: proposal.sections.map { ($0.id, $0.cells.map(\.id)) },
      contentIsEqual: { state[$0].component == proposal[$1].component }
    )
    self.structure = structure
    updatedSections = structure.matchedSections.filter {
      state.sections[$0.from].attributes != proposal.sections[$0.to].attributes
    }
  }

  var isEmpty: Bool {
    structure.deletedSections.isEmpty && structure.insertedSections.isEmpty
      && structure.movedSections.isEmpty && updatedSections.isEmpty
      && structure.deletedCells.isEmpty && structure.insertedCells.isEmpty
      && structure.movedCells.isEmpty && structure.updatedCells.isEmpty
  }

  /// The changeset, with the replaced contents read from their rows.
  func changeset(
    from state: ListState,
    to proposal: ListProposal,
    in database: Database
  ) throws -> Changeset {
    func attributes(before section: Int) throws -> Section.Attributes {
      try ListRows.attributes(of: state.sections[section].row, in: database)
    }
    func component(before path: CellPath) throws -> AnyComponent {
      AnyComponent(try ListRows.component(of: state[path].row, in: database))
    }
    return Changeset(
      deletedSections: try structure.deletedSections.map {
        .init(id: state.sections[$0].id, at: $0, attributes: try attributes(before: $0))
      },
      insertedSections: try structure.insertedSections.map {
        .init(
          id: proposal.sections[$0].id,
          at: $0,
          attributes: try proposal.sections[$0].required()
        )
      },
      movedSections: structure.movedSections.map {
        .init(id: proposal.sections[$0.to].id, from: $0.from, to: $0.to)
      },
      updatedSections: try updatedSections.map {
        .init(
          id: proposal.sections[$0.to].id,
          from: $0.from,
          at: $0.to,
          old: try attributes(before: $0.from),
          new: try proposal.sections[$0.to].required()
        )
      },
      deletedCells: try structure.deletedCells.map {
        .init(id: state[$0].id, at: $0, component: try component(before: $0))
      },
      insertedCells: try structure.insertedCells.map {
        .init(id: proposal[$0].id, at: $0, component: AnyComponent(try proposal[$0].required()))
      },
      movedCells: structure.movedCells.map {
        .init(id: proposal[$0.to].id, from: $0.from, to: $0.to)
      },
      updatedCells: try structure.updatedCells.map {
        .init(
          id: proposal[$0.to].id,
          from: $0.from,
          at: $0.to,
          old: try component(before: $0.from),
          new: AnyComponent(try proposal[$0.to].required())
        )
      }
    )
  }
}

extension ListState {
  subscript(path: CellPath) -> CellState {
    sections[path.section].cells[path.item]
  }
}

extension ListProposal {
  subscript(path: CellPath) -> CellProposal {
    sections[path.section].cells[path.item]
  }
}

extension SectionProposal {
  /// The attributes of a section that is new or updated, which must be there.
  func required() throws -> Section.Attributes {
    guard let newAttributes else {
      throw ListStoreError.corrupted(reason: "section \"\(id)\" changed without new attributes")
    }
    return newAttributes
  }
}

extension CellProposal {
  /// The component of a cell that is new or updated, which must be there.
  func required() throws -> StoredComponent {
    guard let newComponent else {
      throw ListStoreError.corrupted(reason: "cell \"\(id)\" changed without new content")
    }
    return newComponent
  }
}
