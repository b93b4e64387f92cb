/// A persistent sequence: its versions share the parts in which they do not differ.
///
/// A copy costs nothing. A change of a copy makes only O(log n) new nodes, those on the way from
/// the root to the change; the other copy stays as it was.
///
/// It is a B+tree (Comer, *The ubiquitous B-tree*, ACM Computing Surveys 11(2), 1979) that is
/// searched by position instead of by key, as ropes are (Boehm, Atkinson, Plass, *Ropes: an
/// alternative to strings*, Software: Practice and Experience 25(12), 1995), and made persistent by
/// copying paths (Driscoll, Sarnak, Sleator, Tarjan, *Making data structures persistent*, JCSS
/// 38(1), 1989). A tree with one holder is changed in place.
///
/// Invariants, see ``brokenInvariant``:
/// - All leaves are at the same depth, ``height``.
/// - A leaf holds elements only, a branch children only, and every node knows how many elements are
///   below it.
/// - Every node but the root is at least half full. A root that is a branch has two children or
///   more.
/// - A node that can be reached from two trees is never changed.
package struct CountedTree<Element: CountedTreeElement>: Sendable {
  var root: Node
  /// The number of branches on the way to a leaf.
  var height: Int

  /// Creates an empty tree.
  ///
  /// - Complexity: O(1).
  package init() {
    self.init(root: Node(elements: []), height: 0)
  }

  init(root: Node, height: Int) {
    self.root = root
    self.height = height
  }

  /// The number of elements.
  ///
  /// - Complexity: O(1).
  package var count: Int { root.count }

  /// Whether there are no elements.
  package var isEmpty: Bool { root.count == 0 }

  /// Whether both are the same version; no element is compared.
  package func isIdentical(to other: Self) -> Bool { root === other.root }
}

// MARK: Access

extension CountedTree {
  /// The element at an offset.
  ///
  /// - Complexity: O(log n).
  package subscript(position: Int) -> Element {
    precondition(position >= 0 && position < count, "Position out of range")
    return root.element(at: position, height: height)
  }

  /// Changes the element at an offset in place.
  ///
  /// - Complexity: O(log n); nodes on the way that are shared are copied.
  package mutating func update<Result>(
    at position: Int,
    _ body: (inout Element) throws -> Result
  ) rethrows -> Result {
    precondition(position >= 0 && position < count, "Position out of range")
    makeRootUnique()
    return try root.update(at: position, height: height, body)
  }

  /// Inserts an element before the one at an offset, or behind all others.
  ///
  /// - Complexity: O(log n).
  package mutating func insert(_ element: Element, at position: Int) {
    precondition(position >= 0 && position <= count, "Position out of range")
    makeRootUnique()
    if let sibling = root.insert(element, at: position, height: height) {
      root = Node(children: [Child(root), Child(sibling)])
      height += 1
    }
  }

  /// Removes the element at an offset.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  package mutating func remove(at position: Int) -> Element {
    precondition(position >= 0 && position < count, "Position out of range")
    makeRootUnique()
    let element = root.remove(at: position, height: height)
    dropNeedlessRoots()
    return element
  }

  /// Whether this version has one holder.
  var isHeldOnce: Bool {
    mutating get { isKnownUniquelyReferenced(&root) }
  }

  mutating func makeRootUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
  }

  /// Removes roots that have a single child.
  mutating func dropNeedlessRoots() {
    while root.children.count == 1 {
      root = root.children[0].node
      height -= 1
    }
  }
}
