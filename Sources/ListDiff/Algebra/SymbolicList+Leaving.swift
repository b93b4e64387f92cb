import ListModel

extension SymbolicList {
  /// Takes out the cells that are deleted or moved, and names those that are updated.
  mutating func takeOutCells(of changeset: Changeset) throws(CompositionError) {
    let (lentDeletions, lentMoves) = (changeset.deletedCells[...], changeset.movedCells[...])
    let lentUpdates = changeset.updatedCells[...]
    let (deletions, moves, updates) = (lentDeletions.span, lentMoves.span, lentUpdates.span)
    guard deletions.count + moves.count + updates.count > 0 else { return }
    // The array is taken out of `current` while it is read.
    var visits: [Visit<CellPath>] = []
    swap(&visits, &current.visits)
    defer { swap(&visits, &current.visits) }
    visits.removeAll(keepingCapacity: true)
    for index in deletions.indices {
      visits.append(Visit(place: deletions[index].at, kind: .deleted, index: index))
    }
    for index in moves.indices {
      visits.append(Visit(place: moves[index].from, kind: .moved, index: index))
    }
    for index in updates.indices {
      visits.append(Visit(place: updates[index].from, kind: .updated, index: index))
    }
    if visits.count > 1 { visits.sort(by: Visit.isBeforeTakingOut) }
    current.prepare(movedCount: moves.count, updatedCount: updates.count)
    for visit in visits {
      let step = step(.cells, visit.kind, visit.index)
      switch visit.kind {
      case .deleted:
        let name = try takeOut(deletions[visit.index].id, at: visit.place, step)
        guard observe(deletions[visit.index].component, of: name, step) else {
          throw error(.otherContent, deletions[visit.index].id, step)
        }
        cells[name].leave()
      case .moved:
        current.moved[visit.index] = try takeOut(moves[visit.index].id, at: visit.place, step)
      case .updated, .inserted:
        current.updated[visit.index] = try name(updates[visit.index].id, at: visit.place, step)
      }
    }
  }

  private mutating func takeOut(
    _ id: Cell.ID,
    at path: CellPath,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let section = try section(of: path, for: id, step)
    let piece = forest.remove(at: path.item, in: &sections[section].cells)
    return try identify(id, with: piece, of: section, step)
  }

  private mutating func name(
    _ id: Cell.ID,
    at path: CellPath,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let section = try section(of: path, for: id, step)
    let piece = forest.piece(at: path.item, in: sections[section].cells)
    let name = try identify(id, with: piece, of: section, step)
    if case .original = piece {
      forest.assign(name, at: path.item, in: &sections[section].cells)
    }
    return name
  }

  /// Finds or makes the record of a cell, which must be the one that `piece` stands for.
  private mutating func identify(
    _ id: Cell.ID,
    with piece: PieceForest.Piece?,
    of section: Int,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let name: Int
    switch piece {
    case .named(let known) where cellNames.ids[known] == id:
      name = known
    case .original(let item):
      name = cellNames.name(of: id)
      // Only sections of the first list have unknown cells, so the section has an origin.
      guard name == cells.count, let origin = sections[section].record.origin else {
        throw absence(of: id, found: piece, step)
      }
      let path = CellPath(section: origin, item: item)
      cells.append(CellRecord(origin: path))
    case .named, nil:
      throw absence(of: id, found: piece, step)
    }
    guard cells[name].note(step) else { throw error(.repeated, id, step) }
    return name
  }

  /// Takes out the sections that are deleted or moved, and names those that are updated.
  ///
  /// - Returns: For each move of a section, the name of the section.
  mutating func takeOutSections(
    of changeset: Changeset
  ) throws(CompositionError) -> [Int] {
    var visits: [Visit<Int>] = []
    for index in changeset.deletedSections.indices {
      visits.append(Visit(place: changeset.deletedSections[index].at, kind: .deleted, index: index))
    }
    for index in changeset.movedSections.indices {
      visits.append(Visit(place: changeset.movedSections[index].from, kind: .moved, index: index))
    }
    for index in changeset.updatedSections.indices {
      visits.append(
        Visit(place: changeset.updatedSections[index].from, kind: .updated, index: index)
      )
    }
    visits.sort(by: Visit.isBeforeTakingOut)
    var moved = Array(repeating: 0, count: changeset.movedSections.count)
    for visit in visits {
      let step = step(.sections, visit.kind, visit.index)
      switch visit.kind {
      case .deleted:
        try delete(changeset.deletedSections[visit.index], step)
      case .moved:
        let move = changeset.movedSections[visit.index]
        moved[visit.index] = try identify(move.id, at: visit.place, step)
        _ = forest.remove(at: visit.place, in: &order)
      case .updated, .inserted:
        _ = try identify(changeset.updatedSections[visit.index].id, at: visit.place, step)
      }
    }
    return moved
  }

  private mutating func delete(
    _ deletion: Changeset.SectionDeletion,
    _ step: Step
  ) throws(CompositionError) {
    let name = try identify(deletion.id, at: deletion.at, step)
    guard observe(deletion.attributes, of: name, step) else {
      throw error(.otherContent, deletion.id, step)
    }
    guard forest.isExhausted(sections[name].cells) else {
      throw remainder(of: name, deletion.id, step)
    }
    _ = forest.remove(at: deletion.at, in: &order)
    sections[name].record.leave()
    sections[name].cells = PieceForest.Sequence()
  }

  private mutating func identify(
    _ id: Section.ID,
    at index: Int,
    _ step: Step
  ) throws(CompositionError) -> Int {
    guard let name = section(at: index) else {
      throw CompositionError(reason: .outOfRange, element: .section(id), offender: step)
    }
    if sections[name].id == nil, sectionNames[id] == nil {
      sections[name].id = id
      sectionNames[id] = name
    }
    guard sections[name].id == id else {
      throw absence(of: id, found: name, step)
    }
    guard sections[name].record.note(step) else { throw error(.repeated, id, step) }
    return name
  }
}

extension SymbolicList.Current {
  /// Makes room for the names of that many cells.
  fileprivate mutating func prepare(movedCount: Int, updatedCount: Int) {
    moved.removeAll(keepingCapacity: true)
    moved.append(contentsOf: repeatElement(0, count: movedCount))
    updated.removeAll(keepingCapacity: true)
    updated.append(contentsOf: repeatElement(0, count: updatedCount))
  }
}
