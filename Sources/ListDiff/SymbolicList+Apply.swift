import ListModel

extension SymbolicList {
  /// Applies the next changeset of the history.
  ///
  /// What leaves is taken out from the end, so that the coordinates before stay valid; what arrives
  /// is put in from the start, so that those after already are.
  ///
  /// - Throws: The first contradiction; the list is then of no further use.
  mutating func apply(_ changeset: Changeset) throws(CompositionError) {
    let movedCells = try takeOutCells(of: changeset)
    let movedSections = try takeOutSections(of: changeset)
    try putInSections(of: changeset, moved: movedSections)
    try putInCells(of: changeset, moved: movedCells)
    try updateSections(of: changeset)
    try updateCells(of: changeset)
    changesetCount += 1
  }

  /// An operation and one of the places it names.
  private struct Visit<Place: Comparable> {
    let place: Place
    let kind: ChangesetOperation.Kind
    let index: Int

    /// From the end; an element is looked at before it is taken out.
    static func isBeforeTakingOut(_ lhs: Self, _ rhs: Self) -> Bool {
      lhs.place != rhs.place
        ? lhs.place > rhs.place : lhs.kind == .updated && rhs.kind != .updated
    }
  }

  private func step(
    _ subject: ChangesetOperation.Subject,
    _ kind: ChangesetOperation.Kind,
    _ index: Int
  ) -> Step {
    Step(changeset: changesetCount, operation: ChangesetOperation(subject, kind, index))
  }
}

// MARK: - What leaves

