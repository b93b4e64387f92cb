import GRDB
import ListDiff
import ListModel

/// Writes the rows of a list that did not exist before.
///
/// There is nothing to compare and nothing to change, so rows are written while passing through the
/// list: that takes some 40 bytes of memory for each of a million cells.
struct FirstVersion {
  let list: ListProposal
  /// The list's row.
  let row: Int64
  let rows: RowNumbers
  private var database: Database { rows.database }

  /// Writes all rows.
  ///
  /// - Returns: The sections, as the head knows them.
  /// - Throws: What SQLite throws.
  func write() throws -> [SectionHead] {
    let count = list.sections.reduce(0) { $0 + $1.indices.count }
    let firstCell = try rows.reserve(count, in: .cell)
    try writeCells(from: firstCell)
    var next = firstCell
    let positions = Ordering.positions(list.sections.count)
    let sections = try zip(list.sections, positions).map { section, position in
      defer { next += Int64(section.indices.count) }
      return try write(section, at: position, cellsFrom: next)
    }
    try writePlaces(in: sections, from: firstCell)
    return sections
  }

  private func writeCells(from first: Int64) throws {
    var next = first
    for section in list.sections {
      try CellRows.insert(section.indices.count, list: row, in: database) { item in
        (next + Int64(item), try section[item])
      }
      next += Int64(section.indices.count)
    }
  }

  /// Records in which chunk each cell is: in the order of the table's key, which fills each page
  /// once.
  private func writePlaces(in sections: [SectionHead], from first: Int64) throws {
    let chunks = sections.flatMap(\.chunks.rows)
    var end = 0
    let ends = sections.flatMap(\.chunks.counts).map { count in
      end += Int(count)
      return end
    }
    let places = IDOrder(of: list.sections).cells.lazy.map { id, cell in
      (id: id, cell: first + Int64(cell), chunk: chunks[ends.partitioningIndex { cell < $0 }])
    }
    try CellRows.insert(places: places, list: row, in: database)
  }

  private func write(
    _ section: SectionProposal,
    at position: Int64,
    cellsFrom first: Int64
  ) throws -> SectionHead {
    var head = SectionHead(
      id: section.id,
      row: try SectionRows.insert(
        section.id,
        list: row,
        position: position,
        section.attributes,
        digest: section.digest,
        in: database
      ),
      position: position,
      attributes: section.digest
    )
    let parts = Chunking.parts(section.indices.count)
    for (part, position) in zip(parts, Ordering.positions(parts.count)) {
      let cells = first + Int64(part.lowerBound)..<first + Int64(part.upperBound)
      let chunk = try ChunkRows.insert(
        section: head.row,
        position: position,
        cells: cells,
        in: database
      )
      head.chunks.rows.append(chunk)
      head.chunks.positions.append(position)
      head.chunks.counts.append(Int32(part.count))
    }
    return head
  }
}
