import ListModel

// MARK: - Cells

extension Rebase {
  mutating func decideCells(_ answer: Decision) throws(RebaseError) {
    try decideCellDeletions(answer)
    try decideCellInsertions(answer)
    try decideCellMoves(answer)
    try decideCellUpdates(answer)
  }

  private mutating func decideCellDeletions(_ answer: Decision) throws(RebaseError) {
    for (index, deletion) in mine.changeset.deletedCells.enumerated()
    where theirs.deletedCells[deletion.id] == nil {
      if let opponent = theirs.change(of: deletion.id) {
        let operation = Changeset.OperationPath(.cells, .deleted, index)
        guard try prevails(.data, .cell(deletion.id), operation, over: opponent, answer) else {
          keep(deletion.id, in: deletion.at.section, because: opponent)
          continue
        }
      }
      deletedCells.append(index)
      superseded.cells.insert(deletion.id)
    }
  }

  private mutating func decideCellInsertions(_ answer: Decision) throws(RebaseError) {
    for (index, insertion) in mine.changeset.insertedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .inserted, index)
      let element = CompositionError.Element.cell(insertion.id)
      if let opponent = deletion(ofSectionAfter: insertion.at.section) {
        _ = try prevails(.constraint, element, operation, over: opponent, answer)
        continue
      }
      if let duplicate = theirs.insertedCells[insertion.id] {
        let opponent = Changeset.OperationPath(.cells, .inserted, duplicate)
        guard try prevails(.duplicate, element, operation, over: opponent, answer) else {
          continue
        }
      }
      insertedCells.append(index)
      superseded.cells.insert(insertion.id)
    }
  }

  private mutating func decideCellMoves(_ answer: Decision) throws(RebaseError) {
    for (index, move) in mine.changeset.movedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .moved, index)
      let element = CompositionError.Element.cell(move.id)
      if let deletion = theirs.deletedCells[move.id] {
        let opponent = Changeset.OperationPath(.cells, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let opponent = deletion(ofSectionAfter: move.to.section) {
        _ = try prevails(.constraint, element, operation, over: opponent, answer)
        keep(move.id, in: move.from.section, because: opponent)
        continue
      }
      if let other = theirs.movedCells[move.id] {
        let opponent = Changeset.OperationPath(.cells, .moved, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      movedCells.append(index)
      superseded.cells.insert(move.id)
    }
  }

  private mutating func decideCellUpdates(_ answer: Decision) throws(RebaseError) {
    for (index, update) in mine.changeset.updatedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .updated, index)
      let element = CompositionError.Element.cell(update.id)
      if let deletion = theirs.deletedCells[update.id] {
        let opponent = Changeset.OperationPath(.cells, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.updatedCells[update.id] {
        guard theirs.changeset.updatedCells[other].new != update.new else { continue }
        let opponent = Changeset.OperationPath(.cells, .updated, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      updatedCells.append(index)
    }
  }

  /// The operation of theirs that deletes the section at an index after mine, if there is one.
  private func deletion(ofSectionAfter index: Int) -> Changeset.OperationPath? {
    guard case .original(let origin) = mine.key(after: index) else { return nil }
    return theirs.deletion(ofSectionAt: origin)
  }

  /// Notes that a cell stays in a section although mine removes it from there.
  private mutating func keep(
    _ id: Cell.ID,
    in section: Int,
    because opponent: Changeset.OperationPath
  ) {
    if theirs.movedCells[id] == nil { occupied[section] = occupied[section] ?? opponent }
  }
}

// MARK: - Sections

extension Rebase {
  /// Notes as occupied the sections into which theirs puts cells that stay there.
  mutating func findOccupiedSections() {
    for (index, insertion) in theirs.changeset.insertedCells.enumerated()
    where !superseded.cells.contains(insertion.id) {
      occupy(insertion.at.section, Changeset.OperationPath(.cells, .inserted, index))
    }
    for (index, move) in theirs.changeset.movedCells.enumerated()
    where !superseded.cells.contains(move.id) {
      occupy(move.to.section, Changeset.OperationPath(.cells, .moved, index))
    }
  }

  private mutating func occupy(_ section: Int, _ operation: Changeset.OperationPath) {
    guard case .original(let origin) = theirs.key(after: section) else { return }
    occupied[origin] = occupied[origin] ?? operation
  }

  mutating func decideSections(_ answer: Decision) throws(RebaseError) {
    try decideSectionDeletions(answer)
    try decideSectionInsertions(answer)
    try decideSectionMoves(answer)
    try decideSectionUpdates(answer)
  }

  private mutating func decideSectionDeletions(_ answer: Decision) throws(RebaseError) {
    for (index, deletion) in mine.changeset.deletedSections.enumerated()
    where theirs.deletedSections[deletion.id] == nil {
      let operation = Changeset.OperationPath(.sections, .deleted, index)
      let element = CompositionError.Element.section(deletion.id)
      if let opponent = occupied[deletion.at] {
        _ = try prevails(.constraint, element, operation, over: opponent, answer)
        continue
      }
      if let opponent = theirs.change(of: deletion.id) {
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      deletedSections.append(index)
      superseded.sections.insert(deletion.id)
    }
  }

  private mutating func decideSectionInsertions(_ answer: Decision) throws(RebaseError) {
    for (index, insertion) in mine.changeset.insertedSections.enumerated() {
      if let duplicate = theirs.insertedSections[insertion.id] {
        let operation = Changeset.OperationPath(.sections, .inserted, index)
        let element = CompositionError.Element.section(insertion.id)
        let opponent = Changeset.OperationPath(.sections, .inserted, duplicate)
        guard try prevails(.duplicate, element, operation, over: opponent, answer) else {
          continue
        }
      }
      insertedSections.append(index)
      superseded.sections.insert(insertion.id)
    }
  }

  private mutating func decideSectionMoves(_ answer: Decision) throws(RebaseError) {
    for (index, move) in mine.changeset.movedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .moved, index)
      let element = CompositionError.Element.section(move.id)
      if let deletion = theirs.deletedSections[move.id] {
        let opponent = Changeset.OperationPath(.sections, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.movedSections[move.id] {
        let opponent = Changeset.OperationPath(.sections, .moved, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      movedSections.append(index)
      superseded.sections.insert(move.id)
    }
  }

  private mutating func decideSectionUpdates(_ answer: Decision) throws(RebaseError) {
    for (index, update) in mine.changeset.updatedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .updated, index)
      let element = CompositionError.Element.section(update.id)
      if let deletion = theirs.deletedSections[update.id] {
        let opponent = Changeset.OperationPath(.sections, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.updatedSections[update.id] {
        guard theirs.changeset.updatedSections[other].new != update.new else { continue }
        let opponent = Changeset.OperationPath(.sections, .updated, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      updatedSections.append(index)
    }
  }
}

extension ChangesetIndex {
  /// The operation that updates or moves a cell, if there is one.
  fileprivate func change(of id: Cell.ID) -> Changeset.OperationPath? {
    if let index = updatedCells[id] { return Changeset.OperationPath(.cells, .updated, index) }
    return movedCells[id].map { Changeset.OperationPath(.cells, .moved, $0) }
  }

  /// The operation that updates or moves a section, if there is one.
  fileprivate func change(of id: Section.ID) -> Changeset.OperationPath? {
    if let index = updatedSections[id] {
      return Changeset.OperationPath(.sections, .updated, index)
    }
    return movedSections[id].map { Changeset.OperationPath(.sections, .moved, $0) }
  }
}
