package import ListModel
package import ListStorage

/// One step from a list to the next, for who knows what changed and need not compare.
package enum ListEdit: Sendable {
  case deleteCell(Cell.ID)
  case updateCell(Cell)
  case moveCell(Cell, CellPlacement)
  case insertCell(Cell, CellPlacement)
  case insertSection(Section.ID, SectionPlacement)
  case deleteSection(Section.ID)

  /// Carries out the step.
  ///
  /// - Throws: What ``ListDraft`` throws when the step does not fit.
  package func apply(to draft: inout ListDraft) throws {
    switch self {
    case .deleteCell(let id): try draft.deleteCell(id)
    case .updateCell(let cell): try draft.updateCell(cell)
    case .moveCell(let cell, let placement):
      try draft.moveCell(cell.id, placement)
      try draft.updateCell(cell)
    case .insertCell(let cell, let placement): try draft.insertCell(cell, placement)
    case .insertSection(let id, let placement): try draft.insertSection(Section(id: id), placement)
    case .deleteSection(let id): try draft.deleteSection(id)
    }
  }
}
