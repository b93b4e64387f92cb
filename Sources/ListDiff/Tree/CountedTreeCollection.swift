extension CountedTree: RandomAccessCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of elements.
  package var endIndex: Int { count }

  /// Returns an iterator; a whole iteration takes O(n).
  package func makeIterator() -> Iterator { Iterator(self) }

  /// An iterator that goes from leaf to leaf.
  package struct Iterator: IteratorProtocol {
    /// The branches on the way to the present leaf, each with the number of its children that were
    /// entered.
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
