import ListModel

extension SymbolicList {
  /// Applies the next changeset of the history.
  ///
  /// What leaves is taken out from the end, so that the coordinates before stay valid; what arrives
  /// is put in from the start, so that those after already are.
  ///
  /// - Throws: The first contradiction; the list is then of no further use.
  mutating func apply(_ changeset: Changeset) throws(CompositionError) {
    history.append(changeset)
    let movedCells = try takeOutCells(of: changeset)
    let movedSections = try takeOutSections(of: changeset)
    try putInSections(of: changeset, moved: movedSections)
    try putInCells(of: changeset, moved: movedCells)
    try updateSections(of: changeset)
    try updateCells(of: changeset)
    changesetCount += 1
  }

  /// An operation and one of the places it names.
  struct Visit<Place: Comparable> {
    let place: Place
    let kind: ChangesetOperation.Kind
    let index: Int

    /// From the end; an element is looked at before it is taken out.
    static func isBeforeTakingOut(_ lhs: Self, _ rhs: Self) -> Bool {
      lhs.place != rhs.place
        ? lhs.place > rhs.place : lhs.kind == .updated && rhs.kind != .updated
    }
  }

  /// An operation of the changeset that is being applied.
  func step(
    _ subject: ChangesetOperation.Subject,
    _ kind: ChangesetOperation.Kind,
    _ index: Int
  ) -> Step {
    Step(changeset: changesetCount, operation: ChangesetOperation(subject, kind, index))
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
    for (index, update) in changeset.updatedCells.enumerated() {
      let step = step(.cells, .updated, index)
      let section = try section(of: update.at, for: update.id, step)
      let found = forest.piece(at: update.at.item, in: sections[section].cells)
      guard case .named(let name) = found, cells[name].id == update.id else {
        throw absence(of: update.id, found: found, step)
      }
      guard observe(update.old, of: name, step) else {
        throw error(.otherContent, update.id, step)
      }
      cells[name].record.replace(in: step)
    }
  }
}
