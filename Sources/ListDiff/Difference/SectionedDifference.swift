public import ListModel

/// The difference between two sectioned sequences of elements, as offsets and paths.
///
/// Coordinates and order are those of ``Changeset``, which adds ids and contents to it: deletions
/// are places before the change and sorted by them, everything else is sorted by its place after.
/// Every cell that appears or disappears is listed, including those in inserted or deleted
/// sections. A cell that changes its section always moves; within a section, and among the
/// sections, moves are as few as possible.
public struct SectionedDifference: Rearranging, Equatable, Sendable {
  /// What goes, comes and moves.
  public var rearrangement = Rearrangement()
  /// The sections in both, moved or not.
  ///
  /// The caller compares their headers and footers. That comparison must look at the section alone,
  /// not at its cells, or every changed cell reloads its section.
  public internal(set) var matchedSections: [Match<Int>] = []
  /// The cells in both whose content differs, moved or not.
  public internal(set) var updatedCells: [Match<CellPath>] = []

  /// Creates the difference of two empty lists.
  @usableFromInline
  init() {}
}

extension SectionedDifference {
  /// Sections and cells as columns of keys: cells of section `i` are at `starts[i]..<starts[i+1]`.
  struct Layout {
    let sections: UnsafeBufferPointer<UInt64>
    let starts: UnsafeBufferPointer<Int>
    let cells: UnsafeBufferPointer<UInt64>
  }

  /// Compares sections first, then the cells of each section that is in both, then the cells that
  /// are left, of all sections together.
  ///
  /// Leaves runs and updates in the engine, for the caller to check and to complete with
  /// ``collectCells(from:_:_:)``.
  mutating func compare(from source: Layout, to target: Layout, with engine: inout Engine) {
    compareSections(from: source, to: target, with: &engine)
    compareCells(from: source, to: target, with: &engine, knowing: [])
  }

  /// Compares sections alone.
  mutating func compareSections(from source: Layout, to target: Layout, with engine: inout Engine) {
    engine.compare(Engine.Columns(sources: source.sections, targets: target.sections))
    self.deletedSections = Self.offsets(in: engine.deletions.elements)
    self.insertedSections = Self.offsets(in: engine.insertions.elements)
    self.movedSections = engine.moves.elements.map {
      Match(from: Int($0.source), to: Int($0.target))
    }
    matchedSections = Self.matches(in: engine.runs.elements)
  }

  /// Compares the cells of sections that were compared.
  ///
  /// `ends` says what is known of the ends of each matched section; it is empty if nothing is
  /// known.
  func compareCells(
    from source: Layout,
    to target: Layout,
    with engine: inout Engine,
    knowing ends: [EqualEnds]
  ) {
    let columns = Engine.Columns(sources: source.cells, targets: target.cells)
    engine.begin(columns)
    for (index, match) in matchedSections.enumerated() {
      let hunk = Engine.Hunk(
        sources: OffsetRange(source.starts[match.from], source.starts[match.from &+ 1]),
        targets: OffsetRange(target.starts[match.to], target.starts[match.to &+ 1])
      )
      engine.align(hunk, of: columns, knowing: ends.isEmpty ? EqualEnds() : ends[index])
    }
    engine.finish(columns)
  }

  private static func offsets(in ranges: UnsafeBufferPointer<OffsetRange>) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(ranges.reduce(0) { $0 &+ $1.count })
    for range in ranges { offsets += range.lowerBound..<range.upperBound }
    return offsets
  }

  private static func matches(in runs: UnsafeBufferPointer<Engine.Run>) -> [Match<Int>] {
    var matches: [Match<Int>] = []
    matches.reserveCapacity(runs.reduce(0) { $0 &+ Int($1.count) })
    for run in runs {
      for offset in 0..<Int(run.count) {
        matches.append(Match(from: Int(run.source) &+ offset, to: Int(run.target) &+ offset))
      }
    }
    return matches
  }

  /// Turns the engine's flat offsets of cells into paths.
  mutating func collectCells(
    from engine: borrowing Engine,
    _ sourceStarts: UnsafeBufferPointer<Int>,
    _ targetStarts: UnsafeBufferPointer<Int>
  ) {
    var sources = PathCursor(sourceStarts)
    self.deletedCells = sources.paths(of: engine.deletions.elements)
    var targets = PathCursor(targetStarts)
    self.insertedCells = targets.paths(of: engine.insertions.elements)
    self.movedCells = Self.matches(engine.moves.elements, sourceStarts, targetStarts)
    updatedCells = Self.matches(engine.updates.elements, sourceStarts, targetStarts)
  }

  private static func matches(
    _ pairs: UnsafeBufferPointer<OffsetPair>,
    _ sourceStarts: UnsafeBufferPointer<Int>,
    _ targetStarts: UnsafeBufferPointer<Int>
  ) -> [Match<CellPath>] {
    var sources = PathCursor(sourceStarts)
    var targets = PathCursor(targetStarts)
    return pairs.map {
      Match(from: sources.path(of: Int($0.source)), to: targets.path(of: Int($0.target)))
    }
  }
}

/// Turns runs into the paths of their first elements; a run stays in one section on both sides.
@usableFromInline
struct RunPaths {
  var sources: PathCursor
  var targets: PathCursor

  @usableFromInline
  mutating func paths(
    of run: (source: Int, target: Int, count: Int)
  ) -> (source: CellPath, target: CellPath) {
    (sources.path(of: run.source), targets.path(of: run.target))
  }
}

/// Turns flat offsets into paths, fast as long as they stay in a section or go to the next.
struct PathCursor {
  private let starts: UnsafeBufferPointer<Int>
  private var section = 0

  /// Creates a cursor over sections that start at the given offsets; the last is the end of all.
  init(_ starts: UnsafeBufferPointer<Int>) {
    self.starts = starts
  }

  @inline(__always)
  mutating func path(of offset: Int) -> CellPath {
    if offset < starts[section] || offset >= starts[section &+ 1] { seek(offset) }
    return CellPath(section: section, item: offset &- starts[section])
  }

  mutating func paths(of ranges: UnsafeBufferPointer<OffsetRange>) -> [CellPath] {
    let count = ranges.reduce(0) { $0 &+ $1.count }
    // All threads share the storage of empty arrays, and its count would be written.
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { paths, initializedCount in
      for range in ranges {
        for offset in range.lowerBound..<range.upperBound {
          paths.initializeElement(at: initializedCount, to: path(of: offset))
          initializedCount &+= 1
        }
      }
    }
  }

  /// Finds the last section that starts at or before an offset; empty sections before it start
  /// there too.
  private mutating func seek(_ offset: Int) {
    if section &+ 2 < starts.count, offset >= starts[section &+ 1], offset < starts[section &+ 2] {
      section &+= 1
      return
    }
    var (low, high) = (0, starts.count &- 1)
    while low < high {
      let middle = (low &+ high) / 2
      if starts[middle &+ 1] <= offset { low = middle &+ 1 } else { high = middle }
    }
    section = low
  }
}
