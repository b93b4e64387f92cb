import ListDiff
import ListModel

extension ListDraft {
  /// Makes the draft equal to a whole list.
  ///
  /// - Complexity: O(cells of both lists). Contents are compared by their digests and not read.
  mutating func become(_ proposal: ListProposal) throws -> DraftOutcome {
    let source = try BaseCells(of: base)
    let structure = structure(from: source, to: proposal)
    takeSections(of: proposal, structure)
    for match in structure.updatedCells {
      contents[source[match.from].cell] = try proposal[match.to]
    }
    newCells = try structure.insertedCells.map { try proposal[$0] }

    var difference = ListDifference(rearrangement: structure.rearrangement)
    difference.updatedSections = structure.matchedSections.filter {
      base.attributesDigest($0.from) != proposal.sections[$0.to].digest
    }
    difference.updatedCells = structure.updatedCells
    difference.cells.deleted = structure.deletedCells.map { source[$0].cell }
    difference.cells.inserted = structure.insertedCells.indices.map(Self.nameOfNew)
    difference.cells.moved = structure.movedCells.map { source[$0.from].cell }
    difference.cells.updated = structure.updatedCells.map { source[$0.from].cell }
    try arrange(difference)
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

  /// Takes the new sections of a list, and the new headers, footers and layouts of the others.
  private mutating func takeSections(
    of proposal: ListProposal,
    _ structure: SectionedDifference
  ) {
    for match in structure.matchedSections {
      let section = proposal.sections[match.to]
      guard base.attributesDigest(match.from) != section.digest else { continue }
      sections[match.from] = SectionDraft(
        id: section.id,
        attributes: section.digest,
        newAttributes: section.attributes,
        baseCounts: base.chunkCounts(match.from)
      )
    }
    for index in structure.insertedSections {
      let section = proposal.sections[index]
      takeNewSection(section.id, section.attributes, section.digest)
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
