import ListDiff
import ListModel

/// The cells of the sections that a draft has looked into, before and after, with everything else
/// left out or folded into runs.
///
/// A run of chunks that were not looked into is the same before and after, and its cells stay
/// together: it is compared as a whole. In a longest common order either all of its cells stay or
/// all move, so it weighs as much as it has cells. An element in the comparison weighs 1; therefore
/// a run stands in it several times. But no comparison moves more cells than the p cells that the
/// draft has placed, so p + 1 times are enough: moving the run would cost more than moving those.
/// The fewest moves found this way are the fewest possible.
///
/// The same holds for runs of sections that were not looked into and are neighbours before and
/// after.
struct DraftColumns {
  /// Sections, and their cells and runs under names of their own.
  struct Column {
    /// The sections, in order; of a run of them, only the first few.
    fileprivate(set) var sections: [Int] = []
    /// The index of each section in the list.
    fileprivate(set) var places: [Int] = []
    /// Where each section begins in the other columns, and their end.
    fileprivate(set) var starts = [0]
    /// The cells and runs.
    fileprivate(set) var names: [Int64] = []
    /// The item of each name in its section.
    fileprivate(set) var items: [Int] = []
    /// The indices of the sections in `sections`.
    fileprivate var indices: [Int: Int] = [:]

    /// Returns the members of a section, each once; empty when the section is not there.
    func names(in section: Int) -> ArraySlice<Int64> {
      guard let index = indices[section] else { return [] }
      return names[starts[index]..<starts[index + 1]]
    }

    /// The path in the list, and the name, at a path of the comparison.
    subscript(path: CellPath) -> (at: CellPath, cell: Int64) {
      let offset = starts[path.section] + path.item
      return (CellPath(section: places[path.section], item: items[offset]), names[offset])
    }
  }

  /// A run of chunks that were not looked into.
  struct Run {
    var section: Int
    var chunks: Range<Int>
    var copies: Int
    var cellCount: Int
  }

  /// The elements before, in the order of the base.
  private(set) var source = Column()
  /// The elements now, in the order of the draft.
  private(set) var target = Column()
  /// The runs by the names of their first copies.
  private(set) var runs: [Int64: Run] = [:]
  private var runsOfSections: [Int: [(name: Int64, run: Run)]] = [:]
  /// The last section of each run of sections, by the last one of the run that is compared.
  private var endsOfRuns: [Int: Int] = [:]

  /// Returns whether a name belongs to a copy of a run: such names are far below those of new
  /// cells.
  static func isRun(_ name: Int64) -> Bool {
    name < Int64.min / 2
  }

  /// Makes the columns: only of sections that were looked into, unless the order of sections
  /// changed.
  init(of draft: ListDraft) {
    findRuns(of: draft)
    let looked = draft.sections.keys.sorted()
    var (source, target) = (Column(), Column())
    let pieces = draft.order.map { Self.pieces(of: $0, lookedInto: looked) }
    for piece in pieces ?? looked.map({ (names: $0..<$0 + 1, place: $0) }) {
      let names = compared(piece.names, of: draft)
      for (offset, name) in names.enumerated() {
        append(draft.sections[name], name, at: piece.place + offset, .after, to: &target)
      }
    }
    for names in pieces.map({ Self.runs(of: draft.base, with: $0) }) ?? looked.map({ $0..<$0 + 1 })
    {
      for name in compared(names, of: draft) {
        append(draft.sections[name], name, at: name, .before, to: &source)
      }
    }
    (self.source, self.target) = (source, target)
  }

  /// Returns the last section of the run that a compared section stands for, or the section itself.
  func lastSection(of name: Int) -> Int {
    endsOfRuns[name] ?? name
  }

