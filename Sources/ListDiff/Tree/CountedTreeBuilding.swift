extension CountedTree {
  /// Creates a tree of the given elements.
  ///
  /// Leaves are three quarters full, so that the first insertions into one do not split it.
  ///
  /// - Complexity: O(n).
  package init(_ elements: [Element]) {
    self = elements.withUnsafeBufferPointer(Self.build)
  }

  private static func build(_ elements: UnsafeBufferPointer<Element>) -> CountedTree {
    let groups = groups(elements.count, capacity: Element.leafCapacity)
    var nodes = groups.map { range in
      // The buffer is rebased, because a slice would be copied element by element.
      Node(elements: Array(UnsafeBufferPointer(rebasing: elements[range])))
    }
    var height = 0
    while nodes.count > 1 {
      nodes = Self.groups(nodes.count, capacity: Element.fanOut).map {
        Node(children: nodes[$0].map(Child.init))
      }
      height += 1
    }
    return CountedTree(root: nodes.first ?? Node(elements: []), height: height)
  }

  /// Divides slots among nodes: each is three quarters full, except the last two, which share the
  /// rest and are at least half full.
  private static func groups(_ count: Int, capacity: Int) -> [Range<Int>] {
    guard count > capacity else { return count == 0 ? [] : [0..<count] }
    let size = capacity - capacity / 4
    var groups: [Range<Int>] = []
    groups.reserveCapacity(count / size + 1)
    var start = 0
    while count - start > capacity {
      // At least half a node of slots must remain for the next group.
      let length = Swift.min(size, count - start - capacity / 2)
      groups.append(start..<(start + length))
      start += length
    }
    groups.append(start..<count)
    return groups
  }
}
