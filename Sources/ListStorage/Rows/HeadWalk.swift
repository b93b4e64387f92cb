import GRDB
import ListModel

/// The head of a list, read from its first to its last cell, a chunk at a time.
struct HeadWalk {
  /// What the walk has come to.
  enum Piece {
    /// A section, without its cells.
    case section(Section)
    /// The next cells of that section, at most as many as a chunk has.
    case cells([Cell])
  }

  private var sectionTerms: UInt128 = 0
  private var sections: [Digest] = []
  private var rows: [Int64] = []
  private var reader = StoredContentReader()

  /// Walks through a list.
  ///
  /// - Parameters:
  ///   - row: The row of the list.
  ///   - database: The store's database.
  ///   - body: Called with each piece, in order. The list is proved only when the walk has come to its end.
  /// - Returns: The fingerprint of all pieces together.
  /// - Throws: ``ListStoreError/corrupted(reason:)`` for rows that are missing or damaged, a content
  ///   without its digest, or a cell in two places; and the errors of `body`.
  /// - Complexity: O(cells) of time, and 8 bytes of memory for each.
  static func walk(
    of row: Int64,
    in database: Database,
    _ body: (Piece) throws -> Void
  ) throws -> Fingerprint {
    var walk = HeadWalk()
    for head in try SectionRows.heads(of: row, in: database) {
      try walk.goOn(through: head, in: database, body)
    }
    try StoredList.requireDifferent(walk.rows)
    return Fingerprint(value: FingerprintTerm.order(of: walk.sections) &+ walk.sectionTerms)
  }

  private mutating func goOn(
    through head: SectionHead,
    in database: Database,
    _ body: (Piece) throws -> Void
  ) throws {
    var section = Section(id: head.id)
    section.attributes = try SectionRows.attributes(of: head.row, in: database)
    let own = Digest(section: head.id)
    sections.append(own)
    sectionTerms &+= FingerprintTerm.attributes(try Digest(section.attributes), of: own)
    try body(.section(section))
    var previous = own
    for (chunk, count) in zip(head.chunks.rows, head.chunks.counts) {
      let found = try ChunkRows.cells(of: chunk, count: Int(count), in: database)
      var (cells, components) = ([Cell](), [Digest]())
      try CellRows.read(found, into: &cells, &components, using: &reader, in: database)
      rows += found
      for (cell, component) in zip(cells, components) {
        let id = Digest(cell: cell.id)
        sectionTerms &+= FingerprintTerm.cells(previous, id)
        sectionTerms &+= FingerprintTerm.component(component, of: id)
        previous = id
      }
      try body(.cells(cells))
    }
    sectionTerms &+= FingerprintTerm.cells(previous, own)
  }
}
