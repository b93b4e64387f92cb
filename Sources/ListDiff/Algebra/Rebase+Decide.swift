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
        let operation = ChangesetOperation(.cells, .deleted, index)
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
      let operation = ChangesetOperation(.cells, .inserted, index)
      let element = CompositionError.Element.cell(insertion.id)
      if let opponent = deletion(ofSectionAfter: insertion.at.section) {
        _ = try prevails(.constraint, element, operation, over: opponent, answer)
        continue
      }
      if let duplicate = theirs.insertedCells[insertion.id] {
        let opponent = ChangesetOperation(.cells, .inserted, duplicate)
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
      let operation = ChangesetOperation(.cells, .moved, index)
      let element = CompositionError.Element.cell(move.id)
      if let deletion = theirs.deletedCells[move.id] {
        let opponent = ChangesetOperation(.cells, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let opponent = deletion(ofSectionAfter: move.to.section) {
        _ = try prevails(.constraint, element, operation, over: opponent, answer)
        keep(move.id, in: move.from.section, because: opponent)
        continue
      }
      if let other = theirs.movedCells[move.id] {
        let opponent = ChangesetOperation(.cells, .moved, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      movedCells.append(index)
      superseded.cells.insert(move.id)
    }
  }

  private mutating func decideCellUpdates(_ answer: Decision) throws(RebaseError) {
    for (index, update) in mine.changeset.updatedCells.enumerated() {
      let operation = ChangesetOperation(.cells, .updated, index)
      let element = CompositionError.Element.cell(update.id)
      if let deletion = theirs.deletedCells[update.id] {
        let opponent = ChangesetOperation(.cells, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.updatedCells[update.id] {
        guard theirs.changeset.updatedCells[other].new != update.new else { continue }
        let opponent = ChangesetOperation(.cells, .updated, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      updatedCells.append(index)
    }
  }

  /// The operation of theirs that deletes the section at an index after mine, if there is one.
  private func deletion(ofSectionAfter index: Int) -> ChangesetOperation? {
    guard case .original(let origin) = mine.key(after: index) else { return nil }
    return theirs.deletion(ofSectionAt: origin)
  }

  /// Notes that a cell stays in a section although mine removes it from there.
  private mutating func keep(
    _ id: Cell.ID,
    in section: Int,
    because opponent: ChangesetOperation
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
      occupy(insertion.at.section, ChangesetOperation(.cells, .inserted, index))
    }
    for (index, move) in theirs.changeset.movedCells.enumerated()
    where !superseded.cells.contains(move.id) {
      occupy(move.to.section, ChangesetOperation(.cells, .moved, index))
    }
  }

  private mutating func occupy(_ section: Int, _ operation: ChangesetOperation) {
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
      let operation = ChangesetOperation(.sections, .deleted, index)
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
        let operation = ChangesetOperation(.sections, .inserted, index)
        let element = CompositionError.Element.section(insertion.id)
        let opponent = ChangesetOperation(.sections, .inserted, duplicate)
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
      let operation = ChangesetOperation(.sections, .moved, index)
      let element = CompositionError.Element.section(move.id)
      if let deletion = theirs.deletedSections[move.id] {
        let opponent = ChangesetOperation(.sections, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.movedSections[move.id] {
        let opponent = ChangesetOperation(.sections, .moved, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      movedSections.append(index)
      superseded.sections.insert(move.id)
    }
  }

  private mutating func decideSectionUpdates(_ answer: Decision) throws(RebaseError) {
    for (index, update) in mine.changeset.updatedSections.enumerated() {
      let operation = ChangesetOperation(.sections, .updated, index)
      let element = CompositionError.Element.section(update.id)
      if let deletion = theirs.deletedSections[update.id] {
        let opponent = ChangesetOperation(.sections, .deleted, deletion)
        _ = try prevails(.notFound, element, operation, over: opponent, answer)
        continue
      }
      if let other = theirs.updatedSections[update.id] {
        guard theirs.changeset.updatedSections[other].new != update.new else { continue }
        let opponent = ChangesetOperation(.sections, .updated, other)
        guard try prevails(.data, element, operation, over: opponent, answer) else { continue }
      }
      updatedSections.append(index)
    }
  }
}

extension ChangesetIndex {
  /// The operation that updates or moves a cell, if there is one.
  fileprivate func change(of id: Cell.ID) -> ChangesetOperation? {
    if let index = updatedCells[id] { return ChangesetOperation(.cells, .updated, index) }
    return movedCells[id].map { ChangesetOperation(.cells, .moved, $0) }
  }

  /// The operation that updates or moves a section, if there is one.
  fileprivate func change(of id: Section.ID) -> ChangesetOperation? {
    if let index = updatedSections[id] { return ChangesetOperation(.sections, .updated, index) }
    return movedSections[id].map { ChangesetOperation(.sections, .moved, $0) }
  }
}
