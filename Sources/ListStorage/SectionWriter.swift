import GRDB
import ListModel

/// Writes a section's cells and their order, touching only the chunks that change.
struct SectionWriter {
  let database: Database

  /// A cell of the new order, and the stored chunk it stays in.
  struct Placed {
    var cell: CellState
    /// The index of the chunk in the section before; `nil` for a cell that arrives.
    var chunk: Int?
  }

  /// Gives a section new cells.
  ///
  /// - Parameters:
  ///   - placed: The cells in their new order; those that stay, in the order they had.
  ///   - section: The section as it is stored; afterwards, as it has become.
  /// - Throws: What SQLite throws.
  func write(_ placed: [Placed], to section: inout SectionState) throws {
    let old = section
    section.cells = placed.map(\.cell)
    let pieces = Chunking.pieces(placed.lazy.map(\.chunk))
    let positions = Ordering.completed(
      pieces.map { piece in piece.origin.map { old.chunks[$0].position } }
    )
    section.chunks = []
    section.chunks.reserveCapacity(pieces.count)

    let kept = Set(pieces.compactMap(\.origin))
    for index in old.chunks.indices where !kept.contains(index) {
      try ListRows.deleteChunk(old.chunks[index].row, in: database)
    }
    let starts = old.chunkStarts
    var start = 0
    for (piece, position) in zip(pieces, positions) {
      let cells = section.cells[start..<(start + piece.count)]
      start += piece.count
      if let origin = piece.origin {
        let before = old.cells[starts[origin]..<(starts[origin] + old.chunks[origin].count)]
        section.chunks.append(
          try update(old.chunks[origin], at: position, from: before, to: cells)
        )
      } else {
        section.chunks.append(try insert(cells, at: position, into: section))
      }
    }
  }

  private func update(
    _ chunk: ChunkState,
    at position: Int64,
    from before: ArraySlice<CellState>,
    to cells: ArraySlice<CellState>
  ) throws -> ChunkState {
    if !before.lazy.map(\.row).elementsEqual(cells.lazy.map(\.row)) {
      try ListRows.setCells(of: chunk.row, cells, in: database)
    }
    let new = ChunkState(row: chunk.row, position: position, count: cells.count)
    if new.position != chunk.position || new.count != chunk.count {
      try ListRows.setHeader(of: new, in: database)
    }
    return new
  }

  private func insert(
    _ cells: ArraySlice<CellState>,
    at position: Int64,
    into section: SectionState
  ) throws -> ChunkState {
    let row = try ListRows.insertChunk(
      section: section.row,
      position: position,
      cells: cells,
      in: database
    )
    return ChunkState(row: row, position: position, count: cells.count)
  }
}

extension SectionState {
  /// The index of each chunk's first cell.
  var chunkStarts: [Int] {
    var start = 0
    return chunks.map { chunk in
      defer { start += chunk.count }
      return start
    }
  }

  /// For each cell, the index of its chunk.
  var chunkIndices: [Int] {
    chunks.indices.flatMap { Array(repeating: $0, count: chunks[$0].count) }
  }
}
