import GRDB
import ListModel

/// The version a draft starts from, read piece by piece as edits need it.
///
/// Cells are named by numbers greater than 0, sections by their indices, and the cells of a section
/// are cut into chunks.
protocol DraftBase: AnyObject {
  var fingerprint: Fingerprint { get }
  var sectionCount: Int { get }

  func sectionID(_ section: Int) -> Section.ID
  /// Returns the digest of a section's header, footer and layout.
  func attributesDigest(_ section: Int) -> Digest
  func attributes(_ section: Int) throws -> Section.Attributes
  func sectionIndex(_ id: Section.ID) throws -> Int?

  /// Returns the numbers of cells in a section's chunks.
  func chunkCounts(_ section: Int) -> [Int32]
  func cells(ofChunk chunk: Int, section: Int) throws -> [Int64]
  func place(of cell: Cell.ID) throws -> BasePlace?
  func id(of cell: Int64) throws -> Cell.ID
  func entry(_ cell: Int64) throws -> CellRows.Entry
  /// Returns the entries of many cells, in their order.
  func entries(_ cells: [Int64]) throws -> [CellRows.Entry]
  func component(_ cell: Int64) throws -> StoredComponent
  /// Reads, if that is worth it, everything about a few cells whose content is about to be replaced.
  func prepare(toReplace cells: some Collection<Int64>) throws
}

extension DraftBase {
  func id(of cell: Int64) throws -> Cell.ID { try entry(cell).id }
  func entries(_ cells: [Int64]) throws -> [CellRows.Entry] { try cells.map(entry) }
  func prepare(toReplace cells: some Collection<Int64>) {}
}

/// Where a cell is in the version a draft starts from.
struct BasePlace {
  var cell: Int64
  var section: Int
  var chunk: Int
}

extension DraftBase {
  /// Returns the first or last cell of a run of chunks.
  func boundaryCell(_ run: Range<Int>, _ section: Int, first: Bool) throws -> Int64 {
    let chunk = first ? run.lowerBound : run.upperBound - 1
    let cells = try cells(ofChunk: chunk, section: section)
    guard let cell = first ? cells.first : cells.last else {
      throw ListStoreError.corrupted(reason: "a stored chunk is empty")
    }
    return cell
  }
}

// MARK: - A stored head

/// The head of a list in the database, during one transaction.
final class StoredHead: DraftBase {
  let database: Database
  var head: ListHead
  /// Whether rows have been written: the head is right only if the commit then succeeds.
  var isBeingWritten = false
  /// The rows of the head that were written.
  var touched = TouchedRows()
  /// Rows that were read before, up to a limit: an edit looks at the same few rows again and again.
  private var knownEntries: [Int64: CellRows.Entry] = [:]
  private var knownIDs: [Int64: Cell.ID] = [:]
  private var knownChunks: [Int64: ChunkRows.Chunk] = [:]
  private static let memoryLimit = 1024
  /// The contents of a few cells.
  private var knownComponents: [Int64: StoredComponent] = [:]

  init(_ head: ListHead, in database: Database) {
    self.head = head
    self.database = database
  }

  /// Takes out the only reference to the touched rows, to be given back.
  func takeTouched() -> TouchedRows {
    defer { touched = TouchedRows() }
    return touched
  }

  /// Reads the store's rows for an edit; errors of the edit's own closure are not translated.
  private func reading<Value>(_ read: (Database) throws -> Value) throws -> Value {
    try ListStoreError.translating(in: database) { try read(database) }
  }

  var fingerprint: Fingerprint { head.fingerprint }
  var sectionCount: Int { head.sections.count }
  func sectionID(_ section: Int) -> Section.ID { head.sections[section].id }
  func attributesDigest(_ section: Int) -> Digest { head.sections[section].attributes }

  func attributes(_ section: Int) throws -> Section.Attributes {
    try reading { try SectionRows.attributes(of: head.sections[section].row, in: $0) }
  }

  func sectionIndex(_ id: Section.ID) throws -> Int? {
    guard let list = head.row,
      let found = try reading({ try SectionRows.find(id, list: list, in: $0) })
    else { return nil }
    guard let index = head.sectionIndex(at: found.position),
      head.sections[index].row == found.row
    else { throw ListStoreError.corrupted(reason: "section \"\(id)\" has no place in its list") }
    return index
  }

  func chunkCounts(_ section: Int) -> [Int32] {
    head.sections[section].chunks.counts
  }

  func cells(ofChunk chunk: Int, section: Int) throws -> [Int64] {
    let row = head.sections[section].chunks.rows[chunk]
    let count = Int(head.sections[section].chunks.counts[chunk])
    guard let found = try self.chunk(row) else {
      throw ListStoreError.corrupted(reason: "chunk \(row) is missing")
    }
    guard found.cells.count == count else {
      throw ListStoreError.corrupted(
        reason: "chunk \(row) has \(found.cells.count) cells, not \(count)"
      )
    }
    return found.cells
  }

