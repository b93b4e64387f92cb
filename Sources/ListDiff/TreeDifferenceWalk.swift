/// What a walk leaves unskipped: a range of each of two trees between parts that are equal.
struct TreeHunk: Equatable {
  var sources: Range<Int>
  var targets: Range<Int>
}

/// An element of one id that two versions have in the same place, and that may differ.
struct TreePair<Element> {
  var from: Int
  var to: Int
  var source: Element
  var target: Element
}

/// Walks down two versions of a tree side by side, and stays out of what they share.
///
/// Outside of the hunks it finds, both versions have elements of the same ids in the same order,
/// and those that are not among the pairs are equal. Hunks and pairs ascend in both versions, and
/// no hunk touches another in both.
///
/// - Complexity: O(nodes that are not shared · fan-out).
struct TreeWalk<Element: CountedTreeElement & KeyedElement> {
  private typealias Node = CountedTree<Element>.Node
  private typealias Child = CountedTree<Element>.Child

  private(set) var hunks: [TreeHunk] = []
  /// Known without looking any further, as most changes are; they hold on to what they are made of.
  private(set) var pairs: [TreePair<Element>] = []
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
    hunks.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    if source.isKnownToEqual(target) { return }
    touchedCount = 0
    touchedLimit = Self.touchedLimit(max(source.count, target.count))
    if source.height == target.height {
      compare(source.root, target.root, source.height, 0, 0, &engine)
    } else {
      let height = min(source.height, target.height)
      compare(
        nodes(of: source, at: height),
        nodes(of: target, at: height),
        height,
        0,
        0,
        &engine
      )
    }
    if hasGivenUp {
      hunks = [Self.whole(source, target)]
      pairs.removeAll(keepingCapacity: true)
    }
  }

  /// Lets go of the versions that were compared.
  mutating func forgetPairs() { pairs.removeAll(keepingCapacity: true) }

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
    while source !== target, !hasGivenUp {
      visitedNodeCount += 2
      if height == 0 { return compareElements(source, target, sourceStart, targetStart) }
      height -= 1
      let ends = Self.sharedEnds(source.children[...], target.children[...])
      sourceStart += ends.skipped
      targetStart += ends.skipped
      let sources = ends.front..<(source.children.count - ends.back)
      let targets = ends.front..<(target.children.count - ends.back)
      guard sources.count == 1, targets.count == 1 else {
        let (sources, targets) = (source.children[sources], target.children[targets])
        return compareRows(sources, targets, height, sourceStart, targetStart, &engine)
      }
      (source, target) = (source.children[ends.front].node, target.children[ends.front].node)
    }
  }

  private mutating func compareElements(
    _ source: Node,
    _ target: Node,
    _ sourceStart: Int,
    _ targetStart: Int
  ) {
    touchedCount += max(source.count, target.count)
    source.elements.withUnsafeBufferPointer { sources in
      target.elements.withUnsafeBufferPointer { targets in
        compareElements(sources, targets, sourceStart, targetStart)
      }
    }
  }

  /// Compares elements; between equal ends, they are a hunk unless they are in the same places.
  private mutating func compareElements(
    _ sources: UnsafeBufferPointer<Element>,
    _ targets: UnsafeBufferPointer<Element>,
    _ sourceStart: Int,
    _ targetStart: Int
  ) {
    let (front, back) = commonEnds(sources, targets) { $0.isKnownToEqual($1) }
    let places = front..<(sources.count &- back)
    if sources.count == targets.count, Self.haveSameKeys(sources, targets, in: places) {
      for place in places where !sources[place].isKnownToEqual(targets[place]) {
        pairs.append(
          TreePair(
            from: sourceStart &+ place,
            to: targetStart &+ place,
            source: sources[place],
            target: targets[place]
          )
        )
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
    _ sources: UnsafeBufferPointer<Element>,
    _ targets: UnsafeBufferPointer<Element>,
    in places: Range<Int>
  ) -> Bool {
    for place in places where sources[place].key != targets[place].key { return false }
    return true
  }

  // MARK: Rows of nodes

  /// Compares two rows of nodes of one height.
  private mutating func compare(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    if hasGivenUp { return }
    let ends = Self.sharedEnds(sources, targets)
    compareRows(
      sources.dropFirst(ends.front).dropLast(ends.back),
      targets.dropFirst(ends.front).dropLast(ends.back),
      height,
      sourceStart + ends.skipped,
      targetStart + ends.skipped,
      &engine
    )
  }

  /// Compares two rows of nodes of one height that differ at both ends.
  private mutating func compareRows(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
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
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    var (sourceStart, targetStart) = (sourceStart, targetStart)
    for (source, target) in zip(sources, targets) {
      if !source.isKnownToEqual(target) {
        compare(source.node, target.node, height, sourceStart, targetStart, &engine)
      }
      sourceStart += source.count
      targetStart += target.count
    }
  }

  /// Whether a node is found one place further on: then places do not tell what belongs together.
  private static func areShifted(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>
  ) -> Bool {
    zip(sources, targets.dropFirst()).contains { $0.isKnownToEqual($1) }
      || zip(sources.dropFirst(), targets).contains { $0.isKnownToEqual($1) }
  }

  /// Compares rows in which different numbers of nodes differ: skips nodes that both have in the
  /// same order, and goes on with what is between them.
  private mutating func align(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    var (sources, targets) = (sources, targets)
    var (sourceStart, targetStart) = (sourceStart, targetStart)
    for shared in Self.shared(sources, targets, &engine) {
      let sourceGap = sources.prefix(upTo: shared.from)
      let targetGap = targets.prefix(upTo: shared.to)
      compareGap(sourceGap, targetGap, height, sourceStart, targetStart, &engine)
      let common = sources[shared.from].count
      sourceStart += sourceGap.reduce(common) { $0 + $1.count }
      targetStart += targetGap.reduce(common) { $0 + $1.count }
      sources = sources.suffix(from: shared.from + 1)
      targets = targets.suffix(from: shared.to + 1)
    }
    compareGap(sources, targets, height, sourceStart, targetStart, &engine)
  }

  /// Compares rows that have no nodes in common: pairwise or, if they differ in number, one level
  /// further down, where nodes that are shared may have other parents.
  private mutating func compareGap(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
    _ height: Int,
    _ sourceStart: Int,
    _ targetStart: Int,
    _ engine: inout Engine
  ) {
    if sources.count == targets.count {
      comparePairwise(sources, targets, height, sourceStart, targetStart, &engine)
    } else if height > 0, !sources.isEmpty, !targets.isEmpty {
      visitedNodeCount += sources.count + targets.count
      compare(
        sources.flatMap { $0.node.children }[...],
        targets.flatMap { $0.node.children }[...],
        height - 1,
        sourceStart,
        targetStart,
        &engine
      )
    } else {
      compareElements(sources, targets, sourceStart, targetStart)
    }
  }

  /// Compares rows of leaves, or a row of any nodes with nothing.
  private mutating func compareElements(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
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
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>
  ) -> (front: Int, back: Int, skipped: Int) {
    sources.withUnsafeBufferPointer { sources in
      targets.withUnsafeBufferPointer { targets in
        let (front, back) = commonEnds(sources, targets) { $0.isKnownToEqual($1) }
        var skipped = 0
        for index in 0..<front { skipped &+= sources[index].count }
        return (front, back, skipped)
      }
    }
  }

  /// The nodes of a height, first to last.
  private mutating func nodes(of tree: CountedTree<Element>, at height: Int) -> ArraySlice<Child> {
    var row = [Child(tree.root)]
    for _ in height..<tree.height {
      visitedNodeCount += row.count
      row = row.flatMap { $0.node.children }
    }
    return row[...]
  }

  /// The most nodes that both rows have in the same order, as indices, ascending.
  private static func shared(
    _ sources: ArraySlice<Child>,
    _ targets: ArraySlice<Child>,
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
        let from = sources.startIndex + Int(run.source + offset)
        let to = targets.startIndex + Int(run.target + offset)
        if sources[from].isKnownToEqual(targets[to]) { shared.append(Match(from: from, to: to)) }
      }
    }
    return shared
  }
}

