package import GRDB
import ListModel

/// The rows of chunks: their positions, which a commit keeps in memory, and their cells.
package enum ChunkRows {
  /// Reads the chunks of a section, in order; does not check their checksums if something else
  /// proves them.
  package static func table(
    of section: Int64,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> ChunkTable {
    var table = ChunkTable()
    try SQLStatement(Self.ofSection, in: database).bind(section)
      .forEachRow { row in try table.append(Stored(row, proving: isProven)) }
    return table
  }

  /// Reads the chunks of all sections of a list, in order, by the rows of the sections.
  ///
  /// All are read at once: for many sections with few chunks each, that takes half the time.
  static func tables(
    of list: Int64,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> [Int64: ChunkTable] {
    var tables: [Int64: ChunkTable] = [:]
    var (section, table) = (Int64(0), ChunkTable())
    try SQLStatement(Self.ofList, in: database).bind(list).forEachRow { row in
      let chunk = try Stored(row, proving: isProven)
      if chunk.section != section {
        if table.count > 0 { tables[section] = table }
        (section, table) = (chunk.section, ChunkTable())
      }
      table.append(chunk)
    }
    if table.count > 0 { tables[section] = table }
    return tables
  }

  /// Returns the position of a chunk, and its number of cells; `nil` if there is none with this
  /// row.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func place(
    of chunk: Int64,
    in database: Database
  ) throws -> (section: Int64, position: Int64, count: Int32)? {
    try SQLStatement(Self.byRow, in: database).bind(chunk).first { row in
      let chunk = try Stored(row)
      return (chunk.section, chunk.position, chunk.count)
    }
  }

  /// A chunk as it is stored.
  package struct Chunk {
    var section: Int64
    var position: Int64
    /// The rows of its cells, in order.
    package var cells: [Int64]
  }

  /// Reads a chunk; `nil` if there is none with this row.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package static func chunk(
    _ chunk: Int64,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> Chunk? {
    try SQLStatement(Self.byRow, in: database).bind(chunk).first { row in
      let stored = try Stored(row, proving: isProven)
      let count = Int(stored.count)
      guard let cells = row.withBytes(Stored.cells, { ChunkCells.decode($0, count: count) }) else {
        throw ListStoreError.corrupted(reason: "chunk \(chunk) does not hold \(count) cells")
      }
      // What has its checksum is what was written.
      guard stored.hasChecksum || areDifferent(cells) else {
        throw ListStoreError.corrupted(reason: "a cell stands in two places of chunk \(chunk)")
      }
      return Chunk(section: stored.section, position: stored.position, cells: cells)
    }
  }

  /// Returns whether no cell stands twice; mostly, their rows ascend.
  private static func areDifferent(_ cells: [Int64]) -> Bool {
    let isAscending = zip(cells, cells.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending || Set(cells).count == cells.count
  }

  /// Returns the rows of a chunk's cells, in order.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when there are not `count`.
  package static func cells(
    of chunk: Int64,
    count: Int,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> [Int64] {
    guard let found = try self.chunk(chunk, proving: isProven, in: database) else {
      throw ListStoreError.corrupted(reason: "chunk \(chunk) is missing")
    }
    guard found.cells.count == count else {
      throw ListStoreError.corrupted(
        reason: "chunk \(chunk) has \(found.cells.count) cells, not \(count)"
      )
    }
    return found.cells
  }
}

// MARK: - Reading

extension ChunkRows {
  // Made once: a commit reads chunks.
  private static let byRow = select("WHERE chunk = ?")
  private static let ofSection = select("WHERE section = ? ORDER BY position")
  private static let ofList = select(
    """
    WHERE section IN (SELECT section FROM liststore_section WHERE list = ?)
    ORDER BY section, position
    """
  )

  private static func select(_ rest: String) -> SQLStatement.Text {
    let columns = "chunk, section, position, count, cells"
    let checksum = RowChecksum.required("checksum", of: "liststore_chunk")
    return SQLStatement.Text(
      "SELECT \(columns), \(checksum) FROM liststore_chunk \(rest)",
      inOlderStores: "SELECT \(columns), NULL FROM liststore_chunk \(rest)"
    )
  }

  /// A row, without its cells.
  fileprivate struct Stored {
    static let cells: Int32 = 4

    let chunk: Int64
    let section: Int64
    let position: Int64
    let count: Int32
    /// Whether the row has a checksum, and was compared with it.
    let hasChecksum: Bool

    /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the row has another checksum.
    init(_ row: SQLRow, proving isProven: Bool = true) throws {
      (chunk, section) = (try row.int64(0), try row.int64(1))
      position = try row.int64(2)
      let claim = try row.int64(3)
      guard let count = Int32(exactly: claim), (1...Chunking.limit).contains(Int(count)) else {
        throw ListStoreError.corrupted(reason: "chunk \(chunk) claims \(claim) cells")
      }
      self.count = count
      hasChecksum = isProven && !row.isNull(5)
      guard hasChecksum else { return }
      let checksum = row.withBytes(Self.cells) {
        RowChecksum.chunk(section: section, position: position, count: claim, cells: $0)
      }
      guard try row.int64(5) == checksum else {
        throw ListStoreError.corrupted(
          reason: "chunk \(chunk) is not what was recorded; `repair` saves what can be proved"
        )
      }
    }
  }
}

extension ChunkTable {
  fileprivate mutating func append(_ chunk: ChunkRows.Stored) {
    counts.append(chunk.count)
    rows.append(chunk.chunk)
    positions.append(chunk.position)
  }
}

// MARK: - Writing

extension ChunkRows {
  static func insert(
    section: Int64,
    position: Int64,
    cells: some Collection<Int64>,
    in database: Database
  ) throws -> Int64 {
    let encoded = ChunkCells.encode(cells)
    try SQLStatement(
      """
      INSERT INTO liststore_chunk (section, position, count, cells, checksum) VALUES (?, ?, ?, ?, ?)
      """,
      in: database
    ).bind(section).bind(position).bind(cells.count).bind(encoded)
      .bind(checksum(section: section, position: position, count: cells.count, encoded)).run()
    return database.lastInsertedRowID
  }

  /// Gives a chunk other cells, at the same position.
  static func set(
    cells: some Collection<Int64>,
    of chunk: Int64,
    section: Int64,
    position: Int64,
    in database: Database
  ) throws {
    let encoded = ChunkCells.encode(cells)
    try SQLStatement(
      "UPDATE liststore_chunk SET count = ?, cells = ?, checksum = ? WHERE chunk = ?",
      in: database
    )
    .bind(cells.count).bind(encoded)
    .bind(checksum(section: section, position: position, count: cells.count, encoded))
    .bind(chunk).run()
  }

  private static func checksum(
    section: Int64,
    position: Int64,
    count: Int,
    _ cells: [UInt8]
  ) -> Int64 {
    cells.withUnsafeBytes {
      RowChecksum.chunk(section: section, position: position, count: Int64(count), cells: $0)
    }
  }

  /// Gives a chunk another position in its section.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func set(position: Int64, of chunk: Int64, in database: Database) throws {
    guard let found = try self.chunk(chunk, in: database) else {
      throw ListStoreError.corrupted(reason: "chunk \(chunk) is missing")
    }
    let encoded = ChunkCells.encode(found.cells)
    try SQLStatement(
      "UPDATE liststore_chunk SET position = ?, checksum = ? WHERE chunk = ?",
      in: database
    )
    .bind(position)
    .bind(
      checksum(section: found.section, position: position, count: found.cells.count, encoded)
    )
    .bind(chunk).run()
  }

  static func delete(_ chunk: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_chunk WHERE chunk = ?", in: database)
      .bind(chunk).run()
  }

  /// Adds checksums to the chunks that older software has made.
  static func addChecksums(in database: Database) throws {
    let rows = try SQLStatement("SELECT chunk FROM liststore_chunk", in: database)
      .all { try $0.int64(0) }
    for row in rows {
      let checksum = try SQLStatement(
        "SELECT section, position, count, cells FROM liststore_chunk WHERE chunk = ?",
        in: database
      ).bind(row).first { chunk in
        let numbers = try (chunk.int64(0), chunk.int64(1), chunk.int64(2))
        return chunk.withBytes(3) {
          RowChecksum.chunk(section: numbers.0, position: numbers.1, count: numbers.2, cells: $0)
        }
      }
      try SQLStatement("UPDATE liststore_chunk SET checksum = ? WHERE chunk = ?", in: database)
        .bind(checksum ?? 0).bind(row).run()
    }
  }
}
