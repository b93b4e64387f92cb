import ListModel

/// The parts of two lists that may differ, put side by side and compared by the flat engine.
///
/// A *group* is a pair of trees with their hunks: between two hunks of a group, equally many equal
/// elements were skipped. What is in no group (the cells of inserted and deleted sections) takes
/// part too, because cells move out of it and into it.
///
/// The engine orders each hunk for itself, and calls what leaves its hunk moved. That gives the
/// fewest moves as long as what was skipped between two hunks stays where it is in every longest
/// increasing subsequence, and it does if it is longer than the number of matches that cross it in
/// one direction: all of them, whose order with it is broken, could be replaced by it, and it is
/// longer. Where it is not longer, the hunks are joined with what is between them, and compared
/// again. Matches that cross in different directions are out of order themselves, and what is
/// joined does not cross anything, so that once is enough.
struct TreePieces: ~Copyable {
  struct Piece {
    var sourceSection: Int
    var targetSection: Int
    var sources: Range<Int>
    var targets: Range<Int>
    /// The group of a hunk; `nil` for what is in no group.
    var group: Int?
    /// Where the piece is in the columns.
    var sourceStart = 0
    var targetStart = 0
  }

  /// The columns of one side, and where each piece is in them.
  fileprivate struct Side: ~Copyable {
    var keys = EngineBuffer<UInt64>()
    var contents = EngineBuffer<UInt64>()
    var count = 0
    var places: [PieceCursor.Place] = []
  }

  /// Ascending by target; deleted sections come last.
  private var pieces: [Piece] = []
  /// The indices of pieces, ascending by source; inserted sections come last.
  private var sourceOrder: [Int] = []
  private var sources = Side()
  private var targets = Side()

  init() {}

  mutating func removeAll() {
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// The ranges of the pieces; after a comparison, those that were compared in the end.
  var hunks: [TreeHunk] {
    pieces.map { TreeHunk(sources: $0.sources, targets: $0.targets) }
  }

  /// Adds the hunks of a pair of trees; groups come ascending by target.
  mutating func append(_ hunks: [TreeHunk], from source: Int, to target: Int) {
    for hunk in hunks {
      pieces.append(
        Piece(
          sourceSection: source,
          targetSection: target,
          sources: hunk.sources,
          targets: hunk.targets,
          group: target
        )
      )
    }
  }

  mutating func append(insertion target: Int, count: Int) {
    pieces.append(
      Piece(sourceSection: .max, targetSection: target, sources: 0..<0, targets: 0..<count)
    )
  }

  mutating func append(deletion source: Int, count: Int) {
    pieces.append(
      Piece(sourceSection: source, targetSection: .max, sources: 0..<count, targets: 0..<0)
    )
  }

  /// Compares the pieces, which come from the given trees, and leaves what is found in the engine.
  ///
  /// Where all are on one side, ``insertionsAlone`` and ``deletionsAlone`` know it sooner.
  mutating func compare<Element: KeyedElement>(
    sources: (_ section: Int) -> CountedTree<Element>,
    targets: (_ section: Int) -> CountedTree<Element>,
    with engine: inout Engine
  ) {
    gather(sources, targets)
    run(&engine)
    if joinPieces(crossedBy: engine.moves.elements) {
      gather(sources, targets)
      run(&engine)
    }
    engine.findUpdates(self.sources.contentColumn, self.targets.contentColumn)
  }

  private mutating func run(_ engine: inout Engine) {
    let columns = Engine.Columns(sources: sources.keyColumn, targets: targets.keyColumn)
    engine.begin(columns)
    for piece in pieces where piece.group != nil {
      engine.align(piece.hunk, of: columns)
    }
    engine.finish(columns)
  }

  // MARK: One side

  /// All targets, if there are no sources: nothing has to be looked at to know that they are new.
  var insertionsAlone: [CellPath]? {
    guard pieces.allSatisfy({ $0.sources.isEmpty }) else { return nil }
    var paths: [CellPath] = []
    for piece in pieces {
      for item in piece.targets { paths.append(CellPath(section: piece.targetSection, item: item)) }
    }
    return paths
  }

  /// All sources, if there are no targets.
  var deletionsAlone: [CellPath]? {
    guard pieces.allSatisfy({ $0.targets.isEmpty }) else { return nil }
    var paths: [CellPath] = []
    for piece in pieces {
      for item in piece.sources { paths.append(CellPath(section: piece.sourceSection, item: item)) }
    }
    if !isInSourceOrder { paths.sort() }
    return paths
  }

  // MARK: Gathering

  private mutating func gather<Element: KeyedElement>(
    _ sources: (Int) -> CountedTree<Element>,
    _ targets: (Int) -> CountedTree<Element>
  ) {
    sortSources()
    self.sources.removeAll(reserving: pieces.reduce(0) { $0 + $1.sources.count })
    for index in sourceOrder {
      let piece = pieces[index]
      pieces[index].sourceStart = self.sources.count
      self.sources.append(piece.sources, of: piece.sourceSection, in: sources)
    }
    self.targets.removeAll(reserving: pieces.reduce(0) { $0 + $1.targets.count })
    for index in pieces.indices {
      let piece = pieces[index]
      pieces[index].targetStart = self.targets.count
      self.targets.append(piece.targets, of: piece.targetSection, in: targets)
    }
  }

  private mutating func sortSources() {
    sourceOrder.removeAll(keepingCapacity: true)
    sourceOrder.append(contentsOf: pieces.indices)
    let pieces = pieces
    if !isInSourceOrder { sourceOrder.sort { pieces[$0].isBefore(pieces[$1]) } }
  }

  /// Whether the pieces ascend by source, too, as they do without moved or deleted sections.
  private var isInSourceOrder: Bool {
    pieces.count < 2 || zip(pieces, pieces.dropFirst()).allSatisfy { $0.isBefore($1) }
  }

  // MARK: Crossing

  /// Joins the hunks between which less was skipped than moves across, with what is between them.
  ///
  /// - Returns: Whether there are any.
  private mutating func joinPieces(crossedBy moves: UnsafeBufferPointer<OffsetPair>) -> Bool {
    guard !moves.isEmpty, pieces.count > 1 else { return false }
    let crossings = crossings(of: moves)
    var joined: [Piece] = []
    for (index, piece) in pieces.enumerated() {
      if let last = joined.last, last.group != nil, last.group == piece.group,
        piece.sources.lowerBound - last.sources.upperBound <= crossings[index]
      {
        joined[joined.count - 1].sources = last.sources.lowerBound..<piece.sources.upperBound
        joined[joined.count - 1].targets = last.targets.lowerBound..<piece.targets.upperBound
      } else {
        joined.append(piece)
      }
    }
    if joined.count == pieces.count { return false }
    pieces = joined
    return true
  }

  /// For each piece, how many matches of its group cross what is before it, in the direction in
  /// which more do.
  private func crossings(of moves: UnsafeBufferPointer<OffsetPair>) -> [Int] {
    // Where matches begin and end to cross; their running sum is the number that does.
    var forward = Array(repeating: 0, count: pieces.count + 1)
    var backward = forward
    var sources = sourceCursor
    var targets = targetCursor
    for move in moves {
      let source = sourceOrder[sources.piece(at: Int(move.source))]
      let target = targets.piece(at: Int(move.target))
      guard let group = pieces[source].group, group == pieces[target].group else { continue }
      if source < target {
        forward[source + 1] += 1
        forward[target + 1] -= 1
      } else {
        backward[target + 1] += 1
        backward[source + 1] -= 1
      }
    }
    for index in 1...pieces.count {
      forward[index] += forward[index - 1]
      backward[index] += backward[index - 1]
    }
    return pieces.indices.map { max(forward[$0], backward[$0]) }
  }

  // MARK: Paths

  /// Turns offsets in the column of sources into paths.
  var sourceCursor: PieceCursor { PieceCursor(places: sources.places) }

  /// Turns offsets in the column of targets into paths.
  var targetCursor: PieceCursor { PieceCursor(places: targets.places) }
}

/// Turns offsets in columns into paths, fast as long as they stay in a piece or go to the next.
struct PieceCursor {
  /// Where a piece is in the columns, and where in its list.
  struct Place {
    let start: Int
    let section: Int
    let items: Range<Int>

