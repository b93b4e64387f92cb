import ListModel

extension BatchStage {
  /// The shape of the list after the stage, without making that list; `nil` if the stage touches
  /// sections themselves.
  ///
  /// - Parameters:
  ///   - list: The shape of the list before the stage.
  ///   - target: The shape of the list after the whole changeset.
  /// - Returns: The shape; `nil` for a stage of sections.
  /// - Throws: ``ChangesetMismatch`` when ``applied(to:target:)`` would, for lists of these shapes.
  /// - Complexity: O(k log k) for k operations.
  package func shape(
    after list: ListShape,
    target: ListShape
  ) throws(ChangesetMismatch) -> ListShape? {
    guard !update.touchesSections else { return nil }
    let changes = try update.itemChanges(of: list, target)
    let result = ListShape(sectionCount: list.sectionCount) { section in
      list.itemCount(section) + changes[section, default: 0]
    }
    for cell in updatedCells where !result.hasItem(at: cell.from) || !target.hasItem(at: cell.to) {
      throw .misplaced(cell.from)
    }
    return result
  }
}

extension BatchUpdate {
  fileprivate var touchesSections: Bool {
    rearrangement.movesSections || !reloadedSections.isEmpty || !reconfiguredSections.isEmpty
  }

  /// The change of the number of items in each section that the batch touches.
  fileprivate func itemChanges(
    of list: ListShape,
    _ target: ListShape
  ) throws(ChangesetMismatch) -> [Int: Int] {
    var changes: [Int: Int] = [:]
    for (section, run) in try departures(from: list).runs(by: \.section) {
      changes[section, default: 0] -= run.count
    }
    for path in self.insertedCells where !target.hasItem(at: path) { throw .misplaced(path) }
    let arrivals = (self.movedCells.map(\.to) + self.insertedCells).sorted()
    for (section, run) in arrivals.runs(by: \.section) {
      guard section >= 0, section < list.sectionCount else { throw .misplaced(run[run.startIndex]) }
      let staying = list.itemCount(section) + changes[section, default: 0]
      try run.checkPlaces(besides: staying)
      changes[section, default: 0] += run.count
    }
    return changes
  }

  private func departures(from list: ListShape) throws(ChangesetMismatch) -> [CellPath] {
    for move in self.movedCells where !list.hasItem(at: move.from) { throw .misplaced(move.from) }
    let departures = (self.movedCells.map(\.from) + self.deletedCells).sorted()
    for (index, path) in departures.enumerated()
    where !list.hasItem(at: path) || (index > 0 && departures[index - 1] == path) {
      throw .misplaced(path)
    }
    return departures
  }
}

extension ArraySlice<CellPath> {
  /// Checks that these ascending places of arrivals are distinct, and that arrivals and items that
  /// stay fill all places in front of each.
  fileprivate func checkPlaces(besides staying: Int) throws(ChangesetMismatch) {
    var last = -1
    for (number, path) in enumerated() {
      guard path.item > last, path.item - number <= staying else { throw .misplaced(path) }
      last = path.item
    }
  }
}
