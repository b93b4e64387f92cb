import GRDB
import ListDiff
import ListModel

/// The cells of one version of a list, of which ids, order and number are proved.
protocol QueriedCells {
  var sections: [(id: Section.ID, count: Int)] { get }
  /// Returns some cells, from an item of a section on.
  func run(from item: Int, of section: Int, _ contents: RunContents) throws -> any QueriedRun
}

/// When the contents of neighbouring cells are read.
enum RunContents {
  /// Together with their ids: all of them are needed.
  case together
  /// One by one, when they are asked for: few of them are needed, or none.
  case single
}

/// Neighbouring cells of a section.
protocol QueriedRun: AnyObject {
  var ids: [Cell.ID] { get }
  /// Reads the component of one cell.
  func component(_ index: Int) throws -> StoredComponent
}

/// The cells of a head, in its rows.
///
/// The proof needs no contents: the fingerprint is the sum of the digests, so the digests are right if
/// the sum is, and a content is right if it has its digest.
final class StoredCells: QueriedCells {
  private let database: Database
  private let heads: [SectionHead]

  var sections: [(id: Section.ID, count: Int)] { heads.map { ($0.id, $0.chunks.cellCount) } }

  /// - Parameters:
  ///   - head: The head.
  ///   - database: The database.
  ///   - check: Throws when the reading is to stop; called for every run of cells.
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the rows do not have the fingerprint of the
  ///   head; the errors of `check`.
  init(
    of head: ListRows.Head,
    in database: Database,
    check: () throws -> Void = {}
  ) throws {
    self.database = database
    heads = try SectionRows.heads(of: head.row, proving: false, in: database)
    var sum = FingerprintTerm.order(of: heads.map { Digest(section: $0.id) })
    for section in heads {
      let own = Digest(section: section.id)
      var previous = own
      for (chunk, count) in zip(section.chunks.rows, section.chunks.counts) {
        try check()
        let cells = try ChunkRows.cells(
          of: chunk,
          count: Int(count),
          proving: false,
          in: database
        )
        for entry in try CellRows.entries(of: cells, in: database) {
          let id = Digest(cell: entry.id)
          sum &+= FingerprintTerm.cells(previous, id)
          sum &+= FingerprintTerm.component(entry.component, of: id)
          previous = id
        }
      }
      sum &+= FingerprintTerm.cells(previous, own)
      sum &+= FingerprintTerm.attributes(section.attributes, of: own)
    }
    guard Fingerprint(value: sum) == head.fingerprint else {
      throw ListStoreError.corrupted(
        reason:
          "list \"\(head.id)\": its rows do not have the fingerprint of version \(head.version); "
          + "`repair` saves what can be proved"
      )
    }
  }

  func run(from item: Int, of section: Int, _ contents: RunContents) throws -> any QueriedRun {
    var start = 0
    let chunks = heads[section].chunks
    for (chunk, count) in zip(chunks.rows, chunks.counts) {
      if start + Int(count) > item {
        let cells = try ChunkRows.cells(of: chunk, count: Int(count), proving: false, in: database)
        return try StoredRun(Array(cells.dropFirst(item - start)), contents, in: database)
      }
      start += Int(count)
    }
    throw ListStoreError.corrupted(reason: "there is no item \(item) in section \(section)")
  }
}

/// Neighbouring cells in the rows of a head.
final class StoredRun: QueriedRun {
  private let database: Database
  private let cells: [Int64]
  let ids: [Cell.ID]
  /// The cells with their contents; empty if these are read one by one.
  private let read: [Cell]

  init(_ cells: [Int64], _ contents: RunContents, in database: Database) throws {
    self.cells = cells
    self.database = database
    switch contents {
    case .together:
      var reader = StoredContentReader()
      var (list, digests) = ([Cell](), [Digest]())
      try CellRows.read(cells, into: &list, &digests, using: &reader, in: database)
      (read, ids) = (list, list.map(\.id))
    case .single:
      (read, ids) = ([], try CellRows.entries(of: cells, in: database).map(\.id))
    }
  }

  func component(_ index: Int) throws -> StoredComponent {
    if !read.isEmpty { return try read[index].component.stored() }
    return try CellRows.component(cells[index], in: database)
  }
}

/// The cells of an older version, in memory.
struct PastCells: QueriedCells, Sendable {
  let list: List

  init(_ list: List) { self.list = list }

  var sections: [(id: Section.ID, count: Int)] { list.sections.map { ($0.id, $0.cells.count) } }

  func run(from item: Int, of section: Int, _ contents: RunContents) throws -> any QueriedRun {
    PastRun(list.sections[section].cells.dropFirst(item).prefix(128))
  }

  private final class PastRun: QueriedRun {
    let cells: ArraySlice<Cell>
    let ids: [Cell.ID]

    init(_ cells: ArraySlice<Cell>) {
      self.cells = cells
      ids = cells.map(\.id)
    }

    func component(_ index: Int) throws -> StoredComponent {
      try cells[cells.startIndex + index].component.stored()
    }
  }
}
