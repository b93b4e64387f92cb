public import ListModel

extension Changeset {
  /// Applies the changeset to the list it was made from.
  ///
  /// The changeset may come from anywhere, so everything is checked before a list is returned:
  /// every id stands where the changeset says, no place is left twice or filled twice, no id
  /// appears twice, no cell stays behind in a section that disappears, and replaced contents are
  /// those that the changeset holds.
  ///
  /// - Returns: The list after the change. Elements that stay keep their handlers.
  /// - Throws: ``ChangesetMismatch`` naming the first operation that does not fit the list.
  /// - Complexity: O(sections + cells of the touched sections + k log k) for k operations; with
  ///   insertions of cells O(cells of the list), to check that their ids are new. Arrays allow no
  ///   better; to apply many changesets, keep a ``Replica``, which costs O(k log n) for each.
  public func apply(to list: List) throws(ChangesetMismatch) -> List {
    let departures = try Departures(of: self, from: list)
    var result = list
    result.sections = try sectionsBeforeArrivals(from: list, departures)
    try placeArrivals(departures.movedCells, in: &result)
    try checkInsertedSections(in: result)
    try checkInsertedCells(in: result)
    try updateSections(of: &result, from: list)
    try updateCells(of: &result, from: list)
    return result
  }
}

extension List {
  /// The cell at a path; `nil` if there is none.
  public func cell(at path: CellPath) -> Cell? {
    guard sections.indices.contains(path.section),
      sections[path.section].cells.indices.contains(path.item)
    else { return nil }
    return sections[path.section].cells[path.item]
  }

  fileprivate func expectCell(
    _ id: Cell.ID,
    at path: CellPath,
    _ operation: Changeset.OperationPath
  ) throws(ChangesetMismatch) -> Cell {
    let cell = cell(at: path)
    guard let cell, cell.id == id else { throw .otherCell(cell?.id, id, path, operation) }
    return cell
  }

  fileprivate func expectSection(
    _ id: Section.ID,
    at index: Int,
    _ operation: Changeset.OperationPath
  ) throws(ChangesetMismatch) -> Section {
    let section = sections.indices.contains(index) ? sections[index] : nil
    guard let section, section.id == id else {
      throw .otherSection(section?.id, id, index, operation)
    }
    return section
  }
}

// MARK: What leaves

/// The elements that a changeset takes out of a list, checked against the list.
private struct Departures {
  /// For each section before, the items that leave it, ascending and distinct.
  var items: [[Int]]
  /// The moved cells, in the order of the changeset's moves.
  var movedCells: [Cell] = []

  init(of changeset: Changeset, from list: List) throws(ChangesetMismatch) {
    items = Array(repeating: [], count: list.sections.count)
    for (number, deletion) in changeset.deletedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .deleted, number)
      let cell = try list.expectCell(deletion.id, at: deletion.at, operation)
      guard cell.component == deletion.component else { throw .otherContent(operation) }
      items[deletion.at.section].append(deletion.at.item)
    }
    movedCells.reserveCapacity(changeset.movedCells.count)
    for (number, move) in changeset.movedCells.enumerated() {
      movedCells.append(
        try list.expectCell(move.id, at: move.from, Changeset.OperationPath(.cells, .moved, number))
      )
      items[move.from.section].append(move.from.item)
    }
    for section in items.indices {
      items[section].sort()
      for (item, next) in zip(items[section], items[section].dropFirst()) where item == next {
        throw .leavesTwice(CellPath(section: section, item: item))
      }
    }
  }

  /// The cells of a section that stay in it, in order.
  func remainder(of cells: [Cell], section: Int) -> [Cell] {
    // The items were checked when they were found.
    (try? cells.removing(at: items[section])) ?? cells
  }

  /// The first item of a section that does not leave it; `nil` if all do.
  func firstRemainder(of section: Int, count: Int) -> Int? {
    let leaving = items[section]
    guard leaving.count < count else { return nil }
    return leaving.indices.first { leaving[$0] != $0 } ?? leaving.count
  }
}