/// How many elements are equal at the front and, of the rest, at the back.
@inline(__always)
private func commonEnds<Elements: RandomAccessCollection<Element>, Element>(
  _ sources: Elements,
  _ targets: Elements,
  areEqual: (Element, Element) -> Bool
) -> (front: Int, back: Int) where Elements.Index == Int {
  let limit = min(sources.count, targets.count)
  let (sourceStart, targetStart) = (sources.startIndex, targets.startIndex)
  var front = 0
  while front < limit, areEqual(sources[sourceStart &+ front], targets[targetStart &+ front]) {
    front &+= 1
  }
  let (sourceEnd, targetEnd) = (sources.endIndex &- 1, targets.endIndex &- 1)
  var back = 0
  while back < limit &- front, areEqual(sources[sourceEnd &- back], targets[targetEnd &- back]) {
    back &+= 1
  }
  return (front, back)
}

extension CountedTree {
  /// Whether both have equal elements, as far as can be told without looking at any.
  ///
  /// Trees built apart from each other are told equal by their fingerprints, wrongly with a
  /// probability of about 2⁻⁶¹.
  ///
  /// - Complexity: O(1).
  package func isKnownToEqual(_ other: CountedTree) -> Bool {
    Child(root).isKnownToEqual(Child(other.root))
  }
}

extension CountedTree.Child {
  /// Whether both have equal elements below, as far as can be told without looking at any.
  ///
  /// A fingerprint is used if it is there already, but never computed: a version that was made by
  /// edits shares nodes, and to look at those that it does not share is what fingerprints would
  /// have to do, too.
  @inline(__always)
  func isKnownToEqual(_ other: CountedTree.Child) -> Bool {
    if node === other.node { return true }
    guard count == other.count, let fingerprint = node.cachedFingerprint else { return false }
    return fingerprint == other.node.cachedFingerprint
  }

  /// A number that nodes with equal elements mostly share; they need not.
  fileprivate var identity: UInt64 {
    node.cachedFingerprint ?? UInt64(UInt(bitPattern: ObjectIdentifier(node).hashValue))
  }
}
