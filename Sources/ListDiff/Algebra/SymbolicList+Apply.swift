import ListModel

extension SymbolicList {
  /// Applies the next changeset of the history.
  ///
  /// Elements that leave are taken out from the end, so that coordinates before stay valid.
  /// Elements that arrive are put in from the start, so that coordinates after are valid already.
  ///
  /// - Throws: The first contradiction; the list is then of no further use.
  mutating func apply(_ changeset: Changeset) throws(CompositionError) {
    try takeOutCells(of: changeset)
    if changeset.namesSections {
      let movedSections = try takeOutSections(of: changeset)
      try putInSections(of: changeset, moved: movedSections)
    }
    try putInCells(of: changeset)
    try updateSections(of: changeset)
    try updateCells(of: changeset)
    changesetCount += 1
  }

  /// An operation and one of the places it names.
  struct Visit<Place: Comparable> {
    let place: Place
    let kind: Changeset.OperationPath.Kind
    let index: Int

    /// Orders visits from the end; an element is looked at before it is taken out.
    static func isBeforeTakingOut(_ lhs: Self, _ rhs: Self) -> Bool {
      lhs.place != rhs.place
        ? lhs.place > rhs.place : lhs.kind == .updated && rhs.kind != .updated
    }
  }

  /// An operation of the changeset that is being applied.
  func step(
    _ subject: Changeset.OperationPath.Subject,
    _ kind: Changeset.OperationPath.Kind,
    _ index: Int
  ) -> Step {
    Step(changeset: changesetCount, operation: Changeset.OperationPath(subject, kind, index))
  }
}

extension Changeset {
  /// Whether any operation is on a section.
  fileprivate var namesSections: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && updatedSections.isEmpty)
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
      guard observe(update.old, of: name, step) else {
        throw error(.otherContent, update.id, step)
      }
      sections[name].record.replace(in: step)
    }
  }

  private mutating func updateCells(of changeset: Changeset) throws(CompositionError) {
    let lentUpdates = changeset.updatedCells[...]
    let updates = lentUpdates.span
    guard !updates.isEmpty else { return }
    let isAllInPlace = changeset.operationCount == updates.count
    for index in updates.indices {
      let step = step(.cells, .updated, index)
      let name = current.updated[index]
      if !isAllInPlace || updates[index].at != updates[index].from {
        try require(name, updates[index].id, at: updates[index].at, step)
      }
      guard observe(updates[index].old, of: name, step) else {
        throw error(.otherContent, updates[index].id, step)
      }
      cells[name].replace(in: step)
    }
  }

  /// Checks that a cell has arrived where an operation says.
  private mutating func require(
    _ name: Int,
    _ id: Cell.ID,
    at path: CellPath,
    _ step: Step
  ) throws(CompositionError) {
    let section = try section(of: path, for: id, step)
    let found = forest.piece(at: path.item, in: sections[section].cells)
    guard found == .named(name) else { throw absence(of: id, found: found, step) }
  }
}
