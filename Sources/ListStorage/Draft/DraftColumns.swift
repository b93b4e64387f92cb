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
  /// A column of one section.
  struct Column {
    /// Cells, and runs under names of their own.
    fileprivate(set) var names: [Int64] = []
    /// The item of each.
    fileprivate(set) var items: [Int] = []
    private var end = 0

    fileprivate mutating func append(_ cells: [Int64]) {
      names += cells
      items += end..<(end + cells.count)
      end += cells.count
    }

    fileprivate mutating func append(run name: Int64, copies: Int, cellCount: Int) {
      for copy in 0..<copies {
        names.append(name + Int64(copy))
        items.append(end)
      }
      end += cellCount
    }
  }

  /// A run of chunks that were not looked into.
  struct Run {
    var section: Int
    var chunks: Range<Int>
  }

  /// The sections before, in order.
  private(set) var sources: [(section: Int, column: Column)] = []
  /// The sections after, in order.
  private(set) var targets: [(section: Int, column: Column)] = []
  /// The runs by the names of their first copies.
  private(set) var runs: [Int64: Run] = [:]
  private var nextRun = Int64.min

  /// Whether a name is that of a copy of a run: those are far below the names of new cells.
  static func isRun(_ name: Int64) -> Bool {
    name < Int64.min / 2
  }

  /// Without a change of their order, only sections that were looked into are compared.
  init(of draft: ListDraft) {
    let copies = draft.places.count { $0.key > 0 } + 1
    var columns: [Int: (source: Column, target: Column)] = [:]
    for (name, section) in draft.sections {
      columns[name] = self.columns(of: section, name, copies: copies)
    }
    let looked = draft.sections.keys.sorted()
    sources = (draft.order == nil ? looked : Array(0..<draft.base.sectionCount)).map {
      ($0, columns[$0]?.source ?? Column())
    }
    targets = (draft.order ?? looked).map { ($0, columns[$0]?.target ?? Column()) }
  }

  private mutating func columns(
    of section: SectionDraft,
    _ name: Int,
    copies: Int
  ) -> (source: Column, target: Column) {
    var (source, target) = (Column(), Column())
    var next = 0
    func appendRun(_ chunks: Range<Int>, in columns: inout DraftColumns) {
      guard !chunks.isEmpty else { return }
      let count = section.baseCounts[chunks].reduce(0) { $0 &+ Int($1) }
      let copies = min(count, copies)
      columns.runs[columns.nextRun] = Run(section: name, chunks: chunks)
      source.append(run: columns.nextRun, copies: copies, cellCount: count)
      target.append(run: columns.nextRun, copies: copies, cellCount: count)
      columns.nextRun += Int64(copies)
    }
    for chunk in section.chunks.keys.sorted() {
      appendRun(next..<chunk, in: &self)
      source.append(section.chunks[chunk]?.before ?? [])
      target.append(section.chunks[chunk]?.after ?? [])
      next = chunk + 1
    }
    appendRun(next..<max(next, section.baseCounts.count), in: &self)
    return (source, target)
  }
}
