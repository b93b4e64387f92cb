package import ListModel

extension IndexedList: Equatable {
  /// Whether both have equal sections and cells in the same order; handlers are not compared.
  ///
  /// - Complexity: O(1) for the same version; for versions of one list, O(log n) for each place
  ///   that was changed in one of them; else O(n).
  package static func == (lhs: IndexedList, rhs: IndexedList) -> Bool {
    !lhs.differs(from: rhs) {
      $0 == $1
    } cells: {
      $0 == $1
    }
  }

  /// Whether both have the same ids in the same order; contents are not compared.
  ///
  /// - Complexity: As for equality.
  package func hasSameIdentities(as other: IndexedList) -> Bool {
    !differs(from: other) {
      $0.id == $1.id
    } cells: {
      $0.id == $1.id
    }
  }

  /// Whether the lists differ, by the given comparisons of sections and of cells.
  ///
  /// Sections are given without their cells. Parts that both lists share are not compared.
  package func differs(
    from other: IndexedList,
    sections isSameSection: (Section, Section) -> Bool,
    cells isSameCell: (Cell, Cell) -> Bool
  ) -> Bool {
    !sections.matches(other.sections) { left, right in
      (left.box === right.box || isSameSection(left.head, right.head))
        && left.cells.matches(right.cells) { left, right in
          left.box === right.box || isSameCell(left.cell, right.cell)
        }
    }
  }
}

extension CountedTree {
  /// Whether both have the same count, and all elements at the same offsets match.
  ///
  /// Both are walked side by side; a node that both hold at the same offset is passed over.
  ///
  /// - Complexity: O(nodes that are not shared), at least where offsets agree.
  func matches(_ other: Self, by isMatch: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    var (left, right) = (NodeCursor(self), NodeCursor(other))
    while let first = left.node, let second = right.node {
      // Inside a leaf that both hold, one cursor may be further on than the other.
      if first === second, left.offset == right.offset {
        left.pass()
        right.pass()
      } else if first.isLeaf, second.isLeaf {
        let length = Swift.min(left.rest, right.rest)
        for offset in 0..<length
        where !isMatch(first.elements[left.offset + offset], second.elements[right.offset + offset])
        {
          return false
        }
        left.advance(by: length)
        right.advance(by: length)
      } else if right.isLeaf || (!left.isLeaf && left.rest >= right.rest) {
        left.enter()
      } else {
        right.enter()
      }
    }
    return true
  }
}

/// A position in a tree: at the start of a node, or inside a leaf.
private struct NodeCursor<Element: CountedTreeElement> {
  typealias Node = CountedTree<Element>.Node

  private var path: [(branch: Node, next: Int)] = []
  private(set) var node: Node?
  /// The offset in a leaf.
  private(set) var offset = 0

  init(_ tree: CountedTree<Element>) {
    node = tree.isEmpty ? nil : tree.root
  }

  var isLeaf: Bool { node?.isLeaf ?? true }
  /// The number of elements of the node that are still ahead.
  var rest: Int { (node?.count ?? 0) - offset }

  /// Goes to the first child.
  mutating func enter() {
    guard let branch = node else { return }
    path.append((branch, 1))
    node = branch.children[0].node
  }

  /// Goes on in a leaf.
  mutating func advance(by length: Int) {
    offset += length
    if rest == 0 { goToNextNode() }
  }

  /// Passes over the node.
  mutating func pass() {
    goToNextNode()
  }

  private mutating func goToNextNode() {
    offset = 0
    node = nil
    while let (branch, next) = path.popLast() {
      guard next < branch.children.count else { continue }
      path.append((branch, next + 1))
      node = branch.children[next].node
      return
    }
  }
}
