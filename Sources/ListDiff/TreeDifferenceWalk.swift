/// What a walk leaves unskipped: a range of each of two trees between parts that are equal.
struct TreeHunk: Equatable {
  var sources: Range<Int>
  var targets: Range<Int>
}

/// Walks down two versions of a tree side by side, and stays out of what they share.
///
/// Outside of the hunks it finds, both versions have elements of the same ids in the same order,
/// and those that are not among the pairs are equal. Hunks and pairs ascend in both versions, and
/// no hunk touches another in both.
///
/// - Complexity: O(nodes that are not shared · fan-out).
struct TreeWalk<Element: CountedTreeElement & KeyedElement> {
  private typealias Node = CountedTree<Element>.ReadNode
  private typealias Child = CountedTree<Element>.Child
  /// Nodes of one height side by side.
  private typealias Row = UnsafeBufferPointer<Child>
  private typealias Elements = UnsafeBufferPointer<Element>

  private(set) var hunks: [TreeHunk] = []
  /// The elements of one id that both versions have in the same place and that may differ, known
  /// without looking any further, as most changes are.
  private(set) var pairs: [Match<Int>] = []
  /// The number of nodes looked into, in both trees.
  private(set) var visitedNodeCount = 0
  /// The number of elements in the leaves that are not shared, of the version that has more.
  private var touchedCount = 0
  private var touchedLimit = 0

  init() {}

  /// Finds the hunks of two versions.
  mutating func compare(
    _ source: CountedTree<Element>,
    _ target: CountedTree<Element>,
    with engine: inout Engine
  ) {
    if !hunks.isEmpty { hunks.removeAll(keepingCapacity: true) }
    if !pairs.isEmpty { pairs.removeAll(keepingCapacity: true) }
    if source.isKnownToEqual(target) { return }
    touchedCount = 0
    touchedLimit = Self.touchedLimit(max(source.count, target.count))
    // What is read is not retained: the versions hold it until here.
    withExtendedLifetime(source) {
      withExtendedLifetime(target) { compareRoots(source, target, &engine) }
    }
    if hasGivenUp {
      hunks = [Self.whole(source, target)]
      pairs.removeAll(keepingCapacity: true)
    }
  }

  private mutating func compareRoots(
    _ source: CountedTree<Element>,
    _ target: CountedTree<Element>,
    _ engine: inout Engine
  ) {
    if source.height == target.height {
      return compare(Node(source.root), Node(target.root), source.height, 0, 0, &engine)
    }
    let height = min(source.height, target.height)
    nodes(of: source, at: height).withUnsafeBufferPointer { sources in
      nodes(of: target, at: height).withUnsafeBufferPointer { targets in
        compare(sources, targets, height, 0, 0, &engine)
      }
    }
  }

  /// Past a quarter of all elements, comparing the whole lists is faster than picking out parts;
  /// below some leaves it makes no difference.
  private static func touchedLimit(_ count: Int) -> Int { max(4 * Element.leafCapacity, count / 4) }

  private static func whole(
    _ source: CountedTree<Element>,
    _ target: CountedTree<Element>
  ) -> TreeHunk {
    TreeHunk(sources: 0..<source.count, targets: 0..<target.count)
  }

  private var hasGivenUp: Bool { touchedCount > touchedLimit }

  // MARK: Pairs of nodes

  /// Compares two nodes of one height; goes straight down as long as one child differs.
  private mutating func compare(
    _ source: Node,
    _ target: Node,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    var (source, target) = (source, target)
    var height = height
    var (sourceStart, targetStart) = (sourceStart, targetStart)
    while source != target, !hasGivenUp {
      visitedNodeCount += 2
      if height == 0 {
        touchedCount += max(source.count, target.count)
        return compareElements(source.elements, target.elements, sourceStart, targetStart)
      }
      height -= 1
      let (sources, targets) = (source.children, target.children)
      let ends = Self.sharedEnds(sources, targets)
      sourceStart += ends.skipped
      targetStart += ends.skipped
      guard sources.count &- ends.back == ends.front &+ 1, sources.count == targets.count else {
        let (sources, targets) = (sources.between(ends), targets.between(ends))
        return compareRows(sources, targets, height, sourceStart, targetStart, &engine)
      }
      (source, target) = (Node(sources[ends.front].node), Node(targets[ends.front].node))
    }
  }

