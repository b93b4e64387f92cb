import GRDB
import ListDiff
public import ListModel

/// Some neighbouring cells of a section, as they were at one version.
public struct Window: Equatable, Sendable {
  /// The name of the list.
  public var list: List.ID
  /// The version.
  public var version: Int
  /// The fingerprint of the whole list at that version.
  public var fingerprint: Fingerprint
  /// The section.
  public var section: Section.ID
  /// Where the section was at that version.
  public var sectionIndex: Int
  /// Which items of the section: what was asked for, as far as there are cells.
  public var items: Range<Int>
  /// The cells at these items.
  public var cells: [Cell]
  /// The number of cells of the section.
  public var sectionCount: Int
}

extension ListStore {
  /// Reads some cells of a section, as they are now or were at any version, and nothing else.
  ///
  /// - Parameters:
  ///   - items: The items of the section, from 0; where there are none, fewer cells are returned.
  ///   - section: The section.
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  /// - Returns: The cells, and where they are.
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)``, and
  ///   ``ListStoreError/invalidEdit(reason:)`` when the section is not there at that version.
  /// - Complexity: O(cells + operations between the version and the head); the length of the list
  ///   does not matter.
  public func window(
    _ items: Range<Int>,
    of section: Section.ID,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> Window {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let version = version ?? head.version
      try head.require(version)
      var reader = WindowReader(database: database, head: head)
      try reader.find(section, at: version)
      return try reader.window(items, at: version)
    }
  }
}

/// Finds the cells of an old version among those of the head, by following each through the changes
/// since.
private struct WindowReader {
  /// How many changes are read at once.
  private static let pageSize = 256

  /// A cell on its way to the head.
  private enum Item {
    case at(CellPath)
    case found(Cell)
  }

  let database: Database
  let head: ListRows.Head
  private var changes: [Changeset] = []
  private var sections: [SectionHead] = []
  private var section = (id: Section.ID(""), index: 0, count: 0)

  init(database: Database, head: ListRows.Head) {
    self.database = database
    self.head = head
  }

  /// Finds a section at a version: from the head, where all sections are known, back.
  mutating func find(_ id: Section.ID, at version: Int) throws {
    sections = try SectionRows.heads(of: head.row, in: database)
    try readChanges(after: version)
    var order = sections.map { (id: $0.id, count: $0.chunks.cellCount) }
    for change in changes.reversed() { order = try Self.back(order, through: change) }
    guard let index = order.firstIndex(where: { $0.id == id }) else {
      throw ListStoreError.invalidEdit(
        reason: "there is no section \"\(id)\" in version \(version) of list \"\(head.id)\""
      )
    }
    section = (id, index, order[index].count)
  }

  private mutating func readChanges(after version: Int) throws {
    let log = ChangeLog(database: database, head: head)
    var version = version
    while version < head.version {
      let page = try log.changes(after: version, through: head.version, limit: Self.pageSize)
      guard let last = page.last else {
        throw ListStoreError.corrupted(
          reason: "list \"\(head.id)\": version \(version + 1) is missing"
        )
      }
      changes += page.map(\.changeset)
      version = last.version
    }
  }

  /// The sections before a change, and how many cells they had.
  private static func back(
    _ after: [(id: Section.ID, count: Int)],
    through change: Changeset
  ) throws -> [(id: Section.ID, count: Int)] {
    guard change.changesCounts else { return after }
    var order = after
    func add(_ count: Int, to section: Int) throws {
      guard order.indices.contains(section) else { throw misfit(change) }
      order[section].count += count
    }
    for cell in change.insertedCells { try add(-1, to: cell.at.section) }
    for cell in change.movedCells { try add(-1, to: cell.to.section) }
    let arriving = change.insertedSections.map(\.at) + change.movedSections.map(\.to)
    var moved: [Section.ID: Int] = [:]
    for index in arriving.sorted(by: >) {
      guard order.indices.contains(index) else { throw misfit(change) }
      let section = order.remove(at: index)
      moved[section.id] = section.count
    }
    let leaving =
      change.deletedSections.map { (at: $0.at, id: $0.id) }
      + change.movedSections.map { (at: $0.from, id: $0.id) }
    for (index, id) in leaving.sorted(by: { $0.at < $1.at }) {
      guard index >= 0, index <= order.count else { throw misfit(change) }
      order.insert((id, moved[id] ?? 0), at: index)
    }
    for cell in change.deletedCells { try add(1, to: cell.at.section) }
    for cell in change.movedCells { try add(1, to: cell.from.section) }
    return order
  }

  private static func misfit(_ change: Changeset) -> ListStoreError {
    .corrupted(
      reason: "a recorded changeset does not fit the list: it names a place that is not there"
    )
  }

  func window(_ wanted: Range<Int>, at version: Int) throws -> Window {
    let items = wanted.clamped(to: 0..<max(0, section.count))
    var cells: [Item] = items.map { .at(CellPath(section: section.index, item: $0)) }
    // The content a cell had is the one the first update since has replaced.
    var contents: [Int: AnyComponent] = [:]
    for change in changes { try Self.follow(&cells, &contents, through: change) }
    return Window(
      list: head.id,
      version: version,
      fingerprint: try TimeTravel(database: database, head: head).fingerprint(of: version),
      section: section.id,
      sectionIndex: section.index,
      items: items,
      cells: try cells.enumerated().map { offset, item in
        var cell = try cell(item)
        if let content = contents[offset] { cell.component = content }
        return cell
      },
      sectionCount: section.count
    )
  }

  /// Where cells are after a change; those it deletes are known by what it holds of them.
  private static func follow(
    _ items: inout [Item],
    _ contents: inout [Int: AnyComponent],
    through change: Changeset
  ) throws {
    let ranks = ChangeRanks(change)
    for index in items.indices {
      guard case .at(let path) = items[index] else { continue }
      if let update = ranks.update(at: path), contents[index] == nil {
        contents[index] = update.old
      }
      if let deletion = ranks.deletion(at: path) {
        items[index] = .found(Cell(id: deletion.id, component: deletion.component))
      } else {
        items[index] = .at(ranks.path(after: path))
      }
    }
  }

  private func cell(_ item: Item) throws -> Cell {
    switch item {
    case .found(let cell):
      return cell
    case .at(let path):
      guard sections.indices.contains(path.section) else {
        throw ListStoreError.corrupted(reason: "there is no section \(path.section)")
      }
      let chunks = sections[path.section].chunks
      guard let (chunk, offset) = chunks.place(of: path.item) else {
        throw ListStoreError.corrupted(reason: "there is no cell at \(path)")
      }
      let rows = try ChunkRows.cells(
        of: chunks.rows[chunk],
        count: Int(chunks.counts[chunk]),
        in: database
      )
      return try CellRows.cell(rows[offset], in: database)
    }
  }
}

extension Changeset {
  /// Whether the change moves anything between sections, or changes how many there are.
  fileprivate var changesCounts: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && deletedCells.isEmpty && insertedCells.isEmpty && movedCells.isEmpty)
  }
}

extension ChunkTable {
  /// The chunk and the offset in it of an item; `nil` when there is no such item.
  func place(of item: Int) -> (chunk: Int, offset: Int)? {
    guard item >= 0 else { return nil }
    var rest = item
    for (chunk, count) in counts.enumerated() {
      if rest < count { return (chunk, rest) }
      rest -= Int(count)
    }
    return nil
  }
}
