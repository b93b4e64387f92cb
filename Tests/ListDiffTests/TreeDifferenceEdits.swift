import ListDiff
import ListModel
import ListTestSupport

/// Makes random lists as trees, and random successors that share what they have in common.
struct RandomTrees {
  private var generator: SeededGenerator
  private var nextKey: UInt64 = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A fresh list: one long section, or some shorter ones.
  mutating func tree() -> ListTree {
    let limit = [60, 600, 3_000][number(0...2)]
    let sectionCount = number(0...3) == 0 ? number(0...70) : number(1...4)
    return ListTree(
      sections: (0..<sectionCount).map { _ in section(upTo: limit / max(sectionCount, 1)) }
    )
  }

  /// A list that grew out of `tree` by some edits, mostly few.
  mutating func successor(of tree: ListTree) -> ListTree {
    var tree = tree
    for _ in 0..<number(0...[1, 3, 20][number(0...2)]) { edit(&tree) }
    return tree
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func section(upTo limit: Int) -> ListTree.Section {
    let cells = (0..<number(0...limit)).map { _ in cell() }
    return ListTree.Section(key: key(), attributes: UInt64(number(0...2)), cells: cells)
  }

  private mutating func cell() -> ListTree.Cell {
    ListTree.Cell(key: key(), content: UInt64(number(0...2)))
  }

  private mutating func key() -> UInt64 {
    nextKey += 1
    return nextKey
  }

  private mutating func edit(_ tree: inout ListTree) {
    guard !tree.sections.isEmpty else { return tree.sections.append(section(upTo: 40)) }
    switch number(0...29) {
    case 0...1: editSections(&tree)
    case 2...8: updateCells(&tree)
    case 9...13: insertCells(&tree)
    case 14...17: removeCells(&tree)
    case 18...23: moveCells(&tree, count: number(1...2))
    case 24...26: moveCells(&tree, count: number(1...300))
    case 27: swapNeighbours(&tree)
    default: shuffleCells(&tree)
    }
  }

  private mutating func editSections(_ tree: inout ListTree) {
    let section = anySection(of: tree)
    switch number(0...4) {
    case 0: tree.sections.insert(self.section(upTo: 40), at: number(0...tree.sections.count))
    case 1:
      let removed = tree.sections.remove(at: section)
      guard !tree.sections.isEmpty else { return }
      for cell in removed.cells where number(0...1) == 0 {
        tree.insert(cell, at: anyGap(in: tree))
      }
    case 2: tree.sections.update(at: section) { $0.attributes += 1 }
    default:
      let moved = tree.sections.remove(at: section)
      tree.sections.insert(moved, at: number(0...tree.sections.count))
    }
  }

  private mutating func updateCells(_ tree: inout ListTree) {
    for _ in 0..<number(1...3) {
      guard let path = anyPath(in: tree) else { return }
      tree[path].content = UInt64(number(0...2))
    }
  }

  private mutating func insertCells(_ tree: inout ListTree) {
    let gap = anyGap(in: tree)
    for _ in 0..<[1, 1, 2, 150][number(0...3)] { tree.insert(cell(), at: gap) }
  }

  private mutating func removeCells(_ tree: inout ListTree) {
    guard let path = anyPath(in: tree) else { return }
    let rest = tree.sections[path.section].cells.count - path.item
    for _ in 0..<min([1, 1, 2, 150][number(0...3)], rest) { tree.removeCell(at: path) }
  }

  private mutating func moveCells(_ tree: inout ListTree, count: Int) {
    guard let path = anyPath(in: tree) else { return }
    let block = path.item..<min(path.item + count, tree.sections[path.section].cells.count)
    let cells = Array(tree.sections[path.section].cells[block])
    tree.sections.update(at: path.section) { $0.cells.replaceSubrange(block, with: []) }
    // As often near as far, because short ways are the ones with ties.
    var gap = anyGap(in: tree)
    if number(0...1) == 0 {
      let limit = tree.sections[path.section].cells.count
      let item = min(max(path.item + number(-5...5), 0), limit)
      gap = CellPath(section: path.section, item: item)
    }
    tree.sections.update(at: gap.section) {
      $0.cells.replaceSubrange(gap.item..<gap.item, with: cells)
    }
  }

  private mutating func swapNeighbours(_ tree: inout ListTree) {
    for _ in 0..<number(1...10) {
      guard let path = anyPath(in: tree), path.item > 0 else { return }
      let cell = tree.removeCell(at: path)
      tree.insert(cell, at: CellPath(section: path.section, item: path.item - 1))
    }
  }

  private mutating func shuffleCells(_ tree: inout ListTree) {
    guard let path = anyPath(in: tree) else { return }
    let rest = tree.sections[path.section].cells.count - path.item
    let range = path.item..<(path.item + min(rest, number(1...200)))
    let cells = tree.sections[path.section].cells[range].shuffled(using: &generator)
    tree.sections.update(at: path.section) { $0.cells.replaceSubrange(range, with: cells) }
  }

  private mutating func anySection(of tree: ListTree) -> Int {
    number(0...tree.sections.count - 1)
  }

  private mutating func anyGap(in tree: ListTree) -> CellPath {
    let section = anySection(of: tree)
    return CellPath(section: section, item: number(0...tree.sections[section].cells.count))
  }

  private mutating func anyPath(in tree: ListTree) -> CellPath? {
    let section = anySection(of: tree)
    let count = tree.sections[section].cells.count
    return count == 0 ? nil : CellPath(section: section, item: number(0...count - 1))
  }
}
