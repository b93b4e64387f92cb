import ListModel

extension IndexedList {
  /// The list after a changeset, which may come from anywhere.
  ///
  /// It checks everything that ``Changeset/apply(to:)`` checks, and reports it in the same words.
  /// Elements that stay keep their handlers.
  ///
  /// - Throws: ``ChangesetMismatch`` naming the first operation that does not fit.
  /// - Complexity: O(k log n) for k operations. The first insertion of a cell (and of a section)
  ///   into a list whose ids were never indexed costs O(n) once; versions that follow share
  ///   that index.
  package func applying(_ changeset: Changeset) throws(ChangesetMismatch) -> IndexedList {
    if let first = IndexedList(inserting: changeset, into: self) { return first }
    var copy = self
    if copy.applyInPlace(changeset) != nil { return copy }
    // Operation by operation, for changes of sections, and to name the operation that does not fit.
    var application = ChangesetApplication(changeset, copy)
    try application.removeCells()
    try application.rearrangeSections()
    try application.insertCells()
    try application.indexSections()
    try application.indexCells()
    try application.updateSections()
    try application.updateCells()
    return application.result
  }
}

/// One application of a changeset: operation by operation, each checked against the list before and
/// the list made so far.
private struct ChangesetApplication {
  private let changeset: Changeset
  private let source: IndexedList
  private(set) var result: IndexedList
  private var sourceCells: CellReader
  /// The moved cells, in the order of the changeset's moves.
  private var movedCells: [CellEntry] = []

  init(_ changeset: Changeset, _ source: IndexedList) {
    self.changeset = changeset
    self.source = source
    result = source
    sourceCells = CellReader(source)
  }
}

// MARK: Structure

extension ChangesetApplication {
  mutating func removeCells() throws(ChangesetMismatch) {
    var departures: [CellPath] = []
    departures.reserveCapacity(changeset.deletedCells.count + changeset.movedCells.count)
    for (number, deletion) in changeset.deletedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .deleted, number)
      let entry = try sourceCells.expectCell(deletion.id, at: deletion.at, operation)
      guard entry.box.cell.component == deletion.component else { throw .otherContent(operation) }
      departures.append(deletion.at)
      result.forget(entry)
    }
    movedCells.reserveCapacity(changeset.movedCells.count)
    for (number, move) in changeset.movedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .moved, number)
      movedCells.append(try sourceCells.expectCell(move.id, at: move.from, operation))
      departures.append(move.from)
    }
    departures.sort()
    for (path, next) in zip(departures, departures.dropFirst()) where path == next {
      throw .leavesTwice(path)
    }
    result.removeCells(at: departures)
  }

  mutating func rearrangeSections() throws(ChangesetMismatch) {
    var departures: Set<Int> = []
    for (number, deletion) in changeset.deletedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .deleted, number)
      let section = try source.expectSection(deletion.id, at: deletion.at, operation)
      guard departures.insert(deletion.at).inserted else {
        throw .leavesTwice(section: deletion.at, operation)
      }
      guard section.head.attributes == deletion.attributes else { throw .otherContent(operation) }
      if let cell = result.sections[deletion.at].cells.first {
        throw .staysBehind(cell.id, section.id, operation)
      }
      result.forget(section)
    }
    let arrivals = try arrivingSections(&departures)
    do {
      try result.rearrangeSections(
        removing: departures.sorted(),
        inserting: arrivals.map { ($0.at, $0.entry) }
      )
    } catch {
      let arrival = arrivals[error.number]
      let count = source.sectionCount - departures.count + arrivals.count
      throw .noPlace(forSectionAt: arrival.at, of: count, arrival.operation)
    }
  }

  private mutating func arrivingSections(
    _ departures: inout Set<Int>
  ) throws(ChangesetMismatch) -> [(
    at: Int, entry: SectionEntry, operation: Changeset.OperationPath
  )] {
    var arrivals: [(at: Int, entry: SectionEntry, operation: Changeset.OperationPath)] = []
    for (number, move) in changeset.movedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .moved, number)
      _ = try source.expectSection(move.id, at: move.from, operation)
      guard departures.insert(move.from).inserted else {
        throw .leavesTwice(section: move.from, operation)
      }
      arrivals.append((move.to, result.sections[move.from], operation))
    }
    for (number, insertion) in changeset.insertedSections.enumerated() {
      var section = Section(id: insertion.id)
      section.attributes = insertion.attributes
      let entry = SectionEntry(section)
      arrivals.append((insertion.at, entry, Changeset.OperationPath(.sections, .inserted, number)))
      result.learn(entry)
    }
    arrivals.sort { $0.at < $1.at }
    return arrivals
  }

  mutating func insertCells() throws(ChangesetMismatch) {
    var arrivals: [(at: CellPath, entry: CellEntry, operation: Changeset.OperationPath)] = []
    arrivals.reserveCapacity(changeset.insertedCells.count + movedCells.count)
    for (number, insertion) in changeset.insertedCells.enumerated() {
      let entry = CellEntry(Cell(id: insertion.id, component: insertion.component))
      arrivals.append((insertion.at, entry, Changeset.OperationPath(.cells, .inserted, number)))
      result.learn(entry)
    }
    for (number, (move, entry)) in zip(changeset.movedCells, movedCells).enumerated() {
      arrivals.append((move.to, entry, Changeset.OperationPath(.cells, .moved, number)))
    }
    arrivals.sort { $0.at < $1.at }
    do {
      try result.insertCells(arrivals.map { ($0.at, $0.entry) })
    } catch {
      let (path, _, operation) = arrivals[error.number]
      switch error.reason {
      case .noSection: throw .noSection(path.section, operation)
      case .noPlace: throw .noPlace(forCellAt: path, operation)
      }
    }
  }
}

