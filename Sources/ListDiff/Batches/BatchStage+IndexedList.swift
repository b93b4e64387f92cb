import ListModel

extension BatchStage {
  /// Turns the list before the stage into the list after it.
  ///
  /// Ids and fingerprint are not kept up to date: a list between two stages is only shown, and then
  /// given up.
  ///
  /// - Parameters:
  ///   - list: The list before the stage.
  ///   - target: The list after the whole changeset. Everything that appears or is updated is
  ///     taken from it, event handlers included.
  /// - Returns: The list after the stage.
  /// - Throws: ``ChangesetMismatch`` when `list` or `target` is not one the stage was made for.
  /// - Complexity: O(k log n) for k operations.
  package func applied(
    to list: IndexedList,
    target: IndexedList
  ) throws(ChangesetMismatch) -> IndexedList {
    var result = try update.restructured(list, target: target)
    var renewed: [IndexedList.CellArrival] = []
    renewed.reserveCapacity(updatedCells.count)
    for cell in updatedCells {
      guard result.cellEntry(at: cell.from) != nil, let new = target.cellEntry(at: cell.to) else {
        throw .misplaced(cell.from)
      }
      renewed.append((cell.from, new))
    }
    result.replaceCells(renewed)
    // Sections are updated last: their structure is the target's by then.
    for section in update.reloadedSections + update.reconfiguredSections {
      guard result.sections.indices.contains(section),
        target.sections.indices.contains(section)
      else { throw .misplacedSection(section) }
    }
    for section in update.reloadedSections {
      result.sections.update(at: section) { $0 = target.sections[section] }
    }
    for section in update.reconfiguredSections {
      result.sections.update(at: section) { $0.box = target.sections[section].box }
    }
    return result
  }
}

extension BatchUpdate {
  /// Returns a list after all changes of places; elements that appear are taken from `target`.
  ///
  /// - Throws: ``ChangesetMismatch`` when a place does not exist, or is left or filled twice.
  func restructured(
    _ list: IndexedList,
    target: IndexedList
  ) throws(ChangesetMismatch) -> IndexedList {
    var result = list
    result.cellIDs = nil
    result.sectionIDs = nil
    result.fingerprintSum = nil
    let movedCells = try removeItems(from: &result)
    try rearrangeSections(of: &result, target)
    try insertItems(movedCells, into: &result, target)
    return result
  }

  private func removeItems(
    from list: inout IndexedList
  ) throws(ChangesetMismatch) -> [IndexedList.CellArrival] {
    var departures = self.deletedCells
    var moved: [IndexedList.CellArrival] = []
    for move in self.movedCells {
      guard let entry = list.cellEntry(at: move.from) else { throw .misplaced(move.from) }
      moved.append((move.to, entry))
      departures.append(move.from)
    }
    departures.sort()
    for (index, path) in departures.enumerated() {
      guard list.cellEntry(at: path) != nil, index == 0 || departures[index - 1] != path else {
        throw .misplaced(path)
      }
    }
    list.removeCells(at: departures)
    return moved
  }

  private func rearrangeSections(
    of list: inout IndexedList,
    _ target: IndexedList
  ) throws(ChangesetMismatch) {
    guard rearrangement.movesSections else { return }
    let map = try rearrangement.sectionMap(count: list.sectionCount)
    var arrivals: [IndexedList.SectionArrival] = []
    for index in map.arriving {
      let entry = map.before(index).map { list.sections[$0] } ?? target.entry(at: index)
      guard let entry else { throw .misplacedSection(index) }
      arrivals.append((index, entry))
    }
    do {
      try list.rearrangeSections(removing: map.leaving, inserting: arrivals)
    } catch {
      throw .misplacedSection(arrivals[error.number].at)
    }
  }

  private func insertItems(
    _ moved: [IndexedList.CellArrival],
    into list: inout IndexedList,
    _ target: IndexedList
  ) throws(ChangesetMismatch) {
    var arrivals = moved
    for path in self.insertedCells {
      guard let entry = target.cellEntry(at: path) else { throw .misplaced(path) }
      arrivals.append((path, entry))
    }
    arrivals.sort { $0.at < $1.at }
    do {
      try list.insertCells(arrivals)
    } catch {
      throw .misplaced(arrivals[error.number].at)
    }
  }
}
