public import ListModel

/// The next version of a list while it is being edited; see `ListStore.edit`.
///
/// Elements are addressed by id. Each method either does all it says, or does nothing and throws
/// ``ListStoreError/invalidEdit(reason:)``, ``ListStoreError/invalidList(_:)`` or an error of the
/// caller's closure. An edit reads only the rows it touches, so it costs the same in a list of any
/// size. If another process or store has committed to the list since, the rows touched there are
/// read first; if the store has not known the list before, or only long ago, its sections and the
/// counts of its chunks are. A draft is valid only inside the closure it is handed to; an edit that
/// leaves another draft in its place is refused.
public struct ListDraft {
  /// The version the draft starts from.
  let base: any DraftBase
  /// The sections in order; `nil` while they are those of the base.
  ///
  /// A section is named by its index in the base, a new one by a number after those.
  var order: SectionOrder?
  /// The sections that were looked into or changed.
  var sections: [Int: SectionDraft] = [:]
  /// The cells that are not in the base.
  ///
  /// The first is named -1, the next -2, and so on.
  var newCells: [CellProposal] = []
  /// New contents of cells of the base.
  var contents: [Int64: CellProposal] = [:]
  /// The places of cells that were inserted or moved.
  var places: [Int64: CellPlace] = [:]
  /// The names of new cells by their ids.
  var namesOfNewCells: [Cell.ID: Int64] = [:]
  /// The deleted cells of the base.
  var removed: Set<Int64> = []
  /// The names of new sections by their ids; also of deleted ones.
  private var namesOfNewSections: [Section.ID: Int] = [:]
  private var newSectionCount = 0
  /// The sections of the base that were moved or inserted again: the placed ones.
  var placedSections: Set<Int> = []

  init(of base: any DraftBase) {
    self.base = base
  }

  /// Lets a closure edit the draft.
  ///
  /// - Throws: What the closure throws, as ``CallerError``;
  ///   ``ListStoreError/invalidEdit(reason:)`` when it leaves the draft of another edit here.
  mutating func edit(_ body: (inout Self) throws -> Void) throws {
    let base = base
    try CallerError.boxing { try body(&self) }
    guard self.base === base else {
      throw ListStoreError.invalidEdit(
        reason: "the draft is that of another edit; use the one that the closure is given"
      )
    }
  }

  /// Names a section that is not in the base.
  mutating func nameNewSection(_ id: Section.ID) -> Int {
    let name = base.sectionCount + newSectionCount
    newSectionCount += 1
    namesOfNewSections[id] = name
    return name
  }

  /// Names a section that is not in the base, and takes its header, footer and layout.
  mutating func takeNewSection(
    _ id: Section.ID,
    _ attributes: Section.Attributes,
    _ digest: Digest
  ) {
    sections[nameNewSection(id)] = SectionDraft(
      id: id,
      attributes: digest,
      newAttributes: attributes,
      baseCounts: []
    )
  }
}

/// A section of a draft.
struct SectionDraft {
  var id: Section.ID
  /// The digest of header, footer and layout.
  var attributes: Digest
  /// Header, footer and layout; `nil` while they are those of the base.
  var newAttributes: Section.Attributes?
  /// The chunks that were looked into, by their index in the base.
  ///
  /// Cells that arrive join a chunk; only the writer cuts and merges chunks. A section without
  /// chunks in the base has one here, with index 0.
  var chunks: [Int: ChunkDraft] = [:]
  /// The numbers of cells in the chunks of the base.
  var baseCounts: [Int32]
}

/// A run of neighbouring cells of a draft.
struct ChunkDraft {
  /// The cells in the base.
  let before: [Int64]
  /// The cells now.
  var after: [Int64]

  /// The version a draft starts from, or what it has become.
  enum Side {
    case before
    case after
  }

  subscript(side: Side) -> [Int64] {
    switch side {
    case .before: before
    case .after: after
    }
  }

  /// Changes the cells, in place.
  mutating func changeCells(_ change: (inout [Int64]) -> Void) {
    change(&after)
  }
}

