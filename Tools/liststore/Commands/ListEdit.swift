package import ListModel
package import ListStorage

/// One edit from a list to the next, for an import that knows the changes and need not compare.
package enum ListEdit: Sendable {
  case deleteCell(Cell.ID)
  case updateCell(Cell)
  case moveCell(Cell, CellPlacement)
  case insertCell(Cell, CellPlacement)
  case insertSection(Section.ID, SectionPlacement)
  case deleteSection(Section.ID)

  /// Applies the edit.
  ///
  /// - Throws: The error of ``ListDraft`` if the edit does not fit.
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
