/// One of many edits that are made to a ``CountedTree`` at once.
package struct CountedTreeEdit<Element: CountedTreeElement> {
  /// The offset of the edit, among the elements before all edits.
  package var offset: Int
  /// The change at the offset.
  package var action: Action

  /// Creates an edit.
  package init(_ action: Action, at offset: Int) {
    self.offset = offset
    self.action = action
  }

  /// The kinds of changes, with their elements.
  package enum Action {
    /// Inserts an element before the one at the offset, or behind all others.
    case insert(Element)
    /// Removes the element at the offset.
    case remove
    /// Replaces the element at the offset.
    case replace(Element)
  }
}

// Many edits go down the tree together: each node on their ways is copied once, and joined or
// divided once, after all edits below it.
extension CountedTree {
  /// Makes many edits at once.
  ///
  /// - Parameter edits: The edits, ascending by offset. Of several edits at one offset, all but the
  ///   last are insertions.
  /// - Complexity: O(k log n) for k edits.
  package mutating func edit(_ edits: [CountedTreeEdit<Element>]) {
    guard let first = edits.first, let last = edits.last else { return }
    precondition(first.offset >= 0 && last.offset <= count, "Offset out of range")
    makeRootUnique()
    edits.withUnsafeBufferPointer { root.edit($0, height: height, base: 0) }
    if root.count == 0 {
      self = CountedTree()
      return
    }
    while root.isOverfull {
      root = Node(children: root.divided.map(Child.init))
      height += 1
    }
    dropNeedlessRoots()
  }
}

extension CountedTree.Node {
  typealias Edits = UnsafeBufferPointer<CountedTreeEdit<Element>>

  var isOverfull: Bool { slotCount > capacity }

  /// Up to this many edits of one leaf are made one after the other.
  private static var fewEdits: Int { Element.leafCapacity / 4 }

  /// Makes edits in a node with one holder; the node may be too full or too empty
  /// afterwards.
  ///
  /// `base` is the offset of the node's first element.
  fileprivate func edit(_ edits: Edits, height: Int, base: Int) {
    if height > 0 {
      editChildren(edits, height: height, base: base)
    } else if edits.count <= Self.fewEdits {
      for edit in edits.reversed() { editElement(edit.action, at: edit.offset - base) }
    } else {
      elements = Self.merged(elements, edits, base: base)
      count = elements.count
    }
  }

  private func editChildren(_ edits: Edits, height: Int, base: Int) {
    var isBalanced = true
    var base = base
    var rest = edits[...]
    for index in children.indices where !rest.isEmpty {
      let before = children[index].count
      var own = rest
      if index + 1 < children.count { own = rest.prefix { $0.offset < base + before } }
      if !own.isEmpty {
        let child = editChild(index, Edits(rebasing: own), height: height, base: base)
        count += child.count - before
        isBalanced = isBalanced && !child.isOverfull && !child.isUnderfull
        rest = rest[own.endIndex...]
      }
      base += before
    }
    if !isBalanced { children = Self.balanced(children) }
  }

  private func editChild(_ index: Int, _ edits: Edits, height: Int, base: Int)
    -> CountedTree.Node
  {
    let isShared = !isKnownUniquelyReferenced(&children[index].node)
    if height == 1, edits.count > (isShared ? 1 : Self.fewEdits) {
      // The leaf is made from its parts, instead of being copied first and then changed.
      let elements = Self.merged(children[index].node.elements, edits, base: base)
      children[index] = CountedTree.Child(CountedTree.Node(elements: elements))
    } else {
      uniqueChild(index).edit(edits, height: height - 1, base: base)
      children[index].count = children[index].node.count
    }
    return children[index].node
  }

  private func editElement(_ action: CountedTreeEdit<Element>.Action, at position: Int) {
    switch action {
    case .insert(let element):
      insertIntoLeaf(element, at: position)
      count += 1
    case .remove:
      elements.remove(at: position)
      count -= 1
    case .replace(let element):
      elements[position] = element
    }
  }

  private static func merged(_ elements: [Element], _ edits: Edits, base: Int) -> [Element] {
    var merged: [Element] = []
    merged.reserveCapacity(elements.count + edits.count)
    var next = 0
    for edit in edits {
      let position = edit.offset - base
      merged.append(contentsOf: elements[next..<position])
      next = position
      switch edit.action {
      case .insert(let element): merged.append(element)
      case .remove: next += 1
      case .replace(let element):
        merged.append(element)
        next += 1
      }
    }
    merged.append(contentsOf: elements[next...])
    return merged
  }
}

// MARK: Balancing

extension CountedTree.Node {
  /// The children without empty ones, divided and joined so that none is too full, and none is too
  /// empty unless it is the only one.
  private static func balanced(_ children: [CountedTree.Child]) -> [CountedTree.Child] {
    var balanced: [CountedTree.Child] = []
    balanced.reserveCapacity(children.count + 1)
    for child in children where child.count > 0 {
      if let last = balanced.last, last.node.isUnderfull || child.node.isUnderfull {
        balanced.removeLast()
        balanced += joined(last.node, child.node).map(CountedTree.Child.init)
      } else if child.node.isOverfull {
        balanced += child.node.divided.map(CountedTree.Child.init)
      } else {
        balanced.append(child)
      }
    }
    return balanced
  }

  /// The slots of two neighbours, in as many nodes as they need.
  private static func joined(
    _ left: CountedTree.Node,
    _ right: CountedTree.Node
  ) -> [CountedTree.Node] {
    if left.isLeaf { return CountedTree.Node(elements: left.elements + right.elements).divided }
    // A child that stayed too empty because it had no neighbour may have one now.
    return CountedTree.Node(children: balanced(left.children + right.children)).divided
  }

  /// The slots of the node, in as many nodes as they need, all about equally full.
  fileprivate var divided: [CountedTree.Node] {
    guard isOverfull else { return [self] }
    let size = capacity - capacity / 4
    let partCount = slotCount <= 2 * capacity ? 2 : (slotCount + size - 1) / size
    return (0..<partCount).map { part in
      let range = (slotCount * part / partCount)..<(slotCount * (part + 1) / partCount)
      return isLeaf
        ? CountedTree.Node(elements: Array(elements[range]))
        : CountedTree.Node(children: Array(children[range]))
    }
  }
}
