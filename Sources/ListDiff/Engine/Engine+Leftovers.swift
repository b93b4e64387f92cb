extension Engine {
  /// The elements that the walks leave unmatched, gathered for the exact table.
  struct Leftovers: ~Copyable {
    /// The unmatched sources, ascending.
    var sources = EngineBuffer<LeftoverSource>()
    var sourceCount = 0
    /// The offsets of the unmatched targets, ascending.
    var targets = EngineBuffer<UInt32>()
    var targetCount = 0
    /// The matches among them, ascending by target.
    var pairs = EngineBuffer<OffsetPair>()
    var table = EngineTable()
    /// The hashes, first slots and keys of a block of targets.
    var block = EngineBuffer<LeftoverTarget>()
  }

  /// An unmatched source, with all that a look-up needs in one line of the cache.
  struct LeftoverSource: BitwiseCopyable {
    var key: UInt64
    var offset: UInt32
    /// The index of the next unmatched source with the same key, ``end`` or ``taken``.
    var next: UInt32

    static var end: UInt32 { .max }
    static var taken: UInt32 { .max - 1 }
  }

  /// An unmatched target on its way through ``pairUp(_:)``.
  struct LeftoverTarget: BitwiseCopyable {
    var key: UInt64
    var hash: UInt64
    /// The entry in its first slot.
    var entry: UInt64
    /// The index of the source to which that slot leads, or of any other source, and the key of
    /// that source.
    var candidate: Int = 0
    var candidateKey: UInt64 = 0
  }

  /// Matches the elements that are still unmatched, in any hunk or none, by looking up every key;
  /// the rest is deleted or inserted.
  mutating func matchLeftovers(of columns: Columns) {
    gatherTargets(count: columns.targets.count)
    let matched = columns.targets.count - leftovers.targetCount
    gatherSources(of: columns, count: columns.sources.count - matched)
    if leftovers.sourceCount > 0, leftovers.targetCount > 0 {
      fillTable()
      mergeRuns(withPairs: pairUp(columns))
      removeTakenSources()
    }
    let (sources, targets) = (leftovers.sources.elements, leftovers.targets.elements)
    Self.collect(leftovers.sourceCount, into: &deletions) { sources[$0].offset }
    Self.collect(leftovers.targetCount, into: &insertions) { targets[$0] }
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
        sources[gathered] = LeftoverSource(
          key: columns.sources[offset],
          offset: UInt32(truncatingIfNeeded: offset),
          next: LeftoverSource.end
        )
        gathered &+= 1 &- Int(flags[offset])
        offset &+= 1
      }
    }
    assert(gathered == count)
  }

  // MARK: Matching

  /// Puts the unmatched sources into the table; equal keys are chained, first to last.
  private mutating func fillTable() {
    leftovers.table.prepare(for: leftovers.sourceCount)
    let table = leftovers.table.view
    let sources = leftovers.sources.elements
    // From the last to the first, so that each chain starts with its first.
    var index = leftovers.sourceCount &- 1
    while index >= 0 {
      let key = sources[index].key
      let hash = hash(key)
      let slot = table.slot(of: key, hash: hash) { sources[$0].key }
      let entry = table.slots[slot]
      if entry != 0 {
        sources[index].next = UInt32(truncatingIfNeeded: EngineTable.View.index(entry))
      }
      table.slots[slot] = EngineTable.View.entry(index, hash)
      index &-= 1
    }
  }

  /// Looks up the unmatched targets, first to last: each takes the first free source with its key;
  /// targets without one are kept.
  ///
  /// Targets are taken in blocks; each step is done for the whole block before the next step. The
  /// cache misses of a step do not depend on each other, so they are waited for together.
  ///
  /// - Returns: The number of pairs.
  private mutating func pairUp(_ columns: Columns) -> Int {
    let blockSize = 32
    let block = leftovers.block.reserve(blockSize)
    let table = leftovers.table.view
    let sources = leftovers.sources.elements
    let targets = leftovers.targets.elements
    let flags = consumed.elements
    let pairs = leftovers.pairs.reserve(min(leftovers.sourceCount, leftovers.targetCount))
    var (pairCount, kept, start) = (0, 0, 0)
    while start < leftovers.targetCount {
      let count = min(blockSize, leftovers.targetCount &- start)
      for number in 0..<count {
        let key = columns.targets[Int(targets[start &+ number])]
        let hash = hash(key)
        let entry = table.slots[table.home(of: hash)]
        block[number] = LeftoverTarget(key: key, hash: hash, entry: entry)
      }
      for number in 0..<count {
        // Only a source with the right tag is worth a cache miss; else the first one is read.
        let (entry, hash) = (block[number].entry, block[number].hash)
        let isLikely = entry != 0 && EngineTable.View.tag(entry) == EngineTable.View.tag(hash: hash)
        let index = isLikely ? EngineTable.View.index(entry) : 0
        block[number].candidate = index
        block[number].candidateKey = sources[index].key
      }
      for number in 0..<count {
        let target = targets[start &+ number]
        if let index = take(block[number], table) {
          flags[Int(sources[index].offset)] = 1
          pairs[pairCount] = OffsetPair(Int(sources[index].offset), Int(target))
          pairCount &+= 1
        } else {
          targets[kept] = target
          kept &+= 1
        }
      }
      start &+= count
    }
    leftovers.targetCount = kept
    return pairCount
  }

  /// Takes the first free source with a target's key out of its chain; `nil` if there is none.
  @inline(__always)
  private func take(_ target: LeftoverTarget, _ table: EngineTable.View) -> Int? {
    if target.entry == 0 { return nil }
    let sources = leftovers.sources.elements
    if target.candidateKey == target.key,
      sources[target.candidate].next == LeftoverSource.end
    {
      sources[target.candidate].next = LeftoverSource.taken
      return target.candidate
    }
    // Another key stands in the first slot, or the key repeats.
    let slot = table.slot(of: target.key, hash: target.hash) { sources[$0].key }
    guard table.slots[slot] != 0 else { return nil }
    let index = EngineTable.View.index(table.slots[slot])
    let next = sources[index].next
    if next == LeftoverSource.taken { return nil }
    if next != LeftoverSource.end {
      table.slots[slot] = EngineTable.View.entry(Int(next), target.hash)
    }
    sources[index].next = LeftoverSource.taken
    return index
  }

  private mutating func removeTakenSources() {
    let sources = leftovers.sources.elements
    var kept = 0
    for index in 0..<leftovers.sourceCount {
      let source = sources[index]
      sources[kept] = source
      kept &+= source.next == LeftoverSource.taken ? 0 : 1
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
    _ count: Int,
    into ranges: inout EngineList<OffsetRange>,
    offset: (Int) -> UInt32
  ) {
    guard count > 0 else { return }
    let room = ranges.room(for: count)
    var (rangeCount, start, end) = (0, 0, -1)
    for number in 0..<count {
      let offset = Int(offset(number))
      let isFresh = offset != end
      rangeCount &+= isFresh ? 1 : 0
      start = isFresh ? offset : start
      end = offset &+ 1
      // Written again for every offset: cheaper than a branch that cannot be predicted.
      room[rangeCount &- 1] = OffsetRange(start, end)
    }
    ranges.commit(rangeCount)
  }

  // MARK: Repeats

  /// Whether a key occurs twice.
  ///
  /// - Complexity: O(keys) expected.
  mutating func containsRepeats(_ keys: UnsafeBufferPointer<UInt64>) -> Bool {
    leftovers.table.prepare(for: keys.count)
    let table = leftovers.table.view
    for (index, key) in keys.enumerated() {
      let hash = hash(key)
      let slot = table.slot(of: key, hash: hash) { keys[$0] }
      if table.slots[slot] != 0 { return true }
      table.slots[slot] = EngineTable.View.entry(index, hash)
    }
    return false
  }
}
