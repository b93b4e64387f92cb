import GRDB

/// The rows of chunks: their headers, which a commit keeps in memory, and their cells.
enum ChunkRows {
  /// The chunks of a section, in order.
  static func table(of section: Int64, in database: Database) throws -> ChunkTable {
    var table = ChunkTable()
    _ = try SQLStatement(
      """
      SELECT chunk, position, count FROM liststore_chunk_header
      WHERE section = ? ORDER BY position
      """,
      in: database
    ).bind(section).all { row in
      guard let count = Int32(exactly: row.int64(2)), (1...Chunking.limit).contains(Int(count))
      else {
        throw ListStoreError.corrupted(reason: "chunk \(row.int64(0)) claims \(row.int64(2)) cells")
      }
      table.rows.append(row.int64(0))
      table.positions.append(row.int64(1))
      table.counts.append(count)
    }
    return table
  }

  /// The section a chunk is in, and its position in it.
  static func header(
    of chunk: Int64,
    in database: Database
  ) throws -> (section: Int64, position: Int64)? {
    try SQLStatement(
      "SELECT section, position FROM liststore_chunk_header WHERE chunk = ?",
      in: database
    ).bind(chunk).first { ($0.int64(0), $0.int64(1)) }
  }

  /// The rows of a chunk's cells, in order.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there are not `count`.
  static func cells(of chunk: Int64, count: Int, in database: Database) throws -> [Int64] {
    let cells = try SQLStatement(
      "SELECT cells FROM liststore_chunk WHERE chunk = ?",
      in: database
    ).bind(chunk).first { try $0.cells(0) }
    guard let cells else {
      throw ListStoreError.corrupted(reason: "chunk \(chunk) is missing")
    }
    guard cells.count == count else {
      throw ListStoreError.corrupted(
        reason: "chunk \(chunk) has \(cells.count) cells, its header says \(count)"
      )
    }
    return cells
  }

  static func insert(
    section: Int64,
    position: Int64,
    cells: some Collection<Int64>,
    in database: Database
  ) throws -> Int64 {
    try SQLStatement(
      "INSERT INTO liststore_chunk_header (section, position, count) VALUES (?, ?, ?)",
      in: database
    ).bind(section).bind(position).bind(cells.count).run()
    let chunk = database.lastInsertedRowID
    try SQLStatement(
      "INSERT INTO liststore_chunk (chunk, cells) VALUES (?, ?)",
      in: database
    ).bind(chunk).bind(cells: cells).run()
    return chunk
  }

  static func set(
    cells: some Collection<Int64>,
    of chunk: Int64,
    in database: Database
  ) throws {
    try SQLStatement("UPDATE liststore_chunk SET cells = ? WHERE chunk = ?", in: database)
      .bind(cells: cells).bind(chunk).run()
  }

  static func set(count: Int, of chunk: Int64, in database: Database) throws {
    try SQLStatement(
      "UPDATE liststore_chunk_header SET count = ? WHERE chunk = ?",
      in: database
    ).bind(count).bind(chunk).run()
  }

  static func set(position: Int64, of chunk: Int64, in database: Database) throws {
    try SQLStatement(
      "UPDATE liststore_chunk_header SET position = ? WHERE chunk = ?",
      in: database
    ).bind(position).bind(chunk).run()
  }

  static func delete(_ chunk: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_chunk WHERE chunk = ?", in: database)
      .bind(chunk).run()
    try SQLStatement("DELETE FROM liststore_chunk_header WHERE chunk = ?", in: database)
      .bind(chunk).run()
  }
}