  /// Compares elements; between equal ends, they are a hunk unless they are in the same places.
  private mutating func compareElements(
    _ sources: Elements,
    _ targets: Elements,
    _ sourceStart: Int,
    _ targetStart: Int
  ) {
    let (front, back) = commonEnds(sources, targets) { sources[$0].isKnownToEqual(targets[$1]) }
    let places = front..<(sources.count &- back)
    if sources.count == targets.count, Self.haveSameKeys(sources, targets, in: places) {
      for place in places where !sources[place].isKnownToEqual(targets[place]) {
        pairs.append(Match(from: sourceStart &+ place, to: targetStart &+ place))
      }
      return
    }
    append(
      TreeHunk(
        sources: (sourceStart + front)..<(sourceStart + sources.count - back),
        targets: (targetStart + front)..<(targetStart + targets.count - back)
      )
    )
  }

  private static func haveSameKeys(
    _ sources: Elements,
    _ targets: Elements,
    in places: Range<Int>
  ) -> Bool {
    for place in places where sources[place].key != targets[place].key { return false }
    return true
  }

  // MARK: Rows of nodes

  /// Compares two rows of nodes of one height.
  private mutating func compare(
    _ sources: Row,
    _ targets: Row,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    if hasGivenUp { return }
    let ends = Self.sharedEnds(sources, targets)
    compareRows(
      sources.between(ends),
      targets.between(ends),
      height,
      sourceStart + ends.skipped,
      targetStart + ends.skipped,
      &engine
    )
  }

  /// Compares two rows of nodes of one height that differ at both ends.
  private mutating func compareRows(
    _ sources: Row,
    _ targets: Row,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    if sources.count == targets.count, !Self.areShifted(sources, targets) {
      comparePairwise(sources, targets, height, sourceStart, targetStart, &engine)
    } else {
      align(sources, targets, height, sourceStart, targetStart, &engine)
    }
  }

  private mutating func comparePairwise(
    _ sources: Row,
    _ targets: Row,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    var (sourceStart, targetStart) = (sourceStart, targetStart)
    for (source, target) in zip(sources, targets) {
      if !source.isKnownToEqual(target) {
        compare(Node(source.node), Node(target.node), height, sourceStart, targetStart, &engine)
      }
      sourceStart += source.count
      targetStart += target.count
    }
  }

  /// Whether a node is found one place further on: then places do not tell what belongs together.
  private static func areShifted(
    _ sources: Row,
    _ targets: Row
  ) -> Bool {
    zip(sources, targets.dropFirst()).contains { $0.isKnownToEqual($1) }
      || zip(sources.dropFirst(), targets).contains { $0.isKnownToEqual($1) }
  }

  /// Compares rows in which different numbers of nodes differ: skips nodes that both have in the
  /// same order, and goes on with what is between them.
  private mutating func align(
    _ sources: Row,
    _ targets: Row,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    var (source, target) = (0, 0)
    var (sourceStart, targetStart) = (sourceStart, targetStart)
    for shared in Self.shared(sources, targets, &engine) {
      let sourceGap = Row(rebasing: sources[source..<shared.from])
      let targetGap = Row(rebasing: targets[target..<shared.to])
      compareGap(sourceGap, targetGap, height, sourceStart, targetStart, &engine)
      let common = sources[shared.from].count
      sourceStart += sourceGap.reduce(common) { $0 + $1.count }
      targetStart += targetGap.reduce(common) { $0 + $1.count }
      (source, target) = (shared.from + 1, shared.to + 1)
    }
    let sourceGap = Row(rebasing: sources[source...])
    let targetGap = Row(rebasing: targets[target...])
    compareGap(sourceGap, targetGap, height, sourceStart, targetStart, &engine)
  }

  /// Compares rows that have no nodes in common: pairwise or, if they differ in number, one level
  /// further down, where nodes that are shared may have other parents.
  private mutating func compareGap(
    _ sources: Row,
    _ targets: Row,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    if sources.count == targets.count {
      comparePairwise(sources, targets, height, sourceStart, targetStart, &engine)
    } else if height > 0, !sources.isEmpty, !targets.isEmpty {
      visitedNodeCount += sources.count + targets.count
      sources.flatMap { $0.node.children }.withUnsafeBufferPointer { sources in
        targets.flatMap { $0.node.children }.withUnsafeBufferPointer { targets in
          compare(sources, targets, height - 1, sourceStart, targetStart, &engine)
        }
      }
    } else {
      compareElements(sources, targets, sourceStart, targetStart)
    }
  }

  /// Compares rows of leaves, or a row of any nodes with nothing.
  private mutating func compareElements(
    _ sources: Row,
    _ targets: Row,
    _ sourceStart: Int,
    _ targetStart: Int
  ) {
    let sourceCount = sources.reduce(0) { $0 + $1.count }
    let targetCount = targets.reduce(0) { $0 + $1.count }
    visitedNodeCount += sources.count + targets.count
    touchedCount += max(sourceCount, targetCount)
    guard sourceCount > 0, targetCount > 0, !hasGivenUp else {
      return append(
        TreeHunk(
          sources: sourceStart..<(sourceStart + sourceCount),
          targets: targetStart..<(targetStart + targetCount)
        )
      )
    }
    sources.flatMap { $0.node.elements }.withUnsafeBufferPointer { sources in
      targets.flatMap { $0.node.elements }.withUnsafeBufferPointer { targets in
        compareElements(sources, targets, sourceStart, targetStart)
      }
    }
  }

