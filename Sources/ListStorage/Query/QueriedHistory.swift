import GRDB
import ListDiff
import ListModel

/// The wanted versions of one list, read one by one, with the names of their sections.
///
/// Of a changeset, only what is sought is decoded; all of it is proved by its checksums.
struct QueriedHistory {
  /// A version, and what it changes.
  struct Step {
    let record: VersionRecord
    /// What it changes; of cells, only the one that is sought.
    let changeset: Changeset
    /// The sections before and after; empty if their names are not needed.
    var sectionsBefore: [Section.ID] = []
    var sectionsAfter: [Section.ID] = []
  }

  private let database: Database
  private let head: ListRows.Head
  private let id: String?
  private var sequence: VersionSequence
  private var upcoming: Int
  /// The sections after the last version; `nil` if their names are not needed.
  private var extents: SectionExtents?
  private var sections: [Section.ID] = []
  private let text: String

  /// - Parameters:
  ///   - head: The list.
  ///   - store: The store.
  ///   - numbers: The versions that are wanted.
  ///   - id: The id of the cell that is sought; all cells if `nil`.
  ///   - namesSections: Whether the names of sections are needed.
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)`` and
  ///   ``ListStoreError/corrupted(reason:)``.
  init(
    of head: ListRows.Head,
    in store: QueriedStore,
    _ numbers: ClosedRange<Int64>,
    naming id: String?,
    namesSections: Bool
  ) throws {
    database = store.database
    self.head = head
    self.id = id
    store.noteWanted(numbers, of: head)
    let last = try store.version(of: head)
    try store.requireEnd(numbers, of: head, at: last)
    sequence = VersionSequence(of: head, through: last, numbers)
    upcoming = sequence.wanted?.lowerBound ?? 1
    text = """
      SELECT \(try ChangeLog.columns(in: database)) FROM liststore_change
      WHERE list = ? AND version = ?
      """
    guard namesSections, let wanted = sequence.wanted else { return }
    var reader = try VersionReader(of: head, heads: store.heads, in: database)
    try reader.requireSections()
    let first = wanted.lowerBound
    extents = try reader.extents(at: max(first - 1, head.floor))
    // The list before the oldest version is gone, but what has changed it is known.
    if first == head.floor, first > 0 { try goBack(from: first) }
    sections = extents?.sections.map(\.id) ?? []
  }

  private mutating func goBack(from version: Int) throws {
    let log = ChangeLog(database: database, head: head)
    guard let places = try log.places(after: version - 1, through: version).first else { return }
    try extents?.goOn(through: places.inverted())
  }

  /// Reads the next version; `nil` when there is none.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when it is missing or not what was recorded.
  mutating func next() throws -> Step? {
    guard let wanted = sequence.wanted, upcoming <= wanted.upperBound else { return nil }
    let found = try SQLStatement(text, in: database).bind(head.row).bind(upcoming).first { row in
      let record = try VersionRecord(row, of: head, counting: false)
      return Step(record: record, changeset: try changeset(in: row, making: record.version))
    }
    guard var step = found else {
      try sequence.requireEnd(upcoming)
      return nil
    }
    try sequence.note(step.record)
    upcoming += 1
    guard extents != nil else { return step }
    step.sectionsBefore = sections
    try goOn(through: step.changeset)
    step.sectionsAfter = sections
    return step
  }

  /// Notes the order of sections after a version.
  private mutating func goOn(through changeset: Changeset) throws {
    // The sections of cells do not depend on those of other cells.
    let places = PlaceChanges(
      Changeset(
        deletedSections: changeset.deletedSections,
        insertedSections: changeset.insertedSections,
        movedSections: changeset.movedSections
      )
    )
    guard places.operationCount > 0 else { return }
    try extents?.goOn(through: places)
    sections = extents?.sections.map(\.id) ?? []
  }

  /// Reads all operations, or those on sections and on the cell that is sought.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the changeset is not what was recorded.
  private func changeset(in row: SQLRow, making version: Int) throws -> Changeset {
    guard let id else {
      let limits = ChangeLog(database: database, head: head).limits
      return try ChangeLog.change(row, of: head.id, within: limits).changeset
    }
    try ChangeLog.requireIntactBody(row, of: head, making: version)
    return try ChangeLog.body(row, 7, making: version, of: head.id, within: nil) {
      bytes throws(InvalidEncoding) in try Changeset.picked(encoded: bytes, cells: [Cell.ID(id)])
    }
  }
}
