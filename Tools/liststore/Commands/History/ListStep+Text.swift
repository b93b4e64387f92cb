import ListDiff
import ListModel
import ListRendering

/// The part of a change that is wanted.
enum ChangeFilter: Equatable {
  /// All of it.
  case all
  /// The events of some cells; and of some sections, of their cells, and of cells that enter or leave
  /// them.
  case of(cells: Set<Cell.ID>, sections: Set<Section.ID>)

  /// Whether the events of one cell or section are wanted.
  var isOfOne: Bool {
    if case .of(let cells, let sections) = self { cells.count + sections.count == 1 } else { false }
  }
}

extension ListStep {
  /// The event of one section or cell: its place and its content, before and after.
  struct Event {
    enum Subject {
      case section(Section.ID)
      case cell(Cell.ID, before: Section.ID?, after: Section.ID?)
    }

    var subject: Subject
    var isInserted = false
    var isDeleted = false
    var isMoved = false
    var isUpdated = false
    /// The place before, counted from 1.
    var before: Int?
    /// The place after, counted from 1.
    var after: Int?
    /// The name of a cell's type, before and after.
    var types: (old: String?, new: String?) = (nil, nil)
    /// A cell's content, or a section's header, footer and layout, before.
    var old: JSONTree?
    /// The same after.
    var new: JSONTree?
  }

  /// Returns the wanted events: those of sections, then those of cells, deletions first.
  func events(_ filter: ChangeFilter) -> [Event] {
    (sectionEvents() + cellEvents()).filter { event in
      guard case .of(let cells, let sections) = filter else { return true }
      switch event.subject {
      case .section(let id): return sections.contains(id)
      case .cell(let id, let before, let after):
        return cells.contains(id)
          || [before, after].contains { $0.map(sections.contains) ?? false }
      }
    }
  }

  private func sectionEvents() -> [Event] {
    let changes = changeset
    var events: [Event] = []
    var indices: [Section.ID: Int] = [:]
    func edit(_ id: Section.ID, _ change: (inout Event) -> Void) {
      let index = indices[id] ?? events.count
      if index == events.count { events.append(Event(subject: .section(id))) }
      indices[id] = index
      change(&events[index])
    }
    for section in changes.deletedSections {
      edit(section.id) { event in
        (event.isDeleted, event.before) = (true, section.at + 1)
        event.old = section.attributes.tree
      }
    }
    for section in changes.insertedSections {
      edit(section.id) { event in
        (event.isInserted, event.after) = (true, section.at + 1)
        event.new = section.attributes.tree
      }
    }
    for section in changes.movedSections {
      edit(section.id) { event in
        (event.isMoved, event.before, event.after) = (true, section.from + 1, section.to + 1)
      }
    }
    for section in changes.updatedSections {
      edit(section.id) { event in
        event.isUpdated = true
        (event.before, event.after) = (section.from + 1, section.at + 1)
        (event.old, event.new) = (section.old.tree, section.new.tree)
      }
    }
    return events
  }

