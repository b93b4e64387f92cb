/// Sequences of which only a few elements are known, all in one pool of nodes.
///
/// A sequence is a row of pieces: runs of consecutive *originals*, of which nothing but the number
/// is known, and single *named* elements. One that nobody has looked at yet is one endless run; it
/// can be edited by position all the same, and afterwards it still knows where each element came
/// from. This is the piece table of text editors (C. Crowley, *Data structures for text
/// sequences*, 1998), kept in a treap (R. Seidel and C. R. Aragon, *Randomized search trees*,
/// Algorithmica 16, 1996) that is ordered by position alone. Priorities come from a fixed sequence,
/// so the same edits always build the same tree.
///
/// Every edit takes O(log p) expected time for p pieces, however long the runs are.
struct PieceForest {
  /// A sequence in the pool.
  struct Sequence {
    /// The number of elements.
    fileprivate(set) var count = 0
    /// The node at the top of its tree.
    fileprivate var root = nothing
  }

  /// What stands at a position.
  enum Piece: Equatable {
    /// The original with this number.
    case original(Int)
    /// The element that was given this name.
    case named(Int)
  }

  /// The end of a run whose length nobody knows.
  ///
  /// It is far enough from `Int.max` that sums of lengths cannot overflow.
  static let endless = 1 << 60

  /// The index of a node, or `nothing`.
  fileprivate typealias Link = Int32
  fileprivate static let nothing: Link = -1

  private struct Node {
    var left = nothing
    var right = nothing
    var priority: UInt32
    var isNamed: Bool
    /// The number of the first original of a run, or the name of a named element.
    var start: Int
    /// The length of a run; 1 for a named element.
    var count: Int
    /// The length of the left subtree.
    var before = 0
  }

  private var nodes: [Node] = []

  /// Creates a pool.
  init(piecesExpected: Int = 0) {
    nodes.reserveCapacity(piecesExpected)
  }

  /// A sequence of originals without end.
  mutating func originals() -> Sequence {
    let root = makeNode(start: 0, count: Self.endless, isNamed: false)
    return Sequence(count: Self.endless, root: root)
  }

  /// What stands at a position; `nil` beyond the end.
  func piece(at position: Int, in sequence: Sequence) -> Piece? {
    guard let (node, offset) = locate(position, in: sequence) else { return nil }
    return piece(of: node, at: offset)
  }

  /// Whether nothing is left of a sequence but, possibly, the endless rest of its originals.
  ///
  /// Every finite run ends where somebody pointed, so its elements exist.
  func isExhausted(_ sequence: Sequence) -> Bool {
    guard sequence.root != Self.nothing else { return true }
    let node = nodes[Int(sequence.root)]
    return node.left == Self.nothing && node.right == Self.nothing && !node.isNamed
      && node.start + node.count == Self.endless
  }

  /// Calls `body` with each named element and its position, in order.
  func forEachNamed(in sequence: Sequence, _ body: (_ name: Int, _ position: Int) -> Void) {
    var ancestors: [Link] = []
    var current = sequence.root
    var position = 0
    while current != Self.nothing || !ancestors.isEmpty {
      while current != Self.nothing {
        ancestors.append(current)
        current = nodes[Int(current)].left
      }
      let node = nodes[Int(ancestors.removeLast())]
      if node.isNamed { body(node.start, position) }
      position += node.count
      current = node.right
    }
  }

  // MARK: Edits

  /// Puts a named element in so that it stands at a position, which is at most the end.
  mutating func insert(_ name: Int, at position: Int, in sequence: inout Sequence) {
    if let (run, head) = locate(position, in: sequence), head > 0 {
      shorten(run, at: position, to: head, thenInsertingFrom: head, in: &sequence)
    }
    insert(makeNode(start: name, count: 1, isNamed: true), at: position, in: &sequence)
  }

  /// Takes out the element at a position.
  ///
  /// - Returns: What stood there; `nil` beyond the end.
  mutating func remove(at position: Int, in sequence: inout Sequence) -> Piece? {
    guard let (node, offset) = locate(position, in: sequence) else { return nil }
    let piece = piece(of: node, at: offset)
    if nodes[Int(node)].count == 1 {
      remove(pieceAt: position, in: &sequence)
    } else if offset == 0 {
      lengthen(at: position, by: -1, in: &sequence)
      nodes[Int(node)].start += 1
    } else {
      shorten(node, at: position, to: offset, thenInsertingFrom: offset + 1, in: &sequence)
    }
    return piece
  }

  /// Gives a name to the element at a position, which must exist.
  mutating func assign(_ name: Int, at position: Int, in sequence: inout Sequence) {
    guard let (node, _) = locate(position, in: sequence) else { return }
    if nodes[Int(node)].count == 1 {
      nodes[Int(node)].isNamed = true
      nodes[Int(node)].start = name
    } else {
      _ = remove(at: position, in: &sequence)
      insert(makeNode(start: name, count: 1, isNamed: true), at: position, in: &sequence)
    }
  }

  /// Cuts a run off at `head`, where `position` stands, and puts its part from `tail` on, if there
  /// is one, in as a piece of its own.
  private mutating func shorten(
    _ run: Link,
    at position: Int,
    to head: Int,
    thenInsertingFrom tail: Int,
    in sequence: inout Sequence
  ) {
    let (start, count) = (nodes[Int(run)].start, nodes[Int(run)].count)
    lengthen(at: position, by: head - count, in: &sequence)
    guard tail < count else { return }
    let rest = makeNode(start: start + tail, count: count - tail, isNamed: false)
    insert(rest, at: position, in: &sequence)
  }

