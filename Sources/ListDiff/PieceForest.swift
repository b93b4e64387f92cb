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
  /// A sequence: the node at the top of its tree, or ``nothing``.
  typealias Root = Int32

  /// What stands at a position.
  enum Piece: Equatable {
    /// The original with this number.
    case original(Int)
    /// The element that was given this name.
    case named(Int)
  }

  private struct Node {
    var left: Root = nothing
    var right: Root = nothing
    var priority: UInt64
    /// The number of the first original of a run, or the name of a named element.
    var start: Int
    /// The length of a run; 1 for a named element.
    var count: Int
    var isNamed: Bool
    /// The length of the whole subtree.
    var total: Int
  }

  /// The empty sequence.
  static let nothing: Root = -1
  /// The end of a run whose length nobody knows. Far enough from `Int.max` that sums of lengths
  /// cannot overflow.
  static let endless = 1 << 60

  private var nodes: [Node] = []
  private var seed: UInt64 = 0

  /// A sequence of originals without end.
  mutating func originals() -> Root {
    makeNode(start: 0, count: Self.endless, isNamed: false)
  }

  /// The number of elements.
  func count(_ root: Root) -> Int {
    root == Self.nothing ? 0 : nodes[Int(root)].total
  }

  /// What stands at a position; `nil` beyond the end.
  func piece(at position: Int, in root: Root) -> Piece? {
    var offset = position
    var current = root
    while current != Self.nothing {
      let node = nodes[Int(current)]
      let before = count(node.left)
      if offset < before {
        current = node.left
      } else if offset < before + node.count {
        return node.isNamed ? .named(node.start) : .original(node.start + offset - before)
      } else {
        offset -= before + node.count
        current = node.right
      }
    }
    return nil
  }

  /// Whether nothing is left of a sequence but, possibly, the endless rest of its originals.
  ///
  /// Every finite run ends where somebody pointed, so its elements exist.
  func isExhausted(_ root: Root) -> Bool {
    guard root != Self.nothing else { return true }
    let node = nodes[Int(root)]
    return node.left == Self.nothing && node.right == Self.nothing && !node.isNamed
      && node.start + node.count == Self.endless
  }

  /// Calls `body` with each named element and its position, in order.
  func forEachNamed(in root: Root, _ body: (_ name: Int, _ position: Int) -> Void) {
    var ancestors: [Root] = []
    var current = root
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
  mutating func insert(_ name: Int, at position: Int, in root: inout Root) {
    let (before, after) = split(root, at: position)
    let node = makeNode(start: name, count: 1, isNamed: true)
    root = join(join(before, node), after)
  }

  /// Takes out the element at a position, which must exist.
  mutating func remove(at position: Int, in root: inout Root) {
    let (before, rest) = split(root, at: position)
    let (_, after) = split(rest, at: 1)
    root = join(before, after)
  }

  /// Gives a name to the element at a position, which must exist.
  mutating func assign(_ name: Int, at position: Int, in root: inout Root) {
    let (before, rest) = split(root, at: position)
    let (_, after) = split(rest, at: 1)
    let node = makeNode(start: name, count: 1, isNamed: true)
    root = join(join(before, node), after)
  }

  // MARK: The treap

  private mutating func makeNode(start: Int, count: Int, isNamed: Bool) -> Root {
    // SplitMix64 (S. Vigna), as a fixed sequence of priorities.
    seed &+= 0x9e37_79b9_7f4a_7c15
    var priority = seed
    priority = (priority ^ (priority >> 30)) &* 0xbf58_476d_1ce4_e5b9
    priority = (priority ^ (priority >> 27)) &* 0x94d0_49bb_1331_11eb
    nodes.append(
      Node(
        priority: priority ^ (priority >> 31),
        start: start,
        count: count,
        isNamed: isNamed,
        total: count
      )
    )
    return Root(nodes.count - 1)
  }

  private mutating func refresh(_ root: Root) {
    let node = nodes[Int(root)]
    nodes[Int(root)].total = count(node.left) + node.count + count(node.right)
  }

  /// Divides a sequence into its first `position` elements and the rest.
  private mutating func split(_ root: Root, at position: Int) -> (Root, Root) {
    guard root != Self.nothing else { return (Self.nothing, Self.nothing) }
    let node = nodes[Int(root)]
    let start = count(node.left)
    let end = start + node.count
    if position <= start {
      let (first, second) = split(node.left, at: position)
      nodes[Int(root)].left = second
      refresh(root)
      return (first, root)
    }
    if position >= end {
      let (first, second) = split(node.right, at: position - end)
      nodes[Int(root)].right = first
      refresh(root)
      return (root, second)
    }
    // Inside a run. Its second part gets a priority of its own: parts that shared one would line
    // up in a chain.
    let head = position - start
    nodes[Int(root)].count = head
    nodes[Int(root)].right = Self.nothing
    refresh(root)
    let tail = makeNode(start: node.start + head, count: node.count - head, isNamed: false)
    return (root, join(tail, node.right))
  }

  /// Puts two sequences behind each other.
  private mutating func join(_ first: Root, _ second: Root) -> Root {
    guard first != Self.nothing else { return second }
    guard second != Self.nothing else { return first }
    if nodes[Int(first)].priority > nodes[Int(second)].priority {
      let right = nodes[Int(first)].right
      nodes[Int(first)].right = join(right, second)
      refresh(first)
      return first
    }
    let left = nodes[Int(second)].left
    nodes[Int(second)].left = join(first, left)
    refresh(second)
    return second
  }
}
