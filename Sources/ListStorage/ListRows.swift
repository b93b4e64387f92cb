import Foundation
import GRDB
import ListModel

/// The rows of lists, sections, cells and chunks: every SQL statement on the head versions.
enum ListRows {
  /// The row of a list.
  struct Head: Sendable {
    var row: Int64
    var id: List.ID
    var version: Int
    var fingerprint: Fingerprint
    var floor: Int
  }
}

// MARK: - Lists

extension ListRows {
  static func all(in database: Database) throws -> [Head] {
    let statement = try database.cachedStatement(
      sql: "SELECT list, version, fingerprint, floor, id FROM list ORDER BY id"
    )
    return try Row.fetchAll(statement).map { row in
      try head(row, id: List.ID(try text(row, 4)))
    }
  }

  static func find(_ id: List.ID, in database: Database) throws -> Head? {
    let statement = try database.cachedStatement(
      sql: "SELECT list, version, fingerprint, floor FROM list WHERE id = ?"
    )
    return try Row.fetchOne(statement, arguments: [blob(id)]).map { try head($0, id: id) }
  }

  /// The row of a list that must exist.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``.
  static func require(_ id: List.ID, in database: Database) throws -> Head {
    guard let head = try find(id, in: database) else { throw ListStoreError.unknownList(id) }
    return head
  }

  private static func head(_ row: Row, id: List.ID) throws -> Head {
    Head(
      row: row[0],
      id: id,
      version: row[1],
      fingerprint: try fingerprint(row, 2),
      floor: row[3]
    )
  }

  static func insertList(_ id: List.ID, in database: Database) throws -> Int64 {
    try database.cachedStatement(
      sql: """
        INSERT INTO list (id, lineage, epoch, version, fingerprint, floor)
        VALUES (?, randomblob(16), 1, 0, ?, 0)
        """
    ).execute(arguments: [blob(id), blob(Fingerprint.empty)])
    return database.lastInsertedRowID
  }

  static func setHead(
    of list: Int64,
    version: Int,
    fingerprint: Fingerprint,
    in database: Database
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE list SET version = ?, fingerprint = ? WHERE list = ?"
    ).execute(arguments: [version, blob(fingerprint), list])
  }
}

// MARK: - Sections

extension ListRows {
  static func insertSection(
    _ id: Section.ID,
    list: Int64,
    position: Int64,
    _ attributes: Section.Attributes,
    in database: Database
  ) throws -> Int64 {
    try database.cachedStatement(
      sql: """
        INSERT INTO section (list, id, position, header, footer, layout) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      list, blob(id), position,
      try attributes.header.map { try StoredView.data($0) },
      try attributes.footer.map { try StoredView.data($0) },
      try attributes.layout.map { Data(try $0.stored().bytes) },
    ])
    return database.lastInsertedRowID
  }

  static func setAttributes(
    of section: Int64,
    _ attributes: Section.Attributes,
    in database: Database
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE section SET header = ?, footer = ?, layout = ? WHERE section = ?"
    ).execute(arguments: [
      try attributes.header.map { try StoredView.data($0) },
      try attributes.footer.map { try StoredView.data($0) },
      try attributes.layout.map { Data(try $0.stored().bytes) },
      section,
    ])
  }

  static func setPosition(of section: Int64, _ position: Int64, in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE section SET position = ? WHERE section = ?")
      .execute(arguments: [position, section])
  }

  static func attributes(of section: Int64, in database: Database) throws -> Section.Attributes {
    let statement = try database.cachedStatement(
      sql: "SELECT header, footer, layout FROM section WHERE section = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [section]) else {
      throw ListStoreError.corrupted(reason: "section row \(section) is missing")
    }
    return try attributes(row, from: 0)
  }

  static func attributes(
    of section: Section.ID,
    list: List.ID,
    in database: Database
  ) throws -> Section.Attributes? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT header, footer, layout FROM section
        WHERE list = (SELECT list FROM list WHERE id = ?) AND id = ?
        """
    )
    return try Row.fetchOne(statement, arguments: [blob(list), blob(section)])
      .map { try attributes($0, from: 0) }
  }

  /// Deletes a section's row and its chunks; its cells are deleted or moved by the caller.
  static func deleteSection(_ section: SectionState, in database: Database) throws {
    for chunk in section.chunks { try deleteChunk(chunk.row, in: database) }
    try database.cachedStatement(sql: "DELETE FROM section WHERE section = ?")
      .execute(arguments: [section.row])
  }

