import ListDiff
import ListLayout
import ListModel
import ListPictures
import ListStorage

/// What is different between two versions of a list, cell by cell, in the order of the later one.
struct ChangedRows: Sendable {
  /// A cell that is different.
  struct Row: Sendable {
    var id: Cell.ID
    var marks: ChangeMarks
    /// Its place before; `nil` if it was not there.
    var from: CellPath?
    /// Its place after; `nil` if it is not there.
    var at: CellPath?
    /// Where it stands among the cells after.
    ///
    /// A deleted cell stands before the cell with this item.
    var place: CellPath
    /// What it showed before, where the change says so.
    var old: AnyComponent?
    /// What it shows after, where the change says so.
    var new: AnyComponent?
  }

  /// A section after, or one that is not there any more.
  struct Part: Sendable {
    var id: Section.ID
    var marks: ChangeMarks
    /// The number of its cells after; before, if it was deleted.
    var cellCount: Int
    /// The rows of this section.
    var rows: Range<Int>
  }

  let source: ListOutline
  let target: ListOutline
  /// The sections after, in order, then those that are deleted.
  let sections: [Part]
  /// The cells that are different, by their places.
  let rows: [Row]
  /// The rows by the ids of their cells.
  let indices: [Cell.ID: Int]
  /// How many sections and cells were deleted, inserted, moved and updated.
  let sectionCounts: [ChangeCount]
  let cellCounts: [ChangeCount]

