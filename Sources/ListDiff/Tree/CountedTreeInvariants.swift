extension CountedTree {
  /// What is wrong with the tree, for tests.
  ///
  /// `nil` if nothing is.
  ///
  /// - Complexity: O(n).
  package var brokenInvariant: String? {
    if height > 0, root.children.count < 2 { return "a root has a single child" }
    return Self.brokenInvariant(of: root, height: height, isRoot: true)
  }

  /// The identities of all nodes, to count the nodes that two versions share.
  package var nodeIdentities: Set<ObjectIdentifier> {
    var identities: Set<ObjectIdentifier> = []
    var nodes = [root]
    while let node = nodes.popLast() {
      identities.insert(ObjectIdentifier(node))
      nodes += node.children.map(\.node)
    }
    return identities
  }

  private static func brokenInvariant(of node: Node, height: Int, isRoot: Bool) -> String? {
    if node.isLeaf != (height == 0) { return "leaves have different depths" }
    if node.slotCount > node.capacity { return "\(node.slotCount) slots in a node" }
    if !isRoot, node.isUnderfull { return "only \(node.slotCount) slots in a node" }
    if node.isLeaf, node.count != node.elements.count { return "a leaf has a wrong count" }
    guard height > 0 else { return nil }
    if !node.elements.isEmpty { return "a branch has elements" }
    if node.count != node.children.reduce(0, { $0 + $1.node.count }) { return "a count is wrong" }
    for child in node.children {
      if child.count != child.node.count { return "a branch has a wrong count of a child" }
      if let broken = brokenInvariant(of: child.node, height: height - 1, isRoot: false) {
        return broken
      }
    }
    return nil
  }
}
