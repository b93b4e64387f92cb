import ListModel
import ListStorage
import ListTestSupport

/// A plain list and a draft, edited alike.
struct ListTwin {
  var list: List
  var random: SeededGenerator
  var nextID = 0

  init(seed: UInt64, cellCounts: [Int]) {
    list = List()
    random = SeededGenerator(seed: seed)
    list.sections = cellCounts.map { count in
      var section = Section(id: Section.ID("s\(list.sections.count)-\(count)-\(newID())"))
      section.cells = (0..<count).map { _ in cell(Cell.ID("c\(newID())")) }
      return section
    }
  }

  mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  mutating func number(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func path() -> CellPath? {
    let sections = list.sections.indices.filter { !list.sections[$0].cells.isEmpty }
    guard let section = sections.randomElement(using: &random) else { return nil }
    return CellPath(section: section, item: number(0..<list.sections[section].cells.count))
  }

  /// One random edit of both.
  mutating func edit(_ draft: inout ListDraft) throws {
    switch number(0..<20) {
    case 0..<5: try insert(number(0..<8) == 0 ? number(1..<300) : 1, &draft)
    case 5..<9: try delete(&draft)
    case 9..<14: try move(&draft)
    case 14..<17: try update(&draft)
    default: try editSections(&draft)
    }
  }

  /// A cell that comes, goes or moves, mostly near the start or the end of a section.
  mutating func editOneCell(_ draft: inout ListDraft) throws {
    let kind = number(0..<3)
    if kind == 0 { return try insert(1, &draft) }
    guard var from = path() else { return }
    let count = list.sections[from.section].cells.count
    if number(0..<2) == 0 { from.item = number(0..<2) == 0 ? 0 : count - 1 }
    let cell = list.sections[from.section].cells.remove(at: from.item)
    if kind == 1 { return try draft.deleteCell(cell.id) }
    let to = number(0..<2) == 0 ? from.section : number(0..<list.sections.count)
    let end = list.sections[to].cells.count
    let near = min(end, max(0, from.item + number(-2..<3)))
    let item = [0, end, near, number(0..<end + 1)][number(0..<4)]
    list.sections[to].cells.insert(cell, at: item)
    try draft.moveCell(cell.id, .at(item, in: list.sections[to].id))
  }

  private mutating func insert(_ count: Int, _ draft: inout ListDraft) throws {
    guard !list.sections.isEmpty else { return }
    let cells = (0..<count).map { _ in cell(Cell.ID("c\(newID())")) }
    let section = number(0..<list.sections.count)
    let item = number(0..<list.sections[section].cells.count + 1)
    list.sections[section].cells.insert(contentsOf: cells, at: item)
    try draft.insertCells(cells, .at(item, in: list.sections[section].id))
  }

  private mutating func delete(_ draft: inout ListDraft) throws {
    guard let path = path() else { return }
    let count = number(0..<6) == 0 ? 150 : 1
    for _ in 0..<min(count, list.sections[path.section].cells.count - path.item) {
      let cell = list.sections[path.section].cells.remove(at: path.item)
      try draft.deleteCell(cell.id)
      // Sometimes it comes back elsewhere: the same cell.
      guard number(0..<10) == 0 else { continue }
      list.sections[path.section].cells.insert(cell, at: 0)
      try draft.insertCell(cell, .start(of: list.sections[path.section].id))
    }
  }

  private mutating func move(_ draft: inout ListDraft) throws {
    guard let from = path() else { return }
    let count = number(0..<4) == 0 ? number(2..<200) : 1
    let to = number(0..<2) == 0 ? from.section : number(0..<list.sections.count)
    let block = min(count, list.sections[from.section].cells.count - from.item)
    let cells = Array(list.sections[from.section].cells[from.item..<from.item + block])
    list.sections[from.section].cells.removeSubrange(from.item..<from.item + block)
    let item = number(0..<list.sections[to].cells.count + 1)
    list.sections[to].cells.insert(contentsOf: cells, at: item)
    // One by one: first out of the way, then to the place.
    for cell in cells { try draft.moveCell(cell.id, .end(of: list.sections[from.section].id)) }
    for (offset, cell) in cells.enumerated() {
      try draft.moveCell(cell.id, .end(of: list.sections[to].id))
      try draft.moveCell(cell.id, .at(item + offset, in: list.sections[to].id))
    }
  }

  private mutating func update(_ draft: inout ListDraft) throws {
    guard let path = path() else { return }
    let new = cell(list.sections[path.section].cells[path.item].id, "text \(number(0..<3))")
    list.sections[path.section].cells[path.item] = new
    try draft.updateCell(new)
  }

  private mutating func editSections(_ draft: inout ListDraft) throws {
    let index = number(0..<list.sections.count + 1)
    if index == list.sections.count || number(0..<3) == 0 {
      var section = Section(id: Section.ID("s\(newID())"))
      section.cells = (0..<number(0..<200)).map { _ in cell(Cell.ID("c\(newID())")) }
      list.sections.insert(section, at: index)
      try draft.insertSection(section, .at(index))
    } else if number(0..<3) == 0, list.sections.count > 1 {
      try draft.deleteSection(list.sections.remove(at: index).id)
    } else {
      let section = list.sections.remove(at: index)
      let target = number(0..<list.sections.count + 1)
      list.sections.insert(section, at: target)
      try draft.moveSection(section.id, .at(target))
    }
  }
}
