// Joining and splitting along a path, as for ropes: what is beside the path is shared.
extension CountedTree {
  /// All elements of one tree, then all of another.
  ///
  /// - Complexity: O(log n).
  package static func + (left: CountedTree, right: CountedTree) -> CountedTree {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    let height = Swift.max(left.height, right.height)
    let nodes = join(left.root, left.height, right.root, right.height)
    if nodes.count == 1 { return CountedTree(root: nodes[0], height: height) }
    return CountedTree(root: Node(children: nodes.map(Child.init)), height: height + 1)
  }

  /// The elements before an offset, and those from it on.
  ///
  /// - Complexity: O(log n).
  package func split(at position: Int) -> (CountedTree, CountedTree) {
    precondition(position >= 0 && position <= count, "Position out of range")
    if position == 0 { return (CountedTree(), self) }
    if position == count { return (self, CountedTree()) }
    return Self.split(root, height: height, at: position)
  }

  /// Joins two nodes of given heights.
  ///
  /// - Returns: One or two nodes of the greater height. Both are at least half full if one of the
  ///   given ones is; one that is not may only be a root.
  private static func join(_ left: Node, _ leftHeight: Int, _ right: Node, _ rightHeight: Int)
    -> [Node]
  {
    if leftHeight == rightHeight {
      if !left.isUnderfull, !right.isUnderfull { return [left, right] }
      return Node.balanced(left, right)
    }
    if leftHeight > rightHeight {
      var children = left.children
      let last = children.removeLast().node
      children += join(last, leftHeight - 1, right, rightHeight).map(Child.init)
      return Node.branches(of: children)
    }
    var children = right.children
    let first = children.removeFirst().node
    children.insert(
      contentsOf: join(left, leftHeight, first, rightHeight - 1).map(Child.init),
      at: 0
    )
    return Node.branches(of: children)
  }

  private static func split(_ node: Node, height: Int, at position: Int)
    -> (CountedTree, CountedTree)
  {
    guard height > 0 else {
      return (
        CountedTree(root: Node(elements: Array(node.elements[..<position])), height: 0),
        CountedTree(root: Node(elements: Array(node.elements[position...])), height: 0)
      )
    }
    let (index, rest) = node.child(at: position)
    let (left, right) = split(node.children[index].node, height: height - 1, at: rest)
    return (
      tree(of: node.children[..<index], height: height) + left,
      right + tree(of: node.children[(index + 1)...], height: height)
    )
  }

  /// A tree of some children of one branch.
  private static func tree(of children: ArraySlice<Child>, height: Int) -> CountedTree {
    guard !children.isEmpty else { return CountedTree() }
    var tree = CountedTree(root: Node(children: Array(children)), height: height)
    tree.dropNeedlessRoots()
    return tree
  }
}
