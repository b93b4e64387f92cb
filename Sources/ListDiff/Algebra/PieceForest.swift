/// Sequences of which only a few elements are known, all in one pool of nodes.
///
/// A sequence is a row of pieces: runs of consecutive *originals*, of which only the numbers are
/// known, and single *named* elements. A sequence that was not looked at yet is one endless run. It
/// can still be edited by position, and afterwards it knows where each element came from. This is
/// the piece table of text editors (C. Crowley, *Data structures for text sequences*, 1998), kept
/// in a B⁺-tree (D. Comer, *The ubiquitous B-tree*, ACM Computing Surveys 11(2), 1979) whose slots
/// are counted instead of keyed: a slot of a leaf is a piece, a slot of any other node is a
/// subtree, and both have a length.
///
/// There is one kind of edit: at a position, an element may leave, and a named one may arrive. An
/// edit cuts at most one piece into three, and takes O(log p) time for p pieces, for runs of any
/// length. Nodes that lost their pieces stay; there are never more of them than edits.
package struct PieceForest {
  /// A sequence in the pool.
  package struct Sequence {
    /// The number of elements.
    package fileprivate(set) var count = 0
    /// The node at the top of its tree.
    fileprivate var root = nothing
    /// How many levels of nodes are above the leaves.
    fileprivate var height = 0

    /// A sequence without elements.
    package init() {}

    fileprivate init(count: Int, root: Int) {
      self.count = count
      self.root = root
    }
  }

  /// What stands at a position.
  package enum Piece: Equatable {
    /// The original with this number.
    case original(Int)
    /// The element that was given this name.
    case named(Int)
  }

  /// The end of a run of unknown length.
  ///
  /// It is far enough from `Int.max` that sums of lengths cannot overflow.
  package static let endless = 1 << 60

  /// The index of a node, or `nothing`.
  private typealias Link = Int
  fileprivate static let nothing = -1

  /// How many slots a node has.
  ///
  /// Two of them are free between edits, because one edit adds at most two pieces.
  private static let slotCount = 16

  private struct Slot {
    /// The number of elements.
    var length: Int
    /// In a leaf, the number of a run's first original, or the complement of a name, which is
    /// negative; in any other node, the root of a subtree.
    var content: Int
  }

  /// The slots of all nodes, one node after the other.
  private var slots: [Slot] = []
  /// For each node, how many of its slots are taken.
  private var taken: [Int] = []

  /// Creates a pool with room for about that many pieces.
  package init(piecesExpected count: Int = 0) {
    // Nodes that are divided in halves stay two thirds full.
    slots.reserveCapacity(count * 3 / 2)
    taken.reserveCapacity(count * 3 / 2 / Self.slotCount)
  }

  /// Creates an endless sequence of originals.
  package mutating func originals() -> Sequence {
    let root = makeNode(Slot(length: Self.endless, content: 0))
    return Sequence(count: Self.endless, root: root)
  }

  /// The piece at a position; `nil` beyond the end.
  package func piece(at position: Int, in sequence: Sequence) -> Piece? {
    guard position < sequence.count else { return nil }
    var offset = position
    let slot = locate(&offset, in: sequence)
    return Self.piece(slot, at: offset)
  }

  /// Whether a sequence is empty, or holds only the endless rest of its originals.
  ///
  /// Every finite run ends at a position that an operation named, so its elements exist.
  package func isExhausted(_ sequence: Sequence) -> Bool {
    guard sequence.count > 0 else { return true }
    var start = 0
    let first = locate(&start, in: sequence)
    return first.length == sequence.count && first.content == Self.endless - first.length
  }

  /// Calls `body` with each named element and its position, in order.
  package func forEachNamed(in sequence: Sequence, _ body: (_ name: Int, _ position: Int) -> Void) {
    guard sequence.root != Self.nothing else { return }
    var position = 0
    forEachNamed(below: sequence.root, height: sequence.height, from: &position, body)
  }

  private func forEachNamed(
    below node: Link,
    height: Int,
    from position: inout Int,
    _ body: (_ name: Int, _ position: Int) -> Void
  ) {
    for index in range(of: node) {
      let slot = slots[index]
      if height > 0 {
        forEachNamed(below: slot.content, height: height - 1, from: &position, body)
      } else {
        if slot.content < 0 { body(~slot.content, position) }
        position += slot.length
      }
    }
  }

  // MARK: Edits

  /// Inserts a named element at a position, which is at most the end.
  package mutating func insert(_ name: Int, at position: Int, in sequence: inout Sequence) {
    if sequence.root == Self.nothing { sequence.root = makeNode() }
    _ = edit(Edit(removedCount: 0, name: name), at: position, in: &sequence)
  }

  /// Takes out the element at a position.
  ///
  /// - Returns: The piece that stood there; `nil` beyond the end.
  package mutating func remove(at position: Int, in sequence: inout Sequence) -> Piece? {
    guard position < sequence.count else { return nil }
    return edit(Edit(removedCount: 1, name: nil), at: position, in: &sequence)
  }

  /// Gives a name to the element at a position, which must exist.
  package mutating func assign(_ name: Int, at position: Int, in sequence: inout Sequence) {
    guard position < sequence.count else { return }
    _ = edit(Edit(removedCount: 1, name: name), at: position, in: &sequence)
  }

  /// An edit at one position.
  private struct Edit {
    /// How many elements leave, none or one.
    let removedCount: Int
    /// The name of the element that arrives, if one does.
    let name: Int?
    /// The piece that stood at the position, or that follows it if nothing leaves.
    var found: Piece?

    /// How many more elements there are afterwards.
    var growth: Int { (name == nil ? 0 : 1) - removedCount }
  }

  /// - Returns: What stood at the position.
  private mutating func edit(
    _ edit: Edit,
    at position: Int,
    in sequence: inout Sequence
  ) -> Piece? {
    var edit = edit
    let half = self.edit(&edit, at: position, below: sequence.root, height: sequence.height)
    sequence.count += edit.growth
    if half != Self.nothing {
      sequence.root = makeNode(
        Slot(length: length(of: sequence.root), content: sequence.root),
        Slot(length: length(of: half), content: half)
      )
      sequence.height += 1
    }
    return edit.found
  }

  /// Edits a subtree.
  ///
  /// - Returns: The second half of its root, if that was divided.
  private mutating func edit(
    _ edit: inout Edit,
    at position: Int,
    below node: Link,
    height: Int
  ) -> Link {
    var offset = position
    var index = slot(at: &offset, of: node)
    if height == 0 {
      editPiece(at: index, offset: offset, of: node, &edit)
    } else {
      if index == range(of: node).upperBound {
        index -= 1
        offset = slots[index].length
      }
      let child = slots[index].content
      let half = self.edit(&edit, at: offset, below: child, height: height - 1)
      slots[index].length += edit.growth
      if half != Self.nothing { insert(half, after: index, of: node) }
    }
    return taken[node] > Self.slotCount - 2 ? divide(node) : Self.nothing
  }

  /// Edits the piece in a slot of a leaf, or adds one behind the last slot.
  ///
  /// The part of the piece before the position stays in front of the element that arrives; the part
  /// that does not leave stays behind it.
  private mutating func editPiece(
    at index: Int,
    offset: Int,
    of leaf: Link,
    _ edit: inout Edit
  ) {
    let isPiece = index < range(of: leaf).upperBound
    let piece = isPiece ? slots[index] : Slot(length: 0, content: 0)
    if isPiece { edit.found = Self.piece(piece, at: offset) }
    let tail = piece.length - offset - edit.removedCount
    let count = (offset > 0 ? 1 : 0) + (edit.name == nil ? 0 : 1) + (tail > 0 ? 1 : 0)
    resize(from: isPiece ? 1 : 0, to: count, at: index, of: leaf)
    var next = index
    if offset > 0 {
      slots[next] = Slot(length: offset, content: piece.content)
      next += 1
    }
    if let name = edit.name {
      slots[next] = Slot(length: 1, content: ~name)
      next += 1
    }
    if tail > 0 {
      slots[next] = Slot(length: tail, content: piece.content + offset + edit.removedCount)
    }
  }

  // MARK: Nodes

  /// Finds the piece at a position, which must exist; `position` becomes the offset in the piece.
  private func locate(_ position: inout Int, in sequence: Sequence) -> Slot {
    var node = sequence.root
    for _ in 0..<sequence.height { node = slots[slot(at: &position, of: node)].content }
    return slots[slot(at: &position, of: node)]
  }

  private static func piece(_ slot: Slot, at offset: Int) -> Piece {
    slot.content < 0 ? .named(~slot.content) : .original(slot.content + offset)
  }

  /// The slots of a node that are taken.
  @inline(__always)
  private func range(of node: Link) -> Range<Int> {
    let start = node &* Self.slotCount
    return start..<start &+ taken[node]
  }

  /// Finds the slot of a node that holds an offset; `offset` becomes the one in the slot.
  ///
  /// For the end of the node, it is the slot after the last one.
  @inline(__always)
  private func slot(at offset: inout Int, of node: Link) -> Int {
    let range = range(of: node)
    var index = range.lowerBound
    while index < range.upperBound, slots[index].length <= offset {
      offset &-= slots[index].length
      index &+= 1
    }
    return index
  }

  private func length(of node: Link) -> Int {
    slots[range(of: node)].reduce(0) { $0 + $1.length }
  }

  private mutating func makeNode(_ content: Slot...) -> Link {
    slots += content
    slots += repeatElement(Slot(length: 0, content: 0), count: Self.slotCount - content.count)
    taken.append(content.count)
    return taken.count - 1
  }

  /// Adds the second half of a divided subtree, in the slot behind its first half.
  private mutating func insert(_ half: Link, after index: Int, of node: Link) {
    let length = length(of: half)
    slots[index].length -= length
    resize(from: 0, to: 1, at: index + 1, of: node)
    slots[index + 1] = Slot(length: length, content: half)
  }

  /// Makes room for `new` slots in place of `old` ones.
  private mutating func resize(from old: Int, to new: Int, at index: Int, of node: Link) {
    guard old != new else { return }
    let end = range(of: node).upperBound
    slots.withUnsafeMutableBufferPointer { slots in
      let rest = UnsafeMutableBufferPointer(rebasing: slots[(index + old)..<end])
      let place = UnsafeMutableBufferPointer(rebasing: slots[(index + new)..<(end + new - old)])
      _ = place.update(fromContentsOf: rest)
    }
    taken[node] += new - old
  }

  /// Moves the second half of a node's slots into a new node.
  private mutating func divide(_ node: Link) -> Link {
    let range = range(of: node)
    let half = makeNode()
    taken[half] = range.count - range.count / 2
    taken[node] = range.count / 2
    for index in 0..<taken[half] {
      slots[half * Self.slotCount + index] = slots[range.upperBound - taken[half] + index]
    }
    return half
  }
}
