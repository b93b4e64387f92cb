/// One walk through a hunk.
///
/// `source` is the source that is expected to match `target`; every target before `target` is
/// settled: it is in a run, or is a leftover.
struct Walk {
  let columns: Engine.Columns
  let sourceStart: Int
  let sourceEnd: Int
  let targetEnd: Int
  let consumed: UnsafeMutableRawBufferPointer
  let runs: UnsafeMutableBufferPointer<Engine.Run>
  var runCount = 0
  var source: Int
  var target: Int
  /// No target before this one may be matched any more.
  private var settled: Int
  var anchors: EngineTable.View?
  private var failures = 0

  /// One source in eight is an anchor: few to look up, and a moved block of eight holds one.
  static let anchorDistance = 8
  /// In hunks shorter than this the exact table is cheaper than anchors.
  private static let shortestAnchored = 64
  /// A chunk of eight and the three steps the resync window looks ahead.
  private static let headroom = 8 + 3

  init(
    columns: Engine.Columns,
    sources: OffsetRange,
    targets: OffsetRange,
    consumed: UnsafeMutableRawBufferPointer,
    runs: UnsafeMutableBufferPointer<Engine.Run>
  ) {
    self.columns = columns
    self.consumed = consumed
    self.runs = runs
    sourceStart = sources.lowerBound
    sourceEnd = sources.upperBound
    targetEnd = targets.upperBound
    source = sources.lowerBound
    target = targets.lowerBound
    settled = targets.lowerBound
  }

  var canUseAnchors: Bool { sourceEnd &- sourceStart >= Self.shortestAnchored }

  // MARK: The expected path

  /// Follows the expected path until it is lost or one side ends.
  ///
  /// A run's length and the way on from its end are computed without branches, so there is one
  /// iteration for each eight equal elements and for each end of a run.
  mutating func followExpectation() {
    // Copies, which the compiler can keep in registers.
    var (source, target) = (self.source, self.target)
    var (runSource, runTarget) = (source, target)
    var isLost = false
    while !isLost, source &+ Self.headroom <= sourceEnd, target &+ Self.headroom <= targetEnd {
      let count = min(
        columns.equalPrefixOfEight(source, target),
        unconsumed(from: source)
      )
      consume(source, count)
      source &+= count
      target &+= count
      if count == 8 { continue }
      close(runSource, runTarget, at: target)
      let mask = columns.resyncMask(source, target)
      isLost = mask == 0
      let step = mask.trailingZeroBitCount
      source &+= isLost ? 0 : Self.sourceStep(step)
      target &+= isLost ? 0 : Self.targetStep(step)
      runSource = source
      runTarget = target
    }
    if !isLost { close(runSource, runTarget, at: target) }
    self.source = source
    self.target = target
    settled = max(settled, lastTargetEnd)
    if !isLost { followExpectationToTheEnd() }
  }

  /// Follows the expected path one element at a time, where there is no room for chunks.
  private mutating func followExpectationToTheEnd() {
    while target < targetEnd, source < sourceEnd {
      let (runSource, runTarget) = (source, target)
      while source < sourceEnd, target < targetEnd, columns.areEqual(source, target),
        isFree(source)
      {
        consume(source, 1)
        source &+= 1
        target &+= 1
      }
      close(runSource, runTarget, at: target)
      settled = max(settled, target)
      guard let step = resyncStep() else { return }
      source &+= Self.sourceStep(step)
      target &+= Self.targetStep(step)
    }
  }

  private func resyncStep() -> Int? {
    (0..<9).first { step in
      let (source, target) = (source &+ Self.sourceStep(step), target &+ Self.targetStep(step))
      return source < sourceEnd && target < targetEnd && columns.areEqual(source, target)
    }
  }

  // The steps of the resync window, four bits each, in the order of `resyncMask`.
  @inline(__always)
  private static func sourceStep(_ step: Int) -> Int { 0x0_3120_2101 &>> (4 &* step) & 15 }

  @inline(__always)
  private static func targetStep(_ step: Int) -> Int { 0x3_0212_0110 &>> (4 &* step) & 15 }

  // MARK: Anchors

  /// Goes on from the next target that has an anchor; returns `false` if there is none.
  ///
  /// The longer no anchor is found, the larger the steps become, so that a hunk without any order
  /// costs O(√n) here. A single match does not tell where the list goes on: it is recorded, but it
  /// neither ends the search nor makes the steps small again.
  mutating func findAnchor(_ hash: EngineHash) -> Bool {
    guard let anchors else { return false }
    while target < targetEnd {
      let key = columns.targets[target]
      if let anchor = anchors.index(of: key, hash: hash(key), keyAt: { columns.sources[$0] }),
        isFree(anchor)
      {
        let before = matchesBefore(anchor, target)
        let after =
          anchor &+ 1 < sourceEnd && target &+ 1 < targetEnd
          && columns.areEqual(anchor &+ 1, target &+ 1) && isFree(anchor &+ 1)
        if before > 0 || after {
          source = anchor &- before
          target &-= before
          failures = 0
          return true
        }
        consume(anchor, 1)
        close(anchor, target, at: target &+ 1)
        settled = target &+ 1
      }
      failures &+= 1
      target &+= 1 &+ failures >> 4
      if target < targetEnd, source < sourceEnd, columns.areEqual(source, target), isFree(source) {
        return true
      }
    }
    return false
  }

  private func matchesBefore(_ anchor: Int, _ target: Int) -> Int {
    var count = 0
    while anchor &- count > sourceStart, target &- count > settled,
      columns.areEqual(anchor &- count &- 1, target &- count &- 1),
      isFree(anchor &- count &- 1)
    {
      count &+= 1
    }
    return count
  }

  // MARK: Runs

  private var lastTargetEnd: Int {
    guard runCount > 0 else { return 0 }
    return Int(runs[runCount &- 1].target) &+ Int(runs[runCount &- 1].count)
  }

  /// Records a run that ends before `target`; an empty run is not counted.
  @inline(__always)
  private mutating func close(_ runSource: Int, _ runTarget: Int, at target: Int) {
    runs[runCount] = Engine.Run(runSource, runTarget, target &- runTarget)
    runCount &+= target == runTarget ? 0 : 1
  }

  @inline(__always)
  private func isFree(_ source: Int) -> Bool { consumed[source] == 0 }

  /// How many of eight sources are free before the first that is not.
  @inline(__always)
  private func unconsumed(from source: Int) -> Int {
    consumed.loadUnaligned(fromByteOffset: source, as: UInt64.self).littleEndian
      .trailingZeroBitCount >> 3
  }

  /// Marks up to eight sources as matched.
  @inline(__always)
  private func consume(_ source: Int, _ count: Int) {
    let flags = consumed.loadUnaligned(fromByteOffset: source, as: UInt64.self).littleEndian
    let ones: UInt64 = 0x0101_0101_0101_0101
    let added = count == 8 ? ones : ones & (1 << UInt64(8 &* count) &- 1)
    consumed.storeBytes(of: (flags | added).littleEndian, toByteOffset: source, as: UInt64.self)
  }
}