/// Where a cell of a draft is.
struct CellPlace: Hashable {
  var section: Int
  var chunk: Int
}

/// Where a cell goes.
public enum CellPlacement: Hashable, Sendable {
  /// Before all cells of a section.
  case start(of: Section.ID)
  /// After all cells of a section.
  case end(of: Section.ID)
  /// At an index of a section, counted without the cell itself when it moves.
  case at(Int, in: Section.ID)
  /// Immediately before a cell.
  case before(Cell.ID)
  /// Immediately after a cell.
  case after(Cell.ID)
}

/// Where a section goes.
public enum SectionPlacement: Hashable, Sendable {
  /// Before all sections.
  case start
  /// After all sections.
  case end
  /// At an index, counted without the section itself when it moves.
  case at(Int)
  /// Immediately before a section.
  case before(Section.ID)
  /// Immediately after a section.
  case after(Section.ID)
}

// MARK: - Looking

extension ListDraft {
  /// The ids of the sections, in order.
  ///
  /// - Complexity: O(sections).
  public var sectionIDs: [Section.ID] {
    sectionNames.names.map(sectionID)
  }

  /// Returns the number of cells of a section; `nil` if there is no such section.
  ///
  /// - Throws: ``ListStoreError`` when the store cannot be read.
  public func cellCount(in section: Section.ID) throws -> Int? {
    try find(section).map { self.section($0).cellCount }
  }

  /// Returns the ids of a section's cells, in order; `nil` if there is no such section.
  ///
  /// - Throws: ``ListStoreError`` when the store cannot be read.
  /// - Complexity: O(cells of the section).
  public func cellIDs(in section: Section.ID) throws -> [Cell.ID]? {
    guard let name = try find(section) else { return nil }
    let draft = self.section(name)
    return try (0..<draft.chunkCount).flatMap { chunk in
      try cells(ofChunk: chunk, section: name).map(cellID)
    }
  }

  /// Returns the path of a cell; `nil` if there is no such cell.
  ///
  /// - Throws: ``ListStoreError`` when the store cannot be read.
  /// - Complexity: O(log cells + chunks of the section + sections that were moved or inserted).
  public func path(of cell: Cell.ID) throws -> CellPath? {
    guard let spot = try find(cell), let index = index(of: spot.place.section) else { return nil }
    let start = section(spot.place.section).start(of: spot.place.chunk)
    return CellPath(section: index, item: start + spot.offset)
  }

  /// Returns the component of a cell.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` if there is no such cell.
  public func component(of cell: Cell.ID) throws -> AnyComponent {
    AnyComponent(try component(try require(cell).cell))
  }

  /// Returns header, footer and layout of a section.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` if there is no such section.
  public func attributes(of section: Section.ID) throws -> Section.Attributes {
    try attributes(of: try require(section))
  }
}

// MARK: - Sections by name

extension ListDraft {
  /// Returns a section, changed or not.
  func section(_ name: Int) -> SectionDraft {
    sections[name]
      ?? SectionDraft(
        id: base.sectionID(name),
        attributes: base.attributesDigest(name),
        baseCounts: base.chunkCounts(name)
      )
  }

  func sectionID(_ name: Int) -> Section.ID {
    sections[name]?.id ?? base.sectionID(name)
  }

  /// The sections in order, changed or not.
  var sectionNames: SectionOrder { order ?? SectionOrder(count: base.sectionCount) }

  func isInBase(_ section: Int) -> Bool {
    section < base.sectionCount
  }

  /// Returns the index of a section now; `nil` when it is deleted.
  ///
  /// - Complexity: O(sections that were moved or inserted); see ``sectionIndices``.
  func index(of section: Int) -> Int? {
    order.map { $0.firstIndex(of: section) } ?? section
  }

  /// The indices of all sections now, for callers that need many of them.
  var sectionIndices: SectionIndices { SectionIndices(in: order) }

  func attributes(of section: Int) throws -> Section.Attributes {
    try sections[section]?.newAttributes ?? base.attributes(section)
  }

