import GRDB
import ListModel

/// The whole head of a list, with all contents.
struct StoredList {
  let list: List

  /// Reads the head of a list.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when rows are missing, or a cell stands in two
  ///   places.
  init(of row: Int64, in database: Database) throws {
    var seen: Set<Int64> = []
    list = List(
      sections: try SectionRows.heads(of: row, in: database).map { head in
        var section = Section(id: head.id)
        section.attributes = try SectionRows.attributes(of: head.row, in: database)
        section.cells.reserveCapacity(head.chunks.cellCount)
        for (chunk, count) in zip(head.chunks.rows, head.chunks.counts) {
          for cell in try ChunkRows.cells(of: chunk, count: Int(count), in: database) {
            guard seen.insert(cell).inserted else {
              throw ListStoreError.corrupted(reason: "cell row \(cell) stands in two places")
            }
            section.cells.append(try CellRows.cell(cell, in: database))
          }
        }
        return section
      }
    )
  }
}
