import ListDiff
import ListModel

extension ListDraft {
  /// Applies a changeset that starts at the draft's base, to which the draft must still be equal.
  ///
  /// Everything the changeset says is checked: ids and places, before and after, and the contents
  /// it replaces. So nothing has to be compared; the fingerprint tells whether it leads to the right
  /// list.
  ///
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` naming the first operation that does
  ///   not fit, or cannot be encoded.
  /// - Complexity: O(k · chunks of a section) for k operations, each a few microseconds at most.
  mutating func apply(_ changeset: Changeset, of list: List.ID) throws -> DraftOutcome {
    let changeset = try changeset.inStoredForm(for: list)
    do {
      var difference = ListDifference(rearrangement: changeset.rearrangement)
      try takeSections(of: changeset, into: &difference)
      try takeCells(of: changeset, into: &difference)
      try arrange(difference)
      try requirePlaces(of: changeset, after: difference.rearrangement)
      return DraftOutcome(
        difference: difference,
        fingerprint: try FingerprintChange(of: self, difference).fingerprint,
        isCompared: false
      )
    } catch let misfit as Misfit {
      throw ListStoreError.changeRefused(list: list, reason: misfit.reason)
    }
  }

  /// Checks that updated sections and cells come to the places that the changeset gives, and that
  /// no cell is left in a deleted section.
  private func requirePlaces(
    of changeset: Changeset,
    after rearrangement: Rearrangement
  ) throws {
    for deletion in changeset.deletedSections where section(deletion.at).cellCount > 0 {
      throw Misfit("section \"\(deletion.id)\" is deleted with cells in it")
    }
    guard !changeset.updatedSections.isEmpty || !changeset.updatedCells.isEmpty else { return }
    let places = PlaceMap(rearrangement)
    for update in changeset.updatedSections
    where places.sections.after(update.from) != update.at {
      throw Misfit("section \"\(update.id)\" does not come to \(update.at)")
    }
    for update in changeset.updatedCells where places.after(update.from) != update.at {
      throw Misfit("cell \"\(update.id)\" does not come to \(update.at)")
    }
  }
}

// MARK: - Sections

extension ListDraft {
  /// Finds the sections that a changeset names, and takes new ones and new contents.
  private mutating func takeSections(
    of changeset: Changeset,
    into difference: inout ListDifference
  ) throws {
    for deletion in changeset.deletedSections {
      try require(deletion.id, at: deletion.at)
      try requireSame(deletion.attributes, as: deletion.at, deletion.id)
      // A section without cells goes into the fingerprint, too.
      sections[deletion.at] = section(deletion.at)
    }
    for move in changeset.movedSections {
      try require(move.id, at: move.from)
    }
    for update in changeset.updatedSections {
      try require(update.id, at: update.from)
      try requireSame(update.old, as: update.from, update.id)
      var section = section(update.from)
      guard section.newAttributes == nil else { throw Misfit("a section is updated twice") }
      section.attributes = try Digest(update.new)
      section.newAttributes = update.new
      sections[update.from] = section
      if section.attributes != base.attributesDigest(update.from) {
        difference.updatedSections.append(Match(from: update.from, to: update.at))
      }
    }
    var ids: Set<Section.ID> = []
    for insertion in changeset.insertedSections {
      if let reason = insertion.id.reasonForRefusal {
        throw Misfit("section \"\(insertion.id)\" \(reason)")
      }
      // Within one changeset an id that leaves and comes back is a move.
      let isTaken = try base.sectionIndex(insertion.id) != nil
      guard ids.insert(insertion.id).inserted, !isTaken else {
        throw Misfit("section \"\(insertion.id)\" is there already")
      }
      takeNewSection(insertion.id, insertion.attributes, try Digest(insertion.attributes))
    }
  }

  private func require(_ id: Section.ID, at index: Int) throws {
    guard index >= 0, index < base.sectionCount, base.sectionID(index) == id else {
      throw Misfit("section \"\(id)\" is not at \(index)")
    }
  }

  private func requireSame(
    _ attributes: Section.Attributes,
    as index: Int,
    _ id: Section.ID
  ) throws {
    guard try Digest(attributes) == base.attributesDigest(index) else {
      throw Misfit("section \"\(id)\" has another header, footer or layout")
    }
  }
}

// MARK: - Cells

extension ListDraft {
  /// Finds the cells that a changeset names, and takes new ones and new contents.
  private mutating func takeCells(
    of changeset: Changeset,
    into difference: inout ListDifference
  ) throws {
    for deletion in changeset.deletedCells {
      let (cell, entry) = try find(deletion.id, at: deletion.at)
      try requireSame(deletion.component, as: entry)
      difference.cells.deleted.append(cell)
    }
    for move in changeset.movedCells {
      difference.cells.moved.append(try find(move.id, at: move.from).cell)
    }
    for update in changeset.updatedCells {
      let (cell, entry) = try find(update.id, at: update.from)
      try requireSame(update.old, as: entry)
      guard contents[cell] == nil else { throw Misfit("a cell is updated twice") }
      let proposal = CellProposal(update.id, try update.new.stored())
      contents[cell] = proposal
      if proposal.digest != entry.component {
        difference.updatedCells.append(Match(from: update.from, to: update.at))
        difference.cells.updated.append(cell)
      }
    }
    var ids: Set<Cell.ID> = []
    for insertion in changeset.insertedCells {
      if let reason = insertion.id.reasonForRefusal {
        throw Misfit("cell \"\(insertion.id)\" \(reason)")
      }
      let isTaken = try base.place(of: insertion.id) != nil
      guard ids.insert(insertion.id).inserted, !isTaken else {
        throw Misfit("cell \"\(insertion.id)\" is there already")
      }
      difference.cells.inserted.append(Self.nameOfNew(newCells.count))
      newCells.append(CellProposal(insertion.id, try insertion.component.stored()))
    }
  }

  private func find(
    _ id: Cell.ID,
    at path: CellPath
  ) throws -> (cell: Int64, entry: CellRows.Entry) {
    guard path.section >= 0, path.section < base.sectionCount,
      let cell = try base.cell(at: path)
    else { throw Misfit("cell \"\(id)\" is not at \(path)") }
    let entry = try base.entry(cell)
    guard entry.id == id else { throw Misfit("cell \"\(id)\" is not at \(path)") }
    return (cell, entry)
  }

  private func requireSame(_ component: AnyComponent, as entry: CellRows.Entry) throws {
    guard try Digest(component.stored()) == entry.component else {
      throw Misfit("cell \"\(entry.id)\" has another content")
    }
  }
}

extension DraftBase {
  /// Returns the cell at a path; `nil` if its section ends before it.
  fileprivate func cell(at path: CellPath) throws -> Int64? {
    guard path.item >= 0 else { return nil }
    var offset = path.item
    for (chunk, count) in chunkCounts(path.section).enumerated() {
      if offset < count { return try cells(ofChunk: chunk, section: path.section)[offset] }
      offset -= Int(count)
    }
    return nil
  }
}
