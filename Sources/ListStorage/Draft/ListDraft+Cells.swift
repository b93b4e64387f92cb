public import ListModel

extension ListDraft {
  /// Inserts a new cell.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such place,
  ///   ``ListStoreError/invalidList(_:)`` when the cell cannot be stored or its id is in the list.
  public mutating func insertCell(_ cell: Cell, _ placement: CellPlacement) throws {
    try insertCells([cell], placement)
  }

  /// Inserts new cells, in order, at one place; all or none.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such place,
  ///   ``ListStoreError/invalidList(_:)`` when a cell cannot be stored or its id is in the list.
  public mutating func insertCells(_ cells: [Cell], _ placement: CellPlacement) throws {
    let target = try resolve(placement)
    try insert(
      try validated(cells) { draft, offset in try draft.path(of: target, plus: offset) },
      at: target
    )
  }

  /// Inserts a new cell after all cells of a section.
  ///
  /// - Throws: As ``insertCell(_:_:)``.
  public mutating func appendCell(_ cell: Cell, to section: Section.ID) throws {
    try insertCell(cell, .end(of: section))
  }

  /// Deletes a cell.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such cell.
  public mutating func deleteCell(_ cell: Cell.ID) throws {
    let spot = try require(cell)
    try withChunk(spot.place) { _ = $0.remove(at: spot.offset) }
    forget(spot.cell, cell)
  }

  /// Moves a cell, within its section or to another one; it keeps its identity and content.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such cell or place; the
  ///   cell then stays where it was.
  public mutating func moveCell(_ cell: Cell.ID, _ placement: CellPlacement) throws {
    let source = try require(cell)
    if placement == .before(cell) || placement == .after(cell) { return }
    try withChunk(source.place) { _ = $0.remove(at: source.offset) }
    do {
      let target = try resolve(placement)
      try withChunk(target.place) { $0.insert(source.cell, at: target.offset) }
      places[source.cell] = target.place
    } catch {
      try withChunk(source.place) { $0.insert(source.cell, at: source.offset) }
      throw error
    }
  }

  /// Gives the cell with the id of `cell` the component of `cell`.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such cell,
  ///   ``ListStoreError/invalidList(_:)`` when the component cannot be stored.
  public mutating func updateCell(_ cell: Cell) throws {
    let spot = try require(cell.id)
    let proposal = try CellProposal(checking: cell) { try path(of: cell.id) }
    try lookInto(spot.place)
    if spot.cell < 0 {
      newCells[Self.index(ofNew: spot.cell)] = proposal
    } else {
      contents[spot.cell] = proposal
    }
  }
}

extension ListDraft {
  /// Returns the component of a cell, as a value of its type.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` if there is no such cell;
  ///   `UndecodableComponent`, which names the cell and the field, when its component is not of
  ///   this type.
  public func component<C: Component>(of cell: Cell.ID, as type: C.Type) throws -> C {
    try Cell(id: cell, component: component(of: cell)).as(type)
  }

  /// Changes the component of a cell.
  ///
  /// ```swift
  /// try draft.updateCell("a3", as: Article.self) { $0.stars += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - cell: The id of the cell.
  ///   - type: The type of its component.
  ///   - change: Changes the component; when it throws, the cell stays as it was.
  /// - Throws: As ``component(of:as:)`` and ``updateCell(_:)``, and what `change` throws.
  public mutating func updateCell<C: Component>(
    _ cell: Cell.ID,
    as type: C.Type,
    _ change: (inout C) throws -> Void
  ) throws {
    var component = try component(of: cell, as: type)
    try change(&component)
    try updateCell(Cell(id: cell, component: component))
  }
}

// MARK: - Places

extension ListDraft {
  /// Where cells are to be inserted.
  struct Target {
    var place: CellPlace
    var offset: Int
  }

