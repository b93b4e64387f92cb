import GRDB
import ListDiff
import ListModel
import ListStorage

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
    // Damage that prevents this is noted when cells are read, or places counted.
    let places = try Damage.hiding { try CellRows.chunksByCell(of: head.row, in: database) }
    var terms = HeadTerms()
    for state in sections { try check(state, of: head, having: places, into: &terms) }
    count(cells: terms.cellCount)
    guard terms.isWhole else { return }
    // Fingerprints are compared, so that contents need not be held.
    if let replica {
      if terms.fingerprint != replica.fingerprint {
        note("its rows are not the list its changes lead to", list: head.id, version: head.version)
      }
    } else if let expected = subject.fingerprint, terms.fingerprint != expected {
      note(
        "its rows do not have the fingerprint of its version",
        list: head.id,
        version: head.version
      )
    }
    let count = try attempt("the places of its cells", of: head.id) {
      try CellRows.placeCount(of: head.row, in: database)
    }
    if let count, count != terms.cellCount {
      note(
        "it has \(count) cells with a place, \(terms.cellCount) of them in its order",
        list: head.id
      )
    }
  }

  private static func ascends(_ positions: [Int64]) -> Bool {
    zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
  }

  private func check(
    _ state: SectionHead,
    of head: ListRows.Head,
    having places: [Int64: Int64]?,
    into terms: inout HeadTerms
  ) throws {
    terms.begin(state.id)
    defer { terms.endSection() }
    let name = "section \"\(state.id)\""
    _ = try attempt(name, of: head.id) {
      try SectionRows.headWithoutChunks(state.row, of: head.row, in: database)
    }
    let attributes = try attempt(name, of: head.id) {
      try Digest(try SectionRows.unprovenAttributes(of: state.row, in: database).attributes)
    }
    if let attributes {
      terms.add(attributes: attributes)
      if attributes != state.attributes {
        note("\(name) has another digest than its content", list: head.id)
      }
    } else {
      terms.isWhole = false
    }
    let chunks = try attempt("\(name), its chunks", of: head.id) {
      try ChunkRows.table(of: state.row, proving: false, in: database)
    }
    guard let chunks else {
      terms.isWhole = false
      return
    }
    if !Self.ascends(chunks.positions) {
      note("\(name): two of its chunks have the same position", list: head.id)
    }
    for (chunk, count) in zip(chunks.rows, chunks.counts) {
      let cells = try attempt("\(name), chunk \(chunk)", of: head.id) {
        try ChunkRows.cells(of: chunk, count: Int(count), in: database)
      }
      if let cells {
        try check(cells, of: chunk, in: state.id, into: &terms, of: head)
        if let places { checkPlaces(of: cells, in: chunk, places, of: head) }
      } else {
        terms.isWhole = false
      }
    }
  }

  /// Checks the digests of a chunk's cells; those that cannot be read are one problem.
  private func check(
    _ cells: [Int64],
    of chunk: Int64,
    in section: Section.ID,
    into terms: inout HeadTerms,
    of head: ListRows.Head
  ) throws {
    var failures: [String] = []
    /// Reads a part of a cell, and notes damage of it with that of the others.
    func attempt<Value>(_ row: Int64, _ read: () throws -> Value) throws -> Value? {
      try Damage.noting(read) { failures.append("cell row \(row): \($0.reason)") }
    }
    if let found = try Damage.hiding({ try sound(cells) }) {
      for (cell, digest) in zip(found.cells, found.digests) { terms.add(cell.id, digest) }
    } else {
      for row in cells {
        let record = try attempt(row) { try CellRows.unprovenRecord(row, in: database) }
        guard let (entry, component) = record else { continue }
        let digest = Digest(component)
        if digest != entry.component {
          note("cell \"\(entry.id)\" has another digest than its content", list: head.id)
        }
        terms.add(entry.id, digest)
      }
    }
    guard let first = failures.first else { return }
    terms.isWhole = false
    note(
      "section \"\(section)\", chunk \(chunk): \(failures.count) of \(cells.count) cells "
        + "cannot be read; \(first)",
      list: head.id
    )
  }
  /// Reads the cells of a chunk together, which is quicker than one by one.
  ///
  /// - Throws: `ListStoreError.corrupted(reason:)` when one of them is damaged.
  private func sound(_ rows: [Int64]) throws -> (cells: [Cell], digests: [Digest]) {
    var (cells, digests, reader) = ([Cell](), [Digest](), StoredContentReader())
    try CellRows.read(rows, into: &cells, &digests, using: &reader, in: database)
    return (cells, digests)
  }

  private func checkPlaces(
    of cells: [Int64],
    in chunk: Int64,
    _ places: [Int64: Int64],
    of head: ListRows.Head
  ) {
    for row in cells where places[row] != chunk {
      // Cells that cannot be read are noted by now.
      guard let (entry, _) = try? CellRows.unprovenRecord(row, in: database) else { continue }
      note("cell \"\(entry.id)\" is not where its place says", list: head.id)
    }
  }
}

/// The terms of the fingerprint of a head, as far as its rows can be read.
private struct HeadTerms {
  private(set) var cellCount = 0
  /// Whether all rows could be read.
  var isWhole = true
  private var sum: UInt128 = 0
  private var sections: [Digest] = []
  private var previous = Digest.none

  /// The fingerprint of what was added.
  var fingerprint: Fingerprint {
    Fingerprint(value: FingerprintTerm.order(of: sections) &+ sum)
  }

  mutating func begin(_ section: Section.ID) {
    previous = Digest(section: section)
    sections.append(previous)
  }

  mutating func add(attributes: Digest) {
    guard let section = sections.last else { return }
    sum &+= FingerprintTerm.attributes(attributes, of: section)
  }

  mutating func add(_ cell: Cell.ID, _ component: Digest) {
    let id = Digest(cell: cell)
    sum &+= FingerprintTerm.cells(previous, id) &+ FingerprintTerm.component(component, of: id)
    previous = id
    cellCount += 1
  }

  mutating func endSection() {
    guard let section = sections.last else { return }
    sum &+= FingerprintTerm.cells(previous, section)
  }
}