  /// Returns the runs of an order, with each section that was looked into by itself.
  private static func pieces(
    of order: SectionOrder,
    lookedInto looked: [Int]
  ) -> [(names: Range<Int>, place: Int)] {
    var pieces: [(names: Range<Int>, place: Int)] = []
    var place = 0
    func append(_ names: Range<Int>) {
      guard !names.isEmpty else { return }
      pieces.append((names, place))
      place += names.count
    }
    for run in order.runs {
      var next = run.lowerBound
      let first = looked.partitioningIndex { $0 >= run.lowerBound }
      for name in looked[first...].prefix(while: { $0 < run.upperBound }) {
        append(next..<name)
        append(name..<name + 1)
        next = name + 1
      }
      append(next..<run.upperBound)
    }
    return pieces
  }

  /// Returns the sections of a base as the runs they are compared in, deleted ones one by one.
  private static func runs(
    of base: any DraftBase,
    with pieces: [(names: Range<Int>, place: Int)]
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var next = 0
    let end = base.sectionCount..<base.sectionCount
    let stored = pieces.lazy.map(\.names).filter { $0.lowerBound < end.lowerBound }
    for names in stored.sorted(by: { $0.lowerBound < $1.lowerBound }) + [end] {
      for deleted in next..<names.lowerBound { runs.append(deleted..<deleted + 1) }
      if !names.isEmpty { runs.append(names) }
      next = names.upperBound
    }
    return runs
  }

  /// Returns the sections of a run that are compared.
  private mutating func compared(_ names: Range<Int>, of draft: ListDraft) -> Range<Int> {
    let first = names.prefix(draft.placedSections.count + 1)
    if first.count < names.count { endsOfRuns[first.upperBound - 1] = names.upperBound - 1 }
    return first
  }

  private mutating func findRuns(of draft: ListDraft) {
    let copies = draft.places.count { $0.key > 0 } + 1
    var nextName = Int64.min
    for (name, section) in draft.sections {
      var next = 0
      for chunk in section.chunks.keys.sorted() + [max(1, section.baseCounts.count)] {
        let end = min(chunk, section.baseCounts.count)
        defer { next = chunk + 1 }
        guard next < end else { continue }
        let chunks = next..<end
        let count = section.baseCounts[chunks].reduce(0) { $0 &+ Int($1) }
        let run = Run(section: name, chunks: chunks, copies: min(count, copies), cellCount: count)
        runs[nextName] = run
        runsOfSections[name, default: []].append((nextName, run))
        nextName += Int64(run.copies)
      }
    }
  }

  private func append(
    _ section: SectionDraft?,
    _ name: Int,
    at place: Int,
    _ side: ChunkDraft.Side,
    to column: inout Column
  ) {
    column.indices[name] = column.sections.count
    column.sections.append(name)
    column.places.append(place)
    defer { column.starts.append(column.names.count) }
    guard let section else { return }
    var item = 0
    var runs = (runsOfSections[name] ?? [])[...]
    func appendRuns(before chunk: Int, to column: inout Column) {
      while let (name, run) = runs.first, run.chunks.lowerBound < chunk {
        runs.removeFirst()
        for copy in 0..<run.copies { column.names.append(name + Int64(copy)) }
        column.items += repeatElement(item, count: run.copies)
        item += run.cellCount
      }
    }
    for chunk in section.chunks.keys.sorted() {
      appendRuns(before: chunk, to: &column)
      let cells = section.chunks[chunk]?[side] ?? []
      column.names += cells
      column.items += item..<(item + cells.count)
      item += cells.count
    }
    appendRuns(before: .max, to: &column)
  }
}

extension DraftColumns.Column {
  /// Returns the columns as the engine compares them; `changed` are the cells with new contents.
  func columns(changed: NameSet) -> SectionedColumns {
    SectionedColumns(
      sections: sections.map { UInt64($0) },
      counts: zip(starts, starts.dropFirst()).map { $1 - $0 },
      cells: ElementColumns(
        keys: names.map { UInt64(bitPattern: $0) },
        contents: names.map { changed.contains($0) ? 1 : 0 }
      )
    )
  }
}
