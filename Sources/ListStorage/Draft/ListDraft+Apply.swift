import ListDiff
import ListModel

extension ListDraft {
  /// Applies a changeset that starts at the draft's base, to which the draft must still be equal.
  ///
  /// Everything the changeset says is checked: ids and places, before and after, and the contents
  /// it replaces. The fingerprint tells whether it leads to the right list.
  ///
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` naming the first operation that does
  ///   not fit, or cannot be encoded.
  /// - Complexity: O(k · chunks of a section) for k operations, each a few microseconds at most.
  mutating func apply(_ changeset: Changeset, of list: List.ID) throws {
    let changeset = try changeset.inStoredForm(for: list)
    do {
      var cells = try ChangedCells(changeset, in: self)
      try applySections(changeset)
      try cells.leave(&self)
      try cells.update(&self)
      try cells.arrive(&self)
      try requireSections(changeset.updatedSections)
      try cells.requireUpdates(in: self)
    } catch let misfit as Misfit {
      throw ListStoreError.changeRefused(list: list, reason: misfit.reason)
    }
  }

  private mutating func applySections(_ changeset: Changeset) throws {
    for deletion in changeset.deletedSections {
      try require(deletion.id, at: deletion.at)
      try requireSame(deletion.attributes, as: deletion.at, deletion.id)
      // A section without cells goes into the fingerprint, too.
      sections[deletion.at] = section(deletion.at)
    }
    for update in changeset.updatedSections {
      try require(update.id, at: update.from)
      try requireSame(update.old, as: update.from, update.id)
      var section = section(update.from)
      section.attributes = try Digest(update.new)
      section.newAttributes = update.new
      sections[update.from] = section
    }
    for move in changeset.movedSections { try require(move.id, at: move.from) }
    try reorder(changeset)
  }

  private mutating func reorder(_ changeset: Changeset) throws {
    let leaving = changeset.deletedSections.map(\.at) + changeset.movedSections.map(\.from)
    var arriving = changeset.movedSections.map { (to: $0.to, name: $0.from) }
    for insertion in changeset.insertedSections {
      let name = nameNewSection(insertion.id)
      sections[name] = SectionDraft(
        id: insertion.id,
        attributes: try Digest(insertion.attributes),
        newAttributes: insertion.attributes,
        baseCounts: []
      )
      arriving.append((insertion.at, name))
    }
    guard !leaving.isEmpty || !arriving.isEmpty else { return }
    let gone = Set(leaving)
    guard gone.count == leaving.count else { throw Misfit("a section leaves twice") }
    var staying = staying(without: leaving.sorted())[...]
    var order = SectionOrder()
    for (to, name) in arriving.sorted(by: { $0.to < $1.to }) {
      while order.count < to, let run = staying.first {
        let before = run.prefix(to - order.count)
        order.append(before)
        if before.count < run.count {
          staying[staying.startIndex] = before.upperBound..<run.upperBound
        } else {
          staying.removeFirst()
        }
      }
      guard to >= 0, to <= order.count else { throw Misfit("section \(to) has no place") }
      guard to == order.count else { throw Misfit("two sections come to one place") }
      order.append(name..<name + 1)
    }
    for run in staying { order.append(run) }
    try requireNewSections(changeset.insertedSections, gone)
    self.order = order
    placedSections = Set(changeset.movedSections.map(\.from))
  }

  /// Returns the sections of the base between those that leave.
  private func staying(without leaving: [Int]) -> [Range<Int>] {
    zip([-1] + leaving, leaving + [base.sectionCount])
      .map { $0 + 1..<$1 }
      .filter { !$0.isEmpty }
  }

  private func requireNewSections(
    _ insertions: [Changeset.SectionInsertion],
    _ gone: Set<Int>
  ) throws {
    var ids: Set<Section.ID> = []
    for insertion in insertions {
      if let reason = insertion.id.reasonForRefusal {
        throw Misfit("section \"\(insertion.id)\" \(reason)")
      }
      // Within one changeset an id that leaves and comes back is a move.
      let isTaken = try base.sectionIndex(insertion.id) != nil
      guard ids.insert(insertion.id).inserted, !isTaken else {
        throw Misfit("section \"\(insertion.id)\" is there already")
      }
    }
  }

  /// Checks that updated sections have come to the indices that the changeset gives.
  private func requireSections(_ updates: [Changeset.SectionUpdate]) throws {
    guard !updates.isEmpty else { return }
    let indices = sectionIndices
    for update in updates where indices[update.from] != update.at {
      throw Misfit("section \"\(update.id)\" does not come to \(update.at)")
    }
    guard Set(updates.map(\.from)).count == updates.count else {
      throw Misfit("a section is updated twice")
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

/// An operation that does not fit.
private struct Misfit: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// The cells a changeset names, by their names in the base.
private struct ChangedCells {
  private struct Leaver {
    var cell: Int64
    var id: Cell.ID
    var place: CellPlace
    var isDeleted: Bool
  }

  private struct Arrival {
    var to: CellPath
    var cell: Int64?
    var proposal: CellProposal?
  }

  private var leavers: [Leaver] = []
  private var arrivals: [Arrival] = []
  private var updates: [(to: CellPath, cell: Int64, place: CellPlace, proposal: CellProposal)] = []

  /// Finds every cell in the base, and checks it.
  init(_ changeset: Changeset, in draft: ListDraft) throws {
    for deletion in changeset.deletedCells {
      let (cell, place, entry) = try Self.find(deletion.id, at: deletion.at, in: draft)
      try Self.requireSame(deletion.component, as: entry)
      leavers.append(Leaver(cell: cell, id: deletion.id, place: place, isDeleted: true))
    }
    for move in changeset.movedCells {
      let (cell, place, _) = try Self.find(move.id, at: move.from, in: draft)
      leavers.append(Leaver(cell: cell, id: move.id, place: place, isDeleted: false))
      arrivals.append(Arrival(to: move.to, cell: cell))
    }
    for update in changeset.updatedCells {
      let (cell, place, entry) = try Self.find(update.id, at: update.from, in: draft)
      try Self.requireSame(update.old, as: entry)
      let proposal = CellProposal(update.id, try update.new.stored())
      updates.append((update.at, cell, place, proposal))
    }
    var ids: Set<Cell.ID> = []
    for insertion in changeset.insertedCells {
      if let reason = insertion.id.reasonForRefusal {
        throw Misfit("cell \"\(insertion.id)\" \(reason)")
      }
      let isTaken = try draft.base.place(of: insertion.id) != nil
      guard ids.insert(insertion.id).inserted, !isTaken else {
        throw Misfit("cell \"\(insertion.id)\" is there already")
      }
      let proposal = CellProposal(insertion.id, try insertion.component.stored())
      arrivals.append(Arrival(to: insertion.at, proposal: proposal))
    }
  }

  private static func find(
    _ id: Cell.ID,
    at path: CellPath,
    in draft: ListDraft
  ) throws -> (Int64, CellPlace, CellRows.Entry) {
    let base = draft.base
    guard path.section >= 0, path.section < base.sectionCount, path.item >= 0 else {
      throw Misfit("cell \"\(id)\" is not at \(path)")
    }
    let section = SectionDraft(
      id: base.sectionID(path.section),
      attributes: base.attributesDigest(path.section),
      baseCounts: base.chunkCounts(path.section)
    )
    let (chunk, offset) = section.place(of: path.item)
    guard chunk < section.baseCounts.count, offset < section.baseCounts[chunk] else {
      throw Misfit("cell \"\(id)\" is not at \(path)")
    }
    let cell = try base.cells(ofChunk: chunk, section: path.section)[offset]
    let entry = try base.entry(cell)
    guard entry.id == id else { throw Misfit("cell \"\(id)\" is not at \(path)") }
    return (cell, CellPlace(section: path.section, chunk: chunk), entry)
  }

  private static func requireSame(
    _ component: AnyComponent,
    as entry: CellRows.Entry
  ) throws {
    guard try Digest(component.stored()) == entry.component else {
      throw Misfit("cell \"\(entry.id)\" has another content")
    }
  }

  func leave(_ draft: inout ListDraft) throws {
    let cellsOfPlaces = Dictionary(grouping: leavers, by: \.place)
    for (place, leavers) in cellsOfPlaces {
      let cells = Set(leavers.map(\.cell))
      guard cells.count == leavers.count else { throw Misfit("a cell leaves twice") }
      try draft.withChunk(place) { $0.removeAll { cells.contains($0) } }
    }
    for leaver in leavers where leaver.isDeleted { draft.forget(leaver.cell, leaver.id) }
  }

  func update(_ draft: inout ListDraft) throws {
    for update in updates {
      guard !draft.removed.contains(update.cell) else {
        throw Misfit("cell \"\(update.proposal.id)\" is deleted and updated")
      }
      try draft.withChunk(update.place) { _ in }
      draft.contents[update.cell] = update.proposal
    }
  }

  /// Puts cells at their final paths, in ascending order, so that the cells before them are there.
  mutating func arrive(_ draft: inout ListDraft) throws {
    arrivals.sort { $0.to < $1.to }
    for (first, second) in zip(arrivals, arrivals.dropFirst()) where first.to == second.to {
      throw Misfit("two cells come to \(first.to)")
    }
    for arrival in arrivals {
      let count = draft.order?.count ?? draft.base.sectionCount
      guard arrival.to.section >= 0, arrival.to.section < count else {
        throw Misfit("there is no section \(arrival.to.section)")
      }
      let name = draft.order?[arrival.to.section] ?? arrival.to.section
      let (chunk, offset) = draft.section(name).place(of: arrival.to.item)
      guard offset >= 0, offset <= draft.section(name).count(ofChunk: chunk) else {
        throw Misfit("there is no place \(arrival.to)")
      }
      let target = ListDraft.Target(place: CellPlace(section: name, chunk: chunk), offset: offset)
      if let proposal = arrival.proposal {
        try draft.insert([proposal], at: target)
      } else if let cell = arrival.cell {
        try draft.withChunk(target.place) { $0.insert(cell, at: offset) }
        draft.places[cell] = target.place
      }
    }
    try requireEmpty(draft)
  }

  /// Checks that updated cells have come to the paths that the changeset gives.
  func requireUpdates(in draft: ListDraft) throws {
    guard Set(updates.map(\.cell)).count == updates.count else {
      throw Misfit("a cell is updated twice")
    }
    guard !updates.isEmpty else { return }
    let indices = draft.sectionIndices
    for update in updates {
      let place = draft.places[update.cell] ?? update.place
      let section = draft.section(place.section)
      guard indices[place.section] == update.to.section,
        let offset = section.chunks[place.chunk]?.after.firstIndex(of: update.cell),
        section.start(of: place.chunk) + offset == update.to.item
      else { throw Misfit("cell \"\(update.proposal.id)\" does not come to \(update.to)") }
    }
  }

  /// Checks that no cell is left in a deleted section.
  private func requireEmpty(_ draft: ListDraft) throws {
    guard draft.order != nil else { return }
    let indices = draft.sectionIndices
    // A deleted section was looked into.
    for name in draft.sections.keys.sorted()
    where indices[name] == nil && draft.section(name).cellCount > 0 {
      throw Misfit("section \"\(draft.sectionID(name))\" is deleted with cells in it")
    }
  }
}
