public import ListModel

extension Changeset {
  /// Applies the changeset to the list it was made from.
  ///
  /// Everything is checked before anything is returned: every id stands where the changeset says,
  /// no place is left twice or filled twice, and what is replaced is what the changeset says.
  ///
  /// - Returns: The list after the change. Elements that stay keep their handlers.
  /// - Throws: ``ChangesetMismatch`` naming the first operation that does not fit the list.
  /// - Complexity: O(sections + cells of the touched sections).
  public func apply(to list: List) throws(ChangesetMismatch) -> List {
    var application = try Application(self, to: list)
    return try application.run()
  }
}

/// A changeset that does not fit the list it is applied to.
public struct ChangesetMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation: a path into a change document, such as `cells.deleted[3]`.
  public let operation: String
  /// What was expected, and what was found.
  public let reason: String

  /// One sentence for people.
  public var description: String { "\(operation): \(reason)" }
}

/// One application of a changeset: take out what leaves, put the survivors in their new order,
/// put in what arrives.
private struct Application {
  let changeset: Changeset
  let source: List
  /// For each section before, where its cells leave; ascending.
  var departures: [[Int]]
  var movedCells: [CellPath: Cell] = [:]

  init(_ changeset: Changeset, to list: List) throws(ChangesetMismatch) {
    self.changeset = changeset
    source = list
    departures = Array(repeating: [], count: list.sections.count)
  }

  mutating func run() throws(ChangesetMismatch) -> List {
    try collectDepartures()
    let origins = try sectionOrigins()
    var result = source
    result.sections = []
    result.sections.reserveCapacity(origins.count)
    for origin in origins {
      switch origin {
      case .inserted(let index):
        let insertion = changeset.insertedSections[index]
        var section = Section(id: insertion.id)
        section.attributes = insertion.attributes
        result.sections.append(section)
      case .kept(let index):
        var section = source.sections[index]
        remove(departures[index], from: &section.cells)
        result.sections.append(section)
      }
    }
    for index in source.sections.indices where !survives(index, in: origins) {
      guard departures[index].count == source.sections[index].cells.count else {
        throw ChangesetMismatch(
          operation: "sections.deleted",
          reason: "section \"\(source.sections[index].id)\" still has cells that are neither "
            + "deleted nor moved"
        )
      }
    }
    try placeArrivals(in: &result)
    try update(&result, origins: origins)
    return result
  }

  // MARK: Departures

  private mutating func collectDepartures() throws(ChangesetMismatch) {
    for (number, deletion) in changeset.deletedCells.enumerated() {
      let operation = "cells.deleted[\(number)]"
      let cell = try expect(deletion.id, at: deletion.at, operation)
      guard cell.component == deletion.component else { throw .otherContent(operation) }
      departures[deletion.at.section].append(deletion.at.item)
    }
    for (number, move) in changeset.movedCells.enumerated() {
      let cell = try expect(move.id, at: move.from, "cells.moved[\(number)]")
      departures[move.from.section].append(move.from.item)
      movedCells[move.to] = cell
    }
    for section in departures.indices {
      departures[section].sort()
      for (previous, next) in zip(departures[section], departures[section].dropFirst())
      where previous == next {
        throw ChangesetMismatch(
          operation: "cells",
          reason: "the cell at \(CellPath(section: section, item: next)) leaves twice"
        )
      }
    }
  }

  private func expect(
    _ id: Cell.ID,
    at path: CellPath,
    _ operation: String
  ) throws(ChangesetMismatch) -> Cell {
    guard let cell = source.cell(at: path) else {
      throw ChangesetMismatch(
        operation: operation,
        reason: "there is no cell at \(path); expected \"\(id)\""
      )
    }
    guard cell.id == id else {
      throw ChangesetMismatch(
        operation: operation,
        reason: "found \"\(cell.id)\" at \(path); expected \"\(id)\""
      )
    }
    return cell
  }

  private func remove(_ items: [Int], from cells: inout [Cell]) {
    guard !items.isEmpty else { return }
    var kept: [Cell] = []
    kept.reserveCapacity(cells.count - items.count)
    var start = 0
    for item in items {
      kept.append(contentsOf: cells[start..<item])
      start = item + 1
    }
    kept.append(contentsOf: cells[start...])
    cells = kept
  }

  // MARK: Sections

  private enum Origin {
    case kept(Int)
    case inserted(Int)
  }

  private func survives(_ section: Int, in origins: [Origin]) -> Bool {
    !changeset.deletedSections.contains { $0.at == section }
  }

