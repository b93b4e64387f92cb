import GRDB
import ListDiff
import ListModel

extension Verification {
  /// Compares the rows of a head with the list its changes lead to, or with its fingerprint.
  func checkRows(of subject: Subject, against replica: Replica?) throws {
    let head = subject.head
    let sections = try attempt("its sections", of: head.id) {
      try SectionRows.headsWithoutChunks(of: head.row, proving: false, in: database)
    }
    guard let sections else { return }
    if !Self.ascends(sections.map(\.position)) {
      note("two of its sections have the same position", list: head.id)
    }
    var list = List()
    var digests: [[Digest]] = []
    var isWhole = true
    for state in sections {
      // Without a list to compare with, the digests of contents are enough, and take less memory.
      let section = try check(state, of: head, keepingContents: replica != nil)
      isWhole = isWhole && section.isWhole
      list.sections.append(section.content)
      digests.append(section.digests)
      count(cells: section.content.cells.count)
    }
    guard isWhole else { return }
    if let replica {
      if list != replica.list {
        note("its rows are not the list its changes lead to", list: head.id, version: head.version)
      }
    } else if let expected = subject.fingerprint {
      let fingerprint = try attempt("its rows", of: head.id) {
        try list.fingerprint { section, item in digests[section][item] }
      }
      if let fingerprint, fingerprint != expected {
        note(
          "its rows have not the fingerprint of its version",
          list: head.id,
          version: head.version
        )
      }
    }
    let places = try attempt("the places of its cells", of: head.id) {
      try CellRows.placeCount(of: head.row, in: database)
    }
    if let places, places != list.cellCount {
      note(
        "it has \(places) cells with a place, \(list.cellCount) of them in its order",
        list: head.id
      )
    }
  }

  private static func ascends(_ positions: [Int64]) -> Bool {
    zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// A section as far as it can be read.
  private struct ReadSection {
    var content: Section
    /// The digests of the cells' components.
    var digests: [Digest] = []
    let keepsContents: Bool
    var isWhole = true
    private static let noContent = AnyComponent(StoredComponent(type: ""))

    mutating func append(_ id: Cell.ID, _ component: AnyComponent, _ digest: Digest) {
      content.cells.append(Cell(id: id, component: keepsContents ? component : Self.noContent))
      digests.append(digest)
    }
  }

  private func check(
    _ state: SectionHead,
    of head: ListRows.Head,
    keepingContents keepsContents: Bool
  ) throws -> ReadSection {
    var section = ReadSection(content: Section(id: state.id), keepsContents: keepsContents)
    let name = "section \"\(state.id)\""
    _ = try attempt(name, of: head.id) {
      try SectionRows.headWithoutChunks(state.row, of: head.row, in: database)
    }
    let attributes = try attempt(name, of: head.id) {
      let attributes = try SectionRows.unprovenAttributes(of: state.row, in: database).attributes
      return (attributes, digest: try Digest(attributes))
    }
    if let attributes {
      section.content.attributes = attributes.0
      if attributes.digest != state.attributes {
        note("\(name) has another digest than its content", list: head.id)
      }
    } else {
      section.isWhole = false
    }
    let chunks = try attempt("\(name), its chunks", of: head.id) {
      try ChunkRows.table(of: state.row, proving: false, in: database)
    }
    guard let chunks else {
      section.isWhole = false
      return section
    }
    if !Self.ascends(chunks.positions) {
      note("\(name): two of its chunks have the same position", list: head.id)
    }
    section.content.cells.reserveCapacity(chunks.cellCount)
    for (chunk, count) in zip(chunks.rows, chunks.counts) {
      let cells = try attempt("\(name), chunk \(chunk)", of: head.id) {
        try ChunkRows.cells(of: chunk, count: Int(count), in: database)
      }
      if let cells {
        try check(cells, of: chunk, into: &section, of: head)
      } else {
        section.isWhole = false
      }
    }
    return section
  }

  /// Checks the digests and places of a chunk's cells; those that cannot be read are one problem.
  private func check(
    _ cells: [Int64],
    of chunk: Int64,
    into section: inout ReadSection,
    of head: ListRows.Head
  ) throws {
    var failures: [String] = []
    /// Reads a part of a cell, and notes damage of it with that of the others.
    func attempt<Value>(_ row: Int64, _ read: () throws -> Value) throws -> Value? {
      try Damage.noting(read) { failures.append("cell row \(row): \($0.reason)") }
    }
    if let found = try Damage.hiding({ try sound(cells) }) {
      for (row, (cell, digest)) in zip(cells, zip(found.cells, found.digests)) {
        section.append(cell.id, cell.component, digest)
        _ = try attempt(row) { try checkPlace(of: cell.id, row, in: chunk, of: head) }
      }
    } else {
      for row in cells {
        let record = try attempt(row) { try CellRows.unprovenRecord(row, in: database) }
        guard let (entry, component) = record else { continue }
        let digest = Digest(component)
        if digest != entry.component {
          note("cell \"\(entry.id)\" has another digest than its content", list: head.id)
        }
        section.append(entry.id, AnyComponent(component), digest)
        _ = try attempt(row) { try checkPlace(of: entry.id, row, in: chunk, of: head) }
      }
    }
    guard let first = failures.first else { return }
    section.isWhole = false
    note(
      "section \"\(section.content.id)\", chunk \(chunk): \(failures.count) of \(cells.count) cells "
        + "cannot be read; \(first)",
      list: head.id
    )
  }
  /// Reads the cells of a chunk together, which is quicker than one by one.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when one of them is damaged.
  private func sound(_ rows: [Int64]) throws -> (cells: [Cell], digests: [Digest]) {
    var (cells, digests, reader) = ([Cell](), [Digest](), StoredContentReader())
    try CellRows.read(rows, into: &cells, &digests, using: &reader, in: database)
    return (cells, digests)
  }

  private func checkPlace(
    of id: Cell.ID,
    _ row: Int64,
    in chunk: Int64,
    of head: ListRows.Head
  ) throws {
    let place = try CellRows.place(of: id, list: head.row, in: database)
    if place?.cell != row || place?.chunk != chunk {
      note("cell \"\(id)\" is not where its place says", list: head.id)
    }
  }
}
