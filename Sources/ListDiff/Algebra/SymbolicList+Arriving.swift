import ListModel

extension SymbolicList {
  /// Puts in the sections that are inserted or moved; `moved` holds the names of the moved ones.
  mutating func putInSections(
    of changeset: Changeset,
    moved: [Int]
  ) throws(CompositionError) {
    var visits: [Visit<Int>] = []
    for index in changeset.insertedSections.indices {
      visits.append(
        Visit(place: changeset.insertedSections[index].at, kind: .inserted, index: index)
      )
    }
    for index in changeset.movedSections.indices {
      visits.append(Visit(place: changeset.movedSections[index].to, kind: .moved, index: index))
    }
    visits.sort { $0.place < $1.place }
    var taken: (place: Int, by: Step)?
    for visit in visits {
      let step = step(.sections, visit.kind, visit.index)
      let name =
        visit.kind == .moved
        ? moved[visit.index] : try putIn(changeset.insertedSections[visit.index], step)
      let element = CompositionError.Element.section(sections[name].id ?? "")
      guard Self.possibleIndices.contains(visit.place) else {
        throw CompositionError(reason: .outOfRange, element: element, offender: step)
      }
      if let taken, taken.place == visit.place {
        throw CompositionError(
          reason: .misplaced,
          element: element,
          offender: step,
          earlier: taken.by
        )
      }
      forest.insert(name, at: visit.place, in: &order)
      taken = (visit.place, step)
    }
  }

  private mutating func putIn(
    _ insertion: Changeset.SectionInsertion,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let name = sectionNames[insertion.id] ?? sections.count
    if name == sections.count {
      sections.append(
        KnownSection(id: insertion.id, record: SectionRecord(), cells: PieceForest.Sequence())
      )
      sectionNames[insertion.id] = name
    }
    guard !sections[name].record.isPresent else {
      throw error(.alreadyPresent, insertion.id, step)
    }
    guard sections[name].record.note(step) else { throw error(.repeated, insertion.id, step) }
    sections[name].record.enter(in: step)
    return name
  }

  /// Puts in the cells that are inserted or moved.
  mutating func putInCells(of changeset: Changeset) throws(CompositionError) {
    let (lentInsertions, lentMoves) = (changeset.insertedCells[...], changeset.movedCells[...])
    let (insertions, moves) = (lentInsertions.span, lentMoves.span)
    guard insertions.count + moves.count > 0 else { return }
    // The array is taken out of `current` while it is read.
    var visits: [Visit<CellPath>] = []
    swap(&visits, &current.visits)
    defer { swap(&visits, &current.visits) }
    visits.removeAll(keepingCapacity: true)
    for index in insertions.indices {
      visits.append(Visit(place: insertions[index].at, kind: .inserted, index: index))
    }
    for index in moves.indices {
      visits.append(Visit(place: moves[index].to, kind: .moved, index: index))
    }
    if visits.count > 1 { visits.sort { $0.place < $1.place } }
    var taken: (place: CellPath, by: Step)?
    for visit in visits {
      let step = step(.cells, visit.kind, visit.index)
      let name =
        visit.kind == .moved
        ? current.moved[visit.index] : try putIn(insertions[visit.index], step)
      let section = try section(of: visit.place, for: cellNames.ids[name], step)
      let isTaken = taken?.place == visit.place
      guard !isTaken, visit.place.item <= sections[section].cells.count else {
        throw CompositionError(
          reason: .misplaced,
          element: .cell(cellNames.ids[name]),
          offender: step,
          earlier: isTaken ? taken?.by : nil
        )
      }
      forest.insert(name, at: visit.place.item, in: &sections[section].cells)
      taken = (visit.place, step)
    }
  }

  private mutating func putIn(
    _ insertion: Changeset.CellInsertion,
    _ step: Step
  ) throws(CompositionError) -> Int {
    let name = cellNames.name(of: insertion.id)
    if name == cells.count { cells.append(CellRecord()) }
    guard !cells[name].isPresent else { throw error(.alreadyPresent, insertion.id, step) }
    guard cells[name].note(step) else { throw error(.repeated, insertion.id, step) }
    cells[name].enter(in: step)
    return name
  }
}