  /// For each section after the change, where it comes from.
  private func sectionOrigins() throws(ChangesetMismatch) -> [Origin] {
    var leaves = Array(repeating: false, count: source.sections.count)
    for (number, deletion) in changeset.deletedSections.enumerated() {
      let operation = "sections.deleted[\(number)]"
      let section = try expect(deletion.id, at: deletion.at, operation, leaves: &leaves)
      guard section.attributes == deletion.attributes else { throw .otherContent(operation) }
    }
    var arrivals: [(at: Int, origin: Origin, operation: String)] = []
    for (number, move) in changeset.movedSections.enumerated() {
      let operation = "sections.moved[\(number)]"
      _ = try expect(move.id, at: move.from, operation, leaves: &leaves)
      arrivals.append((move.to, .kept(move.from), operation))
    }
    for (number, insertion) in changeset.insertedSections.enumerated() {
      arrivals.append((insertion.at, .inserted(number), "sections.inserted[\(number)]"))
    }
    arrivals.sort { $0.at < $1.at }

    let stays = source.sections.indices.filter { !leaves[$0] }
    let count = stays.count + arrivals.count
    var origins: [Origin] = []
    origins.reserveCapacity(count)
    var rest = stays.makeIterator()
    for arrival in arrivals {
      guard arrival.at < count, arrival.at >= origins.count else {
        throw ChangesetMismatch(
          operation: arrival.operation,
          reason: "index \(arrival.at) is taken or beyond the \(count) sections after the change"
        )
      }
      while origins.count < arrival.at, let next = rest.next() { origins.append(.kept(next)) }
      origins.append(arrival.origin)
    }
    while let next = rest.next() { origins.append(.kept(next)) }
    return origins
  }

  private func expect(
    _ id: Section.ID,
    at index: Int,
    _ operation: String,
    leaves: inout [Bool]
  ) throws(ChangesetMismatch) -> Section {
    guard source.sections.indices.contains(index) else {
      throw ChangesetMismatch(
        operation: operation,
        reason: "there is no section \(index); expected \"\(id)\""
      )
    }
    guard source.sections[index].id == id else {
      throw ChangesetMismatch(
        operation: operation,
        reason: "found \"\(source.sections[index].id)\" at \(index); expected \"\(id)\""
      )
    }
    guard !leaves[index] else {
      throw ChangesetMismatch(operation: operation, reason: "section \(index) leaves twice")
    }
    leaves[index] = true
    return source.sections[index]
  }

  // MARK: Arrivals

  private func placeArrivals(in list: inout List) throws(ChangesetMismatch) {
    var arrivals: [(at: CellPath, cell: Cell, operation: String)] = []
    arrivals.reserveCapacity(changeset.insertedCells.count + changeset.movedCells.count)
    for (number, insertion) in changeset.insertedCells.enumerated() {
      arrivals.append(
        (
          insertion.at, Cell(id: insertion.id, component: insertion.component),
          "cells.inserted[\(number)]"
        )
      )
    }
    for (number, move) in changeset.movedCells.enumerated() {
      guard let cell = movedCells[move.to] else { continue }
      arrivals.append((move.to, cell, "cells.moved[\(number)]"))
    }
    arrivals.sort { $0.at < $1.at }

    var start = 0
    while start < arrivals.count {
      let section = arrivals[start].at.section
      var end = start
      while end < arrivals.count, arrivals[end].at.section == section { end += 1 }
      guard list.sections.indices.contains(section) else {
        throw ChangesetMismatch(
          operation: arrivals[start].operation,
          reason: "there is no section \(section) after the change"
        )
      }
      let rest = list.sections[section].cells
      var cells: [Cell] = []
      cells.reserveCapacity(rest.count + end - start)
      var kept = 0
      for (path, cell, operation) in arrivals[start..<end] {
        let gap = path.item - cells.count
        guard gap >= 0, kept + gap <= rest.count else {
          throw ChangesetMismatch(
            operation: operation,
            reason: "item \(path.item) is taken or beyond the end of section \(section)"
          )
        }
        cells.append(contentsOf: rest[kept..<(kept + gap)])
        kept += gap
        cells.append(cell)
      }
      cells.append(contentsOf: rest[kept...])
      list.sections[section].cells = cells
      start = end
    }
  }

  // MARK: Updates

  private func update(_ list: inout List, origins: [Origin]) throws(ChangesetMismatch) {
    for (number, update) in changeset.updatedSections.enumerated() {
      let operation = "sections.updated[\(number)]"
      guard list.sections.indices.contains(update.at), list.sections[update.at].id == update.id
      else {
        throw ChangesetMismatch(
          operation: operation,
          reason: "section \"\(update.id)\" is not at \(update.at) afterwards"
        )
      }
      guard list.sections[update.at].attributes == update.old else {
        throw .otherContent(operation)
      }
      list.sections[update.at].attributes = update.new
    }
    for (number, update) in changeset.updatedCells.enumerated() {
      let operation = "cells.updated[\(number)]"
      guard let cell = list.cell(at: update.at), cell.id == update.id else {
        throw ChangesetMismatch(
          operation: operation,
          reason: "cell \"\(update.id)\" is not at \(update.at) afterwards"
        )
      }
      guard cell.component == update.old else { throw .otherContent(operation) }
      list.sections[update.at.section].cells[update.at.item].component = update.new
    }
  }
}

extension ChangesetMismatch {
  fileprivate static func otherContent(_ operation: String) -> ChangesetMismatch {
    ChangesetMismatch(
      operation: operation,
      reason: "the list has other content than the changeset replaces"
    )
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
}