  // MARK: The treap

  private func piece(of node: Link, at offset: Int) -> Piece {
    let start = nodes[Int(node)].start
    return nodes[Int(node)].isNamed ? .named(start) : .original(start + offset)
  }

  /// The node at a position and the offset of the position in it; `nil` beyond the end.
  private func locate(_ position: Int, in sequence: Sequence) -> (node: Link, offset: Int)? {
    var offset = position
    var current = sequence.root
    while current != Self.nothing {
      let index = Int(current)
      let inner = offset - nodes[index].before
      if inner < 0 {
        current = nodes[index].left
      } else if inner < nodes[index].count {
        return (current, inner)
      } else {
        offset = inner - nodes[index].count
        current = nodes[index].right
      }
    }
    return nil
  }

  private mutating func makeNode(start: Int, count: Int, isNamed: Bool) -> Link {
    // SplitMix64 (S. Vigna) of the node's number.
    var priority = UInt64(truncatingIfNeeded: nodes.count + 1) &* 0x9e37_79b9_7f4a_7c15
    priority = (priority ^ (priority >> 30)) &* 0xbf58_476d_1ce4_e5b9
    priority = (priority ^ (priority >> 27)) &* 0x94d0_49bb_1331_11eb
    nodes.append(
      Node(
        priority: UInt32(truncatingIfNeeded: priority ^ (priority >> 31)),
        isNamed: isNamed,
        start: start,
        count: count
      )
    )
    return Link(nodes.count - 1)
  }

  /// Changes the length of the run at a position, and of the subtrees it is in.
  private mutating func lengthen(at position: Int, by length: Int, in sequence: inout Sequence) {
    sequence.count += length
    var offset = position
    var current = sequence.root
    while current != Self.nothing {
      let index = Int(current)
      let inner = offset - nodes[index].before
      if inner < 0 {
        nodes[index].before += length
        current = nodes[index].left
      } else if inner < nodes[index].count {
        nodes[index].count += length
        return
      } else {
        offset = inner - nodes[index].count
        current = nodes[index].right
      }
    }
  }

  /// Puts a node in at a position where a piece begins or the sequence ends: below all nodes of
  /// higher priority, above the rest, which is divided at the position.
  private mutating func insert(_ node: Link, at position: Int, in sequence: inout Sequence) {
    let (priority, length) = (nodes[Int(node)].priority, nodes[Int(node)].count)
    sequence.count += length
    var offset = position
    var place = Place.top
    var current = sequence.root
    while current != Self.nothing, nodes[Int(current)].priority >= priority {
      let index = Int(current)
      if offset <= nodes[index].before {
        nodes[index].before += length
        place = .left(index)
        current = nodes[index].left
      } else {
        offset -= nodes[index].before + nodes[index].count
        place = .right(index)
        current = nodes[index].right
      }
    }
    let (first, second) = split(current, at: offset)
    nodes[Int(node)].left = first
    nodes[Int(node)].before = offset
    nodes[Int(node)].right = second
    hang(node, at: place, in: &sequence)
  }

  /// Takes out the piece of one element at a position.
  private mutating func remove(pieceAt position: Int, in sequence: inout Sequence) {
    sequence.count -= 1
    var offset = position
    var place = Place.top
    var current = sequence.root
    while current != Self.nothing {
      let index = Int(current)
      let inner = offset - nodes[index].before
      if inner == 0 {
        let rest = join(nodes[index].left, ofLength: nodes[index].before, nodes[index].right)
        hang(rest, at: place, in: &sequence)
        return
      }
      if inner < 0 {
        nodes[index].before -= 1
        place = .left(index)
        current = nodes[index].left
      } else {
        offset = inner - nodes[index].count
        place = .right(index)
        current = nodes[index].right
      }
    }
  }

  /// Where a subtree hangs: at the top, or at a side of a node.
  private enum Place {
    case top
    case left(Int)
    case right(Int)
  }

  private mutating func hang(_ subtree: Link, at place: Place, in sequence: inout Sequence) {
    switch place {
    case .top: sequence.root = subtree
    case .left(let parent): nodes[parent].left = subtree
    case .right(let parent): nodes[parent].right = subtree
    }
  }

  /// Divides a subtree at a position where a piece begins or the subtree ends.
  private mutating func split(_ root: Link, at position: Int) -> (Link, Link) {
    guard root != Self.nothing else { return (Self.nothing, Self.nothing) }
    let index = Int(root)
    if position <= nodes[index].before {
      let (first, second) = split(nodes[index].left, at: position)
      nodes[index].left = second
      nodes[index].before -= position
      return (first, root)
    }
    let rest = position - nodes[index].before - nodes[index].count
    let (first, second) = split(nodes[index].right, at: rest)
    nodes[index].right = first
    return (root, second)
  }

  /// Puts two subtrees behind each other.
  private mutating func join(_ first: Link, ofLength length: Int, _ second: Link) -> Link {
    guard first != Self.nothing else { return second }
    guard second != Self.nothing else { return first }
    if nodes[Int(first)].priority >= nodes[Int(second)].priority {
      let index = Int(first)
      let rest = length - nodes[index].before - nodes[index].count
      nodes[index].right = join(nodes[index].right, ofLength: rest, second)
      return first
    }
    let index = Int(second)
    nodes[index].left = join(first, ofLength: length, nodes[index].left)
    nodes[index].before += length
    return second
  }
}
