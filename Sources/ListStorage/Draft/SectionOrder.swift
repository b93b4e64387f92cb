import ListModel

/// The sections of a draft in order, by their names.
///
/// They are kept as runs of consecutive names: any number of sections that are neighbours as in the
/// base are one run.
struct SectionOrder {
  /// The runs of names: none is empty, and none continues the run before it.
  private(set) var runs: [Range<Int>] = []
  /// The index each run begins at, and the number of all sections.
  private var starts = [0]

  /// No sections.
  init() {}

  /// The sections of a base, as they are there.
  init(count: Int) {
    append(0..<count)
  }

  /// Sections in any order.
  ///
  /// - Complexity: O(names).
  init(_ names: some Sequence<Int>) {
    for name in names { append(name..<name + 1) }
  }

  /// The number of sections.
  var count: Int { starts[starts.count - 1] }

  /// All names, in order.
  var names: some Sequence<Int> { runs.joined() }

  /// The name of the section at an index.
  ///
  /// - Complexity: O(log runs).
  subscript(index: Int) -> Int {
    let run = run(at: index)
    return runs[run].lowerBound + index - starts[run]
  }

  /// Returns the index of a section.
  ///
  /// - Complexity: O(runs); see ``SectionIndices`` for more than a few.
  func firstIndex(of name: Int) -> Int? {
    runs.firstIndex { $0.contains(name) }.map { starts[$0] + name - runs[$0].lowerBound }
  }
}

// MARK: - Changing

extension SectionOrder {
  /// Adds consecutive names after all others.
  mutating func append(_ names: Range<Int>) {
    replace(runs.count..<runs.count, with: names.isEmpty ? [] : [names])
  }

  /// Puts a section before the one at an index, or after all others.
  ///
  /// - Complexity: O(runs).
  mutating func insert(_ name: Int, at index: Int) {
    let run = run(at: index)
    let offset = index - starts[run]
    guard offset > 0 else { return replace(run..<run, with: [name..<name + 1]) }
    let (before, after) = runs[run].split(at: offset)
    replace(run..<run + 1, with: [before, name..<name + 1, after])
  }

  /// Takes out the section at an index.
  ///
  /// - Complexity: O(runs).
  mutating func remove(at index: Int) {
    let run = run(at: index)
    let (before, after) = runs[run].split(at: index - starts[run])
    let rest = [before, after.dropFirst()]
    replace(run..<run + 1, with: rest.filter { !$0.isEmpty })
  }

  /// Returns the run that an index is in; the number of runs for the end.
  private func run(at index: Int) -> Int {
    starts.partitioningIndex { $0 > index } - 1
  }

  /// Replaces some runs, and joins runs that then continue each other.
  private mutating func replace(_ range: Range<Int>, with pieces: [Range<Int>]) {
    let first = max(0, range.lowerBound - 1)
    let end = min(runs.count, range.upperBound + 1)
    var joined: [Range<Int>] = []
    for piece in runs[first..<range.lowerBound] + pieces + runs[range.upperBound..<end] {
      if let last = joined.last, last.upperBound == piece.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        joined.append(piece)
      }
    }
    runs.replaceSubrange(first..<end, with: joined)
    starts.removeSubrange((first + 1)...)
    for run in runs[first...] { starts.append(starts[starts.count - 1] + run.count) }
  }
}

extension Range<Int> {
  /// Splits the range at an offset.
  fileprivate func split(at offset: Int) -> (Range<Int>, Range<Int>) {
    (lowerBound..<lowerBound + offset, lowerBound + offset..<upperBound)
  }
}

// MARK: - Looking up many

/// The indices of sections in an order, by their names.
struct SectionIndices {
  /// The runs, sorted by name; `nil` while names are indices.
  private let runs: [(names: Range<Int>, start: Int)]?

  /// - Complexity: O(runs log runs).
  init(in order: SectionOrder?) {
    runs = order.map { order in
      var start = 0
      let runs = order.runs.map { names in
        defer { start += names.count }
        return (names: names, start: start)
      }
      return runs.sorted { $0.names.lowerBound < $1.names.lowerBound }
    }
  }

  /// The index of a section; `nil` when it is not there.
  ///
  /// - Complexity: O(log runs).
  subscript(section: Int) -> Int? {
    guard let runs else { return section }
    let index = runs.partitioningIndex { $0.names.upperBound > section }
    guard index < runs.count, runs[index].names.contains(section) else { return nil }
    return runs[index].start + section - runs[index].names.lowerBound
  }
}
