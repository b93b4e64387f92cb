package import GRDB
package import ListModel

/// The rows of cells and of their places.
package enum CellRows {
  /// A cell without its content.
  package struct Entry: Sendable {
    package var id: Cell.ID
    /// The digest of type, content and views.
    package var component: Digest
  }

  static func entry(_ cell: Int64, in database: Database) throws -> Entry {
    try found(cell) {
      try SQLStatement("SELECT id, digest FROM liststore_cell WHERE cell = ?", in: database)
        .bind(cell).first { Entry(id: Cell.ID(try $0.text(0)), component: try $0.digest(1)) }
    }
  }

  /// Reads many cells without their contents, in the order of `cells`.
  static func entries(of cells: [Int64], in database: Database) throws -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(cells.count)
    let places = try readRows(of: cells, ("id, digest", "id, digest"), in: database) { row, _ in
      entries.append(Entry(id: Cell.ID(try row.text(1)), component: try row.digest(2)))
    }
    entries.putInPlaces(places)
    return entries
  }

  /// Appends many cells to `list` and their digests to `digests`, in the order of `cells`, and checks
  /// the contents by these.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  package static func read(
    _ cells: [Int64],
    into list: inout [Cell],
    _ digests: inout [Digest],
    using reader: inout StoredContentReader,
    in database: Database
  ) throws {
    let columns = "id, digest, type, content"
    let places = try readRows(
      of: cells,
      ("\(columns), views", "\(columns), NULL"),
      in: database
    ) { row, _ in
      let id = Cell.ID(try row.text(1))
      let component = try reader.component(in: row, from: 3)
      let digest = reader.digest(of: component)
      guard digest == (try row.digest(2)) else { throw damaged(id) }
      list.append(Cell(id: id, component: AnyComponent(component)))
      digests.append(digest)
    }
    list.putInPlaces(places)
    digests.putInPlaces(places)
  }

  /// A cell as a list has it: its row, and the row of the chunk in which it stands.
  typealias Place = (cell: Int64, chunk: Int64)

  /// Reads the ids of many cells of a list, in the order of `places`, and checks that the place of each
  /// id has the cell and its chunk.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func ids(of places: [Place], list: Int64, in database: Database) throws -> [Cell.ID] {
    var ids: [Cell.ID] = []
    ids.reserveCapacity(places.count)
    try readPlaced(places, list, ("", ""), in: database) { _, id in ids.append(id) }
    return ids.inOrder(of: places.map(\.cell))
  }

  /// Reads many cells of a list, in the order of `places`, checks their contents by their digests, and
  /// that the place of each id has the cell and its chunk.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func cells(of places: [Place], list: Int64, in database: Database) throws -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(places.count)
    var reader = StoredContentReader()
    let columns = ", digest, type, content"
    try readPlaced(places, list, ("\(columns), views", "\(columns), NULL"), in: database) {
      row,
      id in
      let component = try reader.component(in: row, from: 4)
      guard reader.digest(of: component) == (try row.digest(3)) else { throw damaged(id) }
      cells.append(Cell(id: id, component: AnyComponent(component)))
    }
    return cells.inOrder(of: places.map(\.cell))
  }

  /// Reads the rows of cells by ascending numbers; a row has the number, the chunk that the place of its
  /// id names, the id, and then `columns`.
  private static func readPlaced(
    _ places: [Place],
    _ list: Int64,
    _ columns: (newest: String, older: String),
    in database: Database,
    _ read: (SQLRow, Cell.ID) throws -> Void
  ) throws {
    let place = """
      (SELECT chunk FROM liststore_place AS place WHERE place.list = ?
      AND place.id = liststore_cell.id AND place.cell = liststore_cell.cell), id
      """
    let all = ("\(place)\(columns.newest)", "\(place)\(columns.older)")
    _ = try readRows(of: places.map(\.cell), all, binding: list, in: database) { row, index in
      let id = Cell.ID(try row.text(2))
      guard !row.isNull(1), try row.int64(1) == places[index].chunk else {
        throw misplaced(places[index].cell, id)
      }
      try read(row, id)
    }
  }

  /// Reads the rows of cells, those with close numbers in one go: most cells of a chunk were
  /// inserted together.
  ///
  /// A row has the number of the cell, and then `columns`; `read` is given the rows by ascending
  /// numbers, and the index of each among `cells`. Stores of an older format have the `older` columns.
  ///
  /// - Returns: For each row that was read, its place among `cells`.
  private static func readRows(
    of cells: [Int64],
    _ columns: (newest: String, older: String),
    binding list: Int64? = nil,
    in database: Database,
    _ read: (SQLRow, _ index: Int) throws -> Void
  ) throws -> [Int] {
    let isAscending = zip(cells, cells.dropFirst()).allSatisfy { $0 < $1 }
    let places = isAscending ? Array(cells.indices) : cells.indices.sorted { cells[$0] < cells[$1] }
    var next = 0
    func statement(_ columns: String) -> String {
      "SELECT cell, \(columns) FROM liststore_cell WHERE cell BETWEEN ? AND ? ORDER BY cell"
    }
    let text = SQLStatement.Text(
      statement(columns.newest),
      inOlderStores: statement(columns.older)
    )
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, cells[places[end]] - cells[places[end - 1]] <= gapLimit { end += 1 }
      let statement = try SQLStatement(text, in: database)
      try (list.map { statement.bind($0) } ?? statement)
        .bind(cells[places[start]]).bind(cells[places[end - 1]]).forEachRow { row in
          // Other rows between them are passed over.
          let cell = try row.int64(0)
          // A cell may be asked for twice.
          while next < end, cell == cells[places[next]] {
            try read(row, places[next])
            next += 1
          }
        }
      if next < end { throw missing(cells[places[next]]) }
      start = end
    }
    return places
  }

  /// The largest gap between two numbers that is read over: passing over a row takes a fraction of
  /// a lookup.
  private static var gapLimit: Int64 { 8 }

  /// A cell's entry and its content.
  package typealias Record = (entry: Entry, component: StoredComponent)

  /// Reads a cell, and checks that its content has the recorded digest.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the content has another digest.
  package static func record(_ cell: Int64, in database: Database) throws -> Record {
    let record = try unprovenRecord(cell, in: database)
    guard Digest(record.component) == record.entry.component else {
      throw damaged(record.entry.id)
    }
    return record
  }

  private static func damaged(_ id: Cell.ID) -> ListStoreError {
    .corrupted(
      reason:
        "cell \"\(id)\" has another digest than its content; `repair` saves what can be proved"
    )
  }

  /// Reads a cell as its row has it, with any digest.
  package static func unprovenRecord(_ cell: Int64, in database: Database) throws -> Record {
    let text = SQLStatement.Text(
      "SELECT id, digest, type, content, views FROM liststore_cell WHERE cell = ?",
      inOlderStores: "SELECT id, digest, type, content, NULL FROM liststore_cell WHERE cell = ?"
    )
    return try found(cell) {
      try SQLStatement(text, in: database).bind(cell).first { row in
        (
          Entry(id: Cell.ID(try row.text(0)), component: try row.digest(1)),
          try component(row, from: 2)
        )
      }
    }
  }

  static func component(_ cell: Int64, in database: Database) throws -> StoredComponent {
    try record(cell, in: database).component
  }

  private static func found<Value>(_ cell: Int64, _ read: () throws -> Value?) throws -> Value {
    guard let value = try read() else { throw missing(cell) }
    return value
  }

  private static func missing(_ cell: Int64) -> ListStoreError {
    .corrupted(reason: "cell row \(cell) is missing")
  }

  static func component(_ row: SQLRow, from column: Int32) throws -> StoredComponent {
    StoredComponent(
      type: try row.text(column),
      content: try row.optionalBytes(column + 1).map { try content($0) },
      views: try StoredViews.views(row.optionalBytes(column + 2))
    )
  }

  static func content(_ bytes: [UInt8]) throws -> Content {
    do {
      return try Content(parsing: bytes)
    } catch {
      throw ListStoreError.corrupted(reason: "stored content is not JSON: \(error)")
    }
  }
}