  private static func attributes(_ row: Row, from column: Int) throws -> Section.Attributes {
    Section.Attributes(
      header: try (row[column] as Data?).map { try StoredView.view($0) },
      footer: try (row[column + 1] as Data?).map { try StoredView.view($0) },
      layout: try (row[column + 2] as Data?).map { AnySectionLayout(try content($0)) }
    )
  }
}

// MARK: - Cells

extension ListRows {
  static func insertCell(
    _ id: Cell.ID,
    list: Int64,
    _ component: StoredComponent,
    digest: Digest,
    in database: Database
  ) throws -> Int64 {
    try database.cachedStatement(
      sql: "INSERT INTO cell (list, id, digest, type, content) VALUES (?, ?, ?, ?, ?)"
    ).execute(arguments: [
      list, blob(id), blob(digest.value), Data(component.type.utf8),
      component.content.map { Data($0.bytes) },
    ])
    return database.lastInsertedRowID
  }

  static func setComponent(
    of cell: Int64,
    _ component: StoredComponent,
    digest: Digest,
    in database: Database
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE cell SET digest = ?, type = ?, content = ? WHERE cell = ?"
    ).execute(arguments: [
      blob(digest.value), Data(component.type.utf8), component.content.map { Data($0.bytes) },
      cell,
    ])
  }

  static func component(of cell: Int64, in database: Database) throws -> StoredComponent {
    let statement = try database.cachedStatement(
      sql: "SELECT type, content FROM cell WHERE cell = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [cell]) else {
      throw ListStoreError.corrupted(reason: "cell row \(cell) is missing")
    }
    return try component(row, from: 0)
  }

  static func component(
    of cell: Cell.ID,
    list: List.ID,
    in database: Database
  ) throws -> StoredComponent? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT type, content FROM cell
        WHERE list = (SELECT list FROM list WHERE id = ?) AND id = ?
        """
    )
    return try Row.fetchOne(statement, arguments: [blob(list), blob(cell)])
      .map { try component($0, from: 0) }
  }

  static func deleteCell(_ cell: Int64, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM cell WHERE cell = ?")
      .execute(arguments: [cell])
  }

  private static func component(_ row: Row, from column: Int) throws -> StoredComponent {
    StoredComponent(
      type: try text(row, column),
      content: try (row[column + 1] as Data?).map { try content($0) }
    )
  }
}

// MARK: - Chunks

extension ListRows {
  static func insertChunk(
    section: Int64,
    position: Int64,
    cells: some Collection<CellState>,
    in database: Database
  ) throws -> Int64 {
    try database.cachedStatement(
      sql: "INSERT INTO chunk_header (section, position, count) VALUES (?, ?, ?)"
    ).execute(arguments: [section, position, cells.count])
    let chunk = database.lastInsertedRowID
    try database.cachedStatement(sql: "INSERT INTO chunk (chunk, cells) VALUES (?, ?)")
      .execute(arguments: [chunk, chunkBody(cells)])
    return chunk
  }

  static func setCells(
    of chunk: Int64,
    _ cells: some Collection<CellState>,
    in database: Database
  ) throws {
    try database.cachedStatement(sql: "UPDATE chunk SET cells = ? WHERE chunk = ?")
      .execute(arguments: [chunkBody(cells), chunk])
  }

  static func setHeader(of chunk: ChunkState, in database: Database) throws {
    try database.cachedStatement(
      sql: "UPDATE chunk_header SET position = ?, count = ? WHERE chunk = ?"
    ).execute(arguments: [chunk.position, chunk.count, chunk.row])
  }

  static func deleteChunk(_ chunk: Int64, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM chunk WHERE chunk = ?")
      .execute(arguments: [chunk])
    try database.cachedStatement(sql: "DELETE FROM chunk_header WHERE chunk = ?")
      .execute(arguments: [chunk])
  }

  private static func chunkBody(_ cells: some Collection<CellState>) -> Data {
    var body = Data(capacity: cells.count * 8)
    for cell in cells {
      withUnsafeBytes(of: cell.row.littleEndian) { body.append(contentsOf: $0) }
    }
    return body
  }

  private static func cellRows(in body: Data) throws -> [Int64] {
    guard body.count % 8 == 0 else {
      throw ListStoreError.corrupted(reason: "a chunk has \(body.count) bytes")
    }
    return body.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self))
      }
    }
  }
}

// MARK: - Whole lists

extension ListRows {
  /// Reads the state of all sections of a list.
  static func sectionStates(of list: Int64, in database: Database) throws -> [SectionState] {
    var cells = try cellStates(of: list, in: database)
    return try sections(of: list, in: database).map { row, id, position, attributes in
      var section = SectionState(
        id: id,
        row: row,
        position: position,
        attributes: try Digest(attributes)
      )
      for (chunk, rows) in try chunks(of: row, in: database) {
        section.chunks.append(chunk)
        for row in rows { section.cells.append(try take(row, from: &cells)) }
      }
      section.updateTerms()
      return section
    }
  }

  /// Reads a whole list with all payloads.
  static func list(_ list: Int64, in database: Database) throws -> List {
    var cells = try cells(of: list, in: database)
    return List(
      sections: try sections(of: list, in: database).map { row, id, _, attributes in
        var section = Section(id: id)
        section.attributes = attributes
        for (_, rows) in try chunks(of: row, in: database) {
          for row in rows { section.cells.append(try take(row, from: &cells)) }
        }
        return section
      }
    )
  }

  private static func sections(
    of list: Int64,
    in database: Database
  ) throws -> [(row: Int64, id: Section.ID, position: Int64, attributes: Section.Attributes)] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT section, id, position, header, footer, layout FROM section
        WHERE list = ? ORDER BY position
        """
    )
    return try Row.fetchAll(statement, arguments: [list]).map { row in
      (row[0], Section.ID(try text(row, 1)), row[2], try attributes(row, from: 3))
    }
  }

  private static func chunks(
    of section: Int64,
    in database: Database
  ) throws -> [(ChunkState, [Int64])] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT chunk_header.chunk, position, count, cells
        FROM chunk_header JOIN chunk ON chunk.chunk = chunk_header.chunk
        WHERE section = ? ORDER BY position
        """
    )
    return try Row.fetchAll(statement, arguments: [section]).map { row in
      let chunk = ChunkState(row: row[0], position: row[1], count: row[2])
      let rows = try cellRows(in: row[3])
      guard rows.count == chunk.count else {
        throw ListStoreError.corrupted(
          reason: "chunk \(chunk.row) has \(rows.count) cells, its header says \(chunk.count)"
        )
      }
      return (chunk, rows)
    }
  }

  private static func cellStates(
    of list: Int64,
    in database: Database
  ) throws -> [Int64: CellState] {
    let statement = try database.cachedStatement(
      sql: "SELECT cell, id, digest FROM cell WHERE list = ?"
    )
    var states: [Int64: CellState] = [:]
    let rows = try Row.fetchCursor(statement, arguments: [list])
    while let row = try rows.next() {
      let state = CellState(
        id: Cell.ID(try text(row, 1)),
        row: row[0],
        component: Digest(value: try number(row, 2))
      )
      states[state.row] = state
    }
    return states
  }

  private static func cells(of list: Int64, in database: Database) throws -> [Int64: Cell] {
    let statement = try database.cachedStatement(
      sql: "SELECT cell, id, type, content FROM cell WHERE list = ?"
    )
    var cells: [Int64: Cell] = [:]
    let rows = try Row.fetchCursor(statement, arguments: [list])
    while let row = try rows.next() {
      cells[row[0]] = Cell(
        id: Cell.ID(try text(row, 1)),
        component: AnyComponent(try component(row, from: 2))
      )
    }
    return cells
  }

  private static func take<Value>(
    _ row: Int64,
    from cells: inout [Int64: Value]
  ) throws -> Value {
    guard let cell = cells.removeValue(forKey: row) else {
      throw ListStoreError.corrupted(
        reason: "cell row \(row) is missing, or stands in two chunks"
      )
    }
    return cell
  }
}

// MARK: - Columns

extension ListRows {
  static func blob<Element>(_ id: Identifier<Element>) -> Data {
    Data(id.rawValue.utf8)
  }

  static func blob(_ fingerprint: Fingerprint) -> Data {
    blob(fingerprint.value)
  }

  /// 16 bytes, most significant first.
  static func blob(_ number: UInt128) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  static func fingerprint(_ row: Row, _ column: Int) throws -> Fingerprint {
    Fingerprint(value: try number(row, column))
  }

  static func number(_ row: Row, _ column: Int) throws -> UInt128 {
    let data: Data = row[column]
    guard data.count == 16 else {
      throw ListStoreError.corrupted(reason: "a hash has \(data.count) bytes; expected 16")
    }
    return data.reduce(0) { $0 << 8 | UInt128($1) }
  }

  static func text(_ row: Row, _ column: Int) throws -> String {
    let data: Data = row[column]
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ListStoreError.corrupted(reason: "a text is not valid UTF-8")
    }
    return text
  }

  static func content(_ data: Data) throws -> Content {
    do {
      return try Content(parsing: [UInt8](data))
    } catch {
      throw ListStoreError.corrupted(reason: "stored content is not JSON: \(error)")
    }
  }
}
