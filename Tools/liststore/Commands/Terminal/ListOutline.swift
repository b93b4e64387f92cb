import ListDiff
import ListModel

/// The rows of a ``TextTree``: the list after a change, in order, with the deleted cells and sections
/// between.
struct ListOutline {
  /// The changes of a cell or a section; empty if there are none.
  struct Mark: OptionSet {
    let rawValue: Int
    static let inserted = Mark(rawValue: 1)
    static let deleted = Mark(rawValue: 2)
    static let moved = Mark(rawValue: 4)
    static let updated = Mark(rawValue: 8)
  }

  /// How interesting a row is, in ascending order.
  enum Interest: Int, Comparable {
    case unchanged, updated, moved

    static func < (lhs: Interest, rhs: Interest) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// One cell.
  struct Row {
    var mark: Mark
    var before: Int?
    var after: Int?
    /// The section from which the cell came, if it is another one.
    var origin: ListModel.Section.ID?
    var cell: Cell

    var interest: Interest {
      if mark.isEmpty { return .unchanged }
      return mark == .updated ? .updated : .moved
    }

    /// How far the cell moved; an insertion, a deletion and a change of section count as the farthest.
    var jump: Int {
      guard let before, let after, origin == nil else { return .max }
      return mark.contains(.moved) ? abs(after - before) : 0
    }
  }

  /// One section.
  struct Section {
    var mark: Mark
    var id: ListModel.Section.ID
    var cellCount: Int
    var rows: [Row] = []

    var isUntouched: Bool { mark.isEmpty && rows.allSatisfy(\.mark.isEmpty) }
  }

  private(set) var sections: [Section] = []
  /// The largest index of a cell in its section.
  private(set) var largestIndex = 0

  private let before: List
  private var sectionMarks: [ListModel.Section.ID: Mark] = [:]
  private var cellMarks: [Cell.ID: Mark] = [:]
  private var origins: [Cell.ID: CellPath] = [:]

  init(from before: List, to after: List, by changeset: Changeset) {
    self.before = before
    collectMarks(of: changeset)
    for (index, section) in before.sections.enumerated() {
      for (item, cell) in section.cells.enumerated() {
        origins[cell.id] = CellPath(section: index, item: item)
      }
    }
    let sectionsBefore = Dictionary(
      before.sections.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let order = merge(
      before.sections,
      into: after.sections,
      departs: { sectionMarks[$0.id]?.contains(.deleted) == true },
      stays: { sectionMarks[$0.id]?.isDisjoint(with: [.inserted, .moved]) ?? true }
    )
    for element in order {
      switch element {
      case .departed(let section):
        add(section, before: section, after: nil)
      case .present(let section):
        add(section, before: sectionsBefore[section.id], after: section)
      }
    }
  }

  private mutating func collectMarks(of changeset: Changeset) {
    for change in changeset.deletedSections { sectionMarks[change.id, default: []] = .deleted }
    for change in changeset.insertedSections { sectionMarks[change.id, default: []] = .inserted }
    for change in changeset.movedSections { sectionMarks[change.id, default: []].insert(.moved) }
    for change in changeset.updatedSections {
      sectionMarks[change.id, default: []].insert(.updated)
    }
    for change in changeset.deletedCells { cellMarks[change.id, default: []] = .deleted }
    for change in changeset.insertedCells { cellMarks[change.id, default: []] = .inserted }
    for change in changeset.movedCells { cellMarks[change.id, default: []].insert(.moved) }
    for change in changeset.updatedCells { cellMarks[change.id, default: []].insert(.updated) }
  }

  private mutating func add(
    _ section: ListModel.Section,
    before: ListModel.Section?,
    after: ListModel.Section?
  ) {
    var outline = Section(
      mark: sectionMarks[section.id] ?? [],
      id: section.id,
      cellCount: section.cells.count
    )
    let order = merge(
      before?.cells ?? [],
      into: after?.cells ?? [],
      departs: { cellMarks[$0.id]?.contains(.deleted) == true },
      stays: { cellMarks[$0.id]?.isDisjoint(with: [.inserted, .moved]) ?? true }
    )
    var index = 0
    for element in order {
      switch element {
      case .departed(let cell):
        outline.rows.append(
          Row(mark: .deleted, before: origins[cell.id]?.item, cell: cell)
        )
      case .present(let cell):
        outline.rows.append(row(of: cell, at: index, in: section.id))
        index += 1
      }
    }
    let indices = outline.rows.flatMap { [$0.before ?? 0, $0.after ?? 0] }
    largestIndex = max(largestIndex, indices.max() ?? 0)
    sections.append(outline)
  }

  private func row(of cell: Cell, at index: Int, in section: ListModel.Section.ID) -> Row {
    let mark = cellMarks[cell.id] ?? []
    let origin = mark.contains(.inserted) ? nil : origins[cell.id]
    let originSection = origin.map { before.sections[$0.section].id }
    return Row(
      mark: mark,
      before: origin?.item,
      after: index,
      origin: originSection == section ? nil : originSection,
      cell: cell
    )
  }
}

/// An element of two merged versions of a sequence.
private enum Merged<Element> {
  case departed(Element)
  case present(Element)
}

/// Returns the elements after a change, with each departed one after its last predecessor that stayed.
private func merge<Element: Identifiable>(
  _ before: [Element],
  into after: [Element],
  departs: (Element) -> Bool,
  stays: (Element) -> Bool
) -> [Merged<Element>] {
  var result: [Merged<Element>] = []
  var rest = before[...]
  for element in after {
    if stays(element) {
      while let next = rest.popFirst(), next.id != element.id {
        if departs(next) { result.append(.departed(next)) }
      }
    }
    result.append(.present(element))
  }
  result += rest.filter(departs).map { .departed($0) }
  return result
}