  private func resolve(_ placement: CellPlacement) throws -> Target {
    switch placement {
    case .start(let section):
      return Target(place: CellPlace(section: try require(section), chunk: 0), offset: 0)
    case .end(let section):
      let name = try require(section)
      let draft = self.section(name)
      let last = draft.chunkCount - 1
      return Target(
        place: CellPlace(section: name, chunk: last),
        offset: draft.count(ofChunk: last)
      )
    case .at(let item, let section):
      let name = try require(section)
      let draft = self.section(name)
      guard item >= 0, item <= draft.cellCount else {
        throw ListStoreError.invalidEdit(
          reason: "section \"\(section)\" has no place \(item); expected 0 to \(draft.cellCount)"
        )
      }
      let (chunk, offset) = draft.place(of: item)
      return Target(place: CellPlace(section: name, chunk: chunk), offset: offset)
    case .before(let cell):
      let spot = try require(cell)
      return Target(place: spot.place, offset: spot.offset)
    case .after(let cell):
      let spot = try require(cell)
      return Target(place: spot.place, offset: spot.offset + 1)
    }
  }

  private func path(of target: Target, plus offset: Int) throws -> CellPath? {
    index(of: target.place.section).map { index in
      let start = section(target.place.section).start(of: target.place.chunk)
      return CellPath(section: index, item: start + target.offset + offset)
    }
  }

  /// Looks into a chunk, so that its cells can change and their paths are known.
  mutating func lookInto(_ place: CellPlace) throws {
    guard sections[place.section]?.chunks[place.chunk] == nil else { return }
    let cells = try cells(ofChunk: place.chunk, section: place.section)
    if sections[place.section] == nil { sections[place.section] = section(place.section) }
    sections[place.section]?.chunks[place.chunk] = ChunkDraft(before: cells, after: cells)
  }

  /// Looks into a chunk and changes its cells, in place.
  mutating func withChunk(_ place: CellPlace, _ change: (inout [Int64]) -> Void) throws {
    try lookInto(place)
    sections[place.section]?.chunks[place.chunk]?.changeCells(change)
  }
}

// MARK: - Arriving and leaving

extension ListDraft {
  /// Inserts checked cells.
  mutating func insert(_ proposals: [CellProposal], at target: Target) throws {
    var names: [Int64] = []
    names.reserveCapacity(proposals.count)
    for proposal in proposals {
      let name = try name(proposal)
      places[name] = target.place
      names.append(name)
    }
    try withChunk(target.place) { $0.insert(contentsOf: names, at: target.offset) }
  }

  /// Names an arriving cell: if it was deleted before, it is the same cell again.
  private mutating func name(_ proposal: CellProposal) throws -> Int64 {
    if !removed.isEmpty, let found = try base.place(of: proposal.id) {
      removed.remove(found.cell)
      contents[found.cell] = proposal
      return found.cell
    }
    let name = Self.nameOfNew(newCells.count)
    newCells.append(proposal)
    namesOfNewCells[proposal.id] = name
    return name
  }

  /// Forgets a deleted cell.
  mutating func forget(_ cell: Int64, _ id: Cell.ID) {
    places[cell] = nil
    if cell < 0 {
      namesOfNewCells[id] = nil
    } else {
      contents[cell] = nil
      removed.insert(cell)
    }
  }

  /// Encodes new cells after checking that their ids are new; `location` tells, for error
  /// messages, where the cell at an offset would be.
  func validated(
    _ cells: [Cell],
    at location: (ListDraft, Int) throws -> CellPath?
  ) throws -> [CellProposal] {
    func place(_ offset: Int) throws -> ElementLocation {
      .cell(try location(self, offset) ?? CellPath(section: 0, item: offset))
    }
    var seen: [Cell.ID: Int] = [:]
    return try cells.enumerated().map { offset, cell in
      if let reason = cell.id.reasonForRefusal {
        throw ListStoreError.invalidList(
          .unusableIdentifier(at: try place(offset), reason: reason)
        )
      }
      let first = try seen.updateValue(offset, forKey: cell.id).map(place)
      if let first = try first ?? path(of: cell.id).map({ .cell($0) }) {
        throw ListStoreError.invalidList(
          .duplicateIdentifier(cell.id.rawValue, at: try place(offset), first: first)
        )
      }
      return try CellProposal(checking: cell) { try location(self, offset) }
    }
  }
}

extension CellProposal {
  /// Encodes a cell; `path` is for error messages.
  fileprivate init(checking cell: Cell, at path: () throws -> CellPath?) throws {
    do {
      self.init(cell.id, try cell.component.storable())
    } catch {
      let path = try path() ?? CellPath(section: 0, item: 0)
      throw ListStoreError.invalidList(
        .unencodableContent(at: "\(ElementLocation.cell(path)).content", reason: "\(error)")
      )
    }
  }
}