// MARK: Sections

extension Changeset {
  /// The sections after the change, with only the cells that neither leave nor arrive.
  fileprivate func sectionsBeforeArrivals(
    from list: List,
    _ departures: Departures
  ) throws(ChangesetMismatch) -> [Section] {
    var leaves = Array(repeating: false, count: list.sections.count)
    try removeSections(from: list, departures, leaves: &leaves)
    let arrivals = try arrivingSections(from: list, leaves: &leaves)

    func remainder(_ index: Int) -> Section {
      var section = list.sections[index]
      section.cells = departures.remainder(of: section.cells, section: index)
      return section
    }
    let staying = leaves.indices.filter { !leaves[$0] }.map(remainder)
    let arriving = arrivals.map { arrival in
      switch arrival.origin {
      case .kept(let index): (at: arrival.at, element: remainder(index))
      case .inserted(let section): (at: arrival.at, element: section)
      }
    }
    do {
      return try staying.inserting(arriving)
    } catch {
      let (at, _, operation) = arrivals[error.number]
      throw .noPlace(forSectionAt: at, of: staying.count + arrivals.count, operation)
    }
  }

  private func removeSections(
    from list: List,
    _ departures: Departures,
    leaves: inout [Bool]
  ) throws(ChangesetMismatch) {
    for (number, deletion) in deletedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .deleted, number)
      let section = try list.expectSection(deletion.id, at: deletion.at, operation)
      try mark(deletion.at, operation, in: &leaves)
      guard section.attributes == deletion.attributes else { throw .otherContent(operation) }
      if let item = departures.firstRemainder(of: deletion.at, count: section.cells.count) {
        throw .staysBehind(section.cells[item].id, section.id, operation)
      }
    }
  }

  private enum SectionOrigin {
    case kept(Int)
    case inserted(Section)
  }

  private typealias SectionArrival = (
    at: Int, origin: SectionOrigin, operation: Changeset.OperationPath
  )

  private func arrivingSections(
    from list: List,
    leaves: inout [Bool]
  ) throws(ChangesetMismatch) -> [SectionArrival] {
    var arrivals: [SectionArrival] = []
    arrivals.reserveCapacity(movedSections.count + insertedSections.count)
    for (number, move) in movedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .moved, number)
      _ = try list.expectSection(move.id, at: move.from, operation)
      try mark(move.from, operation, in: &leaves)
      arrivals.append((move.to, .kept(move.from), operation))
    }
    for (number, insertion) in insertedSections.enumerated() {
      var section = Section(id: insertion.id)
      section.attributes = insertion.attributes
      arrivals.append(
        (insertion.at, .inserted(section), Changeset.OperationPath(.sections, .inserted, number))
      )
    }
    arrivals.sort { $0.at < $1.at }
    return arrivals
  }

  private func mark(
    _ index: Int,
    _ operation: Changeset.OperationPath,
    in leaves: inout [Bool]
  ) throws(ChangesetMismatch) {
    guard !leaves[index] else { throw .leavesTwice(section: index, operation) }
    leaves[index] = true
  }

  fileprivate func checkInsertedSections(in list: List) throws(ChangesetMismatch) {
    guard !insertedSections.isEmpty else { return }
    try checkInsertedSectionsDiffer()
    var seen: Set<Section.ID> = []
    var repeated: Set<Section.ID> = []
    for section in list.sections where !seen.insert(section.id).inserted {
      repeated.insert(section.id)
    }
    guard !repeated.isEmpty else { return }
    for (number, insertion) in insertedSections.enumerated() where repeated.contains(insertion.id) {
      throw .repeatedSection(insertion.id, number)
    }
  }
}

// MARK: Arrivals

extension Changeset {
  private typealias CellArrival = (at: CellPath, cell: Cell, operation: Changeset.OperationPath)

