/// The diff engine: compares two columns of keys, and keeps its memory from one comparison to the
/// next.
///
/// A *key* is a 64-bit stand-in for an id: equal ids have equal keys. A caller whose equal keys may
/// belong to different ids (hashes) checks ``runs`` afterwards. Keys may repeat; each occurrence is
/// matched with at most one other, and as many as possible are matched.
///
/// Both columns are divided into *hunks*, pairs of ranges that belong together: the cells of a
/// section before and after. A comparison has four phases, each in its own file:
///
/// 1. *Align* every hunk: match the equal elements at both ends, then walk, predicting that the
///    next target matches the source after the last match (`Engine+Align`).
/// 2. *Leftovers* of all hunks, and the elements outside of hunks, are matched through one exact
///    table (`Engine+Leftovers`).
/// 3. *Order*: within a hunk, matches outside of a longest increasing subsequence are moves, as are
///    all matches that leave their hunk (`Engine+Order`).
/// 4. *Updates*: matches whose contents differ (`Engine+Updates`).
///
/// Sources: the matching of unique and equal neighbours goes back to Heckel, *A technique for
/// isolating differences between files*, CACM 21(4), 1978, and the order to Fredman, *On computing
/// the length of longest increasing subsequences*, Discrete Mathematics 11(1), 1975. Prediction,
/// sparse anchors and the treatment of runs as units are ours; see docs/diff.md.
///
/// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
struct Engine: ~Copyable {
  /// The two columns that are compared.
  struct Columns {
    let sources: UnsafeBufferPointer<UInt64>
    let targets: UnsafeBufferPointer<UInt64>
  }

  /// A range of sources and a range of targets that belong together.
  struct Hunk {
    var sources: OffsetRange
    var targets: OffsetRange
  }

  /// Consecutive targets matched with consecutive sources.
  struct Run {
    var source: UInt32
    var target: UInt32
    var count: UInt32
  }

  // The results of a comparison. Runs ascend by target and do not cross the bounds of hunks.
  var runs = EngineList<Run>()
  var hunks = EngineList<Hunk>()
  var deletions = EngineList<OffsetRange>()
  var insertions = EngineList<OffsetRange>()
  var moves = EngineList<OffsetPair>()
  var updates = EngineList<OffsetPair>()

  // Scratch memory; comments where it is reserved say what it holds.
  var consumed = EngineBuffer<UInt8>()
  var anchors = EngineTable()
  var leftovers = Leftovers()
  var mergedRuns = EngineList<Run>()
  var patience = Patience()

  let hash = EngineHash.process

  init() {}

  /// The most elements a column may have: offsets are 32-bit numbers.
  static let maximumCount = Int(UInt32.max) - 64

  /// Compares columns that are one hunk, whose ends may be known to be equal.
  mutating func compare(_ columns: Columns, knowing ends: EqualEnds = EqualEnds()) {
    begin(columns)
    align(
      Hunk(
        sources: OffsetRange(0, columns.sources.count),
        targets: OffsetRange(0, columns.targets.count)
      ),
      of: columns,
      knowing: ends
    )
    finish(columns)
  }

  /// Starts a comparison; hunks follow, ascending by target, then ``finish(_:)``.
  mutating func begin(_ columns: Columns) {
    precondition(
      columns.sources.count <= Self.maximumCount && columns.targets.count <= Self.maximumCount,
      "A comparison takes at most \(Self.maximumCount) elements"
    )
    runs.removeAll()
    hunks.removeAll()
    deletions.removeAll()
    insertions.removeAll()
    moves.removeAll()
    updates.removeAll()
    // One byte per source, 1 once it is matched; eight more, because bytes are read and written
    // eight at a time.
    let count = columns.sources.count + 8
    consumed.reserve(count)[..<count].update(repeating: 0)
  }

  /// Completes a comparison once all hunks are aligned.
  mutating func finish(_ columns: Columns) {
    matchLeftovers(of: columns)
    findMoves()
  }
}

/// A half-open range of offsets, in half the space of a `Range<Int>`.
struct OffsetRange: Hashable, Sendable, BitwiseCopyable {
  var start: UInt32
  var end: UInt32

  @inline(__always)
  init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  @inline(__always) var lowerBound: Int { Int(start) }
  @inline(__always) var upperBound: Int { Int(end) }
  @inline(__always) var count: Int { Int(end) &- Int(start) }
}

/// An offset before and an offset after.
struct OffsetPair: Hashable, Sendable, BitwiseCopyable {
  var source: UInt32
  var target: UInt32

  @inline(__always)
  init(_ source: Int, _ target: Int) {
    self.source = UInt32(truncatingIfNeeded: source)
    self.target = UInt32(truncatingIfNeeded: target)
  }
}

extension Engine.Run: BitwiseCopyable {
  @inline(__always)
  init(_ source: Int, _ target: Int, _ count: Int) {
    self.source = UInt32(truncatingIfNeeded: source)
    self.target = UInt32(truncatingIfNeeded: target)
    self.count = UInt32(truncatingIfNeeded: count)
  }
}

extension Engine.Hunk: BitwiseCopyable {}
