import ListDiff
import ListModel

extension ListDraft {
  /// Makes the draft equal to a whole list.
  ///
  /// - Complexity: O(cells of both lists). Contents are compared by their digests and not read.
  mutating func become(_ proposal: ListProposal) throws -> DraftOutcome {
    let source = try BaseCells(of: base)
    let structure = structure(from: source, to: proposal)
    setSections(of: proposal, structure)
    for match in structure.updatedCells {
      contents[source[match.from].cell] = try proposal[match.to]
    }
    newCells = try structure.insertedCells.map { try proposal[$0] }

    var difference = ListDifference(
      deletedSections: structure.deletedSections,
      insertedSections: structure.insertedSections,
      movedSections: structure.movedSections
    )
    difference.updatedSections = structure.matchedSections.filter {
      base.attributesDigest($0.from) != proposal.sections[$0.to].digest
    }
    difference.deletedCells = structure.deletedCells.map { ($0, source[$0].cell) }
    difference.insertedCells = structure.insertedCells.enumerated().map {
      ($0.element, Self.nameOfNew($0.offset))
    }
    difference.movedCells = structure.movedCells.map { ($0.from, $0.to, source[$0.from].cell) }
    difference.updatedCells = structure.updatedCells.map { ($0.from, $0.to, source[$0.from].cell) }
    place(difference, source)
    return DraftOutcome(difference: difference, fingerprint: proposal.fingerprint)
  }

  private func structure(
    from source: BaseCells,
    to proposal: ListProposal
  ) -> SectionedDifference {
    SectionedDifference(
      from: (0..<base.sectionCount).map { (base.sectionID($0), source.ids(of: $0)) },
      to: proposal.sections.map { section in
        (section.id, section.indices.map { section.id(at: $0) })
      },
      contentIsEqual: {
        source[$0].entry.component == proposal.sections[$1.section].digest(at: $1.item)
      }
    )
  }

  private mutating func setSections(of proposal: ListProposal, _ structure: SectionedDifference) {
    var names = Array(repeating: -1, count: proposal.sections.count)
    for match in structure.matchedSections { names[match.to] = match.from }
    for (index, section) in proposal.sections.enumerated() {
      let isNew = names[index] < 0
      if isNew {
        names[index] = nameNewSection(section.id)
      } else if base.attributesDigest(names[index]) == section.digest {
        continue
      }
      sections[names[index]] = SectionDraft(
        id: section.id,
        attributes: section.digest,
        newAttributes: section.attributes,
        baseCounts: isNew ? [] : base.chunkCounts(names[index])
      )
    }
    order = names.elementsEqual(0..<base.sectionCount) ? nil : SectionOrder(names)
  }

  /// Puts cells into the chunks they belong to now.
  private mutating func place(_ difference: ListDifference, _ source: BaseCells) {
    var departures: [Int: [Int]] = [:]
    for (path, _) in difference.deletedCells {
      departures[path.section, default: []] += [path.item]
    }
    for move in difference.movedCells {
      departures[move.from.section, default: []] += [move.from.item]
    }
    var arrivals: [Int: [Arrival]] = [:]
    for (path, cell) in difference.insertedCells {
      arrivals[path.section, default: []].append(Arrival(item: path.item, cell: cell))
    }
    for move in difference.movedCells {
      arrivals[move.to.section, default: []].append(Arrival(item: move.to.item, cell: move.cell))
    }
    for (index, name) in sectionNames.names.enumerated() {
      let leaving = departures[name] ?? []
      let arriving = arrivals[index] ?? []
      if leaving.isEmpty, arriving.isEmpty { continue }
      var section = self.section(name)
      section.place(
        arriving.sorted { $0.item < $1.item },
        into: isInBase(name) ? source.cells[name].map(\.cell) : [],
        without: leaving.sorted()
      )
      sections[name] = section
    }
  }
}

/// A cell that arrives in a section.
private struct Arrival {
  var item: Int
  var cell: Int64
}

extension SectionDraft {
  /// Gives the section new cells: those that stay keep their order and chunk, those that arrive
  /// stand at their items.
  fileprivate mutating func place(
    _ arrivals: [Arrival],
    into cells: [Int64],
    without departures: [Int]
  ) {
    var leaving = departures[...]
    var arriving = arrivals[...]
    var placed = 0
    var item = 0
    for chunk in 0..<chunkCount {
      let end = item + (chunk < baseCounts.count ? Int(baseCounts[chunk]) : 0)
      let before = cells[item..<end]
      var after: [Int64] = []
      after.reserveCapacity(before.count)
      while item < end || chunk == chunkCount - 1 && !arriving.isEmpty {
        if let arrival = arriving.first, arrival.item == placed + after.count {
          after.append(arrival.cell)
          arriving.removeFirst()
          continue
        }
        guard item < end else { break }
        if leaving.first == item {
          leaving.removeFirst()
        } else {
          after.append(cells[item])
        }
        item += 1
      }
      placed += after.count
      if !before.elementsEqual(after) {
        chunks[chunk] = ChunkDraft(before: Array(before), after: after)
      }
    }
  }
}

/// All cells of a base, without their contents.
private struct BaseCells {
  /// The cells of each section.
  private(set) var cells: [[(cell: Int64, entry: CellRows.Entry)]]

  init(of base: any DraftBase) throws {
    cells = try (0..<base.sectionCount).map { section in
      var all: [(cell: Int64, entry: CellRows.Entry)] = []
      for chunk in base.chunkCounts(section).indices {
        let cells = try base.cells(ofChunk: chunk, section: section)
        for (cell, entry) in zip(cells, try base.entries(cells)) { all.append((cell, entry)) }
      }
      return all
    }
  }

  func ids(of section: Int) -> [Cell.ID] {
    cells[section].map(\.entry.id)
  }

  subscript(path: CellPath) -> (cell: Int64, entry: CellRows.Entry) {
    cells[path.section][path.item]
  }
}