  /// Returns the name of a section; `nil` when it is not in the draft.
  func find(_ id: Section.ID) throws -> Int? {
    if let name = try base.sectionIndex(id), index(of: name) != nil { return name }
    return namesOfNewSections[id].flatMap { index(of: $0) == nil ? nil : $0 }
  }

  func require(_ id: Section.ID) throws -> Int {
    guard let name = try find(id) else {
      throw ListStoreError.invalidEdit(reason: "there is no section \"\(id)\"")
    }
    return name
  }
}

extension SectionDraft {
  /// The number of chunks, at least 1.
  var chunkCount: Int { max(1, baseCounts.count) }

  /// The number of cells.
  var cellCount: Int { start(of: chunkCount) }

  func count(ofChunk chunk: Int) -> Int {
    chunks[chunk]?.after.count ?? (chunk < baseCounts.count ? Int(baseCounts[chunk]) : 0)
  }

  /// Returns the number of cells before a chunk.
  func start(of chunk: Int, _ side: ChunkDraft.Side = .after) -> Int {
    let base = baseCounts.prefix(chunk).reduce(0) { $0 &+ Int($1) }
    if side == .before { return base }
    return chunks.reduce(base) { sum, entry in
      entry.key < chunk ? sum + entry.value.after.count - entry.value.before.count : sum
    }
  }

  /// Returns the chunk of an item, or of the end, and the offset in it.
  func place(of item: Int) -> (chunk: Int, offset: Int) {
    var rest = item
    for chunk in baseCounts.indices.dropLast() {
      let count = chunks.isEmpty ? Int(baseCounts[chunk]) : count(ofChunk: chunk)
      if rest < count { return (chunk, rest) }
      rest -= count
    }
    return (chunkCount - 1, rest)
  }
}

// MARK: - Cells by name

extension ListDraft {
  /// A cell and where it is.
  struct Spot {
    var cell: Int64
    var place: CellPlace
    var offset: Int
  }

  func find(_ id: Cell.ID) throws -> Spot? {
    guard let (cell, place) = try findPlace(id) else { return nil }
    let cells = try cells(ofChunk: place.chunk, section: place.section)
    guard let offset = cells.firstIndex(of: cell) else {
      throw ListStoreError.corrupted(reason: "cell \"\(id)\" is not in its chunk")
    }
    return Spot(cell: cell, place: place, offset: offset)
  }

  private func findPlace(_ id: Cell.ID) throws -> (Int64, CellPlace)? {
    if let cell = namesOfNewCells[id], let place = places[cell] { return (cell, place) }
    guard let found = try base.place(of: id), !removed.contains(found.cell) else { return nil }
    let place = places[found.cell] ?? CellPlace(section: found.section, chunk: found.chunk)
    return (found.cell, place)
  }

  func require(_ id: Cell.ID) throws -> Spot {
    guard let spot = try find(id) else {
      throw ListStoreError.invalidEdit(reason: "there is no cell \"\(id)\"")
    }
    return spot
  }

  func cells(
    ofChunk chunk: Int,
    section: Int,
    _ side: ChunkDraft.Side = .after
  ) throws -> [Int64] {
    if let cells = sections[section]?.chunks[chunk]?[side] { return cells }
    let isStored = isInBase(section) && chunk < base.chunkCounts(section).count
    return isStored ? try base.cells(ofChunk: chunk, section: section) : []
  }

  func cellID(_ cell: Int64) throws -> Cell.ID {
    cell < 0 ? newCells[Self.index(ofNew: cell)].id : try base.id(of: cell)
  }

  func component(_ cell: Int64) throws -> StoredComponent {
    if cell < 0 { return newCells[Self.index(ofNew: cell)].component }
    return try contents[cell]?.component ?? base.component(cell)
  }

  static func index(ofNew cell: Int64) -> Int {
    Int(-1 - cell)
  }

  static func nameOfNew(_ index: Int) -> Int64 {
    -1 - Int64(index)
  }
}
