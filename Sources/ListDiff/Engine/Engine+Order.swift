extension Engine {
  /// Finds the fewest matches that have to move.
  ///
  /// A match that leaves its hunk always moves. Within a hunk, all matches move except a longest
  /// increasing subsequence. A run moves or stays as a whole: no element of its hunk stands between
  /// its elements, neither before nor after, so an element that is in order with one of them is in
  /// order with all.
  mutating func findMoves() {
    let runs = runs.elements
    var next = 0
    for hunk in hunks.elements {
      let arrived = Self.end(of: runs, from: next, before: hunk.targets.start)
      move(next..<arrived)
      next = Self.end(of: runs, from: arrived, before: hunk.targets.end)
      order(arrived..<next, within: hunk.sources)
    }
    move(next..<runs.count)
  }

  private static func end(
    of runs: UnsafeBufferPointer<Run>,
    from start: Int,
    before target: UInt32
  ) -> Int {
    // Mostly, all runs or none come before `target`; else the runs are counted.
    guard let last = runs.last, start < runs.count, last.target >= target else { return runs.count }
    var end = start
    while runs[end].target < target { end &+= 1 }
    return end
  }

  /// Moves all of some runs.
  private mutating func move(_ indices: Range<Int>) {
    if indices.isEmpty { return }
    move(UnsafeBufferPointer(rebasing: runs.elements[indices])) { _ in true }
  }

  /// Moves those runs for which a condition holds.
  @inline(__always)
  private mutating func move(
    _ runs: UnsafeBufferPointer<Run>,
    where moves: (_ index: Int) -> Bool
  ) {
    let room = self.moves.room(for: runs.reduce(0) { $0 &+ Int($1.count) })
    var count = 0
    for index in runs.indices where moves(index) {
      let run = runs[index]
      for offset in 0..<Int(run.count) {
        room[count &+ offset] = OffsetPair(Int(run.source) &+ offset, Int(run.target) &+ offset)
      }
      count &+= Int(run.count)
    }
    self.moves.commit(count)
  }

  /// Moves the runs of a hunk that leave it or are not in the largest ordered part.
  private mutating func order(_ indices: Range<Int>, within sources: OffsetRange) {
    let runs = UnsafeBufferPointer(rebasing: runs.elements[indices])
    var (end, isOrdered, areAllInside) = (sources.start, true, true)
    for run in runs {
      let isInside = run.source >= sources.start && run.source < sources.end
      areAllInside = areAllInside && isInside
      isOrdered = isOrdered && run.source >= end
      end = max(end, run.source &+ run.count)
    }
    if isOrdered, areAllInside { return }
    let stays = patience.findStays(runs, within: sources)
    move(runs) { stays[$0] == 0 }
  }
}

extension Engine {
  /// Finds a longest increasing subsequence by patience sorting.
  ///
  /// After Fredman, *On computing the length of longest increasing subsequences*, Discrete
  /// Mathematics 11(1), 1975, with runs as units: if the first element of a run is put on pile p,
  /// the others go on the piles after it, without a search, and the predecessor of a run is the
  /// last element of another run.
  struct Patience: ~Copyable {
    /// For each run 1 if it stays.
    private var stays = EngineBuffer<UInt8>()
    /// For each pile its top, a source offset, and the run it belongs to.
    private var tops = EngineBuffer<UInt32>()
    private var topRuns = EngineBuffer<UInt32>()
    /// For each run the run before it in the longest subsequence that ends with it.
    private var predecessors = EngineBuffer<UInt32>()

    private static var none: UInt32 { .max }

    init() {}

    /// Tells for each run whether it stays.
    ///
    /// - Complexity: O(elements + r log r) for the r runs between the first and the last that
    ///   are out of order.
    mutating func findStays(
      _ runs: UnsafeBufferPointer<Run>,
      within sources: OffsetRange
    ) -> UnsafeMutableBufferPointer<UInt8> {
      let stays = stays.reserve(runs.count)
      let window = Self.brokenWindow(of: runs, within: sources)
      for index in runs.indices {
        let isInside = Self.isInside(runs[index], sources)
        stays[index] = isInside && !window.contains(index) ? 1 : 0
      }
      var run = sort(runs, window, within: sources)
      let predecessors = predecessors.elements
      while run != Self.none {
        stays[Int(run)] = 1
        run = predecessors[Int(run)]
      }
      return stays
    }

    @inline(__always)
    private static func isInside(_ run: Run, _ sources: OffsetRange) -> Bool {
      run.source >= sources.start && run.source < sources.end
    }

    /// The runs from the first whose source is greater than that of a later run, to the last whose
    /// source is less than that of an earlier run; the runs outside are in order with all others.
    private static func brokenWindow(
      of runs: UnsafeBufferPointer<Run>,
      within sources: OffsetRange
    ) -> Range<Int> {
      var end = 0
      var largest = sources.start
      for index in runs.indices where isInside(runs[index], sources) {
        if runs[index].source < largest { end = index &+ 1 }
        largest = max(largest, runs[index].source)
      }
      var start = end
      var smallest = sources.end
      for index in (0..<end).reversed() where isInside(runs[index], sources) {
        if runs[index].source > smallest { start = index }
        smallest = min(smallest, runs[index].source)
      }
      return start..<end
    }

    /// Sorts the runs of the window onto piles.
    ///
    /// - Returns: The run that ends a longest increasing subsequence.
    private mutating func sort(
      _ runs: UnsafeBufferPointer<Run>,
      _ window: Range<Int>,
      within sources: OffsetRange
    ) -> UInt32 {
      let elementCount = window.reduce(0) { $0 &+ Int(runs[$1].count) }
      let tops = tops.reserve(elementCount)
      let topRuns = topRuns.reserve(elementCount)
      let predecessors = predecessors.reserve(runs.count)
      var pileCount = 0
      for index in window where Self.isInside(runs[index], sources) {
        let run = runs[index]
        let isNewPile = pileCount == 0 || tops[pileCount &- 1] < run.source
        let pile = isNewPile ? pileCount : Self.pile(for: run.source, in: tops, pileCount)
        predecessors[index] = pile == 0 ? Self.none : topRuns[pile &- 1]
        for offset in 0..<Int(run.count) {
          tops[pile &+ offset] = run.source &+ UInt32(truncatingIfNeeded: offset)
          topRuns[pile &+ offset] = UInt32(truncatingIfNeeded: index)
        }
        pileCount = max(pileCount, pile &+ Int(run.count))
      }
      return pileCount == 0 ? Self.none : topRuns[pileCount &- 1]
    }

    /// The number of tops below `source`.
    ///
    /// It divides by four and adds up comparisons: a binary search would be compiled to branches
    /// that cannot be predicted.
    @inline(__always)
    private static func pile(
      for source: UInt32,
      in tops: UnsafeMutableBufferPointer<UInt32>,
      _ count: Int
    ) -> Int {
      var (base, length) = (0, count)
      while length >= 4 {
        let quarter = length >> 2
        let below =
          (tops[base &+ quarter &- 1] < source ? 1 : 0)
          &+ (tops[base &+ 2 &* quarter &- 1] < source ? 1 : 0)
          &+ (tops[base &+ 3 &* quarter &- 1] < source ? 1 : 0)
        base &+= quarter &* below
        length &-= 3 &* quarter
      }
      var result = base
      for offset in 0..<length { result &+= tops[base &+ offset] < source ? 1 : 0 }
      return result
    }
  }
}
