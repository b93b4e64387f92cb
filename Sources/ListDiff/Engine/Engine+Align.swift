extension Engine {
  /// Matches most elements that belong together in one hunk, without looking up every key.
  ///
  /// Invariants: a source is matched at most once, runs ascend by target. An element that is missed
  /// here becomes a leftover.
  mutating func align(_ hunk: Hunk, of columns: Columns, knowing ends: EqualEnds = EqualEnds()) {
    hunks.append(hunk)
    var sources = hunk.sources.trimmed(by: ends)
    var targets = hunk.targets.trimmed(by: ends)
    let prefix = Self.commonPrefix(of: columns, sources, targets)
    sources.start &+= UInt32(prefix)
    targets.start &+= UInt32(prefix)
    if ends.prefix &+ prefix > 0 {
      take(hunk.sources.lowerBound, hunk.targets.lowerBound, ends.prefix &+ prefix)
    }
    let suffix = Self.commonSuffix(of: columns, sources, targets)
    sources.end &-= UInt32(suffix)
    targets.end &-= UInt32(suffix)
    if sources.count > 0, targets.count > 0 { walk(sources, targets, of: columns) }
    if suffix &+ ends.suffix > 0 {
      take(sources.upperBound, targets.upperBound, suffix &+ ends.suffix)
    }
  }

  /// Records a run as matched.
  private mutating func take(_ source: Int, _ target: Int, _ count: Int) {
    runs.append(Run(source, target, count))
    consumed.elements[source..<(source &+ count)].update(repeating: 1)
  }

  // MARK: Trimming

  private static func commonPrefix(
    of columns: Columns,
    _ sources: OffsetRange,
    _ targets: OffsetRange
  ) -> Int {
    let limit = min(sources.count, targets.count)
    let source = sources.lowerBound
    let target = targets.lowerBound
    var count = 0
    while count &+ 8 <= limit, columns.differences(source &+ count, target &+ count) == 0 {
      count &+= 8
    }
    while count < limit, columns.areEqual(source &+ count, target &+ count) { count &+= 1 }
    return count
  }

  private static func commonSuffix(
    of columns: Columns,
    _ sources: OffsetRange,
    _ targets: OffsetRange
  ) -> Int {
    let limit = min(sources.count, targets.count)
    let source = sources.upperBound
    let target = targets.upperBound
    var count = 0
    while count &+ 8 <= limit,
      columns.differences(source &- count &- 8, target &- count &- 8) == 0
    {
      count &+= 8
    }
    while count < limit, columns.areEqual(source &- count &- 1, target &- count &- 1) {
      count &+= 1
    }
    return count
  }

  // MARK: Walking

  /// Walks through the targets, expecting each to match the source after the last match.
  ///
  /// Where the expectation fails, the nearest matching place a few steps ahead is taken; failing
  /// that, an anchor is looked for (see ``Walk``).
  private mutating func walk(_ sources: OffsetRange, _ targets: OffsetRange, of columns: Columns) {
    var walk = Walk(
      columns: columns,
      sources: sources,
      targets: targets,
      consumed: UnsafeMutableRawBufferPointer(consumed.elements),
      runs: runs.room(for: min(sources.count, targets.count) &+ 1)
    )
    while true {
      walk.followExpectation()
      guard walk.target < walk.targetEnd, walk.canUseAnchors else { break }
      if walk.anchors == nil { walk.anchors = plantAnchors(sources, of: columns) }
      guard walk.findAnchor(hash) else { break }
    }
    runs.commit(walk.runCount)
  }

  /// Puts every eighth source of a range into a table.
  private mutating func plantAnchors(_ sources: OffsetRange, of columns: Columns)
    -> EngineTable.View
  {
    anchors.prepare(for: sources.count / Walk.anchorDistance + 1)
    let view = anchors.view
    for source in stride(
      from: sources.lowerBound,
      to: sources.upperBound,
      by: Walk.anchorDistance
    ) {
      view.insertFirst(source, hash: hash(columns.sources[source]))
    }
    return view
  }
}

extension OffsetRange {
  /// The range between the two ends.
  fileprivate func trimmed(by ends: EqualEnds) -> OffsetRange {
    OffsetRange(lowerBound &+ ends.prefix, upperBound &- ends.suffix)
  }
}

extension Engine.Columns {
  @inline(__always)
  func areEqual(_ source: Int, _ target: Int) -> Bool { sources[source] == targets[target] }

  /// The bits in which eight sources and eight targets differ; 0 if they are all equal.
  @inline(__always)
  func differences(_ source: Int, _ target: Int) -> UInt64 {
    var bits = sources[source] ^ targets[target]
    bits |= sources[source &+ 1] ^ targets[target &+ 1]
    bits |= sources[source &+ 2] ^ targets[target &+ 2]
    bits |= sources[source &+ 3] ^ targets[target &+ 3]
    bits |= sources[source &+ 4] ^ targets[target &+ 4]
    bits |= sources[source &+ 5] ^ targets[target &+ 5]
    bits |= sources[source &+ 6] ^ targets[target &+ 6]
    bits |= sources[source &+ 7] ^ targets[target &+ 7]
    return bits
  }

  /// Counts the sources, of eight, that equal their targets before the first that does not.
  ///
  /// It has no branch, because the end of a run cannot be predicted.
  @inline(__always)
  func equalPrefixOfEight(_ source: Int, _ target: Int) -> Int {
    var different: UInt = 1 << 8
    different |= bit(sources[source] != targets[target], 0)
    different |= bit(sources[source &+ 1] != targets[target &+ 1], 1)
    different |= bit(sources[source &+ 2] != targets[target &+ 2], 2)
    different |= bit(sources[source &+ 3] != targets[target &+ 3], 3)
    different |= bit(sources[source &+ 4] != targets[target &+ 4], 4)
    different |= bit(sources[source &+ 5] != targets[target &+ 5], 5)
    different |= bit(sources[source &+ 6] != targets[target &+ 6], 6)
    different |= bit(sources[source &+ 7] != targets[target &+ 7], 7)
    return different.trailingZeroBitCount
  }

  /// Which of nine places up to three steps ahead match, nearest first.
  @inline(__always)
  func resyncMask(_ source: Int, _ target: Int) -> UInt {
    let s0 = sources[source]
    let s1 = sources[source &+ 1]
    let s2 = sources[source &+ 2]
    let s3 = sources[source &+ 3]
    let t0 = targets[target]
    let t1 = targets[target &+ 1]
    let t2 = targets[target &+ 2]
    let t3 = targets[target &+ 3]
    var mask = bit(s1 == t0, 0)
    mask |= bit(s0 == t1, 1)
    mask |= bit(s1 == t1, 2)
    mask |= bit(s2 == t0, 3)
    mask |= bit(s0 == t2, 4)
    mask |= bit(s2 == t1, 5)
    mask |= bit(s1 == t2, 6)
    mask |= bit(s3 == t0, 7)
    mask |= bit(s0 == t3, 8)
    return mask
  }

  @inline(__always)
  private func bit(_ condition: Bool, _ position: UInt) -> UInt {
    (condition ? 1 : 0) << position
  }
}