  private func cellEvents() -> [Event] {
    let changes = changeset
    var events: [Event] = []
    var indices: [Cell.ID: Int] = [:]
    func edit(_ id: Cell.ID, _ from: CellPath?, _ to: CellPath?, _ change: (inout Event) -> Void) {
      let index = indices[id] ?? events.count
      if index == events.count {
        let before = from.flatMap { name(in: sectionsBefore, $0.section) }
        let after = to.flatMap { name(in: sectionsAfter, $0.section) }
        var event = Event(subject: .cell(id, before: before, after: after))
        (event.before, event.after) = (from.map { $0.item + 1 }, to.map { $0.item + 1 })
        events.append(event)
      }
      indices[id] = index
      change(&events[index])
    }
    for cell in changes.deletedCells {
      edit(cell.id, cell.at, nil) { event in
        event.isDeleted = true
        event.types.old = cell.component.type
        event.old = cell.component.tree
      }
    }
    let start = events.count
    for cell in changes.insertedCells {
      edit(cell.id, nil, cell.at) { event in
        event.isInserted = true
        event.types.new = cell.component.type
        event.new = cell.component.tree
      }
    }
    for cell in changes.movedCells { edit(cell.id, cell.from, cell.to) { $0.isMoved = true } }
    for cell in changes.updatedCells {
      edit(cell.id, cell.from, cell.at) { event in
        event.isUpdated = true
        event.types = (cell.old.type, cell.new.type)
        (event.old, event.new) = (cell.old.tree, cell.new.tree)
      }
    }
    let order = Dictionary(
      sectionsAfter.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    func place(_ event: Event) -> (Int, Int) {
      guard case .cell(_, _, let section?) = event.subject else { return (0, 0) }
      return (order[section] ?? 0, event.after ?? 0)
    }
    return events[..<start] + events[start...].sorted { place($0) < place($1) }
  }

  private func name(in sections: [Section.ID], _ index: Int) -> Section.ID? {
    sections.indices.contains(index) ? sections[index] : nil
  }
}

extension ListStep.Event {
  /// The event in words, without the name of its subject: `moved feed 2 → top 1, updated`.
  var summary: String {
    var parts: [String] = []
    if isInserted { parts.append("inserted at \(placeAfter)") }
    if isDeleted { parts.append("deleted from \(placeBefore)") }
    if isMoved { parts.append("moved \(placeBefore) → \(placeAfter)") }
    if isUpdated { parts.append("updated" + (isMoved ? "" : " at \(placeAfter)")) }
    return parts.joined(separator: ", ").printable
  }

  private var placeBefore: String { place(before) { before, _ in before } }
  private var placeAfter: String { place(after) { _, after in after } }

  private func place(
    _ index: Int?,
    _ side: (Section.ID?, Section.ID?) -> Section.ID?
  ) -> String {
    let number = index.map(String.init) ?? "?"
    guard case .cell(_, let before, let after) = subject else { return number }
    return side(before, after).map { "\($0) \(number)" } ?? number
  }

  /// The subject for people: `section feed`, `a3`.
  var name: String {
    switch subject {
    case .section(let id): "section \(id)"
    case .cell(let id, _, _): "\(id)"
    }
  }

  /// Returns the event and the fields that it changes, in lines of at most `columns` columns.
  func lines(_ palette: Palette, columns: Int, indent: String = "  ") -> [String] {
    let mark =
      switch (isInserted, isDeleted, isMoved, isUpdated) {
      case (true, _, _, _): palette(.inserted, "+ ")
      case (_, true, _, _): palette(.deleted, "- ")
      case (_, _, true, true): palette(.moved, "→") + palette(.updated, "~")
      case (_, _, true, false): palette(.moved, "→ ")
      default: palette(.updated, "~ ")
      }
    var line = PartedLine(after: "\(indent)\(mark) ", columns: indent.count + 3)
    line.add(name, .heading)
    if let type = types.new ?? types.old { line.add(type) }
    line.add(summary, .faint)
    let room = max(columns - indent.count - 6, 24)
    return line.lines(palette, columns: columns, indent: indent.count + 4)
      + differences.map { "\(indent)    " + $0.line(palette, room: room) }
  }

  private var differences: [FieldDifference] {
    let fields = FieldDifference.all(from: old, to: new)
    guard let old = types.old, let new = types.new, old != new else { return fields }
    return [FieldDifference("(type)", old, new)] + fields
  }
}

extension Section.Attributes {
  /// Header, footer and layout as one JSON value; `nil` if there is none of them.
  var tree: JSONTree? {
    var members: [JSONTree.Member] = []
    if let header { members.append(.init(name: "header", value: header.tree)) }
    if let footer { members.append(.init(name: "footer", value: footer.tree)) }
    if let layout = try? layout?.stored() {
      members.append(.init(name: "layout", value: JSONTree(layout)))
    }
    return members.isEmpty ? nil : .object(members)
  }
}

extension AnyComponent {
  /// The content as a tree; `nil` if there is none.
  fileprivate var tree: JSONTree? {
    (try? stored())?.content.map { JSONTree($0) }
  }
}

extension SupplementaryView {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    if let type = try? Content(encoding: component.type).text {
      members.append(.init(name: "type", value: .scalar(type)))
    }
    if let content = component.tree { members.append(.init(name: "content", value: content)) }
    members.append(.init(name: "alignment", value: .scalar("\"\(alignment.rawValue)\"")))
    return .object(members)
  }
}
