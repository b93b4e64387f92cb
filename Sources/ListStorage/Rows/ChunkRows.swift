import GRDB
import ListModel

/// The rows of chunks: where they stand, which a commit keeps in memory, and their cells.
enum ChunkRows {
  /// The chunks of a section, in order.
  static func table(of section: Int64, in database: Database) throws -> ChunkTable {
    var table = ChunkTable()
    try SQLStatement(
      """
      SELECT chunk, position, count FROM liststore_chunk
      WHERE section = ? ORDER BY position
      """,
      in: database
    ).bind(section).forEachRow { try append($0, to: &table) }
    return table
  }

  /// The chunks of all sections of a list, in order, by the rows of the sections.
  ///
  /// All at once: of many sections with few chunks each, that takes half the time.
  static func tables(of list: Int64, in database: Database) throws -> [Int64: ChunkTable] {
    var tables: [Int64: ChunkTable] = [:]
    var (section, table) = (Int64(0), ChunkTable())
    try SQLStatement(
      """
      SELECT chunk, position, count, section FROM liststore_chunk
      WHERE section IN (SELECT section FROM liststore_section WHERE list = ?)
      ORDER BY section, position
      """,
      in: database
    ).bind(list).forEachRow { row in
      if try row.int64(3) != section {
        if table.count > 0 { tables[section] = table }
        (section, table) = (try row.int64(3), ChunkTable())
      }
      try append(row, to: &table)
    }
    if table.count > 0 { tables[section] = table }
    return tables
  }

  private static func append(_ row: SQLRow, to table: inout ChunkTable) throws {
    table.counts.append(try count(row.int64(2), ofChunk: row.int64(0)))
    table.rows.append(try row.int64(0))
    table.positions.append(try row.int64(1))
  }

  /// Where a chunk stands, and how many cells it has; `nil` if there is none with this row.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func place(
    of chunk: Int64,
    in database: Database
  ) throws -> (section: Int64, position: Int64, count: Int32)? {
    try SQLStatement(
      "SELECT section, position, count FROM liststore_chunk WHERE chunk = ?",
      in: database
    ).bind(chunk).first { row in
      try (row.int64(0), row.int64(1), count(row.int64(2), ofChunk: chunk))
    }
  }

  /// A number of cells that a chunk can have.
  private static func count(_ count: Int64, ofChunk chunk: Int64) throws -> Int32 {
    guard let valid = Int32(exactly: count), (1...Chunking.limit).contains(Int(valid)) else {
      throw ListStoreError.corrupted(reason: "chunk \(chunk) claims \(count) cells")
    }
    return valid
  }

  /// A chunk as it is stored.
  struct Chunk {
    var section: Int64
    var position: Int64
    /// The rows of its cells, in order.
    var cells: [Int64]
  }

  /// A chunk; `nil` if there is none with this row.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func chunk(_ chunk: Int64, in database: Database) throws -> Chunk? {
    try SQLStatement(
      "SELECT section, position, count, cells FROM liststore_chunk WHERE chunk = ?",
      in: database
    ).bind(chunk).first { row in
      let count = try row.int(2)
      guard let cells = row.withBytes(3, { ChunkCells.decode($0, count: count) }) else {
        throw ListStoreError.corrupted(reason: "chunk \(chunk) does not hold \(count) cells")
      }
      guard areDifferent(cells) else {
        throw ListStoreError.corrupted(reason: "a cell stands in two places of chunk \(chunk)")
      }
      return try Chunk(section: row.int64(0), position: row.int64(1), cells: cells)
    }
  }

  /// Whether no cell stands twice; mostly, their rows ascend.
  private static func areDifferent(_ cells: [Int64]) -> Bool {
    let isAscending = zip(cells, cells.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending || Set(cells).count == cells.count
  }

  /// The rows of a chunk's cells, in order.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there are not `count`.
  static func cells(of chunk: Int64, count: Int, in database: Database) throws -> [Int64] {
    guard let found = try self.chunk(chunk, in: database) else {
      throw ListStoreError.corrupted(reason: "chunk \(chunk) is missing")
    }
    guard found.cells.count == count else {
      throw ListStoreError.corrupted(
        reason: "chunk \(chunk) has \(found.cells.count) cells, not \(count)"
      )
    }
    return found.cells
  }

  static func insert(
    section: Int64,
    position: Int64,
    cells: some Collection<Int64>,
    in database: Database
  ) throws -> Int64 {
    try SQLStatement(
      "INSERT INTO liststore_chunk (section, position, count, cells) VALUES (?, ?, ?, ?)",
      in: database
    ).bind(section).bind(position).bind(cells.count).bind(ChunkCells.encode(cells)).run()
    return database.lastInsertedRowID
  }

  static func set(
    cells: some Collection<Int64>,
    of chunk: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      "UPDATE liststore_chunk SET count = ?, cells = ? WHERE chunk = ?",
      in: database
    )
    .bind(cells.count).bind(ChunkCells.encode(cells)).bind(chunk).run()
  }

  static func set(position: Int64, of chunk: Int64, in database: Database) throws {
    try SQLStatement("UPDATE liststore_chunk SET position = ? WHERE chunk = ?", in: database)
      .bind(position).bind(chunk).run()
  }

  static func delete(_ chunk: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_chunk WHERE chunk = ?", in: database)
      .bind(chunk).run()
  }
}
