import GRDB

/// Writes the changed chunks of a section.
struct ChunkWriter {
  let database: Database
  /// The section's row.
  let section: Int64
  /// The chunks as stored; ``write(_:)`` keeps them up to date.
  var chunks: ChunkTable
  /// The cells that are new in a chunk, with the chunk's row.
  private(set) var arrivals: [(cell: Int64, chunk: Int64)] = []
  /// The rows the commit has touched; ``write(_:)`` adds the chunks.
  private(set) var touched: TouchedRows
  /// Chunks whose stored cells were read before, by their indices.
  private let known: [Int: ChunkDraft]

  init(
    section: Int64,
    chunks: ChunkTable,
    knowing known: [Int: ChunkDraft],
    touched: TouchedRows,
    in database: Database
  ) {
    self.touched = touched
    self.known = known
    self.database = database
    self.section = section
    self.chunks = chunks
  }

  /// Writes chunks with new cells; cuts chunks that are too full, and merges small ones with a
  /// neighbour.
  ///
  /// - Parameter edits: The rows of the cells, by the index of the chunk. A section without chunks
  ///   is written as if it had an empty one.
  /// - Throws: ``ListStoreError/corrupted(reason:)``, and what SQLite throws.
  mutating func write(_ edits: [Int: [Int64]]) throws {
    var edits = edits
    try merge(&edits)
    // From the end, so that indices stay right.
    for (chunk, cells) in edits.sorted(by: { $0.key > $1.key }) {
      let parts = Chunking.parts(cells.count).map { cells[$0] }
      if chunk >= chunks.count {
        try insert(parts[...], at: chunks.count)
      } else if let first = parts.first {
        try insert(parts.dropFirst(), at: chunk + 1)
        try set(first, of: chunk)
      } else {
        try delete(chunk)
      }
    }
  }

  private func merge(_ edits: inout [Int: [Int64]]) throws {
    for chunk in edits.keys.sorted() {
      guard let cells = edits[chunk], !cells.isEmpty, cells.count < Chunking.minimum else {
        continue
      }
      for neighbour in [chunk - 1, chunk + 1] where chunks.counts.indices.contains(neighbour) {
        let count = edits[neighbour]?.count ?? Int(chunks.counts[neighbour])
        guard count > 0, count + cells.count <= Chunking.limit else { continue }
        let others = try edits[neighbour] ?? stored(neighbour)
        edits[neighbour] = neighbour < chunk ? others + cells : cells + others
        edits[chunk] = []
        break
      }
    }
  }

  private func stored(_ chunk: Int) throws -> [Int64] {
    if let draft = known[chunk] { return draft.before }
    return try ChunkRows.cells(
      of: chunks.rows[chunk],
      count: Int(chunks.counts[chunk]),
      in: database
    )
  }
}

// MARK: - Rows

extension ChunkWriter {
  private mutating func set(_ cells: ArraySlice<Int64>, of chunk: Int) throws {
    let row = chunks.rows[chunk]
    let before = try stored(chunk)
    guard !before.elementsEqual(cells) else { return }
    touched.note(chunk: row, of: section, at: chunks.positions[chunk])
    try ChunkRows.set(
      cells: cells,
      of: row,
      section: section,
      position: chunks.positions[chunk],
      in: database
    )
    chunks.counts[chunk] = Int32(cells.count)
    // Cells that stay mostly keep their order, so this seldom searches.
    var next = 0
    for cell in cells {
      if next < before.count, before[next] == cell {
        next += 1
      } else if let found = before.firstIndex(of: cell) {
        next = found + 1
      } else {
        arrivals.append((cell, row))
      }
    }
  }

  private mutating func insert(_ parts: ArraySlice<ArraySlice<Int64>>, at index: Int) throws {
    guard !parts.isEmpty else { return }
    let positions = try positions(parts.count, at: index)
    var rows: [Int64] = []
    for (cells, position) in zip(parts, positions) {
      let row = try ChunkRows.insert(
        section: section,
        position: position,
        cells: cells,
        in: database
      )
      touched.note(chunk: row, of: section, at: nil)
      rows.append(row)
      for cell in cells { arrivals.append((cell, row)) }
    }
    chunks.rows.insert(contentsOf: rows, at: index)
    chunks.positions.insert(contentsOf: positions, at: index)
    chunks.counts.insert(contentsOf: parts.map { Int32($0.count) }, at: index)
  }

  private mutating func delete(_ chunk: Int) throws {
    touched.note(chunk: chunks.rows[chunk], of: section, at: chunks.positions[chunk])
    try ChunkRows.delete(chunks.rows[chunk], in: database)
    chunks.remove(at: chunk)
  }

  private mutating func positions(_ count: Int, at index: Int) throws -> ArraySlice<Int64> {
    let placement = Ordering.placement(of: count, at: index, among: chunks.positions)
    for chunk in placement.window {
      touched.note(chunk: chunks.rows[chunk], of: section, at: chunks.positions[chunk])
      chunks.positions[chunk] = placement.position(of: chunk)
      try ChunkRows.set(position: chunks.positions[chunk], of: chunks.rows[chunk], in: database)
    }
    return placement.new
  }
}
