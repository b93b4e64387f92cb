import ListDiff
import ListModel

/// What a collection view demands of one batch, written down a second time, plainly.
///
/// It shares no code with the derivation of batches. The rules are numbered as in docs/adapter.md.
struct BatchRules {
  let before: List
  let batch: BatchUpdate
  let after: List
  private(set) var violations: [String] = []

  /// Everything that is wrong with a batch that leads from one list to another.
  static func violations(from before: List, by batch: BatchUpdate, to after: List) -> [String] {
    var rules = BatchRules(before: before, batch: batch, after: after)
    rules.checkPlaces()
    rules.checkConflicts()
    rules.checkSectionsAreQuiet()
    if rules.violations.isEmpty { rules.checkReplay() }
    return rules.violations
  }

  private init(before: List, batch: BatchUpdate, after: List) {
    self.before = before
    self.batch = batch
    self.after = after
  }

  private var leavingItems: [CellPath] {
    batch.deletedCells + batch.reloadedCells + batch.movedCells.map(\.from)
  }

  private var arrivingItems: [CellPath] { batch.insertedCells + batch.movedCells.map(\.to) }

  private mutating func demand(_ holds: Bool, _ rule: String) {
    if !holds { violations.append(rule) }
  }

  private mutating func checkPlaces() {
    for section in batch.deletedSections + batch.reloadedSections + batch.reconfiguredSections {
      demand(before.sections.indices.contains(section), "1: no section \(section) before")
    }
    for path in batch.deletedCells + batch.reloadedCells + batch.reconfiguredCells {
      demand(before.cell(at: path) != nil, "2: no item \(path) before")
    }
    for section in batch.insertedSections {
      demand(after.sections.indices.contains(section), "5: no section \(section) after")
    }
    for path in batch.insertedCells {
      demand(after.cell(at: path) != nil, "6: no item \(path) after")
    }
    for move in batch.movedSections {
      demand(before.sections.indices.contains(move.from), "7: no section \(move.from) before")
      demand(after.sections.indices.contains(move.to), "7: no section \(move.to) after")
    }
    for move in batch.movedCells {
      demand(before.cell(at: move.from) != nil, "7: no item \(move.from) before")
      demand(after.cell(at: move.to) != nil, "7: no item \(move.to) after")
    }
  }

  private mutating func checkConflicts() {
    let deleted = Set(batch.deletedSections + batch.reloadedSections)
    for move in batch.movedCells {
      demand(!deleted.contains(move.from.section), "3: \(move.from) moves out of a deleted section")
    }
    let leavingSections =
      batch.deletedSections + batch.reloadedSections + batch.movedSections.map(\.from)
    let arrivingSections = batch.insertedSections + batch.movedSections.map(\.to)
    demand(Set(leavingSections).count == leavingSections.count, "3, 10, 15: a section leaves twice")
    demand(Set(arrivingSections).count == arrivingSections.count, "5, 10: a section arrives twice")
    demand(Set(leavingItems).count == leavingItems.count, "4, 10, 15: an item leaves twice")
    demand(Set(arrivingItems).count == arrivingItems.count, "5, 10: an item arrives twice")
    let reconfigured = batch.reconfiguredCells
    demand(
      Set(leavingItems + reconfigured).count == leavingItems.count + reconfigured.count,
      "4: a reconfigured item also leaves, or is named twice"
    )
  }

  private mutating func checkSectionsAreQuiet() {
    let loudBefore = Set((leavingItems + batch.reconfiguredCells).map(\.section))
    let loudAfter = Set(arrivingItems.map(\.section))
    for section in batch.deletedSections + batch.reloadedSections + batch.movedSections.map(\.from)
    {
      demand(!loudBefore.contains(section), "13, 14: item operations out of section \(section)")
    }
    for section in batch.insertedSections + batch.movedSections.map(\.to) {
      demand(!loudAfter.contains(section), "13, 14: item operations into section \(section)")
    }
  }

  /// Laws 8, 9, 11, 12 and 16, by placing what arrives and filling the rest with what survives.
  private mutating func checkReplay() {
    var origins: [Int?] = Array(repeating: nil, count: after.sections.count)
    for move in batch.movedSections { origins[move.to] = move.from }
    let gone = Set(batch.deletedSections + batch.movedSections.map(\.from))
    let taken = Set(batch.insertedSections + batch.movedSections.map(\.to))
    let staying = before.sections.indices.filter { !gone.contains($0) }
    let free = after.sections.indices.filter { !taken.contains($0) }
    guard staying.count == free.count else {
      violations.append("8: \(staying.count) sections stay for \(free.count) places")
      return
    }
    for (from, to) in zip(staying, free) { origins[to] = from }
    for (to, from) in origins.enumerated() {
      guard let from else { continue }
      demand(
        before.sections[from].id == after.sections[to].id,
        "11: section \(to) is \(after.sections[to].id), not \(before.sections[from].id)"
      )
      if batch.reloadedSections.contains(from) {
        demand(
          !before.sections[from].cells.isEmpty && !after.sections[to].cells.isEmpty,
          "16: the reloaded section \(from) is empty"
        )
      } else {
        demand(
          before.sections[from].attributes == after.sections[to].attributes
            || batch.reconfiguredSections.contains(from),
          "12: the header, footer or layout of section \(to) changed unnoticed"
        )
        checkItems(of: from, to)
      }
    }
  }

  private mutating func checkItems(of from: Int, _ to: Int) {
    let leaving = Set(
      (batch.deletedCells + batch.movedCells.map(\.from)).filter { $0.section == from }.map(\.item)
    )
    var rest = before.sections[from].cells.enumerated()
      .filter { !leaving.contains($0.offset) }
      .map { Survivor(cell: $0.element, path: CellPath(section: from, item: $0.offset)) }
    let moves = Dictionary(uniqueKeysWithValues: batch.movedCells.map { ($0.to, $0.from) })
    for path in arrivingItems.filter({ $0.section == to }).sorted() {
      guard path.item <= rest.count else {
        violations.append("9: \(path) is beyond the end")
        return
      }
      let origin = moves[path]
      rest.insert(
        Survivor(cell: origin.flatMap { before.cell(at: $0) }, path: origin),
        at: path.item
      )
    }
    let cells = after.sections[to].cells
    guard rest.count == cells.count else {
      violations.append("9: section \(to) has \(cells.count) items instead of \(rest.count)")
      return
    }
    let renewed = Set(batch.reloadedCells + batch.reconfiguredCells)
    for (survivor, cell) in zip(rest, cells) {
      guard let old = survivor.cell, let path = survivor.path else { continue }
      demand(old.id == cell.id, "11: found \(cell.id) instead of \(old.id)")
      demand(
        old.component == cell.component || renewed.contains(path),
        "12: the content of \(cell.id) changed unnoticed"
      )
    }
  }

  private struct Survivor {
    var cell: Cell?
    var path: CellPath?
  }
}