    init(_ start: Int, _ section: Int, _ items: Range<Int>) {
      self.start = start
      self.section = section
      self.items = items
    }

    func contains(_ offset: Int) -> Bool { offset >= start && offset < start + items.count }
  }

  private let places: [Place]
  private var current = 0

  /// Creates a cursor over places that follow each other.
  init(places: [Place]) {
    self.places = places
  }

  /// The index of the place that holds an offset.
  mutating func piece(at offset: Int) -> Int {
    if places[current].contains(offset) { return current }
    // The last place that starts at or before the offset: empty ones before it start there too.
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if places[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    while places[low].items.isEmpty { low -= 1 }
    current = low
    return low
  }

  mutating func path(of offset: Int) -> CellPath {
    let place = places[piece(at: offset)]
    return CellPath(section: place.section, item: place.items.lowerBound + offset - place.start)
  }
}

extension TreePieces.Piece {
  fileprivate func isBefore(_ other: Self) -> Bool {
    (sourceSection, sources.lowerBound) < (other.sourceSection, other.sources.lowerBound)
  }

  fileprivate var hunk: Engine.Hunk {
    Engine.Hunk(
      sources: OffsetRange(sourceStart, sourceStart + sources.count),
      targets: OffsetRange(targetStart, targetStart + targets.count)
    )
  }
}

extension TreePieces.Side {
  fileprivate var keyColumn: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(keys.elements)[..<count])
  }

  fileprivate var contentColumn: UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(contents.elements)[..<count])
  }

  fileprivate mutating func removeAll(reserving capacity: Int) {
    _ = keys.reserve(capacity)
    _ = contents.reserve(capacity)
    count = 0
    places.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func append<Element: KeyedElement>(
    _ range: Range<Int>,
    of section: Int,
    in trees: (Int) -> CountedTree<Element>
  ) {
    places.append(PieceCursor.Place(count, section, range))
    if range.isEmpty { return }
    var end = count
    let (keys, contents) = (keys.elements, contents.elements)
    trees(section).forEachSpan(in: range) { span in
      let start = end
      for index in span.indices {
        keys[start &+ index] = span[index].key
        contents[start &+ index] = span[index].content
      }
      end = start &+ span.count
    }
    count = end
  }
}
