import ListModel

extension SymbolicList {
  /// Takes out the cells that are deleted or moved, and names those that are updated.
  ///
  /// - Returns: For each move of a cell, the name of the cell.
  mutating func takeOutCells(
    of changeset: Changeset
  ) throws(CompositionError) -> [Int] {
    var visits: [Visit<CellPath>] = []
    visits.reserveCapacity(
      changeset.deletedCells.count + changeset.movedCells.count + changeset.updatedCells.count
    )
    for index in changeset.deletedCells.indices {
      visits.append(Visit(place: changeset.deletedCells[index].at, kind: .deleted, index: index))
    }
    for index in changeset.movedCells.indices {
      visits.append(Visit(place: changeset.movedCells[index].from, kind: .moved, index: index))
    }
    for index in changeset.updatedCells.indices {
      visits.append(Visit(place: changeset.updatedCells[index].from, kind: .updated, index: index))
    }
    visits.sort(by: Visit.isBeforeTakingOut)
    var moved = Array(repeating: 0, count: changeset.movedCells.count)
    for visit in visits {
      let step = step(.cells, visit.kind, visit.index)
      switch visit.kind {
      case .deleted:
        let deletion = changeset.deletedCells[visit.index]
        let name = try takeOut(deletion.id, at: visit.place, step)
        guard observe(deletion.component, of: name, step) else {
          throw error(.otherContent, deletion.id, step)
        }
        cells[name].record.leave()
      case .moved:
        let move = changeset.movedCells[visit.index]
        moved[visit.index] = try takeOut(move.id, at: visit.place, step)
      case .updated, .inserted:
        try name(changeset.updatedCells[visit.index].id, at: visit.place, step)
      }
    }
    return moved
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
  ) throws(CompositionError) {
    let section = try section(of: path, for: id, step)
    let piece = forest.piece(at: path.item, in: sections[section].cells)
    let name = try identify(id, with: piece, of: section, step)
    if case .original = piece {
      forest.assign(name, at: path.item, in: &sections[section].cells)
    }
  }

  /// Finds the record of a cell, which must be the one that stands there, or makes one.
  private mutating func identify(
    _ id: Cell.ID,
    with piece: PieceForest.Piece?,
    of section: Int,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let name: Int
    switch piece {
    case .named(let known) where cells[known].id == id:
      name = known
    case .original(let item):
      name = nameOfCell(id)
      // Only sections of the first list have unknown cells, so the section has an origin.
      guard name == cells.count, let origin = sections[section].record.origin else {
        throw absence(of: id, found: piece, step)
      }
      let path = CellPath(section: origin, item: item)
      cells.append(KnownCell(id: id, record: CellRecord(origin: path)))
    case .named, nil:
      throw absence(of: id, found: piece, step)
    }
    guard cells[name].record.note(step) else { throw error(.repeated, id, step) }
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