  fileprivate func placeArrivals(
    _ moved: [Cell],
    in list: inout List
  ) throws(ChangesetMismatch) {
    let arrivals = arrivingCells(moved)
    for (section, run) in arrivals.runs(by: \.at.section) {
      guard list.sections.indices.contains(section) else {
        throw .noSection(section, run[run.startIndex].operation)
      }
      do {
        list.sections[section].cells = try list.sections[section].cells
          .inserting(run.map { ($0.at.item, $0.cell) })
      } catch {
        let (path, _, operation) = run[run.startIndex + error.number]
        throw .noPlace(forCellAt: path, operation)
      }
    }
  }

  private func arrivingCells(_ moved: [Cell]) -> [CellArrival] {
    var arrivals: [CellArrival] = []
    arrivals.reserveCapacity(insertedCells.count + moved.count)
    for (number, insertion) in insertedCells.enumerated() {
      let cell = Cell(id: insertion.id, component: insertion.component)
      arrivals.append((insertion.at, cell, Changeset.OperationPath(.cells, .inserted, number)))
    }
    for (number, (move, cell)) in zip(movedCells, moved).enumerated() {
      arrivals.append((move.to, cell, Changeset.OperationPath(.cells, .moved, number)))
    }
    arrivals.sort { $0.at < $1.at }
    return arrivals
  }

  fileprivate func checkInsertedCells(in list: List) throws(ChangesetMismatch) {
    guard !insertedCells.isEmpty else { return }
    try checkInsertedCellsDiffer()
    var inserted: [Cell.ID: Int] = [:]
    inserted.reserveCapacity(insertedCells.count)
    for insertion in insertedCells { inserted[insertion.id] = 0 }
    var repeated: Set<Cell.ID> = []
    for section in list.sections {
      for cell in section.cells {
        guard let count = inserted[cell.id] else { continue }
        if count > 0 { repeated.insert(cell.id) }
        inserted[cell.id] = count + 1
      }
    }
    guard !repeated.isEmpty else { return }
    for (number, insertion) in insertedCells.enumerated() where repeated.contains(insertion.id) {
      throw .repeatedCell(insertion.id, number)
    }
  }

  /// Checks that no section is inserted twice.
  func checkInsertedSectionsDiffer() throws(ChangesetMismatch) {
    var inserted: Set<Section.ID> = []
    for (number, insertion) in insertedSections.enumerated()
    where !inserted.insert(insertion.id).inserted {
      throw .insertedTwice(section: insertion.id, number)
    }
  }

  /// Checks that no cell is inserted twice.
  func checkInsertedCellsDiffer() throws(ChangesetMismatch) {
    var inserted: Set<Cell.ID> = []
    inserted.reserveCapacity(insertedCells.count)
    for (number, insertion) in insertedCells.enumerated()
    where !inserted.insert(insertion.id).inserted {
      throw .insertedTwice(cell: insertion.id, number)
    }
  }
}

// MARK: Updates

extension Changeset {
  fileprivate func updateSections(
    of list: inout List,
    from source: List
  ) throws(ChangesetMismatch) {
    var updated: Set<Int> = []
    for (number, update) in updatedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .updated, number)
      _ = try source.expectSection(update.id, at: update.from, operation)
      let section = try list.expectSection(update.id, at: update.at, operation)
      guard section.attributes == update.old else { throw .otherContent(operation) }
      guard updated.insert(update.from).inserted else {
        throw .updatedTwice(section: update.id, operation)
      }
      list.sections[update.at].attributes = update.new
    }
  }

  fileprivate func updateCells(of list: inout List, from source: List) throws(ChangesetMismatch) {
    var updated: Set<CellPath> = []
    for (number, update) in updatedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .updated, number)
      _ = try source.expectCell(update.id, at: update.from, operation)
      let cell = try list.expectCell(update.id, at: update.at, operation)
      guard cell.component == update.old else { throw .otherContent(operation) }
      guard updated.insert(update.from).inserted else {
        throw .updatedTwice(cell: update.id, operation)
      }
      list.sections[update.at.section].cells[update.at.item].component = update.new
    }
  }
}