  /// Compares two versions of a list.
  ///
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(K log K + sections) for the K operations between the versions, and as
  ///   `outline(of:at:)`.
  init(of list: List.ID, in store: ListStore, from source: Int, to target: Int) throws {
    self.source = try store.outline(of: list, at: source)
    self.target = try store.outline(of: list, at: target)
    let change = try store.change(of: list, from: source, to: target).changeset
    var rows = Self.rows(of: change)
    let places = DeletedPlaces(change, sectionCount: self.target.sections.count)
    for index in rows.indices {
      guard rows[index].at == nil, let from = rows[index].from else { continue }
      rows[index].place = places.place(of: from)
    }
    // A deleted cell stands before the cell that has its place now.
    rows.sort {
      ($0.place, $0.at == nil ? 0 : 1, $0.from ?? $0.place)
        < ($1.place, $1.at == nil ? 0 : 1, $1.from ?? $1.place)
    }
    sections = Self.sections(of: change, self.source, self.target, rows)
    indices = Dictionary(
      rows.indices.map { (rows[$0].id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.rows = rows
    sectionCounts = [
      ChangeCount(.deleted, change.deletedSections.count),
      ChangeCount(.inserted, change.insertedSections.count),
      ChangeCount(.moved, change.movedSections.count),
      ChangeCount(.updated, change.updatedSections.count),
    ]
    cellCounts = [
      ChangeCount(.deleted, change.deletedCells.count),
      ChangeCount(.inserted, change.insertedCells.count),
      ChangeCount(.moved, change.movedCells.count),
      ChangeCount(.updated, change.updatedCells.count),
    ]
  }

  private static func rows(of change: Changeset) -> [Row] {
    var rows: [Cell.ID: Row] = [:]
    for deletion in change.deletedCells {
      rows[deletion.id] = Row(
        id: deletion.id,
        marks: .deleted,
        from: deletion.at,
        place: deletion.at,
        old: deletion.component
      )
    }
    for insertion in change.insertedCells {
      rows[insertion.id] = Row(
        id: insertion.id,
        marks: .inserted,
        at: insertion.at,
        place: insertion.at,
        new: insertion.component
      )
    }
    for move in change.movedCells {
      rows[move.id] = Row(
        id: move.id,
        marks: .moved,
        from: move.from,
        at: move.to,
        place: move.to
      )
    }
    for update in change.updatedCells {
      var row =
        rows[update.id]
        ?? Row(id: update.id, marks: [], from: update.from, at: update.at, place: update.at)
      row.marks.insert(.updated)
      (row.old, row.new) = (update.old, update.new)
      rows[update.id] = row
    }
    return Array(rows.values)
  }

  private static func sections(
    of change: Changeset,
    _ source: ListOutline,
    _ target: ListOutline,
    _ rows: [Row]
  ) -> [Part] {
    var marks: [Section.ID: ChangeMarks] = [:]
    for section in change.insertedSections { marks[section.id, default: []].insert(.inserted) }
    for section in change.movedSections { marks[section.id, default: []].insert(.moved) }
    for section in change.updatedSections { marks[section.id, default: []].insert(.updated) }
    var parts = target.sections.map {
      Part(id: $0.id, marks: marks[$0.id] ?? [], cellCount: $0.cellCount, rows: 0..<0)
    }
    for section in change.deletedSections {
      let count = source.sections.indices.contains(section.at) ? source.sections[section.at] : nil
      parts.append(
        Part(id: section.id, marks: .deleted, cellCount: count?.cellCount ?? 0, rows: 0..<0)
      )
    }
    var start = 0
    for index in parts.indices {
      var end = start
      while end < rows.count, rows[end].place.section == index { end += 1 }
      parts[index].rows = start..<end
      start = end
    }
    return parts
  }
}

/// How many elements had one thing happen to them.
struct ChangeCount: Sendable {
  let mark: ChangeMarks
  var count: Int

  init(_ mark: ChangeMarks, _ count: Int) {
    self.mark = mark
    self.count = count
  }
}

/// Where deleted cells would stand among the cells after a change.
private struct DeletedPlaces {
  /// The index after of each section before that stays; and of each that goes, one beyond those after.
  private var sections: [Int: Int] = [:]
  /// The items that leave each section before, ascending.
  private var departures: [Int: [Int]] = [:]
  /// The items that arrive in each section after, ascending.
  private var arrivals: [Int: [Int]] = [:]
  private let map: IndexMap

  init(_ change: Changeset, sectionCount: Int) {
    map = change.rearrangement.sectionMap
    for (index, section) in change.deletedSections.enumerated() {
      sections[section.at] = sectionCount + index
    }
    for deletion in change.deletedCells {
      departures[deletion.at.section, default: []].append(deletion.at.item)
    }
    for move in change.movedCells {
      departures[move.from.section, default: []].append(move.from.item)
      arrivals[move.to.section, default: []].append(move.to.item)
    }
    for insertion in change.insertedCells {
      arrivals[insertion.at.section, default: []].append(insertion.at.item)
    }
    for key in departures.keys { departures[key]?.sort() }
    for key in arrivals.keys { arrivals[key]?.sort() }
  }

  /// Returns the place of the cell that follows a deleted cell now.
  ///
  /// - Complexity: O(log K · log K).
  func place(of path: CellPath) -> CellPath {
    if let gone = sections[path.section] { return CellPath(section: gone, item: path.item) }
    let section = map.after(path.section) ?? path.section
    let rank = path.item - Self.count(in: departures[path.section] ?? [], below: path.item)
    let arriving = arrivals[section] ?? []
    // The number of arrivals before the cell of this rank: the least k with arriving[k] > rank + k.
    let before = arriving.indices.partitioningIndex { arriving[$0] > rank + $0 }
    return CellPath(section: section, item: rank + before)
  }

  private static func count(in items: [Int], below item: Int) -> Int {
    items.partitioningIndex { $0 >= item }
  }
}

extension JSONWriter {
  /// Writes the numbers that are not zero, by the names of their marks.
  mutating func counts(_ counts: [ChangeCount]) {
    startObject()
    for entry in counts where entry.count > 0 {
      for mark in entry.mark.names { name(mark) }
      number(entry.count)
    }
    endObject()
  }

  /// Writes the names of marks.
  mutating func marks(_ marks: ChangeMarks) {
    startArray()
    for name in marks.names { string(name) }
    endArray()
  }

  mutating func path(_ path: CellPath) {
    startArray()
    number(path.section)
    number(path.item)
    endArray()
  }
}

extension ChangeMarks {
  /// The names of the marks, as change documents have them.
  var names: [String] {
    [
      (ChangeMarks.deleted, "deleted"), (.inserted, "inserted"), (.moved, "moved"),
      (.updated, "updated"),
    ].filter { contains($0.0) }.map(\.1)
  }
}