  private func chunk(_ row: Int64) throws -> ChunkRows.Chunk? {
    if let chunk = knownChunks[row] { return chunk }
    let chunk = try reading { try ChunkRows.chunk(row, in: $0) }
    if knownChunks.count < Self.memoryLimit { knownChunks[row] = chunk }
    return chunk
  }

  func place(of cell: Cell.ID) throws -> BasePlace? {
    guard let list = head.row,
      let place = try reading({ try CellRows.place(of: cell, list: list, in: $0) })
    else { return nil }
    guard let found = try chunk(place.chunk), let section = try sectionIndex(ofRow: found.section),
      let chunk = head.sections[section].chunks.index(at: found.position)
    else { throw ListStoreError.corrupted(reason: "cell \"\(cell)\" is in no chunk of its list") }
    if knownIDs.count < Self.memoryLimit { knownIDs[place.cell] = cell }
    return BasePlace(cell: place.cell, section: section, chunk: chunk)
  }

  private func sectionIndex(ofRow row: Int64) throws -> Int? {
    if head.sections.count == 1 { return head.sections[0].row == row ? 0 : nil }
    return try reading { try SectionRows.position(of: row, in: $0) }.flatMap(head.sectionIndex)
  }

  /// Returns the id of a cell, which its place must have as well: it may go into the fingerprint.
  func id(of cell: Int64) throws -> Cell.ID {
    if let id = knownIDs[cell] { return id }
    let id = try entry(cell).id
    if let list = head.row {
      try reading { try CellRows.requirePlace(of: id, list: list, cell: cell, in: $0) }
    }
    if knownIDs.count < Self.memoryLimit { knownIDs[cell] = id }
    return id
  }

  func entry(_ cell: Int64) throws -> CellRows.Entry {
    if let entry = knownEntries[cell] { return entry }
    let entry = try reading { try CellRows.entry(cell, in: $0) }
    try requireKnownID(entry.id, of: cell)
    if knownEntries.count < Self.memoryLimit { knownEntries[cell] = entry }
    return entry
  }

  func entries(_ cells: [Int64]) throws -> [CellRows.Entry] {
    let entries = try reading { try CellRows.entries(of: cells, in: $0) }
    if !knownIDs.isEmpty {
      for (cell, entry) in zip(cells, entries) { try requireKnownID(entry.id, of: cell) }
    }
    return entries
  }

  /// Checks that the row of a cell has the id that the cell was found by.
  private func requireKnownID(_ id: Cell.ID, of cell: Int64) throws {
    guard let known = knownIDs[cell], known != id else { return }
    throw CellRows.misplaced(cell, id)
  }

  func component(_ cell: Int64) throws -> StoredComponent {
    try knownComponents[cell] ?? reading { try CellRows.component(cell, in: $0) }
  }

  func prepare(toReplace cells: some Collection<Int64>) throws {
    guard cells.count <= 8 else { return }
    for cell in cells where knownEntries[cell] == nil {
      let record = try reading { try CellRows.record(cell, in: $0) }
      try requireKnownID(record.entry.id, of: cell)
      (knownEntries[cell], knownComponents[cell]) = record
    }
  }
}

// MARK: - A list in memory

/// A list in memory as the start of a draft: each section is one chunk.
final class LooseList: DraftBase {
  let fingerprint: Fingerprint
  private let list: List
  private let attributes: [Digest]
  private let cells: [Cell]
  private let starts: [Int]
  /// The indices of the cells by their ids, made for the first search.
  private lazy var indices = Dictionary(
    zip(cells.lazy.map(\.id), cells.indices),
    uniquingKeysWith: { first, _ in first }
  )

  init(_ snapshot: Snapshot) throws {
    fingerprint = snapshot.fingerprint
    list = snapshot.list
    attributes = try list.sections.map { try Digest($0.attributes) }
    cells = list.sections.flatMap(\.cells)
    starts = list.sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.cells.count) }
  }

  var sectionCount: Int { list.sections.count }
  func sectionID(_ section: Int) -> Section.ID { list.sections[section].id }
  func attributesDigest(_ section: Int) -> Digest { attributes[section] }
  func attributes(_ section: Int) -> Section.Attributes { list.sections[section].attributes }

  func sectionIndex(_ id: Section.ID) -> Int? {
    list.sections.firstIndex { $0.id == id }
  }

  func chunkCounts(_ section: Int) -> [Int32] {
    let count = list.sections[section].cells.count
    return count == 0 ? [] : [Int32(truncatingIfNeeded: count)]
  }

  func cells(ofChunk chunk: Int, section: Int) -> [Int64] {
    (starts[section]..<starts[section + 1]).map { Int64($0 + 1) }
  }

  func place(of cell: Cell.ID) -> BasePlace? {
    guard let index = indices[cell] else { return nil }
    let section = starts.partitioningIndex { $0 > index } - 1
    return BasePlace(cell: Int64(index + 1), section: section, chunk: 0)
  }

  func entry(_ cell: Int64) throws -> CellRows.Entry {
    let found = cells[Int(cell) - 1]
    return CellRows.Entry(id: found.id, component: Digest(try found.component.stored()))
  }

  func component(_ cell: Int64) throws -> StoredComponent {
    try cells[Int(cell) - 1].component.stored()
  }
}
