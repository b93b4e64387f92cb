package import GRDB
package import ListModel

/// The whole head of a list, with all contents.
package struct StoredList {
  package let list: List
  /// The digests of the components, by section.
  private let digests: [[Digest]]

  /// Reads the head of a list; does not check checksums if the whole list is proved.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when rows are missing, or a cell stands in two
  ///   places.
  package init(of row: Int64, proving isProven: Bool = true, in database: Database) throws {
    var (cells, reader) = ([Int64](), StoredContentReader())
    let heads = try SectionRows.heads(of: row, proving: isProven, in: database)
    cells.reserveCapacity(heads.reduce(0) { $0 + $1.chunks.cellCount })
    var digests: [[Digest]] = []
    list = List(
      sections: try heads.map { head in
        var section = Section(id: head.id)
        section.attributes = try SectionRows.attributes(of: head.row, in: database)
        section.cells.reserveCapacity(head.chunks.cellCount)
        var components: [Digest] = []
        components.reserveCapacity(head.chunks.cellCount)
        for (chunk, count) in zip(head.chunks.rows, head.chunks.counts) {
          let found = try ChunkRows.cells(
            of: chunk,
            count: Int(count),
            proving: isProven,
            in: database
          )
          try CellRows.read(
            found,
            into: &section.cells,
            &components,
            using: &reader,
            in: database
          )
          cells += found
        }
        digests.append(components)
        return section
      }
    )
    self.digests = digests
    try Self.requireDifferent(cells)
  }

  /// Returns the fingerprint of the list, made of the digests that its cells were read with.
  package func fingerprint() throws -> Fingerprint {
    try list.fingerprint { section, item in digests[section][item] }
  }

  /// Checks that no cell stands in two places; mostly, their rows ascend.
  static func requireDifferent(_ cells: [Int64]) throws {
    if zip(cells, cells.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    var seen: Set<Int64> = []
    for cell in cells where !seen.insert(cell).inserted {
      throw ListStoreError.corrupted(reason: "cell row \(cell) stands in two places")
    }
  }
}
