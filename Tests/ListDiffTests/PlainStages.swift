import ListDescription
import ListModel

@testable import ListDiff

/// Stages applied to plain lists, section by section.
extension BatchStage {
  /// Turns the list before the stage into the list after it.
  ///
  /// - Parameters:
  ///   - list: The list before the stage; unchanged when an error is thrown.
  ///   - target: The list after the whole changeset. Everything that appears or is updated is
  ///     taken from it, event handlers included.
  /// - Throws: ``ChangesetMismatch`` when `list` or `target` is not one the stage was made for.
  /// - Complexity: O(sections · log k + cells of the touched sections).
  func apply(to list: inout List, target: List) throws(ChangesetMismatch) {
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
    var departures = update.deletedCells
    for move in update.movedCells {
      guard let cell = sections.cell(at: move.from) else { throw .misplaced(move.from) }
      arrivals.append((move.to, cell))
      departures.append(move.from)
    }
    departures.sort()
    var sections = sections
    for (section, run) in departures.runs(by: \.section) {
      guard sections.indices.contains(section) else { throw .misplacedSection(section) }
      do {
        sections[section].cells = try sections[section].cells.removing(at: run.map(\.item))
      } catch {
        throw .misplaced(run[run.startIndex + error.number])
      }
    }
    return sections
  }

  func arranging(_ sections: [Section]) throws(ChangesetMismatch) -> [Section] {
    guard update.rearrangement.movesSections else { return sections }
    let map = try update.rearrangement.sectionMap(count: sections.count)
    var arrivals: [(at: Int, element: Section)] = []
    for index in map.arriving {
      if let origin = map.before(index) {
        arrivals.append((index, sections[origin]))
      } else {
        guard target.sections.indices.contains(index) else { throw .misplacedSection(index) }
        arrivals.append((index, target.sections[index]))
      }
    }
    do {
      return try sections.removing(at: map.leaving).inserting(arrivals)
    } catch {
      throw .misplacedSection(map.arriving[error.number])
    }
  }

  mutating func arrive(in sections: inout [Section]) throws(ChangesetMismatch) {
    for path in update.insertedCells {
      guard let cell = target.cell(at: path) else { throw .misplaced(path) }
      arrivals.append((path, cell))
    }
    arrivals.sort { $0.at < $1.at }
    for (section, run) in arrivals.runs(by: \.at.section) {
      guard sections.indices.contains(section) else { throw .misplacedSection(section) }
      do {
        sections[section].cells = try sections[section].cells
          .inserting(run.map { ($0.at.item, $0.cell) })
      } catch {
        throw .misplaced(run[run.startIndex + error.number].at)
      }
    }
  }

  func renew(
    _ updatedCells: [Match<CellPath>],
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