  // MARK: Parts

  private mutating func append(_ hunk: TreeHunk) {
    if hunk.sources.isEmpty, hunk.targets.isEmpty { return }
    if let last = hunks.last, last.sources.upperBound == hunk.sources.lowerBound,
      last.targets.upperBound == hunk.targets.lowerBound
    {
      hunks[hunks.count - 1] = TreeHunk(
        sources: last.sources.lowerBound..<hunk.sources.upperBound,
        targets: last.targets.lowerBound..<hunk.targets.upperBound
      )
    } else {
      hunks.append(hunk)
    }
  }

  /// How many nodes are shared at the front and, of the rest, at the back, and how many elements
  /// those at the front have.
  private static func sharedEnds(
    _ sources: Row,
    _ targets: Row
  ) -> (front: Int, back: Int, skipped: Int) {
    let (front, back) = commonEnds(sources, targets) {
      Node(sources[$0].node).isKnownToEqual(Node(targets[$1].node))
    }
    var skipped = 0
    for index in 0..<front { skipped &+= sources[index].count }
    return (front, back, skipped)
  }

  /// The nodes of a height, first to last.
  private mutating func nodes(of tree: CountedTree<Element>, at height: Int) -> [Child] {
    var row = [Child(tree.root)]
    for _ in height..<tree.height {
      visitedNodeCount += row.count
      row = row.flatMap { $0.node.children }
    }
    return row
  }

  /// The most nodes that both rows have in the same order, as indices, ascending.
  private static func shared(
    _ sources: Row,
    _ targets: Row,
    _ engine: inout Engine
  ) -> [Match<Int>] {
    if sources.isEmpty || targets.isEmpty { return [] }
    sources.map(\.identity).withUnsafeBufferPointer { sources in
      targets.map(\.identity).withUnsafeBufferPointer { targets in
        engine.compare(Engine.Columns(sources: sources, targets: targets))
      }
    }
    let moved = Set(engine.moves.elements.map(\.target))
    var shared: [Match<Int>] = []
    for run in engine.runs.elements {
      for offset in 0..<run.count where !moved.contains(run.target + offset) {
        let (from, to) = (Int(run.source + offset), Int(run.target + offset))
        if sources[from].isKnownToEqual(targets[to]) { shared.append(Match(from: from, to: to)) }
      }
    }
    return shared
  }
}

/// How many elements are equal at the front and, of the rest, at the back.
@inline(__always)
private func commonEnds<Element>(
  _ sources: UnsafeBufferPointer<Element>,
  _ targets: UnsafeBufferPointer<Element>,
  areEqual: (_ source: Int, _ target: Int) -> Bool
) -> (front: Int, back: Int) {
  let limit = min(sources.count, targets.count)
  var front = 0
  while front < limit, areEqual(front, front) { front &+= 1 }
  let (sourceEnd, targetEnd) = (sources.count &- 1, targets.count &- 1)
  var back = 0
  while back < limit &- front, areEqual(sourceEnd &- back, targetEnd &- back) {
    back &+= 1
  }
  return (front, back)
}

extension UnsafeBufferPointer {
  /// What is neither at the front nor at the back.
  fileprivate func between(_ ends: (front: Int, back: Int, skipped: Int)) -> Self {
    Self(rebasing: self[ends.front..<(count &- ends.back)])
  }
}

extension CountedTree {
  /// Whether both have equal elements, as far as can be told without looking at any.
  ///
  /// Trees built apart from each other are told equal by their fingerprints, wrongly with a
  /// probability of about 2⁻⁶¹.
  ///
  /// - Complexity: O(1).
  package func isKnownToEqual(_ other: CountedTree) -> Bool {
    ReadNode(root).isKnownToEqual(ReadNode(other.root))
  }
}

extension CountedTree.Child {
  /// Whether both have equal elements below, as far as can be told without looking at any.
  @inline(__always)
  fileprivate func isKnownToEqual(_ other: CountedTree.Child) -> Bool {
    CountedTree.ReadNode(node).isKnownToEqual(CountedTree.ReadNode(other.node))
  }

  /// A number that nodes with equal elements mostly share; they need not.
  fileprivate var identity: UInt64 {
    node.cachedFingerprint ?? UInt64(UInt(bitPattern: ObjectIdentifier(node).hashValue))
  }
}
