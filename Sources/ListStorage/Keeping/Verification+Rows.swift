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
    var isWhole = true
    for state in sections {
      let section = try check(state, of: head)
      isWhole = isWhole && section.isWhole
      list.sections.append(section.content)
      count(cells: section.content.cells.count)
    }
    guard isWhole else { return }
    if let replica {
      if list != replica.list {
        note("its rows are not the list its changes lead to", list: head.id, version: head.version)
      }
    } else if let expected = subject.fingerprint {
      let fingerprint = try attempt("its rows", of: head.id) { try list.fingerprint() }
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
    var isWhole = true
  }

  private func check(_ state: SectionHead, of head: ListRows.Head) throws -> ReadSection {
    var section = ReadSection(content: Section(id: state.id))
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
    for row in cells {
      do {
        let (entry, component) = try CellRows.unprovenRecord(row, in: database)
        if Digest(component) != entry.component {
          note("cell \"\(entry.id)\" has another digest than its content", list: head.id)
        }
        section.content.cells.append(Cell(id: entry.id, component: AnyComponent(component)))
        let place = try CellRows.place(of: entry.id, list: head.row, in: database)
        if place?.cell != row || place?.chunk != chunk {
          note("cell \"\(entry.id)\" is not where its place says", list: head.id)
        }
      } catch {
        guard let damage = Damage(error) else { throw error }
        failures.append("cell row \(row): \(damage.reason)")
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
}
