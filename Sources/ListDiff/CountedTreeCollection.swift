extension CountedTree: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of elements.
  package var endIndex: Int { count }

  /// Adds elements behind all others.
  ///
  /// - Complexity: O(log n + m) for m new elements.
  package mutating func append(contentsOf elements: some Sequence<Element>) {
    self = self + CountedTree(elements)
  }

  /// Removes all elements; the memory is not kept.
  package mutating func removeAll(keepingCapacity: Bool = false) {
    self = CountedTree()
  }

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

extension CountedTree {
  /// Calls `body` with all elements in a range, piece by piece, without copying any.
  ///
  /// - Complexity: O(log n + elements in the range).
  package func forEachSpan(
    in range: Range<Int>,
    _ body: (Span<Element>) -> Void
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Range out of bounds")
    if !range.isEmpty { Self.forEachSpan(of: root, height: height, in: range, body) }
  }

  private static func forEachSpan(
    of node: Node,
    height: Int,
    in range: Range<Int>,
    _ body: (Span<Element>) -> Void
  ) {
    guard height > 0 else {
      let elements = node.elements
      body(elements.span.extracting(range))
      return
    }
    var (index, position) = node.child(at: range.lowerBound)
    var rest = range.count
    while rest > 0 {
      let child = node.children[index]
      let length = Swift.min(rest, child.count - position)
      forEachSpan(of: child.node, height: height - 1, in: position..<(position + length), body)
      rest -= length
      position = 0
      index += 1
    }
  }
}
