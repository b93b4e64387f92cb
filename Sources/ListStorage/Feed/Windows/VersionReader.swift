import GRDB
import ListDiff
import ListModel

/// Reads parts of a list as it was at any version, from the head's rows and the changes since.
struct VersionReader {
  /// The most operations that are kept, not read twice, of 32 bytes or so each.
  private static let keptOperations = 1 << 18

  let database: Database
  let head: ListRows.Head
  private let stored: StoredHead
  /// Steps to the head that were read; those that do not fit are read again.
  private var kept: [ChangeLog.Leg: [ChangeLog.Step]] = [:]
  private var keptOperationCount = 0
  private var log: ChangeLog
  private var chunk: (row: Int64, section: Int, items: Range<Int>, cells: [Int64])?

  /// Starts at the head; its chunks are taken from the known heads, or read and kept there.
  init(of head: ListRows.Head, heads: HeadCache, in database: Database) throws {
    self.database = database
    self.head = head
    log = ChangeLog(database: database, head: head)
    let known = heads.known(head.id, upTo: head.version)
    guard
      let loaded = try ListHead.load(head.id, in: database, reusing: known, generation: nil),
      loaded.version == head.version
    else {
      throw ListStoreError.corrupted(reason: "list \"\(head.id)\" has no version \(head.version)")
    }
    // The rows that an open transaction has written may be undone.
    if known?.head.isSameVersion(as: loaded) != true, !database.isWriting {
      heads.insertRead(loaded)
    }
    stored = StoredHead(loaded, in: database)
  }

  /// Returns the sections of a version.
  ///
  /// - Complexity: O(sections + operations since); no operations are read for the head.
  mutating func extents(at version: Int) throws -> SectionExtents {
    try travelling(from: version) { reader in
      var extents = SectionExtents(reader.stored.head.sections)
      for leg in try reader.log.legs(after: version, through: reader.head.version).reversed() {
        let steps = try reader.log.steps(of: leg)
        for step in steps.reversed() { try extents.goOn(through: step.places.inverted()) }
        reader.keep(steps, of: leg)
      }
      return extents
    }
  }

  /// Returns the headers, footers, layouts and views of the sections of a version, by id.
  ///
  /// - Complexity: O(sections + bytes of the changes since); contents of cells are passed over.
  mutating func attributes(at version: Int) throws -> [Section.ID: Section.Attributes] {
    var attributes: [Section.ID: Section.Attributes] = [:]
    for section in try SectionRows.headsWithoutChunks(of: head.row, in: database) {
      attributes[section.id] = try SectionRows.attributes(of: section.row, in: database)
    }
    return try travelling(from: version) { [atHead = attributes] reader in
      var attributes = atHead
      let log = reader.log
      for leg in try log.legs(after: version, through: reader.head.version).reversed() {
        for step in try (reader.kept[leg] ?? log.steps(of: leg)).reversed() {
          let change = try log.body(of: step) { bytes throws(InvalidEncoding) in
            try Changeset.picked(encoded: bytes, cells: [])
          }
          for update in change.updatedSections { attributes[update.id] = update.old }
          for insertion in change.insertedSections { attributes[insertion.id] = nil }
          for deletion in change.deletedSections { attributes[deletion.id] = deletion.attributes }
        }
      }
      return attributes
    }
  }

  /// Checks the ids of the head's sections before they are handed out.
  func requireSections() throws {
    for section in stored.head.sections {
      try SectionRows.require(section, list: head.row, in: database)
    }
  }

  /// Returns the cells of a trail that has reached a version.
  ///
  /// - Complexity: O(cells + operations since).
  mutating func cells(of trail: CellTrail, from version: Int) throws -> [Cell] {
    let trail = try followed(trail, from: version)
    let places = try trail.present.map { try place(of: $0) }
    return trail.cells(try CellRows.cells(of: places, list: head.row, in: database))
  }

  /// Returns the ids of the cells of a trail that has reached a version.
  ///
  /// - Complexity: O(cells + operations since).
  mutating func ids(of trail: CellTrail, from version: Int) throws -> [Cell.ID] {
    let trail = try followed(trail, from: version)
    let places = try trail.present.map { try place(of: $0) }
    return trail.ids(try CellRows.ids(of: places, list: head.row, in: database))
  }