extension SymbolicList {
  /// - Returns: For each move of a cell, the name of the cell.
  private mutating func takeOutCells(
    of changeset: Changeset
  ) throws(CompositionError) -> [Int] {
    var visits: [Visit<CellPath>] = []
    visits.reserveCapacity(
      changeset.deletedCells.count + changeset.movedCells.count + changeset.updatedCells.count
    )
    for (index, deletion) in changeset.deletedCells.enumerated() {
      visits.append(Visit(place: deletion.at, kind: .deleted, index: index))
    }
    for (index, move) in changeset.movedCells.enumerated() {
      visits.append(Visit(place: move.from, kind: .moved, index: index))
    }
    for (index, update) in changeset.updatedCells.enumerated() {
      visits.append(Visit(place: update.from, kind: .updated, index: index))
    }
    visits.sort(by: Visit.isBeforeTakingOut)
    var moved = Array(repeating: 0, count: changeset.movedCells.count)
    for visit in visits {
      let step = step(.cells, visit.kind, visit.index)
      switch visit.kind {
      case .deleted:
        let deletion = changeset.deletedCells[visit.index]
        let name = try takeOut(deletion.id, at: visit.place, step)
        guard cells[name].record.observe(deletion.component) else {
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

  /// The name of a cell, which is the next one if the cell has none; it must be used then.
  private mutating func nameOfCell(_ id: Cell.ID) -> Int {
    func value(_ slot: inout Int) -> Int { slot }
    return value(&cellNames[id, default: cells.count])
  }

  /// - Returns: For each move of a section, the name of the section.
  private mutating func takeOutSections(
    of changeset: Changeset
  ) throws(CompositionError) -> [Int] {
    var visits: [Visit<Int>] = []
    for (index, deletion) in changeset.deletedSections.enumerated() {
      visits.append(Visit(place: deletion.at, kind: .deleted, index: index))
    }
    for (index, move) in changeset.movedSections.enumerated() {
      visits.append(Visit(place: move.from, kind: .moved, index: index))
    }
    for (index, update) in changeset.updatedSections.enumerated() {
      visits.append(Visit(place: update.from, kind: .updated, index: index))
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
    guard sections[name].record.observe(deletion.attributes) else {
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

  /// The section at an index, which is from now on a known one; `nil` if the index is impossible.
  private mutating func section(at index: Int) -> Int? {
    guard Self.possibleIndices.contains(index) else { return nil }
    switch forest.piece(at: index, in: order) {
    case .named(let name):
      return name
    case .original(let origin):
      let name = sections.count
      sections.append(
        KnownSection(record: SectionRecord(origin: origin), cells: forest.originals())
      )
      forest.assign(name, at: index, in: &order)
      return name
    case nil:
      return nil
    }
  }

  private mutating func section(
    of path: CellPath,
    for id: Cell.ID,
    _ step: Step
  ) throws(CompositionError) -> Int {
    guard Self.possibleIndices.contains(path.item), let section = section(at: path.section) else {
      throw CompositionError(reason: .outOfRange, element: .cell(id), offender: step)
    }
    return section
  }

  /// Half of what a sequence can hold, so that no number of insertions reaches its end.
  private static var possibleIndices: Range<Int> { 0..<(PieceForest.endless / 2) }
}

// MARK: - What arrives

extension SymbolicList {
  private mutating func putInSections(
    of changeset: Changeset,
    moved: [Int]
  ) throws(CompositionError) {
    var visits: [Visit<Int>] = []
    for (index, insertion) in changeset.insertedSections.enumerated() {
      visits.append(Visit(place: insertion.at, kind: .inserted, index: index))
    }
    for (index, move) in changeset.movedSections.enumerated() {
      visits.append(Visit(place: move.to, kind: .moved, index: index))
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
    sections[name].record.enter(showing: insertion.attributes)
    return name
  }

  private mutating func putInCells(
    of changeset: Changeset,
    moved: [Int]
  ) throws(CompositionError) {
    var visits: [Visit<CellPath>] = []
    visits.reserveCapacity(changeset.insertedCells.count + changeset.movedCells.count)
    for (index, insertion) in changeset.insertedCells.enumerated() {
      visits.append(Visit(place: insertion.at, kind: .inserted, index: index))
    }
    for (index, move) in changeset.movedCells.enumerated() {
      visits.append(Visit(place: move.to, kind: .moved, index: index))
    }
    visits.sort { $0.place < $1.place }
    var taken: (place: CellPath, by: Step)?
    for visit in visits {
      let step = step(.cells, visit.kind, visit.index)
      let name =
        visit.kind == .moved
        ? moved[visit.index] : try putIn(changeset.insertedCells[visit.index], step)
      let id = cells[name].id
      let section = try section(of: visit.place, for: id, step)
      let isTaken = taken?.place == visit.place
      guard !isTaken, visit.place.item <= sections[section].cells.count else {
        throw CompositionError(
          reason: .misplaced,
          element: .cell(id),
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
    let name = nameOfCell(insertion.id)
    if name == cells.count { cells.append(KnownCell(id: insertion.id, record: CellRecord())) }
    guard !cells[name].record.isPresent else { throw error(.alreadyPresent, insertion.id, step) }
    guard cells[name].record.note(step) else { throw error(.repeated, insertion.id, step) }
    cells[name].record.enter(showing: insertion.component)
    return name
  }
}

// MARK: - What is replaced

extension SymbolicList {
  private mutating func updateSections(of changeset: Changeset) throws(CompositionError) {
    for (index, update) in changeset.updatedSections.enumerated() {
      let step = step(.sections, .updated, index)
      guard let name = section(at: update.at), sections[name].id == update.id else {
        throw absence(of: update.id, found: nil, step)
      }
      guard sections[name].record.observe(update.old) else {
        throw error(.otherContent, update.id, step)
      }
      sections[name].record.show(update.new)
    }
  }

  private mutating func updateCells(of changeset: Changeset) throws(CompositionError) {
    for (index, update) in changeset.updatedCells.enumerated() {
      let step = step(.cells, .updated, index)
      let section = try section(of: update.at, for: update.id, step)
      let found = forest.piece(at: update.at.item, in: sections[section].cells)
      guard case .named(let name) = found, cells[name].id == update.id else {
        throw absence(of: update.id, found: found, step)
      }
      guard cells[name].record.observe(update.old) else {
        throw error(.otherContent, update.id, step)
      }
      cells[name].record.show(update.new)
    }
  }
}

// MARK: - Contradictions

extension SymbolicList {
  private func error(
    _ reason: CompositionError.Reason,
    _ id: Section.ID,
    _ step: Step
  ) -> CompositionError {
    let record = sectionNames[id].map { sections[$0].record }
    return CompositionError(
      reason: reason,
      element: .section(id),
      offender: step,
      earlier: record?.opponent(of: step, because: reason)
    )
  }

  private func error(
    _ reason: CompositionError.Reason,
    _ id: Cell.ID,
    _ step: Step
  ) -> CompositionError {
    let record = cellNames[id].map { cells[$0].record }
    return CompositionError(
      reason: reason,
      element: .cell(id),
      offender: step,
      earlier: record?.opponent(of: step, because: reason)
    )
  }

  /// A section is not where an operation expects it: it is elsewhere, gone, or was never there
  /// because another one is.
  private func absence(of id: Section.ID, found: Int?, _ step: Step) -> CompositionError {
    if let known = sectionNames[id] {
      return error(sections[known].record.reasonForAbsence(in: step), id, step)
    }
    let other = found.map { sections[$0].record }
    return CompositionError(
      reason: .misplaced,
      element: .section(id),
      offender: step,
      earlier: other?.opponent(of: step, because: .misplaced)
    )
  }

  /// The same for a cell.
  private func absence(
    of id: Cell.ID,
    found: PieceForest.Piece?,
    _ step: Step
  ) -> CompositionError {
    if let known = cellNames[id] {
      return error(cells[known].record.reasonForAbsence(in: step), id, step)
    }
    var earlier: Step?
    if case .named(let other) = found {
      earlier = cells[other].record.opponent(of: step, because: .misplaced)
    }
    return CompositionError(
      reason: .misplaced,
      element: .cell(id),
      offender: step,
      earlier: earlier
    )
  }

  /// A section is deleted while cells remain; the first that an operation named tells which one
  /// put it there.
  private func remainder(of name: Int, _ id: Section.ID, _ step: Step) -> CompositionError {
    var first: Int?
    forest.forEachNamed(in: sections[name].cells) { cell, _ in first = first ?? cell }
    return CompositionError(
      reason: .notEmpty,
      element: .section(id),
      offender: step,
      earlier: first.flatMap { cells[$0].record.opponent(of: step, because: .notEmpty) }
    )
  }
}