// MARK: Identities

extension ChangesetApplication {
  mutating func indexSections() throws(ChangesetMismatch) {
    if result.sectionIDs == nil && !changeset.insertedSections.isEmpty {
      result.sectionIDs = IdentitySet(source.sections.map(\.id.rawValue))
    }
    for deletion in changeset.deletedSections { result.sectionIDs?.remove(deletion.id.rawValue) }
    for (number, insertion) in changeset.insertedSections.enumerated() {
      let isNew = result.sectionIDs?.insert(insertion.id.rawValue) {
        source.sections.contains { $0.id == insertion.id }
          && !changeset.deletedSections.contains { $0.id == insertion.id }
          || changeset.insertedSections[..<number].contains { $0.id == insertion.id }
      }
      guard isNew != false else {
        try changeset.checkInsertedSectionsDiffer()
        throw .repeatedSection(insertion.id, number)
      }
    }
  }

  mutating func indexCells() throws(ChangesetMismatch) {
    if result.cellIDs == nil && !changeset.insertedCells.isEmpty {
      result.cellIDs = IdentitySet(source.sections.flatMap { $0.cells.lazy.map(\.id.rawValue) })
    }
    for deletion in changeset.deletedCells { result.cellIDs?.remove(deletion.id.rawValue) }
    for (number, insertion) in changeset.insertedCells.enumerated() {
      let isNew = result.cellIDs?.insert(insertion.id.rawValue) {
        source.sections.contains { $0.cells.contains { $0.id == insertion.id } }
          && !changeset.deletedCells.contains { $0.id == insertion.id }
          || changeset.insertedCells[..<number].contains { $0.id == insertion.id }
      }
      guard isNew != false else {
        try changeset.checkInsertedCellsDiffer()
        throw .repeatedCell(insertion.id, number)
      }
    }
  }
}

// MARK: Updates

extension ChangesetApplication {
  mutating func updateSections() throws(ChangesetMismatch) {
    var updated: Set<Int> = []
    for (number, update) in changeset.updatedSections.enumerated() {
      let operation = Changeset.OperationPath(.sections, .updated, number)
      _ = try source.expectSection(update.id, at: update.from, operation)
      let entry = try result.expectSection(update.id, at: update.at, operation)
      guard entry.head.attributes == update.old else { throw .otherContent(operation) }
      guard updated.insert(update.from).inserted else {
        throw .updatedTwice(section: update.id, operation)
      }
      var head = entry.head
      head.attributes = update.new
      result.forget(entry)
      let box = SectionEntry.Box(head)
      result.sections.update(at: update.at) { $0.box = box }
      result.learn(result.sections[update.at])
    }
  }

  mutating func updateCells() throws(ChangesetMismatch) {
    var updated: Set<CellPath> = []
    updated.reserveCapacity(changeset.updatedCells.count)
    var renewals: [IndexedList.CellArrival] = []
    renewals.reserveCapacity(changeset.updatedCells.count)
    var arrangedCells = CellReader(result)
    for (number, update) in changeset.updatedCells.enumerated() {
      let operation = Changeset.OperationPath(.cells, .updated, number)
      _ = try sourceCells.expectCell(update.id, at: update.from, operation)
      let entry = try arrangedCells.expectCell(update.id, at: update.at, operation)
      // All updates are put in their places at once, so a second update of a cell has to look for
      // the first.
      let isFirst = updated.insert(update.from).inserted
      let shown = isFirst ? entry : renewals.last { $0.at == update.at }?.entry ?? entry
      guard shown.box.cell.component == update.old else { throw .otherContent(operation) }
      guard isFirst else { throw .updatedTwice(cell: update.id, operation) }
      var cell = entry.cell
      cell.component = update.new
      result.forget(entry)
      let renewed = CellEntry(cell)
      renewals.append((update.at, renewed))
      result.learn(renewed)
    }
    result.replaceCells(renewals)
  }
}

extension IndexedList {
  fileprivate func expectSection(
    _ id: Section.ID,
    at index: Int,
    _ operation: Changeset.OperationPath
  ) throws(ChangesetMismatch) -> SectionEntry {
    let entry = entry(at: index)
    guard let entry, entry.id == id else { throw .otherSection(entry?.id, id, index, operation) }
    return entry
  }
}
