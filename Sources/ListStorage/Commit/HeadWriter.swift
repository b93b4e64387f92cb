import GRDB
import ListDiff
import ListModel

/// Turns the rows of a list's head into those of the next version.
///
/// Writes what differs and leaves everything else alone.
struct HeadWriter {
  let stored: StoredHead
  /// The list's row.
  let list: Int64
  let draft: ListDraft
  let difference: ListDifference
  /// The row of the first new cell; the others follow it.
  private let firstNewRow: Int64

  private var database: Database { stored.database }

  init(
    _ stored: StoredHead,
    list: Int64,
    draft: ListDraft,
    difference: ListDifference,
    rows: RowNumbers
  ) throws {
    self.stored = stored
    self.list = list
    self.draft = draft
    self.difference = difference
    firstNewRow =
      difference.insertedCells.isEmpty ? 0 : try rows.reserve(draft.newCells.count, in: .cell)
  }

  /// Writes the rows; the stored head's sections become those of the draft.
  func write() throws {
    try writeCells()
    try writeSections()
    try writePlaces(try writeChunks())
  }
}

// MARK: - Cells

extension HeadWriter {
  private func row(of cell: Int64) -> Int64 {
    cell < 0 ? firstNewRow + Int64(ListDraft.index(ofNew: cell)) : cell
  }

  private func writeCells() throws {
    for cell in difference.cells.deleted {
      try CellRows.delete(cell, list: list, try stored.entry(cell).id, in: database)
    }
    // In the order of their rows, so that rows are appended.
    let inserted = difference.cells.inserted.sorted(by: >)
    try CellRows.insert(inserted.count, list: list, in: database) { number in
      let cell = inserted[number]
      return (row(of: cell), draft.newCells[ListDraft.index(ofNew: cell)])
    }
    for cell in difference.cells.updated {
      guard let new = draft.contents[cell] else { continue }
      try CellRows.set(new.component, digest: new.digest, of: cell, in: database)
    }
  }

  /// Records the chunks of the cells that are new in them.
  private func writePlaces(_ arrivals: [(cell: Int64, chunk: Int64)]) throws {
    guard !arrivals.isEmpty else { return }
    var new: [(id: Cell.ID, cell: Int64, chunk: Int64)] = []
    for (cell, chunk) in arrivals {
      let index = Int(cell - firstNewRow)
      if firstNewRow > 0, draft.newCells.indices.contains(index) {
        new.append((draft.newCells[index].id, cell, chunk))
      } else {
        try CellRows.setPlace(of: try stored.id(of: cell), list: list, chunk: chunk, in: database)
      }
    }
    // In the order of the table's key, many rows fill each page once.
    if new.count > Chunking.limit { new.sort { $0.id < $1.id } }
    try CellRows.insert(places: new, list: list, in: database)
  }
}

// MARK: - Sections

extension HeadWriter {
  private func writeSections() throws {
    for index in difference.deletedSections {
      let section = stored.head.sections[index]
      stored.touched.noteReplaced(section: section.row, at: section.position)
      for chunk in section.chunks.rows { try ChunkRows.delete(chunk, in: database) }
      try SectionRows.delete(section.row, in: database)
    }
    for update in difference.updatedSections {
      let section = draft.section(update.from)
      stored.head.updateSection(update.from) { $0.attributes = section.attributes }
      let (row, position) = stored.head.sections[update.from].place
      stored.touched.note(section: row, at: position)
      try SectionRows.set(
        try draft.attributes(of: update.from),
        digest: section.attributes,
        of: row,
        in: database
      )
    }
    if let order = draft.order { try writeOrder(order) }
  }

  /// Takes out the sections that leave, and writes the positions of those that come or move.
  private func writeOrder(_ order: SectionOrder) throws {
    var moving: [Int: SectionHead] = [:]
    let leaving = difference.deletedSections + difference.movedSections.map(\.from)
    for index in leaving.sorted(by: >) {
      let section = stored.head.removeSection(at: index)
      stored.touched.note(section: section.row, at: section.position)
      moving[index] = section
    }
    let arriving = (difference.insertedSections + difference.movedSections.map(\.to)).sorted()
    for places in RangeSet(arriving.map { $0..<$0 + 1 }).ranges {
      let positions = try positions(places.count, at: places.lowerBound)
      for (index, position) in zip(places, positions) {
        let name = order[index]
        var section = moving[name] ?? newSection(name)
        section.position = position
        stored.head.insert(section, at: index)
      }
    }
    for index in arriving { try writePlace(of: order[index], at: index) }
  }

  /// Stands for the row of a section that is still to be written.
  private static let noRow: Int64 = 0

  private func newSection(_ name: Int) -> SectionHead {
    let section = draft.section(name)
    return SectionHead(id: section.id, row: Self.noRow, position: 0, attributes: section.attributes)
  }

  /// Writes the row of a section that comes, or the position of one that moves.
  private func writePlace(of name: Int, at index: Int) throws {
    let section = stored.head.sections[index]
    guard section.row == Self.noRow else {
      return try SectionRows.set(
        position: section.position,
        of: section.row,
        list: list,
        section.id,
        in: database
      )
    }
    let row = try SectionRows.insert(
      section.id,
      list: list,
      position: section.position,
      try draft.attributes(of: name),
      digest: section.attributes,
      in: database
    )
    stored.touched.noteReplaced(section: row, at: nil)
    stored.head.updateSection(index) { $0.row = row }
  }

  private func positions(_ count: Int, at index: Int) throws -> ArraySlice<Int64> {
    let placement = Ordering.placement(
      of: count,
      at: index,
      among: stored.head.sections.lazy.map(\.position)
    )
    for neighbour in placement.window {
      let position = placement.position(of: neighbour)
      let (row, before) = stored.head.sections[neighbour].place
      let id = stored.head.sections[neighbour].id
      stored.head.updateSection(neighbour) { $0.position = position }
      // The row of a new section is still to be written.
      guard row != Self.noRow else { continue }
      stored.touched.note(section: row, at: before)
      try SectionRows.set(position: position, of: row, list: list, id, in: database)
    }
    return placement.new
  }
}

// MARK: - Chunks

extension HeadWriter {
  /// Writes the chunks that have changed.
  ///
  /// - Returns: The cells that are new in a chunk.
  private func writeChunks() throws -> [(cell: Int64, chunk: Int64)] {
    var arrivals: [(cell: Int64, chunk: Int64)] = []
    let indices = draft.sectionIndices
    for (name, section) in draft.sections.sorted(by: { $0.key < $1.key }) {
      let changed = section.chunks.filter { $0.value.before != $0.value.after }
      guard !changed.isEmpty, let index = indices[name] else { continue }
      var writer = ChunkWriter(
        section: stored.head.sections[index].row,
        chunks: stored.head.takeChunks(of: index),
        knowing: changed,
        touched: stored.takeTouched(),
        in: database
      )
      defer { stored.touched = writer.touched }
      try writer.write(
        changed.mapValues { draft.newCells.isEmpty ? $0.after : $0.after.map(row) }
      )
      stored.head.setChunks(writer.chunks, of: index)
      arrivals += writer.arrivals
    }
    return arrivals
  }
}
