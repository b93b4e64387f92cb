package import ListModel

/// One step of showing a changeset: a legal batch, which leads from one list to another.
///
/// The list after a stage is not kept but derived on demand: apply the stages one after another to
/// the list before the changeset; the last one gives the list after the changeset.
package struct BatchStage: Hashable, Sendable {
  /// The operations to hand to the collection view.
  package let update: BatchUpdate
  /// For each updated cell, its path after the stage and its path in the target list.
  let updatedCells: [BatchUpdate.Move<CellPath>]

  init(_ update: BatchUpdate, updatedCells: [BatchUpdate.Move<CellPath>] = []) {
    self.update = update
    self.updatedCells = updatedCells
  }

  /// Turns the list before the stage into the list after it.
  ///
  /// - Parameters:
  ///   - list: The list before the stage; unchanged when an error is thrown.
  ///   - target: The list after the whole changeset. Everything that appears or is updated is
  ///     taken from it, event handlers included.
  /// - Throws: ``ChangesetMismatch`` when `list` or `target` is not one the stage was made for.
  /// - Complexity: O(sections · log k + cells of the touched sections).
  package func apply(to list: inout List, target: List) throws(ChangesetMismatch) {
    var application = StageApplication(update, target: target)
    var sections = try application.departing(from: list.sections)
    sections = try application.arranging(sections)
    try application.arrive(in: &sections)
    try application.renew(updatedCells, in: &sections)
    list.sections = sections
  }
}

/// One application of a stage: items leave, sections change places, items arrive.
private struct StageApplication {
  let update: BatchUpdate
  let target: List
  var arrivals: [(at: CellPath, cell: Cell)] = []

  init(_ update: BatchUpdate, target: List) {
    self.update = update
    self.target = target
  }

  mutating func departing(from sections: [Section]) throws(ChangesetMismatch) -> [Section] {
    var departures = update.deletedItems
    for move in update.movedItems {
      guard let cell = sections.cell(at: move.from) else { throw .misplaced(move.from) }
      arrivals.append((move.to, cell))
      departures.append(move.from)
    }
    departures.sort()
    var sections = sections
    for (section, run) in departures.runs(by: \.section) {
      guard sections.indices.contains(section) else { throw .misplacedSection(section) }
      sections[section].cells = try sections[section].cells.removing(run)
    }
    return sections
  }

  func arranging(_ sections: [Section]) throws(ChangesetMismatch) -> [Section] {
    let update = update
    guard
      !update.deletedSections.isEmpty || !update.insertedSections.isEmpty
        || !update.movedSections.isEmpty
    else { return sections }
    let map = try update.sectionMap(count: sections.count)
    var arranged: [Section] = []
    arranged.reserveCapacity(sections.count + map.growth)
    for index in 0..<(sections.count + map.growth) {
      if let origin = map.before(index) {
        arranged.append(sections[origin])
      } else {
        guard target.sections.indices.contains(index) else { throw .misplacedSection(index) }
        arranged.append(target.sections[index])
      }
    }
    return arranged
  }

  mutating func arrive(in sections: inout [Section]) throws(ChangesetMismatch) {
    for path in update.insertedItems {
      guard let cell = target.cell(at: path) else { throw .misplaced(path) }
      arrivals.append((path, cell))
    }
    arrivals.sort { $0.at < $1.at }
    for (section, run) in arrivals.runs(by: \.at.section) {
      guard sections.indices.contains(section) else { throw .misplacedSection(section) }
      sections[section].cells = try sections[section].cells.merging(run)
    }
  }

  func renew(
    _ updatedCells: [BatchUpdate.Move<CellPath>],
    in sections: inout [Section]
  ) throws(ChangesetMismatch) {
    for cell in updatedCells {
      guard sections.cell(at: cell.from) != nil, let new = target.cell(at: cell.to) else {
        throw .misplaced(cell.from)
      }
      sections[cell.from.section].cells[cell.from.item] = new
    }
    for section in update.reloadedSections + update.reconfiguredSections {
      guard sections.indices.contains(section), target.sections.indices.contains(section) else {
        throw .misplacedSection(section)
      }
    }
    // Sections are updated last: their structure is the target's by then.
    for section in update.reloadedSections { sections[section] = target.sections[section] }
    for section in update.reconfiguredSections {
      sections[section].attributes = target.sections[section].attributes
      sections[section].handlers = target.sections[section].handlers
    }
  }
}

extension [Section] {
  fileprivate func cell(at path: CellPath) -> Cell? {
    guard indices.contains(path.section), self[path.section].cells.indices.contains(path.item)
    else { return nil }
    return self[path.section].cells[path.item]
  }
}

extension [Cell] {
  /// The cells without those at the given paths, which ascend and are all of one section.
  fileprivate func removing(_ paths: ArraySlice<CellPath>) throws(ChangesetMismatch) -> [Cell] {
    var kept: [Cell] = []
    kept.reserveCapacity(Swift.max(0, count - paths.count))
    var start = 0
    for path in paths {
      guard path.item >= start, path.item < count else { throw .misplaced(path) }
      kept.append(contentsOf: self[start..<path.item])
      start = path.item + 1
    }
    kept.append(contentsOf: self[start...])
    return kept
  }

  /// The cells with arrivals at the given paths, which ascend and are all of one section.
  fileprivate func merging(
    _ arrivals: ArraySlice<(at: CellPath, cell: Cell)>
  ) throws(ChangesetMismatch) -> [Cell] {
    var merged: [Cell] = []
    merged.reserveCapacity(count + arrivals.count)
    var start = 0
    for (path, cell) in arrivals {
      let gap = path.item - merged.count
      guard gap >= 0, start + gap <= count else { throw .misplaced(path) }
      merged.append(contentsOf: self[start..<(start + gap)])
      merged.append(cell)
      start += gap
    }
    merged.append(contentsOf: self[start...])
    return merged
  }
}
