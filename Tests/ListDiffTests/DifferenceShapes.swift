import ListModel
import ListTestSupport

/// A way to make a list's successor that a screen or a sync really shows.
enum DifferenceShape: CaseIterable {
  case edited, heavilyEdited, unrelated, unchanged
  case reversed, rotated, blockMoved, shuffled
  case contentReplaced, idsReplaced
  case sectionsMerged, sectionsSplit, sectionsRenamed, cellsRedistributed
  case emptied, filled
  case everyOtherDeleted, paged

  func successor(of list: List, using lists: inout RandomLists) -> List {
    switch self {
    case .edited: lists.successor(of: list)
    case .heavilyEdited: lists.successor(of: list, editLimit: 60)
    case .unrelated: lists.list()
    case .unchanged: list
    case .reversed: list.reversed()
    case .rotated: list.rotated(using: &lists)
    case .blockMoved: list.movingBlock(using: &lists)
    case .shuffled: list.shuffled(using: &lists)
    case .contentReplaced: list.replacingContent()
    case .idsReplaced: list.replacingIDs()
    case .sectionsMerged: list.mergingSections()
    case .sectionsSplit: list.splittingSections()
    case .sectionsRenamed: list.renamingSections()
    case .cellsRedistributed: list.redistributingCells(using: &lists)
    case .emptied: List()
    case .filled: list
    case .everyOtherDeleted: list.deletingEveryOther()
    case .paged: lists.successor(of: list, editLimit: 2).appending(lists.list())
    }
  }

  /// A random pair of this shape.
  func pair(using lists: inout RandomLists) -> (List, List) {
    let list = lists.list()
    return (self == .filled ? List() : list, successor(of: list, using: &lists))
  }
}

extension List {
  fileprivate func mappingCells(_ transform: ([Cell]) -> [Cell]) -> List {
    var copy = self
    for index in copy.sections.indices {
      copy.sections[index].cells = transform(copy.sections[index].cells)
    }
    return copy
  }

  fileprivate func reversed() -> List {
    List(sections: mappingCells { $0.reversed() }.sections.reversed())
  }

  fileprivate func rotated(using lists: inout RandomLists) -> List {
    let turn = lists.number(0...3)
    return mappingCells { cells in
      let start = min(turn, cells.count)
      return Array(cells[start...] + cells[..<start])
    }
  }

  fileprivate func movingBlock(using lists: inout RandomLists) -> List {
    var copy = self
    for index in copy.sections.indices {
      var cells = copy.sections[index].cells
      let start = lists.number(0...cells.count)
      let end = lists.number(start...cells.count)
      let block = Array(cells[start..<end])
      cells.removeSubrange(start..<end)
      let target = lists.number(0...copy.sections.count - 1)
      guard target != index else {
        cells.insert(contentsOf: block, at: lists.number(0...cells.count))
        copy.sections[index].cells = cells
        continue
      }
      copy.sections[index].cells = cells
      let place = lists.number(0...copy.sections[target].cells.count)
      copy.sections[target].cells.insert(contentsOf: block, at: place)
    }
    return copy
  }

  fileprivate func shuffled(using lists: inout RandomLists) -> List {
    var copy = self
    for index in copy.sections.indices {
      copy.sections[index].cells.shuffle(using: &lists.generator)
    }
    copy.sections.shuffle(using: &lists.generator)
    return copy
  }

  fileprivate func replacingContent() -> List {
    mappingCells { cells in
      cells.map { Cell(id: $0.id, component: TextComponent("new", revision: 9)) }
    }
  }

  fileprivate func replacingIDs() -> List {
    mappingCells { cells in
      cells.map { Cell(id: "new-\($0.id)", component: $0.component) }
    }
  }

  fileprivate func mergingSections() -> List {
    guard var first = sections.first else { return self }
    first.cells = sections.flatMap(\.cells)
    return List(sections: [first])
  }

  fileprivate func splittingSections() -> List {
    List(
      sections: sections.flatMap { section in
        let half = section.cells.count / 2
        var front = section
        front.cells = Array(section.cells[..<half])
        let back = Section(id: "\(section.id)-back", cells: Array(section.cells[half...]))
        return [front, back]
      }
    )
  }

  fileprivate func renamingSections() -> List {
    List(sections: sections.map { Section(id: "new-\($0.id)", cells: $0.cells) })
  }

  fileprivate func redistributingCells(using lists: inout RandomLists) -> List {
    var copy = mappingCells { _ in [] }
    for cell in sections.flatMap(\.cells) {
      copy.sections[lists.number(0...sections.count - 1)].cells.append(cell)
    }
    return copy
  }

  fileprivate func deletingEveryOther() -> List {
    mappingCells { cells in cells.indices.filter { $0 % 2 == 1 }.map { cells[$0] } }
  }

  fileprivate func appending(_ other: List) -> List {
    List(sections: sections + other.sections)
  }
}
