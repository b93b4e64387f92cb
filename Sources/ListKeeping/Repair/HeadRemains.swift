import GRDB
import ListDiff
import ListModel
import ListStorage

/// The rows of a damaged head, as far as each is what was recorded: by its own digest or checksum.
struct HeadRemains {
  /// A cell whose row cannot be read, and the place in ``list`` that it stands before.
  private struct Hole {
    var section: Int
    var item: Int
    var cell: Int64
  }

  private let row: Int64
  private var list = List()
  private var holes: [Hole] = []
  /// Whether the order of all cells, and everything of the sections, can be read.
  private var hasOrder = true
  private var strays: [Cell] = []
  /// The ids of the list's cells, by their rows, and the chunks they stand in.
  private var places: [Int64: (id: Cell.ID, chunk: Int64)] = [:]

  /// - Throws: Errors that are not damage.
  init(of row: Int64, in database: Database) throws {
    self.row = row
    try readPlaces(in: database)
    let chunks = try Self.chunks(in: database)
    var seen: Set<Int64> = []
    for head in try sections(in: database) {
      var section = Section(id: head.id)
      let attributes = try Damage.hiding { try SectionRows.attributes(of: head.row, in: database) }
      if let attributes { section.attributes = attributes } else { hasOrder = false }
      for chunk in chunks[head.row] ?? [] {
        guard let cells = try Damage.hiding({ try ChunkRows.chunk(chunk, in: database) })?.cells
        else {
          hasOrder = false
          continue
        }
        for cell in cells where seen.insert(cell).inserted {
          try append(cell, to: &section, in: database)
        }
      }
      list.sections.append(section)
    }
    try collectStrays(besides: seen, in: database)
  }

  // MARK: What can be made of them

  /// Whether there is a cell, or a section.
  var isEmpty: Bool { list.sections.isEmpty && strays.isEmpty }

  /// Returns the cells whose contents are lost; `nil` when the order is lost as well, so that the contents
  /// would not make the list whole.
  var lostCells: Set<Cell.ID>? {
    let ids = holes.map { places[$0.cell]?.id }
    guard hasOrder, strays.isEmpty, ids.allSatisfy({ $0 != nil }) else { return nil }
    return Set(ids.compactMap(\.self))
  }

  /// Returns the list with the contents of ``lostCells`` from elsewhere.
  func list(with contents: [Cell.ID: AnyComponent]) -> List {
    var list = list
    // From the last on, so that the places of the others stay as they are.
    for hole in holes.reversed() {
      guard let id = places[hole.cell]?.id, let content = contents[id] else { continue }
      list.sections[hole.section].cells.insert(Cell(id: id, component: content), at: hole.item)
    }
    return list
  }

  /// Returns the list without what is lost; cells whose place is lost stand in a section of their own, the
  /// last.
  func remainingList() -> List {
    var list = list
    guard !strays.isEmpty else { return list }
    let ids = Set(list.sections.map(\.id))
    let name = (1...).lazy.map {
      Section.ID("cells whose place is lost" + ($0 == 1 ? "" : " \($0)"))
    }
    .first { !ids.contains($0) }
    if let name { list.sections.append(Section(id: name, cells: strays)) }
    return list
  }

  // MARK: Reading

  private mutating func readPlaces(in database: Database) throws {
    let places = "SELECT cell, id, chunk FROM liststore_place WHERE list = \(row) ORDER BY id"
    let damage = try Damage.evading([[places, "\(places) DESC"]], in: database) { place in
      guard let id = try? place.text(1) else { return }
      self.places[place.unprovenInt64(0)] = (Cell.ID(id), place.unprovenInt64(2))
    }
    if damage != nil { hasOrder = false }
  }

  /// Returns the sections that can be read, in order.
  private mutating func sections(in database: Database) throws -> [SectionHead] {
    let rows = "SELECT section FROM liststore_section"
    var found: Set<Int64> = []
    let damage = try Damage.evading(
      [
        [
          "\(rows) WHERE list = \(row) ORDER BY id", "\(rows) WHERE list = \(row) ORDER BY id DESC",
        ],
        [
          "\(rows) NOT INDEXED WHERE list = \(row) ORDER BY section",
          "\(rows) NOT INDEXED WHERE list = \(row) ORDER BY section DESC",
        ],
      ],
      in: database
    ) { found.insert($0.unprovenInt64(0)) }
    if damage != nil { hasOrder = false }
    var sections: [SectionHead] = []
    for section in found {
      let head = try Damage.hiding {
        try SectionRows.headWithoutChunks(section, of: row, in: database)
      }
      if let head { sections.append(head) } else { hasOrder = false }
    }
    return sections.sorted { $0.position < $1.position }
  }

  /// Returns the chunks of all sections, in order.
  private static func chunks(in database: Database) throws -> [Int64: [Int64]] {
    let columns = "SELECT section, position, chunk FROM liststore_chunk"
    var found: [Int64: [Int64: Int64]] = [:]
    _ = try Damage.evading(
      [
        [
          "\(columns) ORDER BY section, position",
          "\(columns) ORDER BY section DESC, position DESC",
        ],
        ["\(columns) NOT INDEXED ORDER BY chunk", "\(columns) NOT INDEXED ORDER BY chunk DESC"],
      ],
      in: database
    ) { row in
      found[row.unprovenInt64(0), default: [:]][row.unprovenInt64(1)] = row.unprovenInt64(2)
    }
    return found.mapValues { chunks in chunks.sorted { $0.key < $1.key }.map(\.value) }
  }

  private mutating func append(
    _ cell: Int64,
    to section: inout Section,
    in database: Database
  ) throws {
    if let record = try record(cell, in: database) {
      section.cells.append(record)
    } else {
      holes.append(Hole(section: list.sections.count, item: section.cells.count, cell: cell))
    }
  }

  /// Reads a cell; `nil` when it is damaged, or is not the one of its place.
  private func record(_ cell: Int64, in database: Database) throws -> Cell? {
    let record = try Damage.hiding { try CellRows.record(cell, in: database) }
    guard let record, places[cell].map({ $0.id == record.entry.id }) ?? true else { return nil }
    return Cell(id: record.entry.id, component: AnyComponent(record.component))
  }

  private mutating func collectStrays(besides seen: Set<Int64>, in database: Database) throws {
    var ids = Set(list.sections.lazy.flatMap(\.cells).map(\.id))
    for (cell, _) in places.sorted(by: { ($0.value.chunk, $0.key) < ($1.value.chunk, $1.key) })
    where !seen.contains(cell) {
      hasOrder = false
      guard let record = try record(cell, in: database), ids.insert(record.id).inserted else {
        continue
      }
      strays.append(record)
    }
  }
}