  /// Returns the path of a cell at a version; `nil` when it was not there.
  ///
  /// - Complexity: O(log cells + chunks of a section + operations since).
  mutating func path(of id: Cell.ID, at version: Int) throws -> CellPath? {
    let last = try ListDraft(of: stored).path(of: id)
    return try travelling(from: version) { reader in
      var path = last
      let log = reader.log
      for leg in try log.legs(after: version, through: reader.head.version).reversed() {
        for step in try log.steps(of: leg).reversed() {
          path = try step.places.path(of: id, before: path) {
            try log.body(of: step) { bytes throws(InvalidEncoding) in
              try Changeset(encoded: bytes)
            }
          }
        }
      }
      return path
    }
  }

  /// Returns the fingerprint of a version.
  func fingerprint(of version: Int) throws -> Fingerprint {
    try TimeTravel(database: database, head: head).fingerprint(of: version)
  }

  /// Follows a trail from a version to the head.
  private mutating func followed(_ trail: CellTrail, from version: Int) throws -> CellTrail {
    guard trail.count > 0 else { return trail }
    return try travelling(from: version) { reader in
      var trail = trail
      let log = reader.log
      for leg in try log.legs(after: version, through: reader.head.version) {
        for step in try reader.kept[leg] ?? log.steps(of: leg) {
          try trail.follow(step.places) { needs in
            try log.body(of: step) { bytes throws(InvalidEncoding) in
              try Changeset.picked(
                encoded: bytes,
                deletedCells: needs.deletions,
                updatedCells: needs.updates
              )
            }
          }
        }
      }
      return trail
    }
  }

  /// Reads versions in spans, and again one by one if a span turns out to be wrong.
  private mutating func travelling<Value>(
    from version: Int,
    _ body: (inout VersionReader) throws -> Value
  ) throws -> Value {
    let wanted = log
    return try wanted.travelling(after: version, through: head.version) { log in
      // The kept steps belong to other legs.
      if log.longestSpan != wanted.longestSpan {
        self.log = log
        (kept, keptOperationCount) = ([:], 0)
      }
      return try body(&self)
    }
  }

  private mutating func keep(_ steps: [ChangeLog.Step], of leg: ChangeLog.Leg) {
    let count = steps.reduce(0) { $0 + $1.places.operationCount }
    guard keptOperationCount + count <= Self.keptOperations else { return }
    kept[leg] = steps
    keptOperationCount += count
  }

  /// Returns the row of the cell at a path of the head, and the row of its chunk.
  private mutating func place(of path: CellPath) throws -> CellRows.Place {
    let sections = stored.head.sections
    if chunk?.section != path.section || chunk?.items.contains(path.item) != true {
      guard sections.indices.contains(path.section),
        let place = sections[path.section].chunks.chunk(of: path.item)
      else { throw ListStoreError.corrupted(reason: "there is no cell at \(path)") }
      let row = sections[path.section].chunks.rows[place.chunk]
      let cells = try ChunkRows.cells(of: row, count: place.items.count, in: database)
      chunk = (row, path.section, place.items, cells)
    }
    guard let chunk else { throw ListStoreError.corrupted(reason: "there is no cell at \(path)") }
    return (chunk.cells[path.item - chunk.items.lowerBound], chunk.row)
  }
}

extension PlaceChanges {
  /// Returns the path of a cell before the change.
  ///
  /// - Parameters:
  ///   - id: The cell.
  ///   - path: Its path after the change; `nil` when it is not there.
  ///   - whole: Reads the same change with its contents.
  /// - Returns: Its path in the version before; `nil` when it was not there.
  fileprivate func path(
    of id: Cell.ID,
    before path: CellPath?,
    reading whole: () throws -> Changeset
  ) rethrows -> CellPath? {
    guard let path else {
      return self.deletedCells.isEmpty ? nil : try whole().deletedCells.first { $0.id == id }?.at
    }
    if rearrangement.isEmpty { return path }
    if self.insertedCells.contains(path) { return nil }
    return PlaceMap(rearrangement.inverted()).after(path)
  }
}

extension ChunkTable {
  /// Returns the chunk that holds an item, and all its items; `nil` when there is no such item.
  ///
  /// - Complexity: O(chunks), a nanosecond for several.
  fileprivate func chunk(of item: Int) -> (chunk: Int, items: Range<Int>)? {
    guard item >= 0 else { return nil }
    var start = 0
    for (chunk, count) in counts.enumerated() {
      let end = start + Int(count)
      if item < end { return (chunk, start..<end) }
      start = end
    }
    return nil
  }
}
