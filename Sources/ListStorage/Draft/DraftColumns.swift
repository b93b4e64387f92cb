import ListDiff
import ListModel

/// The cells of the sections a draft has looked into, before and after, with everything else left
/// out or folded up.
///
/// A run of chunks nobody looked into is the same before and after, and its cells stay together: it
/// stands for itself. In a longest common order either all of its cells stay or all move, so it
/// weighs as much as it has cells. An element in the comparison weighs 1; therefore a run stands in
/// it several times. But no comparison moves more cells than the draft has placed by itself, p, so
/// that p + 1 times are enough: moving the run would cost more than moving what was placed. The
/// fewest moves found this way are the fewest there are.
struct DraftColumns {
  /// Sections, and their cells and runs under names of their own.
  struct Column {
    /// The sections, in order.
    fileprivate(set) var sections: [Int] = []
    /// Where each section begins in the other columns, and their end.
    fileprivate(set) var starts = [0]
    /// The cells and runs.
    fileprivate(set) var names: [Int64] = []
    /// The item of each in its section.
    fileprivate(set) var items: [Int] = []
    /// Where the sections are in `sections`.
    fileprivate var indices: [Int: Int] = [:]

    /// The members of a section, each once; empty when the section is not there.
    func names(in section: Int) -> ArraySlice<Int64> {
      guard let index = indices[section] else { return [] }
      return names[starts[index]..<starts[index + 1]]
    }

    /// The section, the item in it and the name at a path of the comparison.
    subscript(path: CellPath) -> (section: Int, item: Int, name: Int64) {
      let offset = starts[path.section] + path.item
      return (sections[path.section], items[offset], names[offset])
    }
  }

  /// A run of chunks that were not looked into.
  struct Run {
    var section: Int
    var chunks: Range<Int>
    var copies: Int
    var cellCount: Int
  }

  /// What was, in the order of the base.
  private(set) var source = Column()
  /// What is, in the order of the draft.
  private(set) var target = Column()
  /// The runs by the names of their first copies.
  private(set) var runs: [Int64: Run] = [:]
  private var runsOfSections: [Int: [(name: Int64, run: Run)]] = [:]

  /// Whether a name is that of a copy of a run: those are far below the names of new cells.
  static func isRun(_ name: Int64) -> Bool {
    name < Int64.min / 2
  }

  /// Without a change of their order, only sections that were looked into are compared.
  init(of draft: ListDraft) {
    findRuns(of: draft)
    let looked = draft.sections.keys.sorted()
    let before = draft.order == nil ? looked : Array(0..<draft.base.sectionCount)
    var (source, target) = (Column(), Column())
    for name in before { append(draft.sections[name], name, .before, to: &source) }
    for name in draft.order ?? looked { append(draft.sections[name], name, .after, to: &target) }
    (self.source, self.target) = (source, target)
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
    _ side: ChunkDraft.Side,
    to column: inout Column
  ) {
    column.indices[name] = column.sections.count
    column.sections.append(name)
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
  /// The columns as the engine compares them; `changed` are the cells with new contents.
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
