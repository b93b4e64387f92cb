extension CountedTree: RandomAccessCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of elements.
  package var endIndex: Int { count }

  /// An iteration, O(n) in all.
  package func makeIterator() -> Iterator { Iterator(self) }

  /// Goes from leaf to leaf.
  package struct Iterator: IteratorProtocol {
    /// For each branch on the way to the present leaf, its number of children that are done or
    /// begun.
    private var path: [(branch: Node, next: Int)] = []
    private var elements: [Element]
    private var position = 0

    init(_ tree: CountedTree) {
      elements = tree.root.elements
      if !tree.root.isLeaf {
        path.append((tree.root, 0))
        goToNextLeaf()
      }
    }

    /// The next element.
    package mutating func next() -> Element? {
      if position == elements.count {
        guard !path.isEmpty else { return nil }
        goToNextLeaf()
        if position == elements.count { return nil }
      }
      defer { position += 1 }
      return elements[position]
    }

    private mutating func goToNextLeaf() {
      elements = []
      position = 0
      while let (branch, next) = path.popLast() {
        guard next < branch.children.count else { continue }
        path.append((branch, next + 1))
        let child = branch.children[next].node
        if child.isLeaf {
          elements = child.elements
          return
        }
        path.append((child, 0))
      }
    }
  }
}