// MARK: - Writing

extension CellRows {
  /// Appends `count` cells.
  static func insert(
    _ count: Int,
    list: Int64,
    in database: Database,
    cell: (Int) throws -> (row: Int64, cell: CellProposal)
  ) throws {
    guard count > 0 else { return }
    let statement = try SQLStatement(
      """
      INSERT INTO liststore_cell (cell, list, id, digest, type, content, views)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      in: database
    )
    for number in 0..<count {
      let (row, cell) = try cell(number)
      try statement.bind(row).bind(list).bind(cell.id).bind(cell.digest)
        .bind(cell.component.type).bind(cell.component.content?.bytes)
        .bind(StoredViews.bytes(cell.component.sortedViews)).run()
    }
  }

  static func set(
    _ component: StoredComponent,
    digest: Digest,
    of cell: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      "UPDATE liststore_cell SET digest = ?, type = ?, content = ?, views = ? WHERE cell = ?",
      in: database
    ).bind(digest).bind(component.type).bind(component.content?.bytes)
      .bind(StoredViews.bytes(component.sortedViews)).bind(cell).run()
  }

  static func delete(_ cell: Int64, list: Int64, _ id: Cell.ID, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_cell WHERE cell = ?", in: database).bind(cell).run()
    try SQLStatement("DELETE FROM liststore_place WHERE list = ? AND id = ?", in: database)
      .bind(list).bind(id).run()
    guard database.changesCount == 1 else { throw misplaced(cell, id) }
  }
}

// MARK: - Places

extension CellRows {
  /// Returns the row and the chunk of a cell.
  package static func place(
    of id: Cell.ID,
    list: Int64,
    in database: Database
  ) throws -> (cell: Int64, chunk: Int64)? {
    try SQLStatement(
      "SELECT cell, chunk FROM liststore_place WHERE list = ? AND id = ?",
      in: database
    ).bind(list).bind(id).first { try ($0.int64(0), $0.int64(1)) }
  }

  /// Reads all places of a list, in one go: the chunk of each cell, by the row of the cell.
  ///
  /// Places that are not those of the cell's id are left out.
  ///
  /// - Complexity: O(cells), with 24 bytes of memory for each.
  package static func chunksByCell(of list: Int64, in database: Database) throws -> [Int64: Int64] {
    var chunks: [Int64: Int64] = [:]
    chunks.reserveCapacity(try placeCount(of: list, in: database))
    try SQLStatement(
      """
      SELECT place.cell, place.chunk
      FROM liststore_place AS place CROSS JOIN liststore_cell AS cell ON cell.cell = place.cell
      WHERE place.list = ? AND cell.list = place.list AND cell.id = place.id
      """,
      in: database
    ).bind(list).forEachRow { row in chunks[try row.int64(0)] = try row.int64(1) }
    return chunks
  }

  /// Counts the cells of a list that have a place.
  ///
  /// - Complexity: O(cells).
  package static func placeCount(of list: Int64, in database: Database) throws -> Int {
    try SQLStatement("SELECT count(*) FROM liststore_place WHERE list = ?", in: database)
      .bind(list).first { try $0.int(0) } ?? 0
  }

  /// Checks the id in a cell's row: the place of this id must have the cell, and the chunk the cell
  /// was found in, if that is known.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requirePlace(
    of id: Cell.ID,
    list: Int64,
    cell: Int64,
    chunk: Int64? = nil,
    in database: Database
  ) throws {
    let place = try place(of: id, list: list, in: database)
    guard let place, place.cell == cell, place.chunk == chunk ?? place.chunk else {
      throw misplaced(cell, id)
    }
  }

  static func misplaced(_ cell: Int64, _ id: Cell.ID) -> ListStoreError {
    .corrupted(
      reason: "cell row \(cell) is not where the place of cell \"\(id)\" says; `repair` saves what "
        + "can be proved"
    )
  }

  static func insert(
    places: some Sequence<(id: Cell.ID, cell: Int64, chunk: Int64)>,
    list: Int64,
    in database: Database
  ) throws {
    let statement = try SQLStatement(
      "INSERT INTO liststore_place (list, id, cell, chunk) VALUES (?, ?, ?, ?)",
      in: database
    )
    for place in places {
      try statement.bind(list).bind(place.id).bind(place.cell).bind(place.chunk).run()
    }
  }

  static func setPlace(
    of id: Cell.ID,
    list: Int64,
    chunk: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      "UPDATE liststore_place SET chunk = ? WHERE list = ? AND id = ?",
      in: database
    ).bind(chunk).bind(list).bind(id).run()
  }
}

extension Array {
  /// Returns elements that were read by ascending numbers in the order of these numbers.
  fileprivate func inOrder(of numbers: [Int64]) -> [Element] {
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    guard !isAscending else { return self }
    var copy = self
    copy.putInPlaces(numbers.indices.sorted { numbers[$0] < numbers[$1] })
    return copy
  }

  /// Puts the last elements in their places among themselves.
  fileprivate mutating func putInPlaces(_ places: [Int]) {
    if zip(places, places.indices).allSatisfy(==) { return }
    let start = count - places.count
    let elements = Array(self[start...])
    for (element, place) in zip(elements, places) { self[start + place] = element }
  }
}
