extension Engine {
  /// What the walks leave unmatched, as columns of their own: the exact table works on these.
  struct Leftovers: ~Copyable {
    /// The offsets of the unmatched sources and targets, ascending.
    var sources = EngineBuffer<UInt32>()
    var targets = EngineBuffer<UInt32>()
    var sourceCount = 0
    var targetCount = 0
    /// The keys of the unmatched sources.
    var sourceKeys = EngineBuffer<UInt64>()
    /// For each unmatched source, the next one with the same key.
    var chain = EngineBuffer<UInt32>()
    /// The matches among them, ascending by target.
    var pairs = EngineBuffer<OffsetPair>()
    var table = EngineTable()

    var byteCount: Int {
      sources.byteCount + targets.byteCount + sourceKeys.byteCount + chain.byteCount
        + pairs.byteCount + table.byteCount
    }
  }

  /// Matches what is still unmatched, wherever it is, by looking up every key; what then remains
  /// is deleted or inserted.
  mutating func matchLeftovers(of columns: Columns) {
    gatherTargets(count: columns.targets.count)
    let matched = columns.targets.count - leftovers.targetCount
    gatherSources(of: columns, count: columns.sources.count - matched)
    if leftovers.sourceCount > 0, leftovers.targetCount > 0 {
      fillTable()
      mergeRuns(withPairs: pairUp(columns))
    }
    Self.collect(leftovers.sources.elements, count: leftovers.sourceCount, into: &deletions)
    Self.collect(leftovers.targets.elements, count: leftovers.targetCount, into: &insertions)
  }

  // MARK: Gathering

  private mutating func gatherTargets(count: Int) {
    let runs = runs.elements
    let matched = runs.reduce(0) { $0 &+ Int($1.count) }
    let targets = leftovers.targets.reserve(count &- matched)
    var gathered = 0
    var next = 0
    for run in runs {
      while next < Int(run.target) {
        targets[gathered] = UInt32(truncatingIfNeeded: next)
        gathered &+= 1
        next &+= 1
      }
      next = Int(run.target) &+ Int(run.count)
    }
    while next < count {
      targets[gathered] = UInt32(truncatingIfNeeded: next)
      gathered &+= 1
      next &+= 1
    }
    leftovers.targetCount = gathered
  }

  private mutating func gatherSources(of columns: Columns, count: Int) {
    leftovers.sourceCount = count
    guard count > 0 else { return }
    // One more, because a place is written before it is known to be needed.
    let sources = leftovers.sources.reserve(count &+ 1)
    let keys = leftovers.sourceKeys.reserve(count &+ 1)
    let flags = UnsafeMutableRawBufferPointer(consumed.elements)
    var gathered = 0
    var offset = 0
    while offset < columns.sources.count {
      let eight = flags.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if eight == 0x0101_0101_0101_0101 {
        offset &+= 8
        continue
      }
      let end = min(offset &+ 8, columns.sources.count)
      while offset < end {
        sources[gathered] = UInt32(truncatingIfNeeded: offset)
        keys[gathered] = columns.sources[offset]
        gathered &+= 1 &- Int(flags[offset])
        offset &+= 1
      }
    }
    assert(gathered == count)
  }

  // MARK: Matching

  private static var endOfChain: UInt32 { .max }

  /// Puts the unmatched sources into the table; equal keys are chained, first to last.
  private mutating func fillTable() {
    leftovers.table.prepare(for: leftovers.sourceCount)
    let table = leftovers.table.view
    let keys = UnsafeBufferPointer(leftovers.sourceKeys.elements)
    let chain = leftovers.chain.reserve(leftovers.sourceCount)
    // From the last to the first, so that each chain starts with its first.
    var index = leftovers.sourceCount &- 1
    while index >= 0 {
      let hash = hash(keys[index])
      let slot = table.slot(of: keys[index], hash: hash, in: keys)
      let entry = table.slots[slot]
      chain[index] =
        entry == 0
        ? Self.endOfChain : UInt32(truncatingIfNeeded: EngineTable.View.index(entry))
      table.slots[slot] = EngineTable.View.entry(index, hash)
      index &-= 1
    }
  }

  /// Looks up the unmatched targets, first to last, each finding the first free source with its
  /// key; keeps those without one.
  ///
  /// - Returns: The number of pairs.
  private mutating func pairUp(_ columns: Columns) -> Int {
    let table = leftovers.table.view
    let keys = UnsafeBufferPointer(leftovers.sourceKeys.elements)
    let chain = leftovers.chain.elements
    let sources = leftovers.sources.elements
    let targets = leftovers.targets.elements
    let flags = consumed.elements
    let pairs = leftovers.pairs.reserve(min(leftovers.sourceCount, leftovers.targetCount))
    var pairCount = 0
    var kept = 0
    for number in 0..<leftovers.targetCount {
      let target = targets[number]
      let key = columns.targets[Int(target)]
      let hash = hash(key)
      let slot = table.slot(of: key, hash: hash, in: keys)
      let entry = table.slots[slot]
      if entry != 0 {
        var index = EngineTable.View.index(entry)
        if flags[Int(sources[index])] != 0, chain[index] != Self.endOfChain {
          // The first of the chain is taken; the next is free, because slots lead to the last
          // one taken.
          index = Int(chain[index])
          table.slots[slot] = EngineTable.View.entry(index, hash)
        }
        let source = Int(sources[index])
        if flags[source] == 0 {
          flags[source] = 1
          pairs[pairCount] = OffsetPair(source, Int(target))
          pairCount &+= 1
          continue
        }
      }
      targets[kept] = target
      kept &+= 1
    }
    leftovers.targetCount = kept
    removeMatchedSources()
    return pairCount
  }

  private mutating func removeMatchedSources() {
    let sources = leftovers.sources.elements
    let flags = consumed.elements
    var kept = 0
    for number in 0..<leftovers.sourceCount {
      let source = sources[number]
      sources[kept] = source
      kept &+= 1 &- Int(flags[Int(source)])
    }
    leftovers.sourceCount = kept
  }

  private mutating func mergeRuns(withPairs pairCount: Int) {
    guard pairCount > 0 else { return }
    let pairs = leftovers.pairs.elements
    let runs = runs.elements
    mergedRuns.removeAll()
    let merged = mergedRuns.room(for: runs.count &+ pairCount)
    var next = 0
    var count = 0
    for number in 0..<pairCount {
      let pair = pairs[number]
      while next < runs.count, runs[next].target < pair.target {
        merged[count] = runs[next]
        count &+= 1
        next &+= 1
      }
      merged[count] = Run(source: pair.source, target: pair.target, count: 1)
      count &+= 1
    }
    while next < runs.count {
      merged[count] = runs[next]
      count &+= 1
      next &+= 1
    }
    mergedRuns.commit(count)
    swap(&self.runs, &mergedRuns)
  }

  /// Joins ascending offsets into ranges.
  private static func collect(
    _ offsets: UnsafeMutableBufferPointer<UInt32>,
    count: Int,
    into ranges: inout EngineList<OffsetRange>
  ) {
    guard count > 0 else { return }
    let room = ranges.room(for: count)
    var rangeCount = 0
    var start = 0
    var end = -1
    for number in 0..<count {
      let offset = Int(offsets[number])
      let isFresh = offset != end
      rangeCount &+= isFresh ? 1 : 0
      start = isFresh ? offset : start
      end = offset &+ 1
      // Written again for every offset: cheaper than a branch that cannot be predicted.
      room[rangeCount &- 1] = OffsetRange(start, end)
    }
    ranges.commit(rangeCount)
  }
}
