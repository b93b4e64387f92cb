import GRDB
import ListDiff
import ListModel

/// Turns the rows of a list's head into those of the next version.
struct HeadWriter {
  let database: Database
  /// The list's row.
  let list: Int64
  let difference: ListDifference

  private var structure: SectionedDifference { difference.structure }

  /// Writes what differs and leaves everything else alone.
  ///
  /// - Parameters:
  ///   - proposal: What the list is to become.
  ///   - state: The head as it is stored; afterwards, its sections as they have become.
  /// - Throws: What SQLite throws.
  func write(_ proposal: ListProposal, to state: inout ListState) throws {
    for path in structure.deletedCells {
      try ListRows.deleteCell(state[path].row, in: database)
    }
    for index in structure.deletedSections {
      try ListRows.deleteSection(state.sections[index], in: database)
    }
    let departures = departures(from: state)
    let arrivals = try arrivals(of: proposal, from: state)
    let old = state.sections
    state.sections = try sections(of: proposal, from: old)

    let sources = Dictionary(
      uniqueKeysWithValues: structure.matchedSections.map { ($0.to, $0.from) }
    )
    var touched = Set(structure.insertedSections)
    touched.formUnion(difference.updatedSections.map(\.to))
    for index in state.sections.indices {
      let source = sources[index]
      let leaving = source.map { departures[$0] } ?? []
      guard !leaving.isEmpty || arrivals[index] != nil else { continue }
      let placed = place(
        arrivals[index] ?? [],
        into: source.map { old[$0] },
        without: leaving
      )
      try SectionWriter(database: database).write(placed, to: &state.sections[index])
      touched.insert(index)
    }
    for pair in structure.updatedCells {
      try update(&state.sections[pair.to.section].cells[pair.to.item], to: proposal[pair.to])
      touched.insert(pair.to.section)
    }
    for index in touched { state.sections[index].updateTerms() }
  }

  private func update(_ cell: inout CellState, to proposal: CellProposal) throws {
    cell.component = proposal.component
    try ListRows.setComponent(
      of: cell.row,
      try proposal.required(),
      digest: proposal.component,
      in: database
    )
  }
}

// MARK: - Sections

extension HeadWriter {
  /// The sections of the next version, still with the cells they had.
  private func sections(
    of proposal: ListProposal,
    from old: [SectionState]
  ) throws -> [SectionState] {
    let moved = Set(structure.movedSections.map(\.to))
    var stored: [SectionState?] = Array(repeating: nil, count: proposal.sections.count)
    for pair in structure.matchedSections { stored[pair.to] = old[pair.from] }
    let positions = Ordering.completed(
      stored.enumerated().map { index, section in
        moved.contains(index) ? nil : section?.position
      }
    )
    let updated = Set(difference.updatedSections.map(\.to))

    return try zip(proposal.sections, zip(stored, positions)).enumerated().map { index, pair in
      let (proposed, (section, position)) = pair
      guard var section else { return try insert(proposed, at: position) }
      if section.position != position {
        section.position = position
        try ListRows.setPosition(of: section.row, position, in: database)
      }
      if updated.contains(index) {
        section.attributes = proposed.attributes
        try ListRows.setAttributes(of: section.row, try proposed.required(), in: database)
      }
      return section
    }
  }

  private func insert(_ section: SectionProposal, at position: Int64) throws -> SectionState {
    let row = try ListRows.insertSection(
      section.id,
      list: list,
      position: position,
      try section.required(),
      in: database
    )
    return SectionState(
      id: section.id,
      row: row,
      position: position,
      attributes: section.attributes
    )
  }
}

// MARK: - Cells

extension HeadWriter {
  /// For each section before, the items that leave it, ascending.
  private func departures(from state: ListState) -> [[Int]] {
    var departures: [[Int]] = Array(repeating: [], count: state.sections.count)
    for path in structure.deletedCells { departures[path.section].append(path.item) }
    for move in structure.movedCells { departures[move.from.section].append(move.from.item) }
    for index in departures.indices { departures[index].sort() }
    return departures
  }

  /// For each section after that gets cells, those cells and their items, ascending; the new ones
  /// have their rows.
  private func arrivals(
    of proposal: ListProposal,
    from state: ListState
  ) throws -> [Int: [(item: Int, cell: CellState)]] {
    var arrivals: [Int: [(item: Int, cell: CellState)]] = [:]
    for path in structure.insertedCells {
      let cell = proposal[path]
      let row = try ListRows.insertCell(
        cell.id,
        list: list,
        try cell.required(),
        digest: cell.component,
        in: database
      )
      arrivals[path.section, default: []].append(
        (path.item, CellState(id: cell.id, row: row, component: cell.component))
      )
    }
    for move in structure.movedCells {
      arrivals[move.to.section, default: []].append((move.to.item, state[move.from]))
    }
    for section in arrivals.keys { arrivals[section]?.sort { $0.item < $1.item } }
    return arrivals
  }

  /// The new order of a section: what stays in it keeps its order and its chunk, what arrives
  /// stands at its item.
  private func place(
    _ arrivals: [(item: Int, cell: CellState)],
    into section: SectionState?,
    without departures: [Int]
  ) -> [SectionWriter.Placed] {
    var placed: [SectionWriter.Placed] = []
    var leaving = departures[...]
    var arriving = arrivals[...]
    func placeArrivals() {
      while let arrival = arriving.first, arrival.item == placed.count {
        placed.append(.init(cell: arrival.cell, chunk: nil))
        arriving.removeFirst()
      }
    }
    if let section {
      for (item, (cell, chunk)) in zip(section.cells, section.chunkIndices).enumerated() {
        if leaving.first == item {
          leaving.removeFirst()
          continue
        }
        placeArrivals()
        placed.append(.init(cell: cell, chunk: chunk))
      }
    }
    placeArrivals()
    return placed
  }
}
