extension CountedTree {
  /// A leaf or a branch.
  ///
  /// It is `@unchecked Sendable` because its variables are written only while a single reference to
  /// the node exists; the tree that writes proves this with `isKnownUniquelyReferenced`. A node
  /// that two trees, and so two threads, could see is copied first.
  final class Node: @unchecked Sendable {
    /// The elements of a leaf.
    @exclusivity(unchecked) final var elements: [Element]
    /// The children of a branch, at least one; empty for a leaf.
    @exclusivity(unchecked) final var children: [Child]
    /// The number of elements below.
    @exclusivity(unchecked) final var count: Int

    init(elements: [Element]) {
      self.elements = elements
      children = []
      count = elements.count
    }

    init(children: [Child]) {
      elements = []
      self.children = children
      count = children.reduce(0) { $0 + $1.count }
    }

    private init(elements: [Element], children: [Child], count: Int) {
      self.elements = elements
      self.children = children
      self.count = count
    }

    /// Returns a copy of the node, with room for one more element or child.
    func copy() -> Node {
      Node(
        elements: elements.isEmpty ? [] : elements.copy(capacity: elements.count + 1),
        children: children.isEmpty ? [] : children.copy(capacity: children.count + 1),
        count: count
      )
    }

    var isLeaf: Bool { children.isEmpty }
    /// The number of elements of a leaf or children of a branch.
    var slotCount: Int { isLeaf ? elements.count : children.count }
    var capacity: Int { isLeaf ? Element.leafCapacity : Element.fanOut }
    var isUnderfull: Bool { slotCount < capacity / 2 }
  }

  /// A child of a branch with its count, so that a search reads one node per level.
  struct Child {
    var node: Node
    var count: Int

    init(_ node: Node) {
      self.node = node
      count = node.count
    }
  }
}

// MARK: Searching

extension CountedTree.Node {
  /// Finds the child that holds an offset, and the offset in that child; the end of the node is the
  /// end of the last child.
  func child(at position: Int) -> (index: Int, position: Int) {
    var position = position
    let last = children.count &- 1
    var index = 0
    while index < last, position >= children[index].count {
      position &-= children[index].count
      index &+= 1
    }
    return (index, position)
  }

  func element(at position: Int, height: Int) -> Element {
    // Nodes are not retained: this node keeps the nodes below it, and nothing changes meanwhile.
    var node = Unmanaged.passUnretained(self)
    var position = position
    for _ in 0..<height {
      node = node._withUnsafeGuaranteedRef { branch in
        let (index, rest) = branch.child(at: position)
        position = rest
        return Unmanaged.passUnretained(branch.children[index].node)
      }
    }
    return node._withUnsafeGuaranteedRef { $0.elements[position] }
  }
}

// MARK: Changing

// All of these require that the node has one holder.
extension CountedTree.Node {
  func update<Result>(
    at position: Int,
    height: Int,
    _ body: (inout Element) throws -> Result
  ) rethrows -> Result {
    guard height > 0 else { return try body(&elements[position]) }
    let (index, rest) = child(at: position)
    return try uniqueChild(index).update(at: rest, height: height - 1, body)
  }

  /// - Returns: The upper half, if the node became too full.
  func insert(_ element: Element, at position: Int, height: Int) -> CountedTree.Node? {
    count += 1
    guard height > 0 else {
      insertIntoLeaf(element, at: position)
      return splitIfOverfull()
    }
    let (index, rest) = child(at: position)
    let sibling = uniqueChild(index).insert(element, at: rest, height: height - 1)
    children[index].count = children[index].node.count
    guard let sibling else { return nil }
    children.insert(CountedTree.Child(sibling), at: index + 1)
    return splitIfOverfull()
  }

  func remove(at position: Int, height: Int) -> Element {
    count -= 1
    guard height > 0 else { return elements.remove(at: position) }
    let (index, rest) = child(at: position)
    let element = uniqueChild(index).remove(at: rest, height: height - 1)
    children[index].count -= 1
    if children[index].node.isUnderfull { refill(index) }
    return element
  }

  func insertIntoLeaf(_ element: Element, at position: Int) {
    // Without this, an array would double its memory.
    if elements.count == elements.capacity { elements.reserveCapacity(capacity + 1) }
    elements.insert(element, at: position)
  }

  /// Returns a child, which is copied first if it has another holder.
  func uniqueChild(_ index: Int) -> CountedTree.Node {
    if !isKnownUniquelyReferenced(&children[index].node) {
      children[index].node = children[index].node.copy()
    }
    return children[index].node
  }

  private func splitIfOverfull() -> CountedTree.Node? {
    guard slotCount > capacity else { return nil }
    let middle = slotCount / 2
    let upper: CountedTree.Node
    if isLeaf {
      upper = CountedTree.Node(elements: Array(elements[middle...]))
      elements.removeSubrange(middle...)
    } else {
      upper = CountedTree.Node(children: Array(children[middle...]))
      children.removeSubrange(middle...)
    }
    count -= upper.count
    return upper
  }

  /// Joins a child that is too empty with a neighbour, or divides the slots of both about equally.
  private func refill(_ index: Int) {
    guard children.count > 1 else { return }
    let first = index == 0 ? 0 : index - 1
    let nodes = Self.balanced(children[first].node, children[first + 1].node)
    children.replaceSubrange(first...(first + 1), with: nodes.map(CountedTree.Child.init))
  }

  /// One node with the slots of two neighbours, or two that are about equally full.
  static func balanced(_ left: CountedTree.Node, _ right: CountedTree.Node) -> [CountedTree.Node] {
    if left.isLeaf { return leaves(of: left.elements + right.elements) }
    return branches(of: left.children + right.children)
  }

  /// One leaf, or two if there are too many elements for one.
  static func leaves(of elements: [Element]) -> [CountedTree.Node] {
    guard elements.count > Element.leafCapacity else {
      return [CountedTree.Node(elements: elements)]
    }
    let middle = elements.count / 2
    return [
      CountedTree.Node(elements: Array(elements[..<middle])),
      CountedTree.Node(elements: Array(elements[middle...])),
    ]
  }

  /// One branch, or two if there are too many children for one.
  static func branches(of children: [CountedTree.Child]) -> [CountedTree.Node] {
    guard children.count > Element.fanOut else { return [CountedTree.Node(children: children)] }
    let middle = children.count / 2
    return [
      CountedTree.Node(children: Array(children[..<middle])),
      CountedTree.Node(children: Array(children[middle...])),
    ]
  }
}

extension Array {
  /// A copy with memory of its own, for `capacity` elements.
  fileprivate func copy(capacity: Int) -> [Element] {
    withUnsafeBufferPointer { elements in
      Array(unsafeUninitializedCapacity: capacity) { copy, count in
        // Elements are copied one by one: the runtime's loop makes an indirect call for each.
        for index in elements.indices { copy.initializeElement(at: index, to: elements[index]) }
        count = elements.count
      }
    }
  }
}
